//===- PrepareLinalg.cpp - One form for what fuses ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Passes.h"
#include "dtensor/Codegen/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace dtensor {
#define GEN_PASS_DEF_PREPARELINALG
#include "dtensor/Codegen/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Lets a contraction read the operand of a transpose: a kernel takes strides,
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

/// Gives an operation that does not read its destination an empty one: another
/// value there would count as a use of it, and stand in the way of fusion.
static void emptyDestinations(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (op.payloadUsesValueFromOperand(&init) ||
        !isa<RankedTensorType>(init.get().getType()) ||
        init.get().getDefiningOp<tensor::EmptyOp>())
      continue;
    Location loc = op.getLoc();
    init.set(tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, init.get()),
        getElementTypeOrSelf(init.get())));
  }
}

/// Reads constants of one value as scalars: an array of them would have to be
/// made and read.
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

/// Cuts from inputs what no window reads. Upstream drops loops of extent 1:
/// what is left of `d0 * 2 + d1` is then `d1`, and the input's axis, which may
/// be longer than what the loops read, would be taken for the extent of `d1`.
static void cutToWindows(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  rewriter.setInsertionPoint(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type || map.isProjectedPermutation(/*allowZeroInResults=*/true))
      continue;
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, input->get());
    bool isCut = false;
    for (auto [axis, position] : llvm::enumerate(map.getResults())) {
      bool hasLoopOfOne = false, isStatic = true;
      position.walk([&](AffineExpr expr) {
        auto loop = dyn_cast<AffineDimExpr>(expr);
        if (!loop)
          return;
        hasLoopOfOne |= loops[loop.getPosition()] == 1;
        isStatic &= !ShapedType::isDynamic(loops[loop.getPosition()]);
      });
      if (!hasLoopOfOne || !isStatic)
        continue;
      // Steps of windows are not negative: the last turns read furthest.
      SmallVector<Attribute> last;
      for (int64_t extent : loops)
        last.push_back(rewriter.getIndexAttr(
            ShapedType::isDynamic(extent) ? 0 : extent - 1));
      SmallVector<Attribute> furthest;
      AffineMap of = AffineMap::get(map.getNumDims(), 0, position);
      if (failed(of.constantFold(last, furthest)))
        continue;
      int64_t extent = cast<IntegerAttr>(furthest.front()).getInt() + 1;
      if (extent < 0 || type.getDimSize(axis) <= extent)
        continue;
      sizes[axis] = rewriter.getIndexAttr(extent);
      isCut = true;
    }
    if (!isCut)
      continue;
    SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> ones(sizes.size(), rewriter.getIndexAttr(1));
    Value cut = tensor::ExtractSliceOp::create(rewriter, loc, input->get(),
                                               zeros, sizes, ones);
    rewriter.modifyOpInPlace(op, [&] { input->set(cut); });
  }
}

/// Drops what has no positions: a part of no extent begins behind the end,
/// where upstream allows no slice.
static void dropEmptyParts(RewriterBase &rewriter, tensor::ConcatOp op) {
  RankedTensorType type = op.getResultType();
  rewriter.setInsertionPoint(op);
  if (type.hasStaticShape() && type.getNumElements() == 0) {
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(),
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
    SmallVector<tensor::ConcatOp> concats;
    getOperation().walk([&](tensor::ConcatOp op) { concats.push_back(op); });
    for (tensor::ConcatOp op : concats)
      dropEmptyParts(rewriter, op);

    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops) {
      cutToWindows(rewriter, op);
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
