//===- Reflections.cpp - Factorizations by reflections --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factorizations.h"

#include <algorithm>
#include <cmath>

using namespace dtensor;
using namespace dtensor::reference;

/// Rows `first` to `end` of a column.
template <typename T>
static std::vector<T> getColumn(const Matrix<T> &a, int64_t column,
                                int64_t first, int64_t end) {
  std::vector<T> x;
  for (int64_t i = first; i < end; ++i)
    x.push_back(a(i, column));
  return x;
}

/// Packs a reflector into a column, below `beta`.
template <typename T>
static void pack(const Reflector<T> &reflector, T beta, Matrix<T> &a,
                 int64_t column) {
  for (size_t i = 0; i < reflector.v.size(); ++i)
    a(reflector.first + i, column) = i == 0 ? beta : reflector.v[i];
}

//===----------------------------------------------------------------------===//
// QR
//===----------------------------------------------------------------------===//

/// Makes column `k` upper triangular and reflects the later ones.
template <typename T>
static void reflectColumn(Matrix<T> &a, Matrix<T> &tau, int64_t k) {
  T beta = 0;
  auto reflector =
      Reflector<T>::create(k, getColumn(a, k, k, a.getRows()), beta);
  tau(k) = reflector.tau;
  reflector.applyAdjointLeft(a, k + 1);
  pack(reflector, beta, a, k);
}

template <typename T>
void reference::factorizeQr(Matrix<T> &a, Matrix<T> &tau) {
  tau = Matrix<T>(std::min(a.getRows(), a.getColumns()));
  for (int64_t k = 0; k < tau.getRows(); ++k)
    reflectColumn(a, tau, k);
}

template <typename T>
void reference::factorizePivotedQr(Matrix<T> &a, Integers &order,
                                   Matrix<T> &tau) {
  int64_t m = a.getRows(), n = a.getColumns();
  tau = Matrix<T>(std::min(m, n));
  auto swapColumns = [&](int64_t one, int64_t other) {
    for (int64_t i = 0; i < m; ++i)
      std::swap(a(i, one), a(i, other));
    std::swap(order(one), order(other));
  };
  std::vector<bool> isFixed;
  for (int64_t j = 0; j < n; ++j) {
    isFixed.push_back(order(j) != 0);
    order(j) = j + 1;
  }
  int64_t fixed = 0;
  for (int64_t j = 0; j < n; ++j)
    if (isFixed[j])
      swapColumns(fixed++, j);
  for (int64_t k = 0; k < tau.getRows(); ++k) {
    // The longest of the remaining columns comes next.
    int64_t next = k;
    double longest = -1;
    for (int64_t j = k; k >= fixed && j < n; ++j) {
      double length = 0;
      for (T value : getColumn(a, j, k, m))
        length = std::hypot(length, std::abs(value));
      if (length > longest) {
        next = j;
        longest = length;
      }
    }
    swapColumns(k, next);
    reflectColumn(a, tau, k);
  }
}

/// The reflectors that are stored below the diagonal.
template <typename T>
static std::vector<Reflector<T>> unpack(const Matrix<T> &a,
                                        const Matrix<T> &tau) {
  std::vector<Reflector<T>> reflectors;
  for (int64_t k = 0; k < tau.getRows(); ++k) {
    std::vector<T> v = getColumn(a, k, k, a.getRows());
    v[0] = 1;
    reflectors.push_back({k, std::move(v), tau(k)});
  }
  return reflectors;
}

template <typename T>
void reference::makeQ(Matrix<T> &a, const Matrix<T> &tau) {
  std::vector<Reflector<T>> reflectors = unpack(a, tau);
  a = getIdentity<T>(a.getRows(), a.getColumns());
  for (auto it = reflectors.rbegin(); it != reflectors.rend(); ++it)
    it->applyLeft(a);
}

template <typename T>
void reference::multiplyByQ(const Matrix<T> &a, const Matrix<T> &tau,
                            Matrix<T> &c, bool isLeft, bool isAdjoint) {
  std::vector<Reflector<T>> reflectors = unpack(a, tau);
  // Q is the product of the reflectors in order. The one next to C is applied
  // first.
  if (isLeft != isAdjoint)
    std::reverse(reflectors.begin(), reflectors.end());
  for (const Reflector<T> &reflector : reflectors) {
    if (isLeft)
      isAdjoint ? reflector.applyAdjointLeft(c) : reflector.applyLeft(c);
    else
      isAdjoint ? reflector.applyAdjointRight(c) : reflector.applyRight(c);
  }
}

