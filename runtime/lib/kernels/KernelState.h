//===- KernelState.h - The state of kernels ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_KERNELSTATE_H
#define DTENSOR_RUNTIME_KERNELS_KERNELSTATE_H

#include "../Arena.h"
#include "Matmul.h"

namespace dtensor::runtime {

/// The state of kernels that is kept from call to call. A worker has one for
/// all its devices. Kernels do not wait, so two of these are never in a kernel
/// at the same time.
struct KernelState {
  /// The cores that a large product or a long loop may use.
  int64_t numCores = 1;
  Matmul matmul;
  /// Copies of a, b and c for layouts that no kernel accepts, and a copy of one
  /// of these.
  Arena packed[4];
  /// Copies of bf16 in f32, if the processor has no products of bf16.
  Arena widened[3];
  /// Matrices column by column, and the other memory that a routine of LAPACK
  /// needs.
  Arena lapack[2];
  /// Dense copies of operands of the user's functions.
  Arena custom;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_KERNELSTATE_H
