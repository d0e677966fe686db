//===- OptimizeCollectives.cpp - Fewer and smaller collectives ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_OPTIMIZECOLLECTIVES
#include "dtensor/Transforms/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// The mesh dimensions along which `offset` is this device's start in an axis
/// of `extent`; nothing if it is something else.
std::optional<DimList> getShardDims(const Mesh &mesh, OpFoldResult offset,
                                    int64_t extent) {
  if (isZeroInteger(offset))
    return DimList();
  auto value = dyn_cast<Value>(offset);
  auto shard = value ? value.getDefiningOp<comm::ShardOffsetOp>()
                     : comm::ShardOffsetOp();
  if (!shard || shard.getExtent() ||
      shard.getStaticExtent() != uint64_t(extent))
    return std::nullopt;
  DimList dims;
  for (Attribute name : shard.getDims())
    if (std::optional<unsigned> dim =
            mesh.lookup(cast<StringAttr>(name).getValue()))
      dims.push_back(*dim);
  return dims;
}

/// Whether `size` is the extent of this device's shard of an axis.
bool isShardExtent(const Mesh &mesh, OpFoldResult size, ArrayRef<unsigned> dims,
                   int64_t extent) {
  Layout axis{ArrayRef<DimList>{DimList(dims)}};
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return axis.isEven(mesh, 0, extent) &&
           *constant == axis.getMaxLocalExtent(mesh, 0, extent);
  auto shard = cast<Value>(size).getDefiningOp<comm::ShardExtentOp>();
  if (!shard || shard.getExtent() ||
      shard.getStaticExtent() != uint64_t(extent) ||
      shard.getDims().size() != dims.size())
    return false;
  return llvm::all_of(llvm::zip_equal(shard.getDims(), dims), [&](auto pair) {
    return cast<StringAttr>(std::get<0>(pair)).getValue() ==
           mesh.getName(std::get<1>(pair));
  });
}

/// The layout of a slice of `collective`'s result that is exactly this device's
/// component of it; nothing for any other slice. Only axes that the result has
/// whole can be cut.
std::optional<Layout> getSliceLayout(const Mesh &mesh,
                                     comm::CollectiveOpInterface collective,
                                     const Layout &whole,
                                     tensor::ExtractSliceOp slice) {
  if (slice.getSource() != collective->getResult(0) ||
      slice.getType().getRank() != slice.getSourceType().getRank())
    return std::nullopt;
  Layout layout = whole.withoutPartial();
  ArrayRef<int64_t> shape = collective.getGlobalShape();
  for (auto [axis, offset, size, stride] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                       slice.getMixedStrides())) {
    if (!isOneInteger(stride))
      return std::nullopt;
    std::optional<DimList> dims = getShardDims(mesh, offset, shape[axis]);
    if (!dims)
      return std::nullopt;
    if (dims->empty()) {
      if (getConstantIntValue(size) != slice.getSourceType().getDimSize(axis))
        return std::nullopt;
      continue;
    }
    if (!whole.getAxis(axis).empty() ||
        !isShardExtent(mesh, size, *dims, shape[axis]))
      return std::nullopt;
    layout.setAxis(axis, *dims);
  }
  return layout;
}

struct Sides {
  Mesh mesh;
  Layout from, to;
};

std::optional<Sides> getSides(comm::CollectiveOpInterface collective) {
  MeshOp mesh = lookupMeshOrNull(collective, collective.getFrom().getMesh());
  if (!mesh || collective->getNumResults() != 1)
    return std::nullopt;
  llvm::Expected<Layout> from = collective.getFrom().resolve(mesh.getMesh());
  llvm::Expected<Layout> to = collective.getTo().resolve(mesh.getMesh());
  if (!from || !to) {
    llvm::consumeError(from.takeError());
    llvm::consumeError(to.takeError());
    return std::nullopt;
  }
  return Sides{mesh.getMesh(), *from, *to};
}

