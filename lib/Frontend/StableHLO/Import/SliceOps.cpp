//===- SliceOps.cpp - Slices and pads -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace dtensor::stablehlo;

static SmallVector<OpFoldResult> getIndices(OpBuilder &builder,
                                            ArrayRef<int64_t> values) {
  return llvm::map_to_vector(values, [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  });
}

static LogicalResult importSlice(SliceOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  RankedTensorType type = Importer::convertTensor(op.getType());
  // An empty slice may start behind the end, which tensor's slices may not.
  if (type.getNumElements() == 0) {
    importer.bind(op->getResults(), importer.createEmpty(type, op.getLoc()));
    return success();
  }
  importer.bind(op->getResults(),
                tensor::ExtractSliceOp::create(
                    builder, op.getLoc(), type, importer.get(op.getOperand()),
                    getIndices(builder, op.getStartIndices()),
                    getIndices(builder, type.getShape()),
                    getIndices(builder, op.getStrides()))
                    .getResult());
  return success();
}

/// `value` with `interior[i]` elements between neighbours of axis i.
static Value spread(Importer &importer, Value value, Value padding,
                    ArrayRef<int64_t> interior, Location loc) {
  OpBuilder &builder = importer.getBuilder();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape, strides;
  for (auto [extent, between] : llvm::zip_equal(type.getShape(), interior)) {
    shape.push_back(extent == 0 ? 0 : extent + (extent - 1) * between);
    strides.push_back(between + 1);
  }
  if (ArrayRef<int64_t>(shape) == type.getShape())
    return value;
  Value filled = importer.createFill(type.clone(shape), padding, loc);
  if (type.getNumElements() == 0)
    return filled;
  SmallVector<int64_t> offsets(type.getRank(), 0);
  return tensor::InsertSliceOp::create(
      builder, loc, value, filled, getIndices(builder, offsets),
      getIndices(builder, type.getShape()), getIndices(builder, strides));
}

Value dtensor::stablehlo::createPad(Importer &importer, Value value,
                                    Value padding, ArrayRef<int64_t> low,
                                    ArrayRef<int64_t> high,
                                    ArrayRef<int64_t> interior, Location loc) {
  OpBuilder &builder = importer.getBuilder();
  value = spread(importer, value, padding, interior, loc);
  auto type = cast<RankedTensorType>(value.getType());
  // Negative padding removes at most as many elements as there are after the
  // other side has added some.
  SmallVector<int64_t> offsets, kept, addLow, addHigh, shape;
  for (auto [extent, before, after] :
       llvm::zip_equal(type.getShape(), low, high)) {
    int64_t result = std::max<int64_t>(extent + before + after, 0);
    int64_t begin = std::clamp<int64_t>(-before, 0, extent);
    int64_t end = std::clamp<int64_t>(extent + after, begin, extent);
    offsets.push_back(begin);
    kept.push_back(end - begin);
    // The remaining elements keep their places, relative to the result's start.
    addLow.push_back(std::clamp<int64_t>(before + begin, 0, result));
    addHigh.push_back(result - addLow.back() - kept.back());
    shape.push_back(result);
  }
  if (llvm::is_contained(kept, 0))
    return importer.createFill(type.clone(shape), padding, loc);
  if (ArrayRef<int64_t>(kept) != type.getShape()) {
    SmallVector<int64_t> ones(type.getRank(), 1);
    value = tensor::ExtractSliceOp::create(
        builder, loc, type.clone(kept), value, getIndices(builder, offsets),
        getIndices(builder, kept), getIndices(builder, ones));
  }
  if (shape == kept)
    return value;
  return tensor::PadOp::create(builder, loc, type.clone(shape), value,
                               getIndices(builder, addLow),
                               getIndices(builder, addHigh), padding);
}

static LogicalResult importPad(PadOp op, Importer &importer) {
  Value padding = importer.getScalar(op.getPaddingValue(), op.getLoc());
  importer.bind(op->getResults(),
                createPad(importer, importer.get(op.getOperand()), padding,
                          op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                          op.getInteriorPadding(), op.getLoc()));
  return success();
}

void dtensor::stablehlo::addSliceOps(ImportTable &table) {
  table.add<SliceOp, importSlice>();
  table.add<PadOp, importPad>();
}
