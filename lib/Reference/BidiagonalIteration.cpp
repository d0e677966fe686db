//===- BidiagonalIteration.cpp - Singular values of two diagonals ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BidiagonalIteration.h"
#include "Rotation.h"

using namespace dtensor;
using namespace dtensor::reference;

namespace {
/// LAPACK's lasv2: the singular values of [f g; 0 h] with their signs, the
/// larger absolute value first, and the rotations that make the matrix
/// diagonal.
struct PairOfValues {
  double larger, smaller;
  Rotation left, right;

  PairOfValues(double f, double g, double h, double epsilon) {
    bool isSwapped = std::abs(h) > std::abs(f);
    double ft = isSwapped ? h : f, ht = isSwapped ? f : h;
    double fa = std::abs(ft), ha = std::abs(ht), ga = std::abs(g);
    enum { F, G, H } largest = isSwapped ? H : F;
    Rotation l, r;
    if (ga == 0) {
      smaller = ha;
      larger = fa;
    } else {
      if (ga > fa)
        largest = G;
      if (fa / ga < epsilon) {
        larger = ga;
        smaller = ha > 1 ? fa / (ga / ha) : fa / ga * ha;
        l = {1, ht / g};
        r = {ft / g, 1};
      } else {
        double difference = fa - ha;
        double ratio = difference == fa ? 1 : difference / fa;
        double m = g / ft, t = 2 - ratio;
        double s = std::sqrt(t * t + m * m);
        double q = ratio == 0 ? std::abs(m) : std::sqrt(ratio * ratio + m * m);
        double a = (s + q) / 2;
        smaller = ha / a;
        larger = fa * a;
        if (m * m == 0)
          t = ratio == 0 ? std::copysign(2, ft) * std::copysign(1, g)
                         : g / std::copysign(difference, ft) + m / t;
        else
          t = (m / (s + t) + m / (q + ratio)) * (1 + a);
        double length = std::sqrt(t * t + 4);
        r = {2 / length, t / length};
        l = {(r.c + r.s * m) / a, ht / ft * r.s / a};
      }
    }
    left = isSwapped ? Rotation{r.s, r.c} : l;
    right = isSwapped ? Rotation{l.s, l.c} : r;
    auto sign = [](double value) { return std::copysign(1, value); };
    double signOfLarger = largest == F ? sign(right.c) * sign(left.c) * sign(f)
                          : largest == G
                              ? sign(right.s) * sign(left.c) * sign(g)
                              : sign(right.s) * sign(left.s) * sign(h);
    larger = std::copysign(larger, signOfLarger);
    smaller = std::copysign(smaller, signOfLarger * sign(f) * sign(h));
  }
};

/// LAPACK's las2: the smaller singular value of [f g; 0 h].
double getSmallerValue(double f, double g, double h) {
  double low = std::min(std::abs(f), std::abs(h));
  double high = std::max(std::abs(f), std::abs(h));
  double ga = std::abs(g);
  if (low == 0)
    return 0;
  double as = 1 + low / high, at = (high - low) / high;
  if (ga < high) {
    double au = ga / high * (ga / high);
    return low * (2 / (std::sqrt(as * as + au) + std::sqrt(at * at + au)));
  }
  double au = high / ga;
  if (au == 0)
    return low * high / ga;
  double c = 1 / (std::sqrt(1 + as * au * (as * au)) +
                  std::sqrt(1 + at * au * (at * au)));
  return 2 * (low * c * au);
}

template <typename T> class BidiagonalIteration {
public:
  BidiagonalIteration(Reals &d, Reals &e, Matrix<T> &u, Matrix<T> &vt,
                      Precision precision)
      : d(d), e(e), u(u), vt(vt), precision(precision), n(d.getRows()) {}

  int64_t run() {
    findThreshold();
    int64_t stepsLeft = 6 * n * n;
    for (last = n - 1; last > 0;) {
      if (!findBlock())
        continue;
      if (first == last - 1) {
        solvePair();
        continue;
      }
      if (first > oldLast || last < oldFirst)
        // A new block is iterated from the larger end to the smaller one.
        isDown = std::abs(d(first)) >= std::abs(d(last));
      if (dropSmall())
        continue;
      oldFirst = first;
      oldLast = last;
      stepsLeft -= last - first;
      if (stepsLeft < 0)
        return countNotFound();
      double shift = getShift();
      if (shift == 0)
        stepWithoutShift();
      else
        stepWithShift(shift);
      double &found = isDown ? e(last - 1) : e(first);
      if (std::abs(found) <= threshold)
        found = 0;
    }
    makePositive();
    sort();
    return 0;
  }

private:
  void findThreshold() {
    double mu = n > 0 ? std::abs(d(0)) : 0, least = mu;
    for (int64_t i = 1; i < n && least != 0; ++i) {
      mu = std::abs(d(i)) * (mu / (mu + std::abs(e(i - 1))));
      least = std::min(least, mu);
    }
    auto count = static_cast<double>(n);
    threshold = std::max(tolerance * (least / std::sqrt(count)),
                         6 * (count * (count * precision.least)));
  }

  /// Finds the block that ends at `last`. Returns false if it is a single
  /// value.
  bool findBlock() {
    greatest = std::abs(d(last));
    for (first = last - 1; first >= 0; --first) {
      if (std::abs(e(first)) <= threshold) {
        e(first) = 0;
        if (first == last - 1) {
          --last;
          return false;
        }
        break;
      }
      greatest = std::max({greatest, std::abs(d(first)), std::abs(e(first))});
    }
    ++first;
    return true;
  }

  void solvePair() {
    PairOfValues pair(d(last - 1), e(last - 1), d(last), precision.epsilon);
    d(last - 1) = pair.larger;
    e(last - 1) = 0;
    d(last) = pair.smaller;
    turn(last - 1, pair.left, pair.right);
    last -= 2;
  }

  /// Rotates rows of `vt`, or columns of `u`: number `at` and the next one.
  void turn(int64_t at, Rotation left, Rotation right) {
    right.applyToRows(vt, at, at + 1);
    left.applyToColumns(u, at, at + 1);
  }

  /// Whether an off-diagonal element was small enough to be dropped.
  bool dropSmall() {
    double &end = isDown ? e(last - 1) : e(first);
    if (std::abs(end) <= tolerance * std::abs(d(isDown ? last : first))) {
      end = 0;
      return true;
    }
    double mu = std::abs(d(isDown ? first : last));
    least = mu;
    for (int64_t step = 0; step < last - first; ++step) {
      int64_t i = isDown ? first + step : last - 1 - step;
      if (std::abs(e(i)) <= tolerance * mu) {
        e(i) = 0;
        return true;
      }
      mu = std::abs(d(isDown ? i + 1 : i)) * (mu / (mu + std::abs(e(i))));
      least = std::min(least, mu);
    }
    return false;
  }

  double getShift() {
    if (static_cast<double>(n) * tolerance * (least / greatest) <=
        std::max(precision.epsilon, 0.01 * tolerance))
      return 0;
    double begin = std::abs(d(isDown ? first : last));
    double shift = isDown ? getSmallerValue(d(last - 1), e(last - 1), d(last))
                          : getSmallerValue(d(first), e(first), d(first + 1));
    return begin > 0 && shift / begin * (shift / begin) < precision.epsilon
               ? 0
               : shift;
  }

  void stepWithoutShift() {
    Rotation rotation, other;
    double r;
    if (isDown) {
      for (int64_t i = first; i < last; ++i) {
        rotation = Rotation::create(d(i) * rotation.c, e(i), r);
        if (i > first)
          e(i - 1) = other.s * r;
        other = Rotation::create(other.c * r, d(i + 1) * rotation.s, d(i));
        turn(i, other, rotation);
      }
      double h = d(last) * rotation.c;
      d(last) = h * other.c;
      e(last - 1) = h * other.s;
      return;
    }
    for (int64_t i = last; i > first; --i) {
      rotation = Rotation::create(d(i) * rotation.c, e(i - 1), r);
      if (i < last)
        e(i) = other.s * r;
      other = Rotation::create(other.c * r, d(i - 1) * rotation.s, d(i));
      turn(i - 1, {rotation.c, -rotation.s}, {other.c, -other.s});
    }
    double h = d(first) * rotation.c;
    d(first) = h * other.c;
    e(first) = h * other.s;
  }

  void stepWithShift(double shift) {
    double begin = d(isDown ? first : last);
    double f =
        (std::abs(begin) - shift) * (std::copysign(1, begin) + shift / begin);
    double r;
    if (isDown) {
      double g = e(first);
      for (int64_t i = first; i < last; ++i) {
        Rotation right = Rotation::create(f, g, r);
        if (i > first)
          e(i - 1) = r;
        f = right.c * d(i) + right.s * e(i);
        e(i) = right.c * e(i) - right.s * d(i);
        g = right.s * d(i + 1);
        d(i + 1) = right.c * d(i + 1);
        Rotation left = Rotation::create(f, g, d(i));
        f = left.c * e(i) + left.s * d(i + 1);
        d(i + 1) = left.c * d(i + 1) - left.s * e(i);
        if (i + 1 < last) {
          g = left.s * e(i + 1);
          e(i + 1) = left.c * e(i + 1);
        }
        turn(i, left, right);
      }
      e(last - 1) = f;
      return;
    }
    double g = e(last - 1);
    for (int64_t i = last; i > first; --i) {
      Rotation left = Rotation::create(f, g, r);
      if (i < last)
        e(i) = r;
      f = left.c * d(i) + left.s * e(i - 1);
      e(i - 1) = left.c * e(i - 1) - left.s * d(i);
      g = left.s * d(i - 1);
      d(i - 1) = left.c * d(i - 1);
      Rotation right = Rotation::create(f, g, d(i));
      f = right.c * e(i - 1) + right.s * d(i - 1);
      d(i - 1) = right.c * d(i - 1) - right.s * e(i - 1);
      if (i > first + 1) {
        g = right.s * e(i - 2);
        e(i - 2) = right.c * e(i - 2);
      }
      turn(i - 1, {left.c, -left.s}, {right.c, -right.s});
    }
    e(first) = f;
  }

  void makePositive() {
    for (int64_t i = 0; i < n; ++i) {
      if (!(d(i) < 0))
        continue;
      d(i) = -d(i);
      for (int64_t j = 0; j < vt.getColumns(); ++j)
        vt(i, j) = -vt(i, j);
    }
  }

  void sort() {
    for (int64_t end = n - 1; end > 0; --end) {
      int64_t at = 0;
      for (int64_t j = 1; j <= end; ++j)
        if (d(j) <= d(at))
          at = j;
      if (at == end)
        continue;
      std::swap(d(at), d(end));
      for (int64_t j = 0; j < vt.getColumns(); ++j)
        std::swap(vt(at, j), vt(end, j));
      for (int64_t i = 0; i < u.getRows(); ++i)
        std::swap(u(i, at), u(i, end));
    }
  }

  int64_t countNotFound() const {
    int64_t count = 0;
    for (int64_t i = 0; i + 1 < n; ++i)
      count += e(i) != 0;
    return count;
  }

  Reals &d, &e;
  Matrix<T> &u, &vt;
  Precision precision;
  int64_t n;
  const double tolerance =
      std::max(10.0, std::min(100.0, std::pow(precision.epsilon, -0.125))) *
      precision.epsilon;
  double threshold = 0;
  /// The current block, and the one before.
  int64_t first = 0, last = 0, oldFirst = -2, oldLast = -2;
  bool isDown = true;
  /// Bounds of the block's values.
  double least = 0, greatest = 0;
};
} // namespace

template <typename T>
int64_t reference::iterateBidiagonal(Reals &d, Reals &e, Matrix<T> &u,
                                     Matrix<T> &vt, Precision precision) {
  return BidiagonalIteration<T>(d, e, u, vt, precision).run();
}

template int64_t reference::iterateBidiagonal(Reals &, Reals &,
                                              Matrix<double> &,
                                              Matrix<double> &, Precision);
template int64_t reference::iterateBidiagonal(Reals &, Reals &,
                                              Matrix<Complex> &,
                                              Matrix<Complex> &, Precision);
