//===- LoopDivision.h - Loops that several cores may run --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_LOOPDIVISION_H
#define DTENSOR_DIALECT_COMM_IR_LOOPDIVISION_H

#include "llvm/ADT/StringRef.h"

namespace dtensor {

/// On an scf.for, a unit attribute: its iterations may run in any order and at
/// the same time. None reads what another one writes.
inline constexpr llvm::StringLiteral kParallelAttr = "comm.parallel";

/// On a module, a unit attribute: the program has one device, which may have
/// several cores.
inline constexpr llvm::StringLiteral kAloneAttr = "comm.alone";

} // namespace dtensor

#endif // DTENSOR_DIALECT_COMM_IR_LOOPDIVISION_H
