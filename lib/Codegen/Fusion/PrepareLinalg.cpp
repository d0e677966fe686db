//===- PrepareLinalg.cpp - Brings ops into forms that fuse ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnOrder.h"
#include "PadExpansion.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

namespace dtensor {
#define GEN_PASS_DEF_PREPARELINALG
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Lets a contraction read the operand of a transpose. A kernel takes strides,
/// and a transposed copy would cost more than the product of small matrices.
static void foldTransposes(RewriterBase &rewriter, linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Value> inputs = op.getDpsInputs();
  bool changed = false;
  for (auto [input, map] :
       llvm::zip(inputs, MutableArrayRef(maps).take_front(inputs.size()))) {
    auto producer = input.getDefiningOp<linalg::LinalgOp>();
    if (!producer || !isTranspose(producer))
      continue;
    SmallVector<AffineMap> of = producer.getIndexingMapsArray();
    input = producer.getDpsInputs().front();
    map = of[0].compose(inversePermutation(of[1])).compose(map);
    changed = true;
  }
  if (!changed)
    return;
  rewriter.setInsertionPoint(op);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getDpsInits(),
      maps, op.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().begin());
  rewriter.replaceOp(op, generic);
}

/// Whether each element of the destination is certainly written. A loop that is
/// no axis of the destination may have no iterations.
static bool isOverwritten(linalg::LinalgOp op, OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&init);
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges()))
    if (extent <= 0 && !map.isFunctionOfDim(loop))
      return false;
  return true;
}

/// Gives an operation that does not read its destination an empty one: another
/// value there would count as a use of it, and stand in the way of fusion.
static void emptyDestinations(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (op.payloadUsesValueFromOperand(&init) || !isOverwritten(op, init) ||
        !isa<RankedTensorType>(init.get().getType()) ||
        init.get().getDefiningOp<tensor::EmptyOp>())
      continue;
    Location loc = op.getLoc();
    init.set(tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, init.get()),
        getElementTypeOrSelf(init.get())));
  }
}

/// Reads constants with a single value as scalars, since an array would have to
/// be written and read.
static void inlineSplats(linalg::GenericOp op) {
  OpBuilder builder = OpBuilder::atBlockBegin(op.getBody());
  for (OpOperand *input : op.getDpsInputOperands()) {
    SplatElementsAttr splat;
    if (!matchPattern(input->get(), m_Constant(&splat)))
      continue;
    BlockArgument element = op.getMatchingBlockArgument(input);
    auto value = dyn_cast_or_null<TypedAttr>(splat.getSplatValue<Attribute>());
    if (value && !element.use_empty() &&
        arith::ConstantOp::isBuildableWith(value, element.getType()))
      element.replaceAllUsesWith(
          arith::ConstantOp::create(builder, op.getLoc(), value));
  }
}

/// Whether `position` of an axis grows with `loops`, one of which has a single
/// iteration. If so, `last` is set to the largest position.
static bool isWindowOfUnitLoop(AffineExpr position, ArrayRef<int64_t> loops,
                               int64_t &last) {
  WalkResult linear = position.walk([](AffineExpr part) {
    return isa<AffineBinaryOpExpr>(part) &&
                   part.getKind() != AffineExprKind::Add &&
                   part.getKind() != AffineExprKind::Mul
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (isa<AffineDimExpr>(position) || linear.wasInterrupted())
    return false;
  AffineMap map = AffineMap::get(loops.size(), 0, position);
  SmallVector<int64_t> point(loops.size(), 0);
  int64_t first = map.compose(point).front();
  bool hasUnitLoop = false;
  last = first;
  for (auto [loop, extent] : llvm::enumerate(loops)) {
    point[loop] = 1;
    int64_t step = map.compose(point).front() - first;
    point[loop] = 0;
    if (step == 0)
      continue;
    if (step < 0 || extent <= 0)
      return false;
    hasUnitLoop |= extent == 1;
    last += step * (extent - 1);
  }
  return hasUnitLoop;
}

/// Removes the positions that a window with one position does not reach.
/// Upstream drops the loop of one iteration, and then assumes that the axis is
/// read completely.
static void cutUnread(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  rewriter.setInsertionPoint(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type)
      continue;
    SmallVector<OpFoldResult> sizes;
    for (auto [axis, position] :
         llvm::enumerate(op.getMatchingIndexingMap(input).getResults()))
      if (int64_t last; isWindowOfUnitLoop(position, loops, last) &&
                        type.getDimSize(axis) > last + 1) {
        if (sizes.empty())
          sizes = tensor::getMixedSizes(rewriter, op.getLoc(), input->get());
        sizes[axis] = rewriter.getIndexAttr(last + 1);
      }
    if (sizes.empty())
      continue;
    SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0)),
        ones(sizes.size(), rewriter.getIndexAttr(1));
    Value cut = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), input->get(), zeros, sizes, ones);
    rewriter.modifyOpInPlace(op, [&] { input->set(cut); });
  }
}

