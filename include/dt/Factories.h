//===- Factories.h - Tensors that a formula gives ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_FACTORIES_H
#define DT_FACTORIES_H

#include "dt/DTensor.h"

namespace dt {

// Each device makes its own part only. Without a layout, these functions take
// that of `call_with_layout` or `run_on`; it is an error if there is none. They
// are objects, so that `call_with_layout(ones, layout, Shape{6, 4})` can take
// them.
namespace factories {

struct DT_EXPORT Empty {
  DTensor operator()(const Shape &shape, const Layout &layout,
                     DType dtype = DType::float32) const;
  DTensor operator()(const Shape &shape, DType dtype = DType::float32) const;
};

struct DT_EXPORT Zeros {
  DTensor operator()(const Shape &shape, const Layout &layout,
                     DType dtype = DType::float32) const;
  DTensor operator()(const Shape &shape, DType dtype = DType::float32) const;
};

struct DT_EXPORT Ones {
  DTensor operator()(const Shape &shape, const Layout &layout,
                     DType dtype = DType::float32) const;
  DTensor operator()(const Shape &shape, DType dtype = DType::float32) const;
};

struct DT_EXPORT Full {
  DTensor operator()(const Shape &shape, double value, const Layout &layout,
                     DType dtype = DType::float32) const;
  DTensor operator()(const Shape &shape, double value,
                     DType dtype = DType::float32) const;
  /// The value and the type of a scalar.
  DTensor operator()(const Shape &shape, const Tensor &value,
                     const Layout &layout) const;
  DTensor operator()(const Shape &shape, const Tensor &value) const;
};

struct DT_EXPORT Arange {
  DTensor operator()(int64_t stop, const Layout &layout,
                     DType dtype = DType::int32) const;
  DTensor operator()(int64_t stop, DType dtype = DType::int32) const;
};

struct DT_EXPORT Eye {
  DTensor operator()(int64_t rows, int64_t columns, const Layout &layout,
                     DType dtype = DType::float32) const;
  DTensor operator()(int64_t rows, int64_t columns,
                     DType dtype = DType::float32) const;
};

struct DT_EXPORT Rand {
  DTensor operator()(const Shape &shape, uint64_t seed, const Layout &layout,
                     DType dtype = DType::float32) const;
  DTensor operator()(const Shape &shape, uint64_t seed,
                     DType dtype = DType::float32) const;
};

struct DT_EXPORT Randn {
  DTensor operator()(const Shape &shape, uint64_t seed, const Layout &layout,
                     DType dtype = DType::float32) const;
  DTensor operator()(const Shape &shape, uint64_t seed,
                     DType dtype = DType::float32) const;
};

} // namespace factories

/// Undefined elements.
inline constexpr factories::Empty empty;
inline constexpr factories::Zeros zeros;
inline constexpr factories::Ones ones;
/// One value everywhere. Errors: a number that the type does not have, as 0.5
/// for an integer.
inline constexpr factories::Full full;
/// 0, 1, 2, ..., `stop` - 1. Errors: a number that the type does not have.
inline constexpr factories::Arange arange;
/// 1 on the diagonal, else 0.
inline constexpr factories::Eye eye;

/// Numbers from [0, 1), and numbers of the normal distribution with mean 0 and
/// variance 1, of a float type. An element depends on the seed and on its
/// index in the global view, so the tensor is the same in every layout and on
/// every mesh, and has the same bits on every machine. Element i (row-major)
/// takes 64 bits of Philox4x32-10, whose key is the seed and whose counter is
/// i / 2. `rand` takes as many leading bits as the type has; `randn` takes the
/// leading 52 and the inverse of the distribution function, by Wichura's
/// algorithm AS 241, in float64, and rounds.
inline constexpr factories::Rand rand;
inline constexpr factories::Randn randn;

} // namespace dt

#endif // DT_FACTORIES_H
