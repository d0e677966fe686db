//===- GeneralEigenvalues.cpp - geev and gees -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Balance.h"
#include "Factorizations.h"
#include "Rotation.h"
#include "Schur.h"

#include <algorithm>

using namespace dtensor;
using namespace dtensor::reference;

/// Schur decomposition: `a` becomes T, and `z` the vectors.
template <typename T>
static int64_t makeSchur(Matrix<T> &a, Matrix<T> &z, Matrix<Complex> &w,
                         int64_t low, int64_t high, Precision precision) {
  int64_t n = a.getRows();
  Matrix<T> tau;
  std::vector<Reflector<T>> reflectors = reduceToHessenberg(a, tau, low, high);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j + 1 < i; ++j)
      a(i, j) = 0;
  z = getIdentity<T>(n, n);
  for (auto it = reflectors.rbegin(); it != reflectors.rend(); ++it)
    it->applyLeft(z);
  w = Matrix<Complex>(n);
  for (int64_t i = 0; i < n; ++i)
    w(i) = a(i, i);
  return iterateHessenberg(a, z, w, low, high, precision);
}

//===----------------------------------------------------------------------===//
// Vectors of a (quasi-)triangular matrix
//===----------------------------------------------------------------------===//

/// Whether rows `i` and i + 1 of T are a block of two complex eigenvalues.
template <typename T> static bool isPair(const Matrix<T> &t, int64_t i) {
  return !kIsComplex<T> && i + 1 < t.getRows() && t(i + 1, i) != T(0);
}

/// A divisor that is not zero, so that two equal eigenvalues are no error.
static Complex getDivisor(Complex value, double least) {
  return std::abs(value.real()) + std::abs(value.imag()) < least ? least
                                                                 : value;
}

/// Numbers below this one count as zero beside an eigenvalue.
static double getLeast(Complex w, Precision precision) {
  return std::max(precision.ulp * (std::abs(w.real()) + std::abs(w.imag())),
                  precision.least / precision.ulp);
}

/// LAPACK's trevc: the vector x with (T - w) * x = 0 for the eigenvalue of T at
/// `at`, which is the first of a pair if it is one of two. The vector is
/// determined by its elements there.
template <typename T>
static Matrix<Complex> getRightVector(const Matrix<T> &t, int64_t at, Complex w,
                                      Precision precision) {
  Matrix<Complex> x(t.getRows());
  int64_t count = isPair(t, at) ? 2 : 1;
  if (count == 1) {
    x(at) = 1;
  } else if (std::abs(t(at, at + 1)) >= std::abs(t(at + 1, at))) {
    x(at) = 1;
    x(at + 1) = Complex(0, w.imag()) / t(at, at + 1);
  } else {
    x(at) = -w.imag() / t(at + 1, at);
    x(at + 1) = Complex(0, 1);
  }
  double least = getLeast(w, precision);
  auto getRest = [&](int64_t i, int64_t first) {
    Complex sum = 0;
    for (int64_t k = first; k < at + count; ++k)
      sum -= t(i, k) * x(k);
    return sum;
  };
  for (int64_t i = at - 1; i >= 0; --i) {
    if (i > 0 && isPair(t, i - 1)) {
      Complex a = t(i - 1, i - 1) - w, b = t(i - 1, i);
      Complex c = t(i, i - 1), d = t(i, i) - w;
      Complex e = getRest(i - 1, i + 1), f = getRest(i, i + 1);
      Complex determinant = getDivisor(a * d - b * c, least * least);
      x(i - 1) = (e * d - b * f) / determinant;
      x(i) = (a * f - e * c) / determinant;
      --i;
      continue;
    }
    x(i) = getRest(i, i + 1) / getDivisor(t(i, i) - w, least);
  }
  return x;
}

/// The same for the vector y with adjoint(y) * (T - w) = 0.
template <typename T>
static Matrix<Complex> getLeftVector(const Matrix<T> &t, int64_t at, Complex w,
                                     Precision precision) {
  int64_t n = t.getRows();
  // Computes conj(y), so that nothing else has to be conjugated.
  Matrix<Complex> y(n);
  int64_t next = at + 1;
  if (!isPair(t, at)) {
    y(at) = 1;
  } else {
    ++next;
    if (std::abs(t(at, at + 1)) >= std::abs(t(at + 1, at))) {
      y(at) = w.imag() / t(at, at + 1);
      y(at + 1) = Complex(0, -1);
    } else {
      y(at) = 1;
      y(at + 1) = Complex(0, w.imag()) / t(at + 1, at);
    }
  }
  double least = getLeast(w, precision);
  auto getRest = [&](int64_t j, int64_t end) {
    Complex sum = 0;
    for (int64_t k = at; k < end; ++k)
      sum -= y(k) * t(k, j);
    return sum;
  };
  for (int64_t j = next; j < n; ++j) {
    if (isPair(t, j)) {
      Complex a = t(j, j) - w, b = t(j, j + 1);
      Complex c = t(j + 1, j), d = t(j + 1, j + 1) - w;
      Complex e = getRest(j, j), f = getRest(j + 1, j);
      Complex determinant = getDivisor(a * d - b * c, least * least);
      y(j) = (e * d - c * f) / determinant;
      y(j + 1) = (a * f - e * b) / determinant;
      ++j;
      continue;
    }
    y(j) = getRest(j, j) / getDivisor(t(j, j) - w, least);
  }
  for (int64_t j = 0; j < n; ++j)
    y(j) = std::conj(y(j));
  return y;
}

