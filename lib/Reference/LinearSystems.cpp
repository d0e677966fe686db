//===- LinearSystems.cpp - potrf, getrf and gtsv --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factorizations.h"

#include <cmath>

using namespace dtensor;
using namespace dtensor::reference;

/// The magnitude by which LAPACK compares elements when it looks for a pivot.
static double getSize(double value) { return std::abs(value); }
static double getSize(Complex value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

template <typename T>
int64_t reference::factorizeCholesky(Matrix<T> &a, bool isLower) {
  int64_t n = a.getRows();
  // The element (i, j) of the lower factor is that at (j, i) of the upper one,
  // conjugated.
  auto get = [&](int64_t i, int64_t j) {
    return isLower ? a(i, j) : conjugate(a(j, i));
  };
  auto set = [&](int64_t i, int64_t j, T value) {
    (isLower ? a(i, j) : a(j, i)) = isLower ? value : conjugate(value);
  };
  for (int64_t j = 0; j < n; ++j) {
    double pivot = getReal(get(j, j));
    for (int64_t k = 0; k < j; ++k)
      pivot -= std::norm(get(j, k));
    if (!(pivot > 0)) {
      set(j, j, pivot);
      return j + 1;
    }
    set(j, j, std::sqrt(pivot));
    for (int64_t i = j + 1; i < n; ++i) {
      T sum = get(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= get(i, k) * conjugate(get(j, k));
      set(i, j, sum / std::sqrt(pivot));
    }
  }
  return 0;
}

template <typename T>
static void swapRows(Matrix<T> &a, int64_t one, int64_t other) {
  for (int64_t j = 0; j < a.getColumns(); ++j)
    std::swap(a(one, j), a(other, j));
}

template <typename T>
int64_t reference::factorizeLu(Matrix<T> &a, Integers &pivots) {
  int64_t m = a.getRows(), n = a.getColumns(), info = 0;
  pivots = Integers(std::min(m, n));
  for (int64_t k = 0; k < std::min(m, n); ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < m; ++i)
      if (getSize(a(i, k)) > getSize(a(pivot, k)))
        pivot = i;
    pivots(k) = pivot + 1;
    if (a(pivot, k) == T(0)) {
      info = info == 0 ? k + 1 : info;
      continue;
    }
    swapRows(a, k, pivot);
    for (int64_t i = k + 1; i < m; ++i) {
      a(i, k) /= a(k, k);
      for (int64_t j = k + 1; j < n; ++j)
        a(i, j) -= a(i, k) * a(k, j);
    }
  }
  return info;
}

template <typename T>
int64_t reference::solveTridiagonal(Matrix<T> &dl, Matrix<T> &d, Matrix<T> &du,
                                    Matrix<T> &b) {
  int64_t n = d.getRows(), sides = b.getColumns();
  for (int64_t i = 0; i + 1 < n; ++i) {
    // Elements below the diagonal are overwritten by the second one above it.
    T &below = dl(i + 1);
    if (getSize(d(i)) >= getSize(below)) {
      if (d(i) == T(0))
        return i + 1;
      T factor = below / d(i);
      d(i + 1) -= factor * du(i);
      for (int64_t j = 0; j < sides; ++j)
        b(i + 1, j) -= factor * b(i, j);
      if (i + 2 < n)
        below = 0;
      continue;
    }
    T factor = d(i) / below;
    d(i) = below;
    T next = d(i + 1);
    d(i + 1) = du(i) - factor * next;
    if (i + 2 < n) {
      below = du(i + 1);
      du(i + 1) = -factor * below;
    }
    du(i) = next;
    swapRows(b, i, i + 1);
    for (int64_t j = 0; j < sides; ++j)
      b(i + 1, j) -= factor * b(i, j);
  }
  if (n > 0 && d(n - 1) == T(0))
    return n;
  for (int64_t i = n - 1; i >= 0; --i)
    for (int64_t j = 0; j < sides; ++j) {
      if (i + 1 < n)
        b(i, j) -= du(i) * b(i + 1, j);
      if (i + 2 < n)
        b(i, j) -= dl(i + 1) * b(i + 2, j);
      b(i, j) /= d(i);
    }
  return 0;
}

#define INSTANTIATE(T)                                                         \
  template int64_t reference::factorizeCholesky(Matrix<T> &, bool);            \
  template int64_t reference::factorizeLu(Matrix<T> &, Integers &);            \
  template int64_t reference::solveTridiagonal(Matrix<T> &, Matrix<T> &,       \
                                               Matrix<T> &, Matrix<T> &);
INSTANTIATE(double)
INSTANTIATE(Complex)
#undef INSTANTIATE
