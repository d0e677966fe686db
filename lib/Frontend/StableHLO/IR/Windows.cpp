//===- Windows.cpp - Windows, paddings and indexed axes -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"
#include "Shapes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dtensor;

std::optional<int64_t> dtensor::getPaddedExtent(int64_t extent, int64_t low,
                                                int64_t high,
                                                int64_t interior) {
  if (ShapedType::isDynamic(extent))
    return extent;
  int64_t result;
  if (llvm::MulOverflow(std::max<int64_t>(extent - 1, 0), interior, result) ||
      llvm::AddOverflow(result, extent, result) ||
      llvm::AddOverflow(result, low, result) ||
      llvm::AddOverflow(result, high, result) || result < 0)
    return std::nullopt;
  return result;
}

/// Entry `axis` of `values`, which defaults to 1.
static int64_t at(std::optional<ArrayRef<int64_t>> values, int64_t axis) {
  return values ? (*values)[axis] : 1;
}

FailureOr<SmallVector<int64_t>>
dtensor::getWindowCounts(Operation *op, ArrayRef<int64_t> base,
                         const WindowAxes &window) {
  int64_t rank = base.size();
  auto verifyPositive =
      [&](StringRef name,
          std::optional<ArrayRef<int64_t>> values) -> LogicalResult {
    if (!values)
      return success();
    if (failed(verifyCount(op, name, *values, rank)))
      return failure();
    for (int64_t value : *values)
      if (value < 1)
        return op->emitOpError()
               << name << " requires numbers of 1 or more, found " << value;
    return success();
  };
  if (failed(verifyPositive("window sizes", window.sizes)) ||
      failed(verifyPositive("window strides", window.strides)) ||
      failed(verifyPositive("dilations of the base", window.baseDilations)) ||
      failed(verifyPositive("dilations of the window", window.windowDilations)))
    return failure();

  SmallVector<int64_t> padding(2 * rank, 0);
  if (window.padding) {
    ShapedType type = window.padding.getType();
    if (type.getRank() != 2 || type.getDimSize(0) != rank ||
        type.getDimSize(1) != 2)
      return op->emitOpError("requires padding of shape ")
             << rank << "x2, found " << textOf(type.getShape());
    for (auto [place, value] :
         llvm::zip(padding, window.padding.getValues<APInt>()))
      place = value.getSExtValue();
  }

  SmallVector<int64_t> counts;
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (ShapedType::isDynamic(base[axis]) ||
        ShapedType::isDynamic(window.sizes[axis])) {
      counts.push_back(ShapedType::kDynamic);
      continue;
    }
    std::optional<int64_t> padded =
        getPaddedExtent(base[axis], padding[2 * axis], padding[2 * axis + 1],
                        at(window.baseDilations, axis) - 1);
    std::optional<int64_t> covered = getPaddedExtent(
        window.sizes[axis], 0, 0, at(window.windowDilations, axis) - 1);
    if (!padded || !covered)
      return op->emitOpError() << "axis " << axis << " of extent " << base[axis]
                               << " has no extent of 0 or more after padding "
                                  "and dilation";
    counts.push_back(*padded < *covered
                         ? 0
                         : (*padded - *covered) / at(window.strides, axis) + 1);
  }
  return counts;
}

LogicalResult dtensor::verifyIndexAxes(Operation *op, const IndexAxes &axes,
                                       ArrayRef<int64_t> operand,
                                       ArrayRef<int64_t> indices) {
  int64_t rank = operand.size(), indicesRank = indices.size();
  if (failed(verifyAxes(op, axes.mapName, axes.map, rank)) ||
      failed(verifyAscendingAxes(op, axes.droppedName, axes.dropped, rank)) ||
      failed(verifyAscendingAxes(op, axes.operandBatchName, axes.operandBatch,
                                 rank)) ||
      failed(verifyAxes(op, axes.indicesBatchName, axes.indicesBatch,
                        indicesRank)))
    return failure();
  if (axes.indexVector < 0 || axes.indexVector > indicesRank)
    return op->emitOpError("index_vector_dim requires an axis of the indices "
                           "of rank ")
           << indicesRank << " or one behind, found " << axes.indexVector;
  int64_t components =
      axes.indexVector == indicesRank ? 1 : indices[axes.indexVector];
  if (!agree(components, axes.map.size()))
    return op->emitOpError()
           << axes.mapName << " requires an axis for each of " << components
           << " components of an index, found " << axes.map.size();
  if (axes.operandBatch.size() != axes.indicesBatch.size())
    return op->emitOpError()
           << axes.operandBatchName << " and " << axes.indicesBatchName
           << " require as many axes, found " << axes.operandBatch.size()
           << " and " << axes.indicesBatch.size();
  for (auto [ofOperand, ofIndices] :
       llvm::zip(axes.operandBatch, axes.indicesBatch)) {
    if (ofIndices == axes.indexVector)
      return op->emitOpError()
             << axes.indicesBatchName << " has the axis of index_vector_dim, "
             << ofIndices;
    if (llvm::is_contained(axes.dropped, ofOperand) ||
        llvm::is_contained(axes.map, ofOperand))
      return op->emitOpError()
             << axes.operandBatchName << " has axis " << ofOperand
             << ", which is in " << axes.droppedName << " or " << axes.mapName;
    if (!agree(operand[ofOperand], indices[ofIndices]))
      return op->emitOpError()
             << "requires the same extents of batch axes, found "
             << operand[ofOperand] << " of axis " << ofOperand
             << " of the operand and " << indices[ofIndices] << " of axis "
             << ofIndices << " of the indices";
  }
  return success();
}
