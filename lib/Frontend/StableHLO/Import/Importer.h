//===- Importer.h - From StableHLO to the project's dialects ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_IMPORTER_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_IMPORTER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dtensor::stablehlo {

class Importer;

/// A function that creates ops of the project's dialects for one op of the
/// frontend, and binds each of the op's results. Errors are reported at the op.
using ImportOp = mlir::LogicalResult (*)(mlir::Operation *op,
                                         Importer &importer);

/// The import function of each op. A family of ops is a file with one function
/// that adds its ops.
class ImportTable {
public:
  template <typename Op, mlir::LogicalResult (*import)(Op, Importer &)>
  void add() {
    table[mlir::TypeID::get<Op>()] = [](mlir::Operation *op,
                                        Importer &importer) {
      return import(llvm::cast<Op>(op), importer);
    };
  }
  /// Adds several ops that are imported in the same way.
  template <typename... Ops> void addAll(ImportOp import) {
    ((table[mlir::TypeID::get<Ops>()] = import), ...);
  }
  ImportOp lookup(mlir::Operation *op) const {
    return table.lookup(op->getName().getTypeID());
  }

private:
  llvm::DenseMap<mlir::TypeID, ImportOp> table;
};

void addElementwiseOps(ImportTable &table);
void addShapeOps(ImportTable &table);
void addSliceOps(ImportTable &table);
void addContractionOps(ImportTable &table);
void addReductionOps(ImportTable &table);
void addIndexingOps(ImportTable &table);
void addOrderOps(ImportTable &table);
void addMatrixOps(ImportTable &table);
void addChloOps(ImportTable &table);
void addNormOps(ImportTable &table);
void addRandomOps(ImportTable &table);
void addRaggedDotOp(ImportTable &table);
void addScanOp(ImportTable &table);
void addControlFlowOps(ImportTable &table);
void addCustomCalls(ImportTable &table);

/// Creates the imported program beside the frontend's one. Signs of integers
/// move from types to ops, tokens are removed, and tuples become their
/// elements.
class Importer {
public:
  Importer(const ImportTable &table, mlir::MLIRContext *context)
      : table(table), builder(context) {}

  /// Replaces a function by the imported one.
  mlir::LogicalResult importFunction(mlir::func::FuncOp function);

  //===--------------------------------------------------------------------===//
  // For the ops
  //===--------------------------------------------------------------------===//

  mlir::OpBuilder &getBuilder() { return builder; }

  /// The imported types of a type: none for a token, several for a tuple.
  static llvm::SmallVector<mlir::Type, 1> convert(mlir::Type type);
  static llvm::SmallVector<mlir::Type> convert(mlir::TypeRange types);
  static mlir::RankedTensorType convertTensor(mlir::Type type);

  /// The imported value of a tensor.
  mlir::Value get(mlir::Value value) const { return mapping.lookup(value); }
  llvm::SmallVector<mlir::Value> get(mlir::ValueRange values) const;
  /// The one element of a tensor of rank 0, as a scalar.
  mlir::Value getScalar(mlir::Value value, mlir::Location loc);

  /// Binds values to imported ones. `to` has the types that `convert` returns.
  void bind(mlir::ValueRange from, mlir::ValueRange to);

  /// Imports the ops of the block at the builder's position, except for the
  /// terminator, whose imported operands are returned. Arguments must be bound.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  importBlock(mlir::Block &block);
  /// The same as `importBlock`, into a new block at the end of `region` with
  /// the block's arguments. The caller creates the terminator.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  importInto(mlir::Region &region, mlir::Block &block);

  //===--------------------------------------------------------------------===//
  // Building blocks of many ops
  //===--------------------------------------------------------------------===//

  using Body = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange scalars)>;
  /// A tensor of the results of `body` for each element of `inputs`, which have
  /// the shape of `type` or rank 0.
  mlir::Value createMap(mlir::RankedTensorType type, mlir::ValueRange inputs,
                        mlir::Location loc, Body body);
  /// A tensor in which every element is the scalar `value`.
  mlir::Value createFill(mlir::RankedTensorType type, mlir::Value value,
                         mlir::Location loc);
  mlir::Value createEmpty(mlir::RankedTensorType type, mlir::Location loc);

private:
  mlir::LogicalResult importOp(mlir::Operation &op);
  mlir::LogicalResult cloneOp(mlir::Operation &op);

  const ImportTable &table;
  mlir::OpBuilder builder;
  mlir::IRMapping mapping;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> tuples;
};

/// The elements of `value` in row-major order, in another shape.
mlir::Value createReshape(Importer &importer, mlir::Value value,
                          llvm::ArrayRef<int64_t> shape, mlir::Location loc);

/// `value` with the scalar `padding` around and between its elements, with the
/// rules of stablehlo.pad: negative counts remove elements.
mlir::Value createPad(Importer &importer, mlir::Value value,
                      mlir::Value padding, llvm::ArrayRef<int64_t> low,
                      llvm::ArrayRef<int64_t> high,
                      llvm::ArrayRef<int64_t> interior, mlir::Location loc);

/// Imports a block of elementwise ops on tensors of rank 0 as one of scalars.
/// Scalars replace its arguments. Returns the operands of its terminator.
/// Errors are reported at ops that are not elementwise.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
importScalarBody(mlir::OpBuilder &builder, mlir::Block &block,
                 mlir::ValueRange scalars, Importer &importer);

/// Inlines the functions that bodies of reductions, sorts and the like call, so
/// that bodies become scalar code. Errors: a recursive function, or one with
/// several blocks.
mlir::LogicalResult inlineCallsInBodies(mlir::ModuleOp module);

/// The same as `importScalarBody`, as the only block of a linalg_ext op's
/// `region`.
mlir::LogicalResult importScalarRegion(mlir::Region &region, mlir::Block &block,
                                       Importer &importer);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_IMPORTER_H
