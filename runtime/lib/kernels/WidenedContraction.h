//===- WidenedContraction.h - bf16 by way of f32 ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_WIDENEDCONTRACTION_H
#define DTENSOR_RUNTIME_KERNELS_WIDENEDCONTRACTION_H

#include "../Arena.h"
#include "Contraction.h"

namespace dtensor::runtime {

/// A contraction of bf16 for processors without products of bf16. It computes
/// on copies in f32 and rounds once at the end, as the kernels for bf16 do.
class WidenedContraction {
public:
  explicit WidenedContraction(Contraction &contraction)
      : contraction(contraction), result(contraction) {}

  /// Turns the contraction into one of f32, whose buffers are dense copies of
  /// a, b and c in `memory`. Returns nullptr, or a description of the error.
  const char *widen(Arena (&memory)[3]);

  /// Rounds the result into its own buffer, once it is computed.
  void round();

private:
  Contraction &contraction;
  /// The original contraction, for its c.
  Contraction result;
  /// The result in f32; null if c itself has the type f32.
  const float *wide = nullptr;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_WIDENEDCONTRACTION_H
