//===- Reflector.h - Householder's reflections ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_REFLECTOR_H
#define DTENSOR_LIB_REFERENCE_REFLECTOR_H

#include "Matrix.h"

namespace dtensor::reference {

/// H = 1 - tau * v * adjoint(v) of the rows (or columns) from `first` on, where
/// v begins with 1. LAPACK packs v without its first element into the matrix
/// that it takes apart.
template <typename T> struct Reflector {
  int64_t first = 0;
  std::vector<T> v;
  T tau = 0;

  /// Such that adjoint(H) * x = [beta, 0, ...] with a real `beta`, of the sign
  /// that x[0] has not. H is 1 where x has this form already.
  static Reflector create(int64_t first, const std::vector<T> &x, T &beta);

  /// A becomes H * A, of the columns from `column` on.
  void applyLeft(Matrix<T> &a, int64_t column = 0) const;
  /// A becomes adjoint(H) * A.
  void applyAdjointLeft(Matrix<T> &a, int64_t column = 0) const;
  /// A becomes A * H, of the rows from `row` to before `end`.
  void applyRight(Matrix<T> &a, int64_t row, int64_t end) const;
  void applyRight(Matrix<T> &a) const { applyRight(a, 0, a.getRows()); }
  /// A becomes A * adjoint(H).
  void applyAdjointRight(Matrix<T> &a) const;
};

extern template struct Reflector<double>;
extern template struct Reflector<Complex>;

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_REFLECTOR_H
