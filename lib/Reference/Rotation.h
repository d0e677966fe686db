//===- Rotation.h - Givens' rotations, as LAPACK makes them -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_ROTATION_H
#define DTENSOR_LIB_REFERENCE_ROTATION_H

#include "Matrix.h"
#include <cmath>

namespace dtensor::reference {

/// The rotation [c s; -s c].
struct Rotation {
  double c = 1, s = 0;

  /// LAPACK's lartg: the rotation with [c s; -s c] * [f; g] = [r; 0]. If
  /// neither is 0, `r` has the sign of `f`.
  static Rotation create(double f, double g, double &r) {
    if (g == 0) {
      r = f;
      return {1, 0};
    }
    if (f == 0) {
      r = std::abs(g);
      return {0, std::copysign(1, g)};
    }
    r = std::copysign(std::hypot(f, g), f);
    return {std::abs(f) / std::abs(r), g / r};
  }

  template <typename T> void apply(T &x, T &y) const {
    T turned = c * x + s * y;
    y = c * y - s * x;
    x = turned;
  }
  /// Rotates rows `one` and `other` from column `first` on.
  template <typename T>
  void applyToRows(Matrix<T> &a, int64_t one, int64_t other,
                   int64_t first = 0) const {
    for (int64_t j = first; j < a.getColumns(); ++j)
      apply(a(one, j), a(other, j));
  }
  /// Rotates columns `one` and `other` down to row `end`.
  template <typename T>
  void applyToColumns(Matrix<T> &a, int64_t one, int64_t other,
                      int64_t end) const {
    for (int64_t i = 0; i < end; ++i)
      apply(a(i, one), a(i, other));
  }
  template <typename T>
  void applyToColumns(Matrix<T> &a, int64_t one, int64_t other) const {
    applyToColumns(a, one, other, a.getRows());
  }
};

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_ROTATION_H