//===----------------------------------------------------------------------===//
// Similar matrices
//===----------------------------------------------------------------------===//

template <typename T>
std::vector<Reflector<T>>
reference::reduceToHessenberg(Matrix<T> &a, Matrix<T> &tau, int64_t low,
                              int64_t high) {
  tau = Matrix<T>(std::max<int64_t>(a.getRows() - 1, 0));
  std::vector<Reflector<T>> reflectors;
  for (int64_t k = low; k < high; ++k) {
    T beta = 0;
    auto reflector =
        Reflector<T>::create(k + 1, getColumn(a, k, k + 1, high + 1), beta);
    tau(k) = reflector.tau;
    // Rows behind `high` have zeros in these columns.
    reflector.applyRight(a, 0, high + 1);
    reflector.applyAdjointLeft(a, k + 1);
    pack(reflector, beta, a, k);
    reflectors.push_back(std::move(reflector));
  }
  return reflectors;
}

template <typename T>
std::vector<Reflector<T>>
reference::reduceToTridiagonal(Matrix<T> &a, Reals &d, Reals &e, Matrix<T> &tau,
                               bool isLower) {
  int64_t n = a.getRows(), m = std::max<int64_t>(n - 1, 0);
  d = Reals(n);
  e = Reals(m);
  tau = Matrix<T>(m);
  // Fills the whole matrix by symmetry, since only one triangle is read.
  Matrix<T> whole(n, n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j) {
      bool isRead = isLower ? i > j : i < j;
      whole(i, j) = i == j   ? T(getReal(a(i, j)))
                    : isRead ? a(i, j)
                             : conjugate(a(j, i));
    }
  std::vector<Reflector<T>> reflectors;
  for (int64_t step = 0; step < m; ++step) {
    // For the lower triangle the order is from the first column on, and each
    // reflector's v begins with 1. For the upper one it is from the last column
    // on, and v ends with 1.
    int64_t k = isLower ? step : m - 1 - step;
    int64_t column = isLower ? k : k + 1;
    std::vector<T> x = isLower ? getColumn(whole, column, k + 1, n)
                               : getColumn(whole, column, 0, k + 1);
    if (!isLower)
      std::swap(x.front(), x.back());
    T beta = 0;
    auto reflector = Reflector<T>::create(isLower ? k + 1 : 0, x, beta);
    if (!isLower)
      std::swap(reflector.v.front(), reflector.v.back());
    tau(k) = reflector.tau;
    e(k) = getReal(beta);
    reflector.applyAdjointLeft(whole);
    reflector.applyRight(whole);
    for (size_t i = 0; i < reflector.v.size(); ++i) {
      int64_t row = reflector.first + static_cast<int64_t>(i);
      bool isBeta = isLower ? i == 0 : row == k;
      a(row, column) = isBeta ? beta : reflector.v[i];
    }
    reflectors.push_back(std::move(reflector));
  }
  for (int64_t i = 0; i < n; ++i) {
    d(i) = getReal(whole(i, i));
    a(i, i) = d(i);
  }
  return reflectors;
}

#define INSTANTIATE(T)                                                         \
  template void reference::factorizeQr(Matrix<T> &, Matrix<T> &);              \
  template void reference::factorizePivotedQr(Matrix<T> &, Integers &,         \
                                              Matrix<T> &);                    \
  template void reference::makeQ(Matrix<T> &, const Matrix<T> &);              \
  template void reference::multiplyByQ(const Matrix<T> &, const Matrix<T> &,   \
                                       Matrix<T> &, bool, bool);               \
  template std::vector<Reflector<T>> reference::reduceToHessenberg(            \
      Matrix<T> &, Matrix<T> &, int64_t, int64_t);                             \
  template std::vector<Reflector<T>> reference::reduceToTridiagonal(           \
      Matrix<T> &, Reals &, Reals &, Matrix<T> &, bool);
INSTANTIATE(double)
INSTANTIATE(Complex)
#undef INSTANTIATE
