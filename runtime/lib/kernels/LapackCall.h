//===- LapackCall.h - A batch of calls of LAPACK ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_LAPACKCALL_H
#define DTENSOR_RUNTIME_KERNELS_LAPACKCALL_H

#include "../Arena.h"
#include "dtensor/Runtime/ABI.h"

#include <cstddef>
#include <cstdint>

namespace dtensor::runtime {

/// One matrix of an operand, copied column by column, in LAPACK's form. A
/// vector is a single column, and a number a matrix of one element.
struct LapackMatrix {
  int32_t rows;
  int32_t columns;
  void *data;

  /// The leading dimension, which LAPACK requires to be positive.
  int32_t lead() const { return rows > 0 ? rows : 1; }
};

/// Runs a routine on one matrix of the batch. `matrices` are the sources,
/// followed by the destinations. A routine overwrites only destinations.
/// Returns nullptr, or a description of the error.
using LapackFunction = const char *(*)(const LapackMatrix *matrices,
                                       const int64_t *options, Arena &work);

/// The function for matrices of `type`, nullptr if there is none.
LapackFunction getLapackFunction(DtLapackRoutine routine, DtElementType type);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_LAPACKCALL_H
