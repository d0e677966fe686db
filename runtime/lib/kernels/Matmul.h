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

/// Computes products of matrices that are repeated along batch loops, by
/// oneDNN. Primitives and their memory are kept, since making one costs more
/// than a small product. The devices of a worker, which never run at the same
/// time, share one object.
class Matmul {
public:
  static constexpr int64_t kMaxBatchLoops = 3;

  Matmul();
  ~Matmul();

  /// Whether the library has products of bf16 on this processor.
  static bool takesBrainFloats();

  /// Computes one product. One of the two strides must be 1 in each of a and b,
  /// and c's stride along n. Returns nullptr, or the library's error.
  const char *run(const Contraction &contraction, const Loop &m, const Loop &n,
                  const Loop &k, const char *a, const char *b, char *c);

private:
  struct State;
  std::unique_ptr<State> state;
};

/// Whether OpenBLAS computes products of these elements.
bool hasBlasMatmul(DtElementType type);

/// Computes c = a * b or c += a * b by OpenBLAS, under the same conditions, on
/// the threads that OpenMP gives. Returns nullptr, or why the library cannot be
/// used.
const char *runBlasMatmul(DtElementType type, const Loop &m, const Loop &n,
                          const Loop &k, const char *a, const char *b, char *c,
                          bool accumulates);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_MATMUL_H
