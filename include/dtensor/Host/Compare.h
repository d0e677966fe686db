//===- Compare.h - Differences between two tensors --------------*- C++ -*-===//
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
  /// Compares the real and the imaginary part of a complex number separately.
  bool byParts = false;
  /// A tolerance that replaces the one above. It counts units in the last
  /// place: two floats differ if fewer than the least or more than the greatest
  /// allowed number of steps to the next float lie between them. Each part of a
  /// complex number is compared by itself.
  struct Ulps {
    uint64_t most = 0;
    uint64_t least = 0;
  };
  std::optional<Ulps> ulps = std::nullopt;
};

/// How two tensors differ.
struct Difference {
  /// The index of the first element that differs, in row-major order.
  llvm::SmallVector<int64_t> index;
  std::string got, want;
  int64_t numDifferent;
  int64_t numElements;

  /// `at [0, 3]: got 1.5, want 2 (7 of 12 elements differ)`.
  std::string str() const;
};

/// The number of steps from one float to the next that lie between two floats.
/// For complex numbers it is the larger one of their two parts. It is 0 between
/// zeros and between NaNs, and UINT64_MAX between a value that is not finite
/// and any other.
uint64_t countUlps(ElementType type, const char *a, const char *b);

/// Compares two tensors of the same type and shape.
std::optional<Difference> compare(const HostTensor &got, const HostTensor &want,
                                  const Tolerance &tolerance);

} // namespace dtensor

#endif // DTENSOR_HOST_COMPARE_H
