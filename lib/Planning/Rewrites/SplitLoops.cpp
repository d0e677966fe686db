//===- SplitLoops.cpp - Structured ops with split loops -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitLoops.h"

using namespace mlir;
using namespace dtensor;

bool dtensor::isWhole(const Parts &parts) {
  return llvm::all_of(parts, [](const auto &part) { return part.size() == 1; });
}

RankedTensorType dtensor::getSplitType(RankedTensorType type,
                                       const Parts &parts) {
  SmallVector<int64_t> shape;
  for (const SmallVector<int64_t> &part : parts)
    shape.append(part);
  return type.clone(shape);
}

SmallVector<ReassociationIndices>
dtensor::getReassociation(const Parts &parts) {
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (const SmallVector<int64_t> &part : parts) {
    groups.emplace_back();
    for (size_t i = 0; i < part.size(); ++i)
      groups.back().push_back(next++);
  }
  return groups;
}

Parts dtensor::getWholeLoops(linalg::LinalgOp op) {
  return llvm::map_to_vector(op.getStaticLoopRanges(), [](int64_t extent) {
    return SmallVector<int64_t>{extent};
  });
}

Parts dtensor::getOperandParts(linalg::LinalgOp op, OpOperand &use,
                               const Parts &loops) {
  Parts parts;
  for (auto [position, extent] : llvm::zip_equal(
           op.getMatchingIndexingMap(&use).getResults(), op.getShape(&use))) {
    auto loop = dyn_cast<AffineDimExpr>(position);
    if (loop && loops[loop.getPosition()].size() > 1)
      parts.push_back(loops[loop.getPosition()]);
    else
      parts.push_back({extent});
  }
  return parts;
}

/// Renumbers a map for split loops. The parts of loop i begin at number
/// `starts[i]`.
static AffineMap renumber(AffineMap map, const Parts &loops,
                          ArrayRef<unsigned> starts, unsigned numLoops) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> numbers = llvm::map_to_vector(
      starts, [&](unsigned start) { return getAffineDimExpr(start, context); });
  SmallVector<AffineExpr> positions;
  for (AffineExpr position : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(position);
    if (!loop) {
      positions.push_back(position.replaceDims(numbers));
      continue;
    }
    for (size_t i = 0; i < loops[loop.getPosition()].size(); ++i)
      positions.push_back(
          getAffineDimExpr(starts[loop.getPosition()] + i, context));
  }
  return AffineMap::get(numLoops, 0, positions, context);
}

linalg::GenericOp dtensor::splitLoops(
    OpBuilder &builder, linalg::LinalgOp op, const Parts &loops,
    llvm::function_ref<Value(OpOperand &, const Parts &)> splitOperand) {
  SmallVector<unsigned> starts;
  SmallVector<utils::IteratorType> iterators;
  for (auto [iterator, parts] :
       llvm::zip_equal(op.getIteratorTypesArray(), loops)) {
    starts.push_back(iterators.size());
    iterators.append(parts.size(), iterator);
  }
  SmallVector<AffineMap> maps;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (OpOperand &use : op->getOpOperands()) {
    maps.push_back(renumber(op.getMatchingIndexingMap(&use), loops, starts,
                            iterators.size()));
    operands.push_back(splitOperand(use, getOperandParts(op, use, loops)));
    if (op.isDpsInit(&use))
      types.push_back(operands.back().getType());
  }
  ArrayRef<Value> all(operands);
  size_t numInputs = op.getNumDpsInputs();
  auto generic = linalg::GenericOp::create(
      builder, op.getLoc(), types, all.take_front(numInputs),
      all.drop_front(numInputs), maps, iterators);
  builder.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                            generic.getRegion().end());
  return generic;
}
