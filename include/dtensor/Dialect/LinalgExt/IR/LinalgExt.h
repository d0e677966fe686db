//===- LinalgExt.h - Ops that linalg does not have --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXT_H
#define DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dtensor::linalg_ext::detail {

// The functions that all ops share.
void getEffects(
    mlir::DestinationStyleOpInterface op,
    llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);
mlir::bufferization::AliasingValueList
getAliasingValues(mlir::DestinationStyleOpInterface op,
                  mlir::OpOperand &operand);
/// Creates the op anew on the buffers of its tensors, with its regions.
mlir::LogicalResult
bufferizeOnDestinations(mlir::DestinationStyleOpInterface op,
                        mlir::RewriterBase &rewriter,
                        const mlir::bufferization::BufferizationOptions &,
                        mlir::bufferization::BufferizationState &);

// The functions that ops on parts share.
mlir::LogicalResult verifyPart(mlir::Operation *op);
llvm::SmallVector<mlir::OpFoldResult> getMixedPartStarts(mlir::Operation *op);
llvm::SmallVector<mlir::OpFoldResult> getWholeExtents(mlir::Operation *op,
                                                      mlir::OpBuilder &builder);

// The functions that ops with a body share.
mlir::LogicalResult verifyBody(mlir::Operation *op, mlir::Region &region,
                               mlir::TypeRange arguments,
                               mlir::TypeRange results);
llvm::SmallVector<mlir::Type> getElementTypes(mlir::ValueRange shaped);

} // namespace dtensor::linalg_ext::detail

#include "dtensor/Dialect/LinalgExt/IR/LinalgExtDialect.h.inc"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExtInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dtensor/Dialect/LinalgExt/IR/LinalgExtOps.h.inc"

namespace dtensor::linalg_ext {

/// As the size of a slice, this stands for all positions of the axis.
constexpr int64_t kAll = -1;

/// The extent of an axis of a tensor or a buffer: a constant if the type has
/// it, otherwise a new `tensor.dim` or `memref.dim`.
mlir::OpFoldResult getExtent(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value shaped, int64_t axis);

/// The shape of the first words of pairs when `threefry2x32` fills a tensor of
/// `shape` with 32 bits per element: half of it along one axis.
struct RandomPairs {
  /// The axis that is halved; -1 for a scalar.
  int64_t axis;
  llvm::SmallVector<int64_t> shape;
};
RandomPairs getRandomPairs(llvm::ArrayRef<int64_t> shape);

/// Builds the body of an op on `arguments`, and returns its yielded values.
llvm::SmallVector<mlir::Value> inlineBody(mlir::OpBuilder &builder,
                                          mlir::Region &body,
                                          mlir::ValueRange arguments);

} // namespace dtensor::linalg_ext

#endif // DTENSOR_DIALECT_LINALGEXT_IR_LINALGEXT_H