/// Scales to length 1, with a real largest element. For complex matrices it is
/// positive. For real ones it keeps the sign of its real part, and vectors of
/// real eigenvalues stay real.
template <typename T>
static void normalize(Matrix<Complex> &vectors, int64_t column, Complex w) {
  double length = 0;
  int64_t n = vectors.getRows(), largest = 0;
  for (int64_t i = 0; i < n; ++i) {
    length = std::hypot(length, std::abs(vectors(i, column)));
    if (std::norm(vectors(i, column)) > std::norm(vectors(largest, column)))
      largest = i;
  }
  Complex factor = 1 / length;
  if (kIsComplex<T> || w.imag() != 0) {
    Complex value = vectors(largest, column);
    bool isNegative = !kIsComplex<T> && value.real() < 0;
    factor *= (isNegative ? -1.0 : 1.0) * std::conj(value) / std::abs(value);
  }
  for (int64_t i = 0; i < n; ++i)
    vectors(i, column) *= factor;
  if (kIsComplex<T> || w.imag() != 0)
    vectors(largest, column) = vectors(largest, column).real();
}

template <typename T>
static Matrix<Complex>
getVectors(const Matrix<T> &t, const Matrix<T> &z, const Matrix<Complex> &w,
           const Balance<T> &balance, bool areLeft, Precision precision) {
  int64_t n = t.getRows();
  Matrix<Complex> vectors(n, n);
  for (int64_t at = 0; at < n; ++at) {
    Matrix<Complex> x = areLeft ? getLeftVector(t, at, w(at), precision)
                                : getRightVector(t, at, w(at), precision);
    x = multiply(z, x);
    for (int64_t i = 0; i < n; ++i)
      vectors(i, at) = x(i);
    // The vector of the second of a pair is the conjugate.
    at += isPair(t, at);
  }
  balance.undo(vectors, areLeft);
  for (int64_t at = 0; at < n; ++at) {
    normalize<T>(vectors, at, w(at));
    if (!isPair(t, at))
      continue;
    for (int64_t i = 0; i < n; ++i)
      vectors(i, at + 1) = std::conj(vectors(i, at));
    ++at;
  }
  return vectors;
}

//===----------------------------------------------------------------------===//
// The routines
//===----------------------------------------------------------------------===//

template <typename T>
int64_t reference::solveGeneral(Matrix<T> a, Matrix<Complex> &w,
                                Matrix<Complex> &vl, Matrix<Complex> &vr,
                                bool makesLeft, bool makesRight,
                                Precision precision) {
  Matrix<T> z;
  Balance<T> balance(a, /*scales=*/true, precision);
  int64_t info = makeSchur(a, z, w, balance.low, balance.high, precision);
  if (info != 0)
    return info;
  if (makesLeft)
    vl = getVectors(a, z, w, balance, /*areLeft=*/true, precision);
  if (makesRight)
    vr = getVectors(a, z, w, balance, /*areLeft=*/false, precision);
  return 0;
}

template <typename T>
int64_t reference::decomposeSchur(Matrix<T> &a, Matrix<T> &vs,
                                  Matrix<Complex> &w, bool makesVectors,
                                  Precision precision) {
  Matrix<T> z;
  Balance<T> balance(a, /*scales=*/false, precision);
  int64_t info = makeSchur(a, z, w, balance.low, balance.high, precision);
  balance.undo(z, /*areLeft=*/false);
  if (makesVectors)
    vs = z;
  return info;
}

#define INSTANTIATE(T)                                                         \
  template int64_t reference::solveGeneral(                                    \
      Matrix<T>, Matrix<Complex> &, Matrix<Complex> &, Matrix<Complex> &,      \
      bool, bool, Precision);                                                  \
  template int64_t reference::decomposeSchur(                                  \
      Matrix<T> &, Matrix<T> &, Matrix<Complex> &, bool, Precision);
INSTANTIATE(double)
INSTANTIATE(Complex)
#undef INSTANTIATE
