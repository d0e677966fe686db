//===- Balance.h - A matrix with rows and columns of like sizes -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_BALANCE_H
#define DTENSOR_LIB_REFERENCE_BALANCE_H

#include "Matrix.h"
#include "Precision.h"

namespace dtensor::reference {

/// LAPACK's gebal: a similar matrix whose eigenvalues outside of `low` to
/// `high` are already on its diagonal, and whose rows and columns inside have
/// similar lengths.
template <typename T> struct Balance {
  int64_t low, high;

  /// Overwrites `a`. Rows are scaled only if `scales` is set.
  Balance(Matrix<T> &a, bool scales, Precision precision);

  /// LAPACK's gebak: turns vectors of the balanced matrix into those of the
  /// original one.
  template <typename U> void undo(Matrix<U> &vectors, bool areLeft) const {
    int64_t n = vectors.getRows();
    for (int64_t i = low; i <= high; ++i)
      for (int64_t j = 0; j < vectors.getColumns(); ++j)
        vectors(i, j) *= areLeft ? 1 / scale[i] : scale[i];
    auto swap = [&](int64_t i) {
      for (int64_t j = 0; j < vectors.getColumns(); ++j)
        std::swap(vectors(i, j), vectors(swappedWith[i], j));
    };
    for (int64_t i = low - 1; i >= 0; --i)
      swap(i);
    for (int64_t i = high + 1; i < n; ++i)
      swap(i);
  }

private:
  void exchange(Matrix<T> &a, int64_t one, int64_t other);
  void permute(Matrix<T> &a);
  void scaleRows(Matrix<T> &a, Precision precision);

  std::vector<double> scale;
  std::vector<int64_t> swappedWith;
};

extern template struct Balance<double>;
extern template struct Balance<Complex>;

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_BALANCE_H
