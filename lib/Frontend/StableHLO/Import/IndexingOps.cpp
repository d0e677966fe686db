//===- IndexingOps.cpp - Positions that are data, mirrors, random bits ----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

/// An unsigned position, which is signed in the project's dialects. No tensor
/// is large enough to contain the elements at positions that do not fit, nor
/// the rest of a window there.
static Value createSigned(OpBuilder &builder, Location loc, Value position) {
  Type wide = builder.getI64Type();
  if (position.getType() != wide)
    return arith::ExtUIOp::create(builder, loc, wide, position);
  Value most = arith::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(int64_t(1) << 62));
  return arith::MinUIOp::create(builder, loc, position, most);
}

static Value getIndices(Value indices, Importer &importer, Location loc) {
  Value imported = importer.get(indices);
  if (!getElementTypeOrSelf(indices.getType()).isUnsignedInteger())
    return imported;
  auto type = cast<RankedTensorType>(imported.getType());
  return importer.createMap(
      type.clone(importer.getBuilder().getI64Type()), imported, loc,
      [](OpBuilder &builder, Location inner, ValueRange scalars) {
        return createSigned(builder, inner, scalars.front());
      });
}

static SmallVector<Value> getStarts(ValueRange starts, Importer &importer,
                                    Location loc) {
  OpBuilder &builder = importer.getBuilder();
  return llvm::map_to_vector(starts, [&](Value start) -> Value {
    Value scalar = importer.getScalar(start, loc);
    if (getElementTypeOrSelf(start.getType()).isUnsignedInteger())
      scalar = createSigned(builder, loc, scalar);
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      scalar);
  });
}

static LogicalResult importDynamicSlice(DynamicSliceOp op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  auto slice = linalg_ext::DynamicSliceOp::create(
      importer.getBuilder(), op.getLoc(), type, importer.get(op.getOperand()),
      getStarts(op.getStartIndices(), importer, op.getLoc()),
      importer.createEmpty(type, op.getLoc()), op.getSliceSizesAttr());
  importer.bind(op->getResults(), slice->getResults());
  return success();
}

static LogicalResult importDynamicUpdateSlice(DynamicUpdateSliceOp op,
                                              Importer &importer) {
  auto update = linalg_ext::DynamicUpdateSliceOp::create(
      importer.getBuilder(), op.getLoc(), Importer::convertTensor(op.getType()),
      importer.get(op.getUpdate()),
      getStarts(op.getStartIndices(), importer, op.getLoc()),
      importer.get(op.getOperand()), ValueRange(),
      /*partStarts=*/DenseI64ArrayAttr(), /*partShape=*/DenseI64ArrayAttr());
  importer.bind(op->getResults(), update->getResults());
  return success();
}

static LogicalResult importGather(GatherOp op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  GatherDimensionNumbersAttr axes = op.getDimensionNumbers();
  auto gather = linalg_ext::GatherOp::create(
      importer.getBuilder(), op.getLoc(), type, importer.get(op.getOperand()),
      getIndices(op.getStartIndices(), importer, op.getLoc()),
      importer.createEmpty(type, op.getLoc()), ValueRange(),
      axes.getOffsetDims(), axes.getCollapsedSliceDims(),
      axes.getOperandBatchingDims(), axes.getStartIndicesBatchingDims(),
      axes.getStartIndexMap(), axes.getIndexVectorDim(), op.getSliceSizes(),
      /*partStarts=*/DenseI64ArrayAttr(), /*partShape=*/DenseI64ArrayAttr());
  importer.bind(op->getResults(), gather->getResults());
  return success();
}

static LogicalResult importScatter(ScatterOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  ScatterDimensionNumbersAttr axes = op.getScatterDimensionNumbers();
  auto scatter = linalg_ext::ScatterOp::create(
      builder, op.getLoc(), Importer::convert(op->getResultTypes()),
      getIndices(op.getScatterIndices(), importer, op.getLoc()),
      importer.get(op.getUpdates()), /*reads=*/ValueRange(),
      importer.get(op.getInputs()), ValueRange(), axes.getUpdateWindowDims(),
      axes.getInsertedWindowDims(), axes.getInputBatchingDims(),
      axes.getScatterIndicesBatchingDims(), axes.getScatterDimsToOperandDims(),
      axes.getIndexVectorDim(),
      /*partStarts=*/DenseI64ArrayAttr(), /*partShape=*/DenseI64ArrayAttr());
  if (failed(importScalarRegion(scatter.getCombiner(),
                                op.getUpdateComputation().front(), importer)))
    return failure();
  importer.bind(op->getResults(), scatter->getResults());
  return success();
}

static LogicalResult importReverse(ReverseOp op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  auto reverse = linalg_ext::ReverseOp::create(
      importer.getBuilder(), op.getLoc(), type, importer.get(op.getOperand()),
      importer.createEmpty(type, op.getLoc()), op.getDimensions());
  importer.bind(op->getResults(), reverse->getResults());
  return success();
}

void dtensor::stablehlo::addIndexingOps(ImportTable &table) {
  table.add<DynamicSliceOp, importDynamicSlice>();
  table.add<DynamicUpdateSliceOp, importDynamicUpdateSlice>();
  table.add<GatherOp, importGather>();
  table.add<ScatterOp, importScatter>();
  table.add<ReverseOp, importReverse>();
}
