//===- LocalBorder.h - The border of a local_map ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_LOCALBORDER_H
#define DTENSOR_LAYOUT_LOCALBORDER_H

#include "dtensor/Layout/FactorChoice.h"

namespace dtensor {

/// The border at which a value enters or leaves code that is written for
/// components along some mesh dimensions only. For example, outside there is an
/// axis of 8 on `x+y`. Inside, where `x` is manual, it is an axis of 4 on `y`.
/// Each device holds the same elements.
struct LocalBorder {
  /// The layout of the outer value along manual dimensions, which come first on
  /// each axis.
  Layout manual;
  /// All dimensions that are manual inside.
  DimList dims;

  /// The outer layout that belongs to an inner one.
  Layout lift(const Layout &inside) const;
  /// The inner layout that comes closest to an outer one. It is exact if `lift`
  /// makes the outer layout of any inner one.
  Layout peel(const Layout &outside) const;
  /// The state of the outer value, as seen from inside, where the value has
  /// `shape`.
  TensorState peel(const TensorState &outside,
                   llvm::ArrayRef<int64_t> shape) const;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_LOCALBORDER_H
