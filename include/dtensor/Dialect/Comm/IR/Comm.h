//===- Comm.h - The local view ----------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_COMM_IR_COMM_H
#define DTENSOR_DIALECT_COMM_IR_COMM_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Layout/Fetch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace dtensor::comm {
namespace detail {
/// The mesh dimensions that span the groups of a move between two layouts.
DimList getGroup(LayoutAttr from, LayoutAttr to, const Mesh &mesh);
/// The bytes that the most loaded device must receive of a tensor of `shape`
/// whose components have the type `component`.
int64_t getBytesReceived(LayoutAttr from, LayoutAttr to,
                         llvm::ArrayRef<int64_t> shape, mlir::Type component,
                         const Mesh &mesh);
} // namespace detail
} // namespace dtensor::comm

#include "dtensor/Dialect/Comm/IR/CommDialect.h.inc"
#include "dtensor/Dialect/Comm/IR/CommInterfaces.h.inc"

namespace dtensor::comm::detail {

/// Verifies `shard_extent` and `shard_offset`.
mlir::LogicalResult verifyShard(mlir::Operation *op,
                                mlir::FlatSymbolRefAttr mesh,
                                mlir::ArrayAttr dims, mlir::Value extent,
                                int64_t staticExtent,
                                mlir::SymbolTableCollection &symbols);

// The verifier that all collectives share.
mlir::LogicalResult verifyCollective(CollectiveOpInterface op);
mlir::LogicalResult verifyCollectiveLayouts(CollectiveOpInterface op,
                                            mlir::SymbolTableCollection &);
mlir::LogicalResult
foldCollective(CollectiveOpInterface op,
               llvm::SmallVectorImpl<mlir::OpFoldResult> &results);
void getCollectiveEffects(
    mlir::OpOperand &source, mlir::OpOperand &dest,
    llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);
mlir::LogicalResult
bufferizeCollective(CollectiveOpInterface op, mlir::RewriterBase &rewriter,
                    const mlir::bufferization::BufferizationOptions &options,
                    mlir::bufferization::BufferizationState &state);

} // namespace dtensor::comm::detail

#define GET_OP_CLASSES
#include "dtensor/Dialect/Comm/IR/CommOps.h.inc"

#endif // DTENSOR_DIALECT_COMM_IR_COMM_H
