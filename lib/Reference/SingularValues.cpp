//===- SingularValues.cpp - gesdd and gesvd -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BidiagonalIteration.h"
#include "Factorizations.h"
#include "Rotation.h"

#include <algorithm>

using namespace dtensor;
using namespace dtensor::reference;

namespace {
/// A = Q * B * adjoint(P) with a bidiagonal B. It is upper bidiagonal if A has
/// at least as many rows as columns, otherwise lower.
template <typename T> struct Bidiagonal {
  Reals d, e;
  std::vector<Reflector<T>> left, right;

  explicit Bidiagonal(Matrix<T> a) {
    int64_t m = a.getRows(), n = a.getColumns(), count = std::min(m, n);
    bool isUpper = m >= n;
    d = Reals(count);
    e = Reals(std::max<int64_t>(count - 1, 0));
    for (int64_t k = 0; k < count; ++k) {
      if (isUpper) {
        d(k) = reflectColumn(a, k, k);
        if (k + 1 < n)
          e(k) = reflectRow(a, k, k + 1);
      } else {
        d(k) = reflectRow(a, k, k);
        if (k + 1 < m)
          e(k) = reflectColumn(a, k + 1, k);
      }
    }
  }

private:
  /// Makes the elements in `column` below `row` zero.
  double reflectColumn(Matrix<T> &a, int64_t row, int64_t column) {
    std::vector<T> x;
    for (int64_t i = row; i < a.getRows(); ++i)
      x.push_back(a(i, column));
    T beta = 0;
    left.push_back(Reflector<T>::create(row, x, beta));
    left.back().applyAdjointLeft(a, column + 1);
    return getReal(beta);
  }
  double reflectRow(Matrix<T> &a, int64_t row, int64_t column) {
    std::vector<T> x;
    for (int64_t j = column; j < a.getColumns(); ++j)
      x.push_back(conjugate(a(row, j)));
    T beta = 0;
    right.push_back(Reflector<T>::create(column, x, beta));
    right.back().applyRight(a, row + 1, a.getRows());
    return getReal(beta);
  }
};
} // namespace

/// Writes `small` into the corner of an identity matrix.
template <typename T>
static Matrix<T> extend(const Matrix<double> &small, int64_t rows,
                        int64_t columns) {
  auto matrix = getIdentity<T>(rows, columns);
  for (int64_t i = 0; i < small.getRows(); ++i)
    for (int64_t j = 0; j < small.getColumns(); ++j)
      matrix(i, j) = small(i, j);
  return matrix;
}

/// U and adjoint(V) with all rows and columns, for a matrix that is not tall.
template <typename T>
static int64_t decompose(const Matrix<T> &a, Reals &s, Matrix<T> &u,
                         Matrix<T> &vt, SingularRoutine routine,
                         Precision precision) {
  int64_t m = a.getRows(), n = a.getColumns(), count = std::min(m, n);
  Bidiagonal<T> form(a);
  std::vector<Rotation> rotations;
  // A lower bidiagonal matrix becomes an upper one by rotations of rows.
  for (int64_t i = 0; m < n && i + 1 < count; ++i) {
    double r;
    Rotation rotation = Rotation::create(form.d(i), form.e(i), r);
    form.d(i) = r;
    form.e(i) = rotation.s * form.d(i + 1);
    form.d(i + 1) = rotation.c * form.d(i + 1);
    rotations.push_back(rotation);
  }
  auto ub = getIdentity<double>(count, count);
  auto vb = getIdentity<double>(count, count);
  int64_t info = 0;
  if (routine == SingularRoutine::Gesdd && count == 1) {
    // gesdd puts the sign into U here, and gesvd into V.
    ub(0, 0) = std::copysign(1, form.d(0));
    form.d(0) = std::abs(form.d(0));
  } else {
    info = iterateBidiagonal(form.d, form.e, ub, vb, precision);
  }
  for (int64_t i = static_cast<int64_t>(rotations.size()); i-- > 0;)
    Rotation{rotations[i].c, -rotations[i].s}.applyToRows(ub, i, i + 1);
  s = form.d;
  u = extend<T>(ub, m, m);
  vt = extend<T>(vb, n, n);
  for (auto it = form.left.rbegin(); it != form.left.rend(); ++it)
    it->applyLeft(u);
  for (auto it = form.right.rbegin(); it != form.right.rend(); ++it)
    it->applyAdjointRight(vt);
  return info;
}

template <typename T>
static Matrix<T> cut(const Matrix<T> &a, int64_t rows, int64_t columns) {
  Matrix<T> part(rows, columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      part(i, j) = a(i, j);
  return part;
}

/// The decomposition of a tall matrix, by that of R of its QR.
template <typename T>
static int64_t decomposeTall(Matrix<T> a, Reals &s, Matrix<T> &u, Matrix<T> &vt,
                             SingularRoutine routine, Precision precision) {
  int64_t m = a.getRows(), n = a.getColumns();
  Matrix<T> tau, small;
  factorizeQr(a, tau);
  Matrix<T> r(n, n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i; j < n; ++j)
      r(i, j) = a(i, j);
  int64_t info = decompose(r, s, small, vt, routine, precision);
  u = getIdentity<T>(m, m);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      u(i, j) = small(i, j);
  multiplyByQ(a, tau, u, /*isLeft=*/true, /*isAdjoint=*/false);
  return info;
}

template <typename T>
int64_t reference::decomposeSingular(const Matrix<T> &a, Reals &s, Matrix<T> &u,
                                     Matrix<T> &vt, SingularVectors vectors,
                                     SingularRoutine routine,
                                     Precision precision) {
  // Matrices that are taller than this are made triangular first.
  double tall = routine == SingularRoutine::Gesvd ? 1.6
                : kIsComplex<T>                   ? 17.0 / 9
                                                  : 11.0 / 6;
  int64_t m = a.getRows(), n = a.getColumns(), count = std::min(m, n);
  auto limit = static_cast<int64_t>(static_cast<double>(count) * tall);
  int64_t info;
  if (count == 0) {
    s = Reals(0);
    u = getIdentity<T>(m, m);
    vt = getIdentity<T>(n, n);
    info = 0;
  } else if (m >= n && m >= limit) {
    info = decomposeTall(a, s, u, vt, routine, precision);
  } else if (m < n && n >= limit) {
    // A wide matrix is decomposed by its L, as in LAPACK. L is R of the
    // adjoint.
    Matrix<T> adjoint = getAdjoint(a), tau, small;
    factorizeQr(adjoint, tau);
    Matrix<T> l(m, m);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j <= i; ++j)
        l(i, j) = conjugate(adjoint(j, i));
    info = decompose(l, s, u, small, routine, precision);
    vt = getIdentity<T>(n, n);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < m; ++j)
        vt(i, j) = small(i, j);
    multiplyByQ(adjoint, tau, vt, /*isLeft=*/false, /*isAdjoint=*/true);
  } else {
    info = decompose(a, s, u, vt, routine, precision);
  }
  if (vectors == SingularVectors::Some) {
    u = cut(u, m, count);
    vt = cut(vt, count, n);
  }
  return info;
}

#define INSTANTIATE(T)                                                         \
  template int64_t reference::decomposeSingular(                               \
      const Matrix<T> &, Reals &, Matrix<T> &, Matrix<T> &, SingularVectors,   \
      SingularRoutine, Precision);
INSTANTIATE(double)
INSTANTIATE(Complex)
#undef INSTANTIATE
