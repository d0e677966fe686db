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

/// The names of the discardable attributes. The dialect's description defines
/// their meaning.
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

/// On a relayout or collective, a unit attribute: every device gets the whole
/// value although no annotation asks for that.
inline constexpr llvm::StringLiteral kUnforcedAttr = "dtensor.unforced";

/// On an op with an operand or result that has to move, a dictionary per
/// operand: the name of each mesh dimension that shards it, and as a string the
/// annotation that asked for that. Propagation writes it, and the reasons of
/// relayouts use it. It is empty on a `dtensor.constrain` of the search.
inline constexpr llvm::StringLiteral kOriginsAttr = "dtensor.origins";

/// On an op, a layout for each operand and then for each result, `unit` for
/// what is no tensor. Planning wants these instead of the layouts that cost
/// least at this op. Propagation follows them and removes the attribute.
inline constexpr llvm::StringLiteral kForcedLayoutsAttr =
    "dtensor.forced_layouts";

/// On a `dtensor.constrain`, or on an argument or result of a function: the
/// layout or constraint that the program gives it. Propagation completes the
/// layout attribute, while this one stays as it was written.
inline constexpr llvm::StringLiteral kWrittenAttr = "dtensor.written";

/// On a module, the conflicts that were settled: dictionaries with `op`,
/// `location` and `choices`. The first choice was taken. Each has `layouts` and
/// `bytes_received`.
inline constexpr llvm::StringLiteral kConflictsAttr = "dtensor.conflicts";

/// On a module, an integer: the bytes that the program may hold on a device, if
/// that can be reached.
inline constexpr llvm::StringLiteral kMemoryPerDeviceAttr =
    "dtensor.memory_per_device";

/// On a collective, an integer: an equal collective was executed before, and is
/// repeated so that its result need not be kept. The number keeps equal ones
/// apart.
inline constexpr llvm::StringLiteral kRegatheredAttr = "dtensor.regathered";

/// On a call of a function that the user has defined, a string: the sharding
/// rule of the function, as `([i,k],[k,j])->([i,j]) {k reduction(sum)}`.
inline constexpr llvm::StringLiteral kShardingRuleAttr =
    "dtensor.sharding_rule";

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_DTENSOR_H
