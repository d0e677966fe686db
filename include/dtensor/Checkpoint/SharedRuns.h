//===- SharedRuns.h - Runs of bytes that two boxes share --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_SHAREDRUNS_H
#define DTENSOR_CHECKPOINT_SHAREDRUNS_H

#include "dtensor/Layout/Layout.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dtensor {

/// Calls `run(offset in a, offset in b, bytes)` for each run of neighbouring
/// bytes of `part`, which lies in the row-major boxes `a` and `b`.
void forEachSharedRun(const Box &part, const Box &a, const Box &b,
                      unsigned elementSize,
                      llvm::function_ref<void(int64_t, int64_t, int64_t)> run);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_SHAREDRUNS_H
