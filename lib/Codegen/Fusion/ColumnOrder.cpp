//===- ColumnOrder.cpp - Products with short columns
//-----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnOrder.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace dtensor;

/// The axis of the result that is best the last one: along which one of the
/// operands has vectors, and the other one has not.
static int64_t findColumns(linalg::LinalgOp op) {
  // The lanes of the longest vectors of f32.
  constexpr int64_t kLanes = 16;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  AffineMap result = maps[2];
  int64_t last = result.getNumResults() - 1;
  auto getExtent = [&](int64_t axis) {
    return ranges[result.getDimPosition(axis)];
  };
  int64_t best = last;
  // An axis of one element is dropped later.
  if (getExtent(last) == 1 || getExtent(last) >= kLanes ||
      ShapedType::isDynamic(getExtent(last)))
    return last;
  for (int64_t axis = 0; axis < last; ++axis) {
    unsigned loop = result.getDimPosition(axis);
    if (maps[0].isFunctionOfDim(loop) != maps[1].isFunctionOfDim(loop) &&
        !ShapedType::isDynamic(getExtent(axis)) &&
        getExtent(axis) > getExtent(best))
      best = axis;
  }
  return best;
}

void dtensor::lengthenColumns(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || !isProduct(op) ||
      isMatrixContraction(op) ||
      !op.getIndexingMapsArray()[2].isProjectedPermutation() ||
      op.getIndexingMapsArray()[2].getNumResults() < 2)
    return;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  int64_t columns = findColumns(op);
  int64_t rank = maps[2].getNumResults();
  if (columns == rank - 1)
    return;
  SmallVector<int64_t> order;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (axis != columns)
      order.push_back(axis);
  order.push_back(columns);

  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value init = op.getDpsInits()[0];
  Type element = getElementTypeOrSelf(init);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
  SmallVector<OpFoldResult> permuted = applyPermutation(sizes, order);
  Value start = tensor::EmptyOp::create(rewriter, loc, permuted, element);
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    start = linalg::FillOp::create(rewriter, loc, fill.getInputs(), start)
                .getResult(0);
  else
    start = linalg::TransposeOp::create(rewriter, loc, init, start, order)
                ->getResult(0);
  maps[2] = AffineMap::get(maps[2].getNumDims(), 0,
                           applyPermutation(maps[2].getResults(), order),
                           rewriter.getContext());
  auto product = linalg::GenericOp::create(rewriter, loc, start.getType(),
                                           op.getDpsInputs(), start, maps,
                                           op.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op->getRegion(0), product.getRegion(),
                             product.getRegion().begin());
  Value whole = tensor::EmptyOp::create(rewriter, loc, sizes, element);
  rewriter.replaceOp(
      op, linalg::TransposeOp::create(rewriter, loc, product.getResult(0),
                                      whole, invertPermutationVector(order)));
}
