//===- DTensor.h - The global view ------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_DTENSOR_H
#define DTENSOR_DIALECT_DTENSOR_IR_DTENSOR_H

#include "dtensor/Layout/Layout.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dtensor/Dialect/DTensor/IR/DTensorDialect.h.inc"
#include "dtensor/Dialect/DTensor/IR/DTensorEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dtensor/Dialect/DTensor/IR/DTensorAttrs.h.inc"
#define GET_OP_CLASSES
#include "dtensor/Dialect/DTensor/IR/DTensorOps.h.inc"

namespace dtensor {

/// Names of the discardable attributes; the dialect's description has what
/// they mean.
inline constexpr llvm::StringLiteral kLayoutAttr = "dtensor.layout";
inline constexpr llvm::StringLiteral kLayoutsAttr = "dtensor.layouts";
inline constexpr llvm::StringLiteral kBlockLayoutsAttr =
    "dtensor.block_layouts";
/// On arguments and results of a function in the local view: the type that the
/// value has in the global view.
inline constexpr llvm::StringLiteral kGlobalTypeAttr = "dtensor.global_type";
/// On a contraction of the local view that the kernel library computes: whether
/// its result overwrites its destination, or is added to it.
inline constexpr llvm::StringLiteral kKernelAttr = "dtensor.kernel";
inline constexpr llvm::StringLiteral kKernelOverwrites = "overwrites";
inline constexpr llvm::StringLiteral kKernelAccumulates = "accumulates";

/// On a relayout or collective, `unit`: it gives the whole value to every
/// device though no annotation asks for that.
inline constexpr llvm::StringLiteral kUnforcedAttr = "dtensor.unforced";

/// On an op around which something has to move, a dictionary per operand: the
/// name of each mesh dimension that shards it, and as a string who asked for
/// that. Propagation leaves it for the reasons of relayouts. On a
/// `dtensor.constrain` that the search has made it is empty.
inline constexpr llvm::StringLiteral kOriginsAttr = "dtensor.origins";

/// On a `dtensor.constrain`, an argument or a result of a function, the layout
/// or constraint that the program gives it. Propagation completes what the
/// program says; this stays what was written.
inline constexpr llvm::StringLiteral kWrittenAttr = "dtensor.written";

/// On a module, the conflicts that were settled: dictionaries with `op`,
/// `location` and `choices`, of which the first was taken; each has `layouts`
/// and `bytes_received`.
inline constexpr llvm::StringLiteral kConflictsAttr = "dtensor.conflicts";

/// On a collective, an integer: it was done before, and is done again rather
/// than kept. The number keeps equal ones apart.
inline constexpr llvm::StringLiteral kRegatheredAttr = "dtensor.regathered";

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_DTENSOR_H
