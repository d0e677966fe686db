//===- Reflector.cpp - Householder's reflections --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reflector.h"

#include <cmath>

using namespace dtensor;
using namespace dtensor::reference;

template <typename T>
Reflector<T> Reflector<T>::create(int64_t first, const std::vector<T> &x,
                                  T &beta) {
  Reflector reflector{first, std::vector<T>(x.size()), 0};
  if (x.empty())
    return reflector;
  reflector.v[0] = 1;
  beta = x[0];
  double rest = 0;
  for (size_t i = 1; i < x.size(); ++i)
    rest = std::hypot(rest, std::abs(x[i]));
  if (rest == 0 && getImaginary(x[0]) == 0)
    return reflector;
  double length = std::hypot(rest, std::abs(x[0]));
  double made = std::signbit(getReal(x[0])) ? length : -length;
  // This is LAPACK's tau. It is not conjugated, since adjoint(H) maps x.
  reflector.tau = (T(made) - x[0]) / made;
  for (size_t i = 1; i < x.size(); ++i)
    reflector.v[i] = x[i] / (x[0] - made);
  beta = made;
  return reflector;
}

/// A becomes (1 - tau * v * adjoint(v)) * A.
template <typename T>
static void reflectRows(int64_t first, const std::vector<T> &v, T tau,
                        Matrix<T> &a, int64_t column) {
  for (int64_t j = column; tau != T(0) && j < a.getColumns(); ++j) {
    T sum = 0;
    for (size_t i = 0; i < v.size(); ++i)
      sum += conjugate(v[i]) * a(first + i, j);
    for (size_t i = 0; i < v.size(); ++i)
      a(first + i, j) -= tau * v[i] * sum;
  }
}

/// A becomes A * (1 - tau * v * adjoint(v)).
template <typename T>
static void reflectColumns(int64_t first, const std::vector<T> &v, T tau,
                           Matrix<T> &a, int64_t row, int64_t end) {
  for (int64_t i = row; tau != T(0) && i < end; ++i) {
    T sum = 0;
    for (size_t j = 0; j < v.size(); ++j)
      sum += a(i, first + j) * v[j];
    for (size_t j = 0; j < v.size(); ++j)
      a(i, first + j) -= tau * sum * conjugate(v[j]);
  }
}

template <typename T>
void Reflector<T>::applyLeft(Matrix<T> &a, int64_t column) const {
  reflectRows(first, v, tau, a, column);
}
template <typename T>
void Reflector<T>::applyAdjointLeft(Matrix<T> &a, int64_t column) const {
  reflectRows(first, v, conjugate(tau), a, column);
}
template <typename T>
void Reflector<T>::applyRight(Matrix<T> &a, int64_t row, int64_t end) const {
  reflectColumns(first, v, tau, a, row, end);
}
template <typename T> void Reflector<T>::applyAdjointRight(Matrix<T> &a) const {
  reflectColumns(first, v, conjugate(tau), a, 0, a.getRows());
}

template struct reference::Reflector<double>;
template struct reference::Reflector<Complex>;
