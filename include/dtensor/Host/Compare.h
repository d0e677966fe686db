//===- Compare.h - Where two tensors differ ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_COMPARE_H
#define DTENSOR_HOST_COMPARE_H

#include "dtensor/Host/HostTensor.h"

namespace dtensor {

/// Floats differ if abs(got - want) > atol + rtol * abs(want). NaN equals NaN,
/// infinities must agree, and integers be equal.
struct Tolerance {
  double rtol = 1e-5;
  double atol = 1e-6;
  /// Compares the two parts of a complex number, each by itself.
  bool byParts = false;
  /// In place of all that: floats differ if there are more floats of their type
  /// between them, or fewer. Either part of a complex number.
  struct Ulps {
    uint64_t most = 0;
    uint64_t least = 0;
  };
  std::optional<Ulps> ulps = std::nullopt;
};

/// How two tensors differ.
struct Difference {
  /// Of the first element that differs, in row-major order.
  llvm::SmallVector<int64_t> index;
  std::string got, want;
  int64_t numDifferent;
  int64_t numElements;

  /// `at [0, 3]: got 1.5, want 2 (7 of 12 elements differ)`.
  std::string str() const;
};

/// How many steps from one float to the next lie between two, or parts of
/// complex numbers, the larger number. 0 between zeros and between NaNs,
/// UINT64_MAX between what is not finite and anything else.
uint64_t countUlps(ElementType type, const char *a, const char *b);

/// Both of one type and shape.
std::optional<Difference> compare(const HostTensor &got, const HostTensor &want,
                                  const Tolerance &tolerance);

} // namespace dtensor

#endif // DTENSOR_HOST_COMPARE_H
