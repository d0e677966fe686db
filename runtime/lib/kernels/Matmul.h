//===- Matmul.h - Products of matrices by libraries -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_MATMUL_H
#define DTENSOR_RUNTIME_KERNELS_MATMUL_H

#include "Contraction.h"

#include <memory>

namespace dtensor::runtime {

/// Products of matrices that are repeated along batch loops, in oneDNN's hands.
/// Primitives and what they need are kept, as making one costs more than a
/// small product. One worker's devices, which never run at a time, share one.
class Matmul {
public:
  static constexpr int64_t kMaxBatchLoops = 3;

  Matmul();
  ~Matmul();

  /// Whether the library has products of bf16 on this processor.
  static bool takesBrainFloats();

  /// One product. Of each of a and b one of the two strides is 1; c's along n
  /// is. Returns nullptr, or what the library says is wrong.
  const char *run(const Contraction &contraction, const Loop &m, const Loop &n,
                  const Loop &k, const char *a, const char *b, char *c);

private:
  struct State;
  std::unique_ptr<State> state;
};

/// Has OpenBLAS use one thread and the right kernels; the first call does it.
void prepareOpenBlas();

/// c = a * b or c += a * b in f64 by OpenBLAS, under the same conditions.
void runDoubleMatmul(const Loop &m, const Loop &n, const Loop &k,
                     const double *a, const double *b, double *c,
                     bool accumulates);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_MATMUL_H
