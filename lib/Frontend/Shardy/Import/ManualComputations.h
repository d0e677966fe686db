//===- ManualComputations.h - Code for components ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_MANUALCOMPUTATIONS_H
#define DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_MANUALCOMPUTATIONS_H

#include "ShardingConverter.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor::sdy {

/// The targets of custom calls in XLA's form of shardings.
inline constexpr llvm::StringLiteral kShardingTarget("Sharding");
inline constexpr llvm::StringLiteral kFullToShardTarget("SPMDFullToShardShape");
inline constexpr llvm::StringLiteral kShardToFullTarget("SPMDShardToFullShape");

/// Whether the values of `op` are components along some dimensions.
bool isInManualComputation(mlir::Operation *op);

/// Turns manual computations (JAX's shard_map) into `dtensor.local_map`.
class ManualComputations {
public:
  ManualComputations(mlir::ModuleOp module, ShardingConverter &converter,
                     mlir::IRRewriter &rewriter)
      : module(module), converter(converter), rewriter(rewriter) {}

  /// Runs before everything else. Functions that manual computations call are
  /// inlined. XLA's form, calls between @SPMDFullToShardShape and
  /// @SPMDShardToFullShape, becomes maps.
  mlir::LogicalResult prepare();
  /// Imports Shardy's form, whose region is already imported. Emits errors.
  mlir::LogicalResult import(ManualComputationOp op);
  /// Imports collectives, after all constraints are imported.
  mlir::LogicalResult finish();

private:
  mlir::LogicalResult requireNumbering(mlir::Operation *op);
  mlir::LogicalResult inlineCalls(mlir::Region &body);
  void eraseInlined();
  /// Creates a map whose layouts are along `own` dimensions: those that are
  /// manual in it but not around it.
  LocalMapOp createMap(mlir::Operation *op, mlir::TypeRange results,
                       mlir::ValueRange operands,
                       llvm::ArrayRef<mlir::Attribute> in,
                       llvm::ArrayRef<mlir::Attribute> out, const DimList &own);

  // The members below are for XLA's form.
  struct Border;
  /// The next call to become a map; null if there is none.
  mlir::func::CallOp findCall();
  mlir::LogicalResult importCall(mlir::func::CallOp call);
  mlir::LogicalResult addEntry(mlir::func::CallOp call, mlir::Value operand,
                               Border &border);
  mlir::LogicalResult addExit(mlir::func::CallOp call, mlir::OpResult result,
                              Border &border);
  mlir::LogicalResult addValue(mlir::func::CallOp call,
                               stablehlo::CustomCallOp annotation,
                               stablehlo::CustomCallOp inside, Border &border,
                               llvm::SmallVectorImpl<mlir::Attribute> &layouts,
                               llvm::SmallVectorImpl<mlir::Attribute> &insides);

  mlir::ModuleOp module;
  ShardingConverter &converter;
  mlir::IRRewriter &rewriter;
  /// The functions that were inlined into manual computations.
  llvm::SetVector<mlir::func::FuncOp> inlined;
};

} // namespace dtensor::sdy

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_MANUALCOMPUTATIONS_H