/// all_reduce, then this device's part along the reduced dimensions.
struct ScatterReduced : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp slice,
                                PatternRewriter &rewriter) const override {
    auto reduce = slice.getSource().getDefiningOp<comm::AllReduceOp>();
    // In another block it would run more often, or not on all devices.
    if (!reduce || !reduce->hasOneUse() ||
        reduce->getBlock() != slice->getBlock())
      return failure();
    std::optional<Sides> sides = getSides(reduce);
    if (!sides)
      return failure();
    std::optional<Layout> part =
        getSliceLayout(sides->mesh, reduce, sides->to, slice);
    if (!part)
      return failure();
    // The groups of the sum and of the slice must be the same.
    DimList cut, reduced;
    for (unsigned axis = 0; axis < part->getRank(); ++axis)
      if (sides->to.getAxis(axis) != part->getAxis(axis))
        llvm::append_range(cut, part->getAxis(axis));
    for (const PartialDim &partial : sides->from.getPartial())
      if (!sides->to.getPartial(partial.dim))
        reduced.push_back(partial.dim);
    llvm::sort(cut);
    if (cut != reduced)
      return failure();
    part->setPartial(sides->to.getPartial());
    Value dest =
        tensor::EmptyOp::create(rewriter, slice.getLoc(), slice.getMixedSizes(),
                                slice.getType().getElementType());
    rewriter.replaceOpWithNewOp<comm::ReduceScatterOp>(
        slice, TypeRange(dest.getType()), reduce.getSource(), dest,
        reduce.getGlobalExtents(), reduce.getFrom(),
        LayoutAttr::get(reduce.getFrom().getMesh(), sides->mesh, *part),
        reduce.getGlobalShapeAttr(), /*shared=*/nullptr,
        reduce.getReasonAttr());
    return success();
  }
};

/// A gather, then the part that the device had before.
struct CancelGathered : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp slice,
                                PatternRewriter &rewriter) const override {
    auto gather = slice.getSource().getDefiningOp<comm::AllGatherOp>();
    if (!gather)
      return failure();
    std::optional<Sides> sides = getSides(gather);
    if (!sides)
      return failure();
    std::optional<Layout> part =
        getSliceLayout(sides->mesh, gather, sides->to, slice);
    if (!part || *part != sides->from ||
        gather.getSource().getType() != slice.getType())
      return failure();
    rewriter.replaceOp(slice, gather.getSource());
    return success();
  }
};

/// The sum or difference of two sums that are reduced alike.
struct ReduceOnce : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSum(op))
      return failure();
    auto left = op.getDpsInputs()[0].getDefiningOp<comm::AllReduceOp>();
    auto right = op.getDpsInputs()[1].getDefiningOp<comm::AllReduceOp>();
    if (!left || !right || left == right || !left->hasOneUse() ||
        !right->hasOneUse() || left.getFrom() != right.getFrom() ||
        left.getTo() != right.getTo() ||
        left.getGlobalShape() != right.getGlobalShape() ||
        op->getResult(0).getType() != left.getSource().getType() ||
        right.getSource().getType() != left.getSource().getType() ||
        left->getBlock() != op->getBlock() ||
        right->getBlock() != op->getBlock())
      return failure();
    std::optional<Sides> sides = getSides(left);
    if (!sides || llvm::any_of(sides->from.getPartial(), [](PartialDim dim) {
          return !isAdditive(dim.combiner);
        }))
      return failure();
    rewriter.setInsertionPoint(op);
    Operation *sum = rewriter.clone(*op);
    sum->setOperand(0, left.getSource());
    sum->setOperand(1, right.getSource());
    Value dest = tensor::EmptyOp::create(
        rewriter, op.getLoc(),
        tensor::getMixedSizes(rewriter, op.getLoc(), left.getSource()),
        getElementTypeOrSelf(left.getSource()));
    rewriter.replaceOpWithNewOp<comm::AllReduceOp>(
        op, TypeRange(dest.getType()), sum->getResult(0), dest,
        left.getGlobalExtents(), left.getFrom(), left.getTo(),
        left.getGlobalShapeAttr(), /*shared=*/nullptr, left.getReasonAttr());
    return success();
  }

private:
  /// Elementwise addition or subtraction of two tensors of one shape.
  static bool isSum(linalg::LinalgOp op) {
    if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
        op->getNumResults() != 1 ||
        op.getNumLoops() != op.getNumParallelLoops() ||
        llvm::any_of(op.getIndexingMapsArray(),
                     [](AffineMap map) { return !map.isIdentity(); }))
      return false;
    Block &body = *op.getBlock();
    Value yielded = body.getTerminator()->getOperand(0);
    Operation *sum = yielded.getDefiningOp();
    // Overflow that is excluded for the whole can still happen to a part.
    auto flags =
        dyn_cast_or_null<arith::ArithIntegerOverflowFlagsInterface>(sum);
    if (flags && (flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap()))
      return false;
    return sum &&
           isa<arith::AddFOp, arith::SubFOp, arith::AddIOp, arith::SubIOp>(
               sum) &&
           sum->getOperand(0) != sum->getOperand(1) &&
           llvm::all_of(sum->getOperands(), [&](Value operand) {
             return operand == body.getArgument(0) ||
                    operand == body.getArgument(1);
           });
  }
};

struct OptimizeCollectives
    : dtensor::impl::OptimizeCollectivesBase<OptimizeCollectives> {
  using OptimizeCollectivesBase::OptimizeCollectivesBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ScatterReduced, CancelGathered, ReduceOnce>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