/// Drops empty operands. An empty part begins behind the end, where upstream
/// allows no slice.
static void dropEmptyParts(RewriterBase &rewriter, tensor::ConcatOp op) {
  RankedTensorType type = op.getResultType();
  rewriter.setInsertionPoint(op);
  ReifiedRankedShapedTypeDims extents;
  if (llvm::is_contained(type.getShape(), 0) &&
      succeeded(op.reifyResultShapes(rewriter, extents))) {
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, extents.front(),
                                                 type.getElementType());
    return;
  }
  SmallVector<Value> parts;
  for (Value input : op.getInputs())
    if (cast<RankedTensorType>(input.getType()).getDimSize(op.getDim()) != 0)
      parts.push_back(input);
  if (parts.size() == op.getInputs().size() || parts.empty())
    return;
  if (parts.size() == 1 && parts.front().getType() == type)
    rewriter.replaceOp(op, parts.front());
  else
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, type, op.getDim(), parts);
}

/// Reinterprets elements one by one: bufferization does not know the op.
static void expandBitcast(RewriterBase &rewriter, tensor::BitcastOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, op.getSource()),
      type.getElementType());
  SmallVector<AffineMap> maps(2,
                              rewriter.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, op.getSource(), empty, maps, loops,
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        Value cast = arith::BitcastOp::create(
            builder, loc, type.getElementType(), elements.front());
        linalg::YieldOp::create(builder, loc, cast);
      });
}

/// Selects one of two tensors element by element. If they were selected as a
/// whole, bufferization would have to put both in one buffer.
static void expandSelect(RewriterBase &rewriter, arith::SelectOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> maps(3,
                              rewriter.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value condition = op.getCondition();
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, ValueRange{op.getTrueValue(), op.getFalseValue()}, empty, maps,
      loops, [&](OpBuilder &builder, Location loc, ValueRange elements) {
        Value element = arith::SelectOp::create(builder, loc, condition,
                                                elements[0], elements[1]);
        linalg::YieldOp::create(builder, loc, element);
      });
}

namespace {

struct PrepareLinalg : dtensor::impl::PrepareLinalgBase<PrepareLinalg> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::AggregatedOpInterface> aggregated;
    getOperation().walk([&](linalg::AggregatedOpInterface op) {
      if (!isa<linalg::LinalgOp>(op.getOperation()))
        aggregated.push_back(op);
    });
    for (linalg::AggregatedOpInterface op : aggregated) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
      if (succeeded(parts))
        rewriter.replaceOp(op, *parts);
    }

    SmallVector<tensor::BitcastOp> bitcasts;
    getOperation().walk([&](tensor::BitcastOp op) {
      if (isa<RankedTensorType>(op.getType()))
        bitcasts.push_back(op);
    });
    for (tensor::BitcastOp op : bitcasts)
      expandBitcast(rewriter, op);
    SmallVector<arith::SelectOp> selects;
    getOperation().walk([&](arith::SelectOp op) {
      auto type = dyn_cast<RankedTensorType>(op.getType());
      if (type && type.hasStaticShape() &&
          op.getCondition().getType().isInteger(1))
        selects.push_back(op);
    });
    for (arith::SelectOp op : selects)
      expandSelect(rewriter, op);
    SmallVector<tensor::PadOp> pads;
    getOperation().walk([&](tensor::PadOp op) { pads.push_back(op); });
    for (tensor::PadOp op : pads)
      expandPad(rewriter, op);
    SmallVector<tensor::ConcatOp> concats;
    getOperation().walk([&](tensor::ConcatOp op) { concats.push_back(op); });
    for (tensor::ConcatOp op : concats)
      dropEmptyParts(rewriter, op);

    SmallVector<linalg::LinalgOp> ops;
    auto collectOps = [&] {
      ops.clear();
      getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    };
    collectOps();
    for (linalg::LinalgOp op : ops)
      lengthenColumns(rewriter, op);
    collectOps();
    for (linalg::LinalgOp op : ops) {
      // Without iterations nothing is written, and upstream cannot tile it.
      if (op.hasPureTensorSemantics() &&
          llvm::is_contained(op.getStaticLoopRanges(), 0)) {
        rewriter.replaceOp(op, op.getDpsInits());
        continue;
      }
      cutUnread(rewriter, op);
      if (isMatrixContraction(op)) {
        foldTransposes(rewriter, op);
      } else if (isFusable(op) && !isa<linalg::GenericOp, linalg::FillOp>(op)) {
        rewriter.setInsertionPoint(op);
        (void)linalg::generalizeNamedOp(rewriter, op);
      }
    }
    getOperation().walk([&](linalg::GenericOp op) {
      if (!isFusable(op))
        return;
      emptyDestinations(rewriter, op);
      inlineSplats(op);
    });
  }
};

} // namespace
