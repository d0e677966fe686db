//===- Shardy.h - Shardings of JAX programs ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_SHARDY_IR_SHARDY_H
#define DTENSOR_FRONTEND_SHARDY_IR_SHARDY_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dtensor/Frontend/Shardy/IR/ShardyDialect.h.inc"

#include "dtensor/Frontend/Shardy/IR/ShardyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dtensor/Frontend/Shardy/IR/ShardyAttrs.h.inc"

namespace dtensor::sdy {

/// The name of the attribute of arguments, results and ops.
inline constexpr llvm::StringLiteral kShardingName("sdy.sharding");
/// The name of the attribute on ops that have their own rule.
inline constexpr llvm::StringLiteral kShardingRuleName("sdy.sharding_rule");

/// The mesh of a sharding. It is the one in the attribute, or the `sdy.mesh`
/// with its name in the module around `op`; null if there is none.
MeshAttr getMesh(TensorShardingAttr sharding, mlir::Operation *op);

/// Checks that `sharding` fits a value of `type` and names axes of its mesh.
mlir::LogicalResult verifySharding(mlir::Operation *op,
                                   TensorShardingAttr sharding,
                                   mlir::Type type);

/// The sharding that the program gives a value at its definition; null if there
/// is none.
TensorShardingAttr getSharding(mlir::Value value);
} // namespace dtensor::sdy

#define GET_OP_CLASSES
#include "dtensor/Frontend/Shardy/IR/ShardyOps.h.inc"

#endif // DTENSOR_FRONTEND_SHARDY_IR_SHARDY_H
