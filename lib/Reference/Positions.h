//===- Positions.h - All positions of a tensor, in order --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_POSITIONS_H
#define DTENSOR_LIB_REFERENCE_POSITIONS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace dtensor::reference {

using Position = llvm::SmallVector<int64_t>;

/// Enumerates the positions of a tensor in row-major order. A scalar has one
/// position, without axes.
class Positions {
public:
  explicit Positions(llvm::ArrayRef<int64_t> shape)
      : shape(shape), position(shape.size(), 0),
        done(llvm::is_contained(shape, 0)) {}

  bool isDone() const { return done; }
  const Position &operator*() const { return position; }
  const Position *operator->() const { return &position; }
  /// The number of earlier positions.
  int64_t getNumber() const { return number; }

  void operator++() {
    ++number;
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++position[axis] < shape[axis])
        return;
      position[axis] = 0;
    }
    done = true;
  }

private:
  Position shape, position;
  int64_t number = 0;
  bool done;
};

/// The number of a position in row-major order.
inline int64_t getNumber(llvm::ArrayRef<int64_t> position,
                         llvm::ArrayRef<int64_t> shape) {
  int64_t number = 0;
  for (auto [index, extent] : llvm::zip_equal(position, shape))
    number = number * extent + index;
  return number;
}

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_POSITIONS_H
