//===- Kernels.h - The description of a contraction -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_H
#define DTENSOR_RUNTIME_KERNELS_H

#include "dtensor/Runtime/ABI.h"

/// The descriptor of dt_contract: c = a * b, or c += a * b, summed over the
/// loops that c does not have. It is a flat array of int64_t:
///
///   [0] [1] [2]  element types of a, b, c
///   [3]          1: c is added to; 0: c is overwritten
///   [4]          number of batch loops: in a, b and c
///   [5]          number of m loops: in a and c
///   [6]          number of n loops: in b and c
///   [7]          number of k loops: in a and b
///   then for each loop, batch loops first, then m, n and k: its axis in a, in
///   b and in c, or -1.
///
/// Every axis of a, b and c is that of one loop, so ranks follow. Extents and
/// strides are those of the memrefs; strides are arbitrary. c overlaps neither
/// a nor b.
///
/// There are kernels for (f32, f32) -> f32, (f64, f64) -> f64, (bf16, bf16) ->
/// bf16 and (bf16, bf16) -> f32; bf16 is summed in f32 and rounded once. Other
/// types, extents that do not agree, and more than 16 axes end the program with
/// an error.
enum DtContraction {
  DT_CONTRACTION_ACCUMULATES = 3,
  DT_CONTRACTION_COUNTS = 4,
  DT_CONTRACTION_LOOPS = 8
};

#endif // DTENSOR_RUNTIME_KERNELS_H
