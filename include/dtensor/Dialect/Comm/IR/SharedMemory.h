//===- SharedMemory.h - Whose memory a buffer is ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_SHAREDMEMORY_H
#define DTENSOR_DIALECT_COMM_IR_SHAREDMEMORY_H

#include "llvm/ADT/StringRef.h"

namespace dtensor {

/// On an argument of an entry function: it is memory of the caller for a result
/// of the program.
inline constexpr llvm::StringLiteral kResultAttr = "comm.result";
/// On an allocation, or on an argument with `kResultAttr`: the names of the
/// mesh dimensions along which all devices of a group share the memory.
inline constexpr llvm::StringLiteral kSharedAttr = "comm.shared_along";

} // namespace dtensor

#endif // DTENSOR_DIALECT_COMM_IR_SHAREDMEMORY_H
