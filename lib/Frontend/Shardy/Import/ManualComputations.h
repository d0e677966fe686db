//===- ManualComputations.h - Code for components --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_MANUALCOMPUTATIONS_H
#define DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_MANUALCOMPUTATIONS_H

#include "ShardingConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor::sdy {

/// Targets of custom calls in XLA's form of shardings.
inline constexpr llvm::StringLiteral kShardingTarget("Sharding");
inline constexpr llvm::StringLiteral kFullToShardTarget("SPMDFullToShardShape");
inline constexpr llvm::StringLiteral kShardToFullTarget("SPMDShardToFullShape");

/// Turns manual computations (JAX's shard_map) into `dtensor.local_map`.
class ManualComputations {
public:
  ManualComputations(mlir::ModuleOp module, ShardingConverter &converter,
                     mlir::IRRewriter &rewriter)
      : module(module), converter(converter), rewriter(rewriter) {}

  /// Shardy's form. What is in it is imported. Emits errors.
  mlir::LogicalResult import(ManualComputationOp op);
  /// XLA's form: calls between @SPMDFullToShardShape and @SPMDShardToFullShape.
  mlir::LogicalResult importCalls();
  /// Erases the functions that only manual computations have called.
  void eraseInlined();

private:
  mlir::LogicalResult importCall(mlir::func::CallOp call);
  /// The layout that `text` says of the whole value of `type`.
  mlir::FailureOr<LayoutAttr>
  readLayout(mlir::Operation *op, mlir::StringAttr text, mlir::Type type);
  mlir::LogicalResult requireNumbering(mlir::Operation *op);
  /// What both forms have in common, once the body is in place.
  mlir::LogicalResult finish(LocalMapOp map);
  mlir::LogicalResult inlineCalls(LocalMapOp map);
  void dropConstraints(LocalMapOp map);

  mlir::ModuleOp module;
  ShardingConverter &converter;
  mlir::IRRewriter &rewriter;
  /// Functions whose bodies are in manual computations now.
  llvm::SetVector<mlir::func::FuncOp> inlined;
};

} // namespace dtensor::sdy

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_MANUALCOMPUTATIONS_H
