//===- Balance.cpp - A matrix with rows and columns of like sizes ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Balance.h"

#include <algorithm>
#include <cmath>

using namespace dtensor;
using namespace dtensor::reference;

template <typename T>
Balance<T>::Balance(Matrix<T> &a, bool scales, Precision precision)
    : low(0), high(a.getRows() - 1), scale(a.getRows(), 1),
      swappedWith(a.getRows()) {
  permute(a);
  if (scales && low < high)
    scaleRows(a, precision);
}

template <typename T>
void Balance<T>::exchange(Matrix<T> &a, int64_t one, int64_t other) {
  swappedWith[other] = one;
  if (one == other)
    return;
  for (int64_t i = 0; i <= high; ++i)
    std::swap(a(i, one), a(i, other));
  for (int64_t j = low; j < a.getColumns(); ++j)
    std::swap(a(one, j), a(other, j));
}

template <typename T> void Balance<T>::permute(Matrix<T> &a) {
  // Rows with zeros outside of the diagonal move down.
  for (bool found = true; found;) {
    found = false;
    for (int64_t i = high; i >= 0; --i) {
      bool isAlone = true;
      for (int64_t j = 0; j <= high; ++j)
        isAlone = isAlone && (i == j || a(i, j) == T(0));
      if (!isAlone)
        continue;
      exchange(a, i, high);
      if (high == 0)
        return;
      found = true;
      --high;
    }
  }
  // Columns with zeros outside of the diagonal move to the left.
  for (bool found = true; found;) {
    found = false;
    for (int64_t j = low; j <= high; ++j) {
      bool isAlone = true;
      for (int64_t i = low; i <= high; ++i)
        isAlone = isAlone && (i == j || a(i, j) == T(0));
      if (!isAlone)
        continue;
      exchange(a, j, low);
      found = true;
      ++low;
    }
  }
}

template <typename T>
void Balance<T>::scaleRows(Matrix<T> &a, Precision precision) {
  constexpr double kRadix = 2;
  int64_t n = a.getRows();
  double least = precision.least / precision.ulp;
  double most = 1 / least;
  for (bool changed = true; changed;) {
    changed = false;
    for (int64_t i = low; i <= high; ++i) {
      double column = 0, row = 0, columnMost = 0, rowMost = 0;
      for (int64_t k = low; k <= high; ++k) {
        column = std::hypot(column, std::abs(a(k, i)));
        row = std::hypot(row, std::abs(a(i, k)));
      }
      for (int64_t k = 0; k <= high; ++k)
        columnMost = std::max(columnMost, std::abs(a(k, i)));
      for (int64_t k = low; k < n; ++k)
        rowMost = std::max(rowMost, std::abs(a(i, k)));
      if (column == 0 || row == 0)
        continue;
      double sum = column + row, factor = 1;
      while (column < row / kRadix &&
             std::max({factor, column, columnMost}) < most / kRadix &&
             std::min(row, rowMost) > least * kRadix) {
        factor *= kRadix;
        column *= kRadix;
        columnMost *= kRadix;
        row /= kRadix;
        rowMost /= kRadix;
      }
      while (column / kRadix >= row && std::max(row, rowMost) < most / kRadix &&
             std::min({factor, column, columnMost}) > least * kRadix) {
        factor /= kRadix;
        column /= kRadix;
        columnMost /= kRadix;
        row *= kRadix;
        rowMost *= kRadix;
      }
      if (column + row >= 0.95 * sum ||
          (factor < 1 && scale[i] < 1 && factor * scale[i] <= least) ||
          (factor > 1 && scale[i] > 1 && scale[i] >= most / factor))
        continue;
      scale[i] *= factor;
      changed = true;
      for (int64_t j = low; j < n; ++j)
        a(i, j) /= factor;
      for (int64_t k = 0; k <= high; ++k)
        a(k, i) *= factor;
    }
  }
}

template struct reference::Balance<double>;
template struct reference::Balance<Complex>;
