//===- FftRoots.h - Roots of unity for transforms ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transform of length n takes one step for each prime factor of n. A large
// prime p would take p * p products, so Bluestein's algorithm replaces it. With
// a chirp, w[j] = exp(-pi i j * j / n), a transform becomes a convolution,
// since 2 j k = j * j + k * k - (k - j) * (k - j):
//
//   y[k] = w[k] * sum_j (x[j] * w[j]) * conj(w[k - j])
//
// The convolution takes two transforms of any length of at least 2n - 1.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LINALGEXT_FFTROOTS_H
#define DTENSOR_LIB_CODEGEN_LINALGEXT_FFTROOTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include <complex>
#include <cstdint>

namespace dtensor {

/// exp(-2 pi i k / n), or its conjugate for an inverse.
std::complex<double> getFftRoot(int64_t k, int64_t n, bool inverse);

/// The radices of the steps. Eights and fours come first, then primes.
llvm::SmallVector<int64_t> getFftRadices(int64_t n);

/// The length of the transforms that compute a transform of length `n`. It is
/// `n`, or another length if a chirp is cheaper.
int64_t getFftSize(int64_t n);

/// The roots of unity of the length `getFftSize(n)`. If this is not `n`, the
/// chirp follows, and then the transform of the chirp's conjugate, divided by
/// the length.
llvm::SmallVector<std::complex<double>> getFftRoots(int64_t n, bool inverse);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_FFTROOTS_H
