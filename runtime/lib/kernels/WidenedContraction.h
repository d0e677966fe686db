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

/// A contraction of bf16 for processors without products of bf16: on copies in
/// f32, rounded once at the end, as the kernels for bf16 do.
class WidenedContraction {
public:
  explicit WidenedContraction(Contraction &contraction)
      : contraction(contraction), result(contraction) {}

  /// Makes the contraction one of f32, whose buffers are dense copies in
  /// `memory`: of a, b and c. Returns nullptr, or what is wrong.
  const char *widen(Arena (&memory)[3]);

  /// Rounds the result to where it belongs, once it is computed.
  void round();

private:
  Contraction &contraction;
  /// As it was, for its c.
  Contraction result;
  /// Where the result is in f32; null if c is of f32 itself.
  const float *wide = nullptr;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_WIDENEDCONTRACTION_H
