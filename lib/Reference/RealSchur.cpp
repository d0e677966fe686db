//===- RealSchur.cpp - Double steps of QR, on real numbers ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reflector.h"
#include "Rotation.h"
#include "Schur.h"

#include <algorithm>
#include <array>

using namespace dtensor;
using namespace dtensor::reference;

static double sign(double value) { return std::copysign(1, value); }

/// LAPACK's lanv2: makes [a b; c d] upper triangular, or else a block with a =
/// d and b * c < 0.
static Rotation standardize(double &a, double &b, double &c, double &d,
                            double ulp) {
  Rotation rotation;
  if (c == 0)
    return rotation;
  if (b == 0) {
    std::swap(a, d);
    b = -c;
    c = 0;
    return {0, 1};
  }
  if (a == d && sign(b) != sign(c))
    return rotation;
  double difference = a - d, p = difference / 2;
  double larger = std::max(std::abs(b), std::abs(c));
  double smaller = std::min(std::abs(b), std::abs(c)) * sign(b) * sign(c);
  double scale = std::max(std::abs(p), larger);
  double z = p / scale * p + larger / scale * smaller;
  if (z >= 4 * ulp) {
    // There are two real eigenvalues.
    z = p + std::copysign(std::sqrt(scale) * std::sqrt(z), p);
    a = d + z;
    d -= larger / z * smaller;
    double length = std::hypot(c, z);
    rotation = {z / length, c / length};
    b -= c;
    c = 0;
    return rotation;
  }
  // They are complex, or real and almost equal.
  double sigma = b + c, length = std::hypot(sigma, difference);
  rotation.c = std::sqrt((1 + std::abs(sigma) / length) / 2);
  rotation.s = -(p / (length * rotation.c)) * sign(sigma);
  double aa = a * rotation.c + b * rotation.s;
  double bb = -a * rotation.s + b * rotation.c;
  double cc = c * rotation.c + d * rotation.s;
  double dd = -c * rotation.s + d * rotation.c;
  a = aa * rotation.c + cc * rotation.s;
  b = bb * rotation.c + dd * rotation.s;
  c = -aa * rotation.s + cc * rotation.c;
  d = -bb * rotation.s + dd * rotation.c;
  double mean = (a + d) / 2;
  a = d = mean;
  if (c == 0)
    return rotation;
  if (b == 0) {
    b = -c;
    c = 0;
    return {-rotation.s, rotation.c};
  }
  if (sign(b) == sign(c)) {
    double rootB = std::sqrt(std::abs(b)), rootC = std::sqrt(std::abs(c));
    p = std::copysign(rootB * rootC, c);
    length = 1 / std::sqrt(std::abs(b + c));
    a = mean + p;
    d = mean - p;
    b -= c;
    c = 0;
    Rotation next = {rootB * length, rootC * length};
    rotation = {rotation.c * next.c - rotation.s * next.s,
                rotation.c * next.s + rotation.s * next.c};
  }
  return rotation;
}

namespace {
class RealIteration {
public:
  RealIteration(Reals &h, Reals &z, Matrix<Complex> &w, int64_t low,
                int64_t high, Precision precision)
      : h(h), z(z), w(w), low(low), high(high), precision(precision) {
    smallest =
        precision.least * (static_cast<double>(high - low + 1) / precision.ulp);
  }

  int64_t run() {
    for (int64_t end = high; end >= low;) {
      int64_t first = findBlock(end);
      if (first < 0)
        return end + 1;
      if (first == end)
        w(end) = h(end, end);
      else
        finishPair(end);
      end = first - 1;
    }
    return 0;
  }

private:
  /// Iterates until one or two eigenvalues at `end` are separate. Returns their
  /// start; -1 if this fails.
  int64_t findBlock(int64_t end) {
    int64_t limit = 30 * std::max<int64_t>(10, high - low + 1), first = low;
    for (int64_t step = 0, tries = 0; step <= limit; ++step) {
      int64_t k = end;
      while (k > first && !isSmall(k))
        --k;
      first = k;
      if (first > low)
        h(first, first - 1) = 0;
      if (first >= end - 1)
        return first;
      doStep(first, end, ++tries);
    }
    return -1;
  }

  /// Whether the element left of (k, k) is small, by the criterion of Ahues and
  /// Tisseur.
  bool isSmall(int64_t k) const {
    double left = std::abs(h(k, k - 1));
    if (left <= smallest)
      return true;
    double around = std::abs(h(k - 1, k - 1)) + std::abs(h(k, k));
    if (around == 0) {
      if (k - 2 >= low)
        around += std::abs(h(k - 1, k - 2));
      if (k + 1 <= high)
        around += std::abs(h(k + 1, k));
    }
    if (!(left <= precision.ulp * around))
      return false;
    double above = std::abs(h(k - 1, k)), own = std::abs(h(k, k));
    double apart = std::abs(h(k - 1, k - 1) - h(k, k));
    double ab = std::max(left, above), ba = std::min(left, above);
    double aa = std::max(own, apart), bb = std::min(own, apart);
    double sum = aa + ab;
    return ba * (ab / sum) <=
           std::max(smallest, precision.ulp * (bb * (aa / sum)));
  }

