//===- ComplexSchur.cpp - Single steps of QR, on complex numbers ----------===//
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

using namespace dtensor;
using namespace dtensor::reference;

static double getSize(Complex value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

namespace {
class ComplexIteration {
public:
  ComplexIteration(Matrix<Complex> &h, Matrix<Complex> &z, Matrix<Complex> &w,
                   int64_t low, int64_t high, Precision precision)
      : h(h), z(z), w(w), low(low), high(high), precision(precision) {
    smallest =
        precision.least * (static_cast<double>(high - low + 1) / precision.ulp);
  }

  int64_t run() {
    for (int64_t k = low + 1; k <= high; ++k)
      makeReal(k, std::min(high, k + 1));
    for (int64_t end = high; end >= low;) {
      int64_t first = findBlock(end);
      if (first < 0)
        return end + 1;
      w(end) = h(end, end);
      end = first - 1;
    }
    return 0;
  }

private:
  /// Rotates row and column `k` so that the element left of the diagonal is
  /// real and positive. The column has elements down to row `last`.
  void makeReal(int64_t k, int64_t last) {
    Complex left = h(k, k - 1);
    if (left.imag() == 0)
      return;
    Complex phase = left / std::abs(left);
    h(k, k - 1) = std::abs(left);
    scaleRow(k, k, std::conj(phase));
    scaleColumn(k, last + 1, phase);
  }
  void scaleRow(int64_t row, int64_t first, Complex factor) {
    for (int64_t j = first; j < h.getColumns(); ++j)
      h(row, j) *= factor;
  }
  void scaleColumn(int64_t column, int64_t end, Complex factor) {
    for (int64_t i = 0; i < end; ++i)
      h(i, column) *= factor;
    for (int64_t i = 0; i < z.getRows(); ++i)
      z(i, column) *= factor;
  }

  /// Iterates until the eigenvalue at `end` is separate; -1 if this fails.
  int64_t findBlock(int64_t end) {
    int64_t limit = 30 * std::max<int64_t>(10, high - low + 1), first = low;
    for (int64_t step = 0, tries = 0; step <= limit; ++step) {
      int64_t k = end;
      while (k > first && !isSmall(k))
        --k;
      first = k;
      if (first > low)
        h(first, first - 1) = 0;
      if (first >= end)
        return first;
      doStep(first, end, getShift(first, end, ++tries));
    }
    return -1;
  }

  bool isSmall(int64_t k) const {
    if (getSize(h(k, k - 1)) <= smallest)
      return true;
    double around = getSize(h(k - 1, k - 1)) + getSize(h(k, k));
    if (around == 0) {
      if (k - 2 >= low)
        around += std::abs(h(k - 1, k - 2).real());
      if (k + 1 <= high)
        around += std::abs(h(k + 1, k).real());
    }
    if (!(std::abs(h(k, k - 1).real()) <= precision.ulp * around))
      return false;
    double left = getSize(h(k, k - 1)), above = getSize(h(k - 1, k));
    double own = getSize(h(k, k));
    double apart = getSize(h(k - 1, k - 1) - h(k, k));
    double ab = std::max(left, above), ba = std::min(left, above);
    double aa = std::max(own, apart), bb = std::min(own, apart);
    double sum = aa + ab;
    return ba * (ab / sum) <=
           std::max(smallest, precision.ulp * (bb * (aa / sum)));
  }

  Complex getShift(int64_t first, int64_t end, int64_t tries) const {
    // If nothing was found for long, another shift is tried.
    if (tries % 20 == 0)
      return h(end, end) + 0.75 * std::abs(h(end, end - 1).real());
    if (tries % 10 == 0)
      return h(first, first) + 0.75 * std::abs(h(first + 1, first).real());
    // The eigenvalue of the last two rows that is closer to the last element.
    Complex shift = h(end, end);
    Complex u = std::sqrt(h(end - 1, end)) * std::sqrt(h(end, end - 1));
    if (getSize(u) == 0)
      return shift;
    Complex x = 0.5 * (h(end - 1, end - 1) - shift);
    double size = std::max(getSize(u), getSize(x));
    Complex y =
        size * std::sqrt((x / size) * (x / size) + (u / size) * (u / size));
    if (x.real() * y.real() + x.imag() * y.imag() < 0)
      y = -y;
    return shift - u * (u / (x + y));
  }

  void doStep(int64_t first, int64_t end, Complex shift) {
    std::vector<Complex> v(2);
    int64_t m = end - 1;
    for (;; --m) {
      Complex own = h(m, m) - shift;
      double below = h(m + 1, m).real();
      double size = getSize(own) + std::abs(below);
      v = {own / size, below / size};
      if (m == first)
        break;
      double around = getSize(h(m, m)) + getSize(h(m + 1, m + 1));
      if (std::abs(h(m, m - 1).real()) * std::abs(v[1].real()) <=
          precision.ulp * (getSize(v[0]) * around))
        break;
    }
    for (int64_t k = m; k < end; ++k) {
      if (k > m)
        v = {h(k, k - 1), h(k + 1, k - 1)};
      Complex beta = 0;
      auto reflector = Reflector<Complex>::create(k, v, beta);
      if (k > m) {
        h(k, k - 1) = beta;
        h(k + 1, k - 1) = 0;
      }
      reflector.applyAdjointLeft(h, k);
      // Rows below that one have zeros in these columns.
      reflector.applyRight(h, 0, std::min(k + 2, end) + 1);
      reflector.applyRight(z);
      if (k == m && m > first) {
        // The element left of the block stays real.
        Complex phase = 1.0 - reflector.tau;
        phase /= std::abs(phase);
        h(m + 1, m) *= std::conj(phase);
        if (m + 2 <= end)
          h(m + 2, m + 1) *= phase;
        for (int64_t j = m; j <= end; ++j) {
          if (j == m + 1)
            continue;
          scaleRow(j, j + 1, phase);
          scaleColumn(j, j, std::conj(phase));
        }
      }
    }
    makeReal(end, end);
  }

  Matrix<Complex> &h, &z, &w;
  int64_t low, high;
  Precision precision;
  double smallest;
};
} // namespace

int64_t reference::iterateHessenberg(Matrix<Complex> &h, Matrix<Complex> &z,
                                     Matrix<Complex> &w, int64_t low,
                                     int64_t high, Precision precision) {
  return ComplexIteration(h, z, w, low, high, precision).run();
}
