//===- FftRoots.cpp - Roots of unity for transforms -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FftRoots.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numbers>

using namespace mlir;
using namespace dtensor;

/// Numbers of higher precision that are rounded once, at the end.
using LongComplex = std::complex<long double>;
using LongComplexes = SmallVector<LongComplex>;

static LongComplex getRoot(int64_t k, int64_t n, bool inverse) {
  // Symmetries reduce the angle to at most an eighth of a full turn, k / 8n. A
  // small angle has a small rounding error, and quarters of a turn are exact.
  k = 8 * (k % n);
  bool isLowerHalf = k > 4 * n;
  if (isLowerHalf)
    k = 8 * n - k;
  bool isLeft = k > 2 * n;
  if (isLeft)
    k = 4 * n - k;
  bool isSteep = k > n;
  if (isSteep)
    k = 2 * n - k;
  long double angle = std::numbers::pi_v<long double> *
                      static_cast<long double>(k) /
                      static_cast<long double>(4 * n);
  long double real = std::cos(angle), imaginary = std::sin(angle);
  if (isSteep)
    std::swap(real, imaginary);
  if (isLeft)
    real = -real;
  return {real, isLowerHalf == inverse ? -imaginary : imaginary};
}

static std::complex<double> narrow(LongComplex x) {
  return {static_cast<double>(x.real()), static_cast<double>(x.imag())};
}

std::complex<double> dtensor::getFftRoot(int64_t k, int64_t n, bool inverse) {
  return narrow(getRoot(k, n, inverse));
}

SmallVector<int64_t> dtensor::getFftRadices(int64_t n) {
  SmallVector<int64_t> radices;
  // Powers of two are split into eights and fours only. For example, 2^4 is 4 *
  // 4.
  int64_t twos = llvm::countr_zero(static_cast<uint64_t>(n));
  for (; n > 0 && (twos == 3 || twos > 4); twos -= 3, n /= 8)
    radices.push_back(8);
  for (; n > 0 && twos >= 2; twos -= 2, n /= 4)
    radices.push_back(4);
  for (int64_t prime = 2; prime * prime <= n; ++prime)
    for (; n % prime == 0; n /= prime)
      radices.push_back(prime);
  if (n > 1)
    radices.push_back(n);
  return radices;
}

/// The approximate number of products of a transform.
static int64_t getCost(int64_t n) {
  int64_t sum = 0;
  for (int64_t radix : getFftRadices(n))
    sum += radix;
  return n * sum;
}

int64_t dtensor::getFftSize(int64_t n) {
  if (n < 2 || getFftRadices(n).back() <= 13)
    return n;
  // The candidates are lengths without large primes: 2^a, 3 * 2^a, 5 * 2^a, 9 *
  // 2^a and 15 * 2^a.
  int64_t size = INT64_MAX;
  for (int64_t odd : {1, 3, 5, 9, 15}) {
    int64_t candidate = odd;
    while (candidate < 2 * n - 1)
      candidate *= 2;
    size = std::min(size, candidate);
  }
  return 4 * getCost(size) < getCost(n) ? size : n;
}

/// Computes a transform at compile time. `roots` are those of a multiple of its
/// length.
static LongComplexes transform(const LongComplexes &x,
                               ArrayRef<LongComplex> roots) {
  auto n = static_cast<int64_t>(x.size());
  if (n == 1)
    return x;
  int64_t radix = getFftRadices(n).front(), length = n / radix;
  LongComplexes result(n);
  for (int64_t j = 0; j < radix; ++j) {
    LongComplexes part;
    for (int64_t i = j; i < n; i += radix)
      part.push_back(x[i]);
    part = transform(part, roots);
    for (int64_t k = 0; k < n; ++k)
      result[k] += part[k % length] *
                   roots[j * k % n * static_cast<int64_t>(roots.size()) / n];
  }
  return result;
}

SmallVector<std::complex<double>> dtensor::getFftRoots(int64_t n,
                                                       bool inverse) {
  int64_t size = getFftSize(n);
  bool hasChirp = size != n;
  LongComplexes roots;
  for (int64_t k = 0; k < size; ++k)
    roots.push_back(getRoot(k, size, inverse && !hasChirp));
  if (hasChirp) {
    LongComplexes chirp(size);
    for (int64_t j = 0; j < n; ++j) {
      LongComplex root = getRoot(j * j % (2 * n), 2 * n, inverse);
      roots.push_back(root);
      chirp[j] = chirp[(size - j) % size] =
          std::conj(root) / static_cast<long double>(size);
    }
    llvm::append_range(roots,
                       transform(chirp, ArrayRef(roots).take_front(size)));
  }
  return llvm::map_to_vector(roots, narrow);
}
