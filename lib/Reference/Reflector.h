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

/// H = 1 - tau * v * adjoint(v) for the rows (or columns) from `first` on,
/// where v begins with 1. LAPACK stores v, without its first element, in the
/// matrix that it factorizes.
template <typename T> struct Reflector {
  int64_t first = 0;
  std::vector<T> v;
  T tau = 0;

  /// Creates H with adjoint(H) * x = [beta, 0, ...]. `beta` is real, and its
  /// sign is opposite to that of x[0]. H is 1 if x already has this form.
  static Reflector create(int64_t first, const std::vector<T> &x, T &beta);

  /// Replaces A by H * A, for the columns from `column` on.
  void applyLeft(Matrix<T> &a, int64_t column = 0) const;
  /// Replaces A by adjoint(H) * A.
  void applyAdjointLeft(Matrix<T> &a, int64_t column = 0) const;
  /// Replaces A by A * H, for the rows from `row` to before `end`.
  void applyRight(Matrix<T> &a, int64_t row, int64_t end) const;
  void applyRight(Matrix<T> &a) const { applyRight(a, 0, a.getRows()); }
  /// Replaces A by A * adjoint(H).
  void applyAdjointRight(Matrix<T> &a) const;
};

extern template struct Reflector<double>;
extern template struct Reflector<Complex>;

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_REFLECTOR_H
