//===- SymmetricEigenvalues.cpp - syevd and heevd -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factorizations.h"
#include "Rotation.h"

using namespace dtensor;
using namespace dtensor::reference;

namespace {
/// LAPACK's steqr: eigenvalues of a symmetric tridiagonal matrix by implicit QL
/// and QR steps. The signs depend on its choice between the two, on where a
/// matrix is split, and on when a value counts as found.
template <typename T> class TridiagonalIteration {
public:
  /// The vectors are multiplied into `z`.
  TridiagonalIteration(Reals &d, Reals &e, Matrix<T> &z, Precision precision)
      : d(d), e(e), z(z), precision(precision) {}

  int64_t run() {
    int64_t n = d.getRows();
    stepsLeft = 30 * n;
    for (int64_t first = 0; first < n;) {
      // A block that contains no zeros beside the diagonal.
      int64_t last = first;
      while (last + 1 < n && !isSmall(last))
        ++last;
      if (last + 1 < n)
        e(last) = 0;
      // The larger end is found first.
      bool done = std::abs(d(last)) < std::abs(d(first))
                      ? iterate(last, first, /*forward=*/-1)
                      : iterate(first, last, /*forward=*/1);
      if (!done)
        break;
      // If no single eigenvalue was found, the rest is a block again.
      first = last + 1;
    }
    int64_t notFound = 0;
    for (int64_t i = 0; i + 1 < n; ++i)
      notFound += e(i) != 0;
    if (notFound == 0)
      sort();
    return notFound;
  }

private:
  bool isSmall(int64_t i) const {
    double value = std::abs(e(i));
    return value == 0 || value <= std::sqrt(std::abs(d(i))) *
                                      std::sqrt(std::abs(d(i + 1))) *
                                      precision.epsilon;
  }

  /// The element between position `i` and the next one in that direction.
  double &getBeside(int64_t i, int64_t forward) {
    return e(forward > 0 ? i : i - 1);
  }

  /// Finds the eigenvalues of a block from `at` to `end`: downwards by QL steps
  /// (`forward` is 1), or upwards by QR steps (-1). The two differ only in
  /// direction.
  bool iterate(int64_t at, int64_t end, int64_t forward) {
    while (forward > 0 ? at <= end : at >= end) {
      int64_t stop = at;
      while (stop != end) {
        double beside = std::abs(getBeside(stop, forward));
        if (beside * beside <= precision.epsilon * precision.epsilon *
                                       std::abs(d(stop)) *
                                       std::abs(d(stop + forward)) +
                                   precision.least)
          break;
        stop += forward;
      }
      if (stop != end)
        getBeside(stop, forward) = 0;
      if (stop == at) {
        at += forward;
        continue;
      }
      if (stop == at + forward) {
        solvePair(std::min(at, stop));
        at += 2 * forward;
        continue;
      }
      if (stepsLeft-- == 0)
        return false;
      step(at, stop, forward);
    }
    return true;
  }

  void step(int64_t at, int64_t stop, int64_t forward) {
    double beside = getBeside(at, forward);
    double g = (d(at + forward) - d(at)) / (2 * beside);
    double r = std::hypot(g, 1);
    g = d(stop) - d(at) + beside / (g + std::copysign(r, g));
    double s = 1, c = 1, p = 0;
    for (int64_t i = stop - forward;; i -= forward) {
      double f = s * getBeside(i, forward), b = c * getBeside(i, forward);
      Rotation rotation = Rotation::create(g, f, r);
      c = rotation.c;
      s = rotation.s;
      if (i != stop - forward)
        getBeside(i + forward, forward) = r;
      g = d(i + forward) - p;
      r = (d(i) - g) * s + 2 * c * b;
      p = s * r;
      d(i + forward) = g + p;
      g = c * r - b;
      turnVectors(std::min(i, i + forward), {c, forward > 0 ? s : -s});
      if (i == at)
        break;
    }
    d(at) -= p;
    getBeside(at, forward) = g;
  }

  void turnVectors(int64_t column, Rotation rotation) {
    rotation.applyToColumns(z, column + 1, column);
  }

  /// Solves a block of two: LAPACK's laev2.
  void solvePair(int64_t at) {
    double a = d(at), b = e(at), c = d(at + 1);
    double sum = a + c, difference = a - c, twice = b + b;
    double root = std::hypot(difference, twice);
    double larger = std::abs(a) > std::abs(c) ? a : c;
    double smaller = std::abs(a) > std::abs(c) ? c : a;
    double first = root / 2, second = -root / 2;
    int sign = sum < 0 ? -1 : 1;
    if (sum != 0) {
      first = (sum + sign * root) / 2;
      second = larger / first * smaller - b / first * b;
    }
    int otherSign = difference >= 0 ? 1 : -1;
    double cosine = difference + otherSign * root;
    Rotation rotation;
    if (std::abs(cosine) > std::abs(twice)) {
      double tangent = -twice / cosine;
      rotation.s = 1 / std::sqrt(1 + tangent * tangent);
      rotation.c = tangent * rotation.s;
    } else if (twice != 0) {
      double tangent = -cosine / twice;
      rotation.c = 1 / std::sqrt(1 + tangent * tangent);
      rotation.s = tangent * rotation.c;
    }
    if (sign == otherSign)
      rotation = {-rotation.s, rotation.c};
    d(at) = first;
    d(at + 1) = second;
    e(at) = 0;
    turnVectors(at, {rotation.c, -rotation.s});
  }

  void sort() {
    int64_t n = d.getRows();
    for (int64_t i = 0; i + 1 < n; ++i) {
      int64_t least = i;
      for (int64_t j = i + 1; j < n; ++j)
        if (d(j) < d(least))
          least = j;
      if (least == i)
        continue;
      std::swap(d(i), d(least));
      for (int64_t row = 0; row < z.getRows(); ++row)
        std::swap(z(row, i), z(row, least));
    }
  }

  Reals &d, &e;
  Matrix<T> &z;
  Precision precision;
  int64_t stepsLeft = 0;
};
} // namespace

template <typename T>
int64_t reference::solveSymmetric(Matrix<T> &a, Reals &w, bool makesVectors,
                                  bool isLower, Precision precision) {
  Reals e;
  Matrix<T> tau, z;
  std::vector<Reflector<T>> reflectors =
      reduceToTridiagonal(a, w, e, tau, isLower);
  if (makesVectors)
    z = getIdentity<T>(a.getRows(), a.getRows());
  int64_t info = TridiagonalIteration<T>(w, e, z, precision).run();
  if (makesVectors) {
    for (auto it = reflectors.rbegin(); it != reflectors.rend(); ++it)
      it->applyLeft(z);
    a = z;
  }
  return info;
}

template int64_t reference::solveSymmetric(Matrix<double> &, Reals &, bool,
                                           bool, Precision);
template int64_t reference::solveSymmetric(Matrix<Complex> &, Reals &, bool,
                                           bool, Precision);
