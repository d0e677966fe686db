//===- MemoryPlan.h - What is known of a planned function -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_MEMORYPLAN_H
#define DTENSOR_DIALECT_COMM_IR_MEMORYPLAN_H

#include "llvm/ADT/StringRef.h"

namespace dtensor {

/// On a function with a memory plan: the bytes of its arenas, and of buffers
/// outside of them that have a bound.
inline constexpr llvm::StringLiteral kMemoryBytesAttr = "comm.memory_bytes";

} // namespace dtensor

#endif // DTENSOR_DIALECT_COMM_IR_MEMORYPLAN_H