  /// The two numbers by which the matrix is shifted.
  std::array<Complex, 2> getShifts(int64_t first, int64_t end, int64_t tries) {
    double a, b, c, d;
    if (tries % 10 == 0) {
      // If nothing was found for long, other shifts are tried.
      bool atEnd = tries % 20 == 0;
      c = atEnd ? std::abs(h(end, end - 1)) + std::abs(h(end - 1, end - 2))
                : std::abs(h(first + 1, first)) +
                      std::abs(h(first + 2, first + 1));
      a = 0.75 * c + (atEnd ? h(end, end) : h(first, first));
      b = -0.4375 * c;
      d = a;
    } else {
      a = h(end - 1, end - 1);
      b = h(end - 1, end);
      c = h(end, end - 1);
      d = h(end, end);
    }
    double scale = std::abs(a) + std::abs(b) + std::abs(c) + std::abs(d);
    if (scale == 0)
      return {0, 0};
    a /= scale;
    b /= scale;
    c /= scale;
    d /= scale;
    double mean = (a + d) / 2;
    double determinant = (a - mean) * (d - mean) - b * c;
    double root = std::sqrt(std::abs(determinant));
    if (determinant >= 0)
      return {Complex(mean * scale, root * scale),
              Complex(mean * scale, -root * scale)};
    double one = mean + root, other = mean - root;
    double nearer =
        (std::abs(one - d) <= std::abs(other - d) ? one : other) * scale;
    return {nearer, nearer};
  }

  void doStep(int64_t first, int64_t end, int64_t tries) {
    auto [one, other] = getShifts(first, end, tries);
    std::vector<double> v(3);
    int64_t m = end - 2;
    for (;; --m) {
      double below = h(m + 1, m);
      double scale = std::abs(h(m, m) - other.real()) + std::abs(other.imag()) +
                     std::abs(below);
      below /= scale;
      v[0] = below * h(m, m + 1) +
             (h(m, m) - one.real()) * ((h(m, m) - other.real()) / scale) -
             one.imag() * (other.imag() / scale);
      v[1] = below * (h(m, m) + h(m + 1, m + 1) - one.real() - other.real());
      v[2] = below * h(m + 2, m + 1);
      scale = std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]);
      for (double &value : v)
        value /= scale;
      if (m == first)
        break;
      double around = std::abs(h(m - 1, m - 1)) + std::abs(h(m, m)) +
                      std::abs(h(m + 1, m + 1));
      if (std::abs(h(m, m - 1)) * (std::abs(v[1]) + std::abs(v[2])) <=
          precision.ulp * std::abs(v[0]) * around)
        break;
    }
    for (int64_t k = m; k < end; ++k) {
      int64_t count = std::min<int64_t>(3, end - k + 1);
      std::vector<double> x(v.begin(), v.begin() + count);
      for (int64_t i = 0; k > m && i < count; ++i)
        x[i] = h(k + i, k - 1);
      double beta = 0;
      auto reflector = Reflector<double>::create(k, x, beta);
      if (k > m) {
        h(k, k - 1) = beta;
        for (int64_t i = 1; i < count; ++i)
          h(k + i, k - 1) = 0;
      } else if (m > first) {
        h(k, k - 1) *= 1 - reflector.tau;
      }
      reflector.applyLeft(h, k);
      // Rows further down have zeros in these columns.
      reflector.applyRight(h, 0, std::min(k + 3, end) + 1);
      reflector.applyRight(z);
    }
  }

  void finishPair(int64_t end) {
    double &a = h(end - 1, end - 1), &b = h(end - 1, end);
    double &c = h(end, end - 1), &d = h(end, end);
    Rotation rotation = standardize(a, b, c, d, precision.ulp);
    double imaginary =
        c == 0 ? 0 : std::sqrt(std::abs(b)) * std::sqrt(std::abs(c));
    w(end - 1) = Complex(a, imaginary);
    w(end) = Complex(d, -imaginary);
    rotation.applyToRows(h, end - 1, end, end + 1);
    rotation.applyToColumns(h, end - 1, end, end - 1);
    rotation.applyToColumns(z, end - 1, end);
  }

  Reals &h, &z;
  Matrix<Complex> &w;
  int64_t low, high;
  Precision precision;
  double smallest;
};
} // namespace

int64_t reference::iterateHessenberg(Reals &h, Reals &z, Matrix<Complex> &w,
                                     int64_t low, int64_t high,
                                     Precision precision) {
  return RealIteration(h, z, w, low, high, precision).run();
}
