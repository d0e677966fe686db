//===- ReverseLoops.cpp - Loops the other way around ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReverseLoops.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

namespace {

struct ReverseLoop : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
        !isAnyOrder(op))
      return failure();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    SmallVector<bool> turned;
    for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      turned.push_back(iterator == utils::IteratorType::reduction &&
                       !ShapedType::isDynamic(extents[loop]) &&
                       isToBeReversed(maps, loop));
    if (!llvm::is_contained(turned, true))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      for (auto [operand, map] : llvm::zip_equal(op->getOpOperands(), maps))
        map = turn(op, operand, map, turned, extents, rewriter);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }

private:
  /// The map of an operand after loops are reversed. If one of them walks alone
  /// along an axis, the axis is reversed as well, since every loop of a
  /// structured op has to walk along some axis.
  static AffineMap turn(linalg::GenericOp op, OpOperand &operand, AffineMap map,
                        ArrayRef<bool> turned, ArrayRef<int64_t> extents,
                        PatternRewriter &rewriter) {
    SmallVector<AffineExpr> loops;
    for (auto [loop, extent] : llvm::enumerate(extents)) {
      AffineExpr own = rewriter.getAffineDimExpr(loop);
      loops.push_back(turned[loop] ? extent - 1 - own : own);
    }
    SmallVector<int64_t> reversed;
    SmallVector<AffineExpr> positions;
    for (auto [axis, position] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(position);
      bool isAlone = loop && turned[loop.getPosition()];
      if (isAlone)
        reversed.push_back(axis);
      positions.push_back(isAlone ? position : position.replaceDims(loops));
    }
    if (!reversed.empty()) {
      Location loc = op.getLoc();
      auto type = cast<RankedTensorType>(operand.get().getType());
      rewriter.setInsertionPoint(op);
      Value dest = tensor::EmptyOp::create(
          rewriter, loc, tensor::getMixedSizes(rewriter, loc, operand.get()),
          type.getElementType());
      operand.set(linalg_ext::ReverseOp::create(
                      rewriter, loc, type, operand.get(), dest,
                      rewriter.getDenseI64ArrayAttr(reversed))
                      .getResult());
    }
    return simplifyAffineMap(
        AffineMap::get(map.getNumDims(), 0, positions, rewriter.getContext()));
  }

  /// Whether the result does not depend on the order of reduction.
  static bool isAnyOrder(linalg::GenericOp op) {
    for (int64_t result : llvm::seq<int64_t>(op.getNumDpsInits()))
      if (!matchReductionBody(op, result))
        return false;
    return true;
  }

  /// Whether some sums of loops subtract this one, and none adds it.
  static bool isToBeReversed(ArrayRef<AffineMap> maps, unsigned loop) {
    bool isSubtracted = false;
    for (AffineMap map : maps)
      for (AffineExpr position : map.getResults()) {
        if (!position.isFunctionOfDim(loop))
          continue;
        std::optional<LinearExpr> linear = matchLinearExpr(position);
        if (!linear)
          return false;
        for (auto [other, coefficient] : linear->terms)
          if (other == loop && linear->terms.size() > 1) {
            if (coefficient > 0)
              return false;
            isSubtracted = true;
          }
      }
    return isSubtracted;
  }
};

} // namespace

void dtensor::populateReversedLoops(RewritePatternSet &patterns) {
  patterns.add<ReverseLoop>(patterns.getContext());
}
