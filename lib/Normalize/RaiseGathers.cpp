//===- RaiseGathers.cpp - Gathers that are written as loops ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkedLoops.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Normalize/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace dtensor {
#define GEN_PASS_DEF_RAISEGATHERS
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using linalg_ext::GatherOp;
using linalg_ext::ScatterOp;

namespace {

/// One `tensor.extract` in the body of a structured op. It reads a tensor from
/// outside, at positions of which some are data and some are loops.
class ExtractRaiser {
public:
  ExtractRaiser(linalg::GenericOp op, tensor::ExtractOp extract)
      : op(op), extract(extract), loopExtents(op.getStaticLoopRanges()) {}

  /// Whether the op can be raised.
  bool analyze();
  /// The op with the result of a gather as a new operand. Ops that compute
  /// positions are added to `created`.
  linalg::GenericOp raise(RewriterBase &rewriter,
                          SmallVectorImpl<linalg::GenericOp> &created);

private:
  bool collectSlice(Value index);
  Value createIndices(OpBuilder &builder);
  Value createGather(OpBuilder &builder, Value indices);

  linalg::GenericOp op;
  tensor::ExtractOp extract;
  SmallVector<int64_t> loopExtents;
  /// For each axis of the tensor the loop that walks along all of it, or -1.
  SmallVector<int64_t> loopOf;
  /// The ops of the body that compute positions, in order.
  llvm::SetVector<Operation *> slice;
  /// The loops that positions depend on, in order.
  SmallVector<unsigned> batchLoops;
  /// The loops that walk along the axes of the gathered slices.
  SmallVector<unsigned> pickedLoops;
};

} // namespace

/// Adds to `slice` the ops of the body that compute `index`. Returns false if
/// one of them has effects.
bool ExtractRaiser::collectSlice(Value index) {
  Operation *definition = index.getDefiningOp();
  if (!definition || definition->getBlock() != op.getBody()) {
    auto argument = dyn_cast<BlockArgument>(index);
    if (!argument || argument.getOwner() != op.getBody())
      return true;
    // The previous value of the destination depends on earlier iterations.
    return argument.getArgNumber() < op.getNumDpsInputs();
  }
  if (slice.contains(definition))
    return true;
  if (!isPure(definition) || definition->getNumRegions() != 0)
    return false;
  if (!llvm::all_of(definition->getOperands(),
                    [&](Value operand) { return collectSlice(operand); }))
    return false;
  slice.insert(definition);
  return true;
}

bool ExtractRaiser::analyze() {
  auto type = dyn_cast<RankedTensorType>(extract.getTensor().getType());
  if (!type || extract->getBlock() != op.getBody() ||
      op->isAncestor(extract.getTensor().getParentRegion()->getParentOp()) ||
      type.getRank() == 0)
    return false;
  llvm::SmallDenseSet<unsigned> walked;
  for (auto [axis, index] : llvm::enumerate(extract.getIndices())) {
    std::optional<unsigned> loop = getWalkedLoop(op, index);
    if (loop && !type.isDynamicDim(axis) &&
        loopExtents[*loop] == type.getDimSize(axis) &&
        walked.insert(*loop).second) {
      loopOf.push_back(*loop);
      continue;
    }
    loopOf.push_back(-1);
    // An empty tensor has no slices; the loops never run.
    if (type.getDimSize(axis) == 0 || !collectSlice(index))
      return false;
  }

  llvm::SmallBitVector depends(op.getNumLoops());
  auto dependOn = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBody())
      return;
    AffineMap map =
        op.getMatchingIndexingMap(&op->getOpOperand(argument.getArgNumber()));
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (map.isFunctionOfDim(loop))
        depends.set(loop);
  };
  for (auto [axis, index] : llvm::enumerate(extract.getIndices()))
    if (loopOf[axis] < 0)
      dependOn(index);
  for (Operation *definition : slice) {
    if (auto loop = dyn_cast<linalg::IndexOp>(definition))
      depends.set(loop.getDim());
    llvm::for_each(definition->getOperands(), dependOn);
  }
  for (unsigned loop : depends.set_bits())
    batchLoops.push_back(loop);
  return true;
}

/// The positions as a tensor. It has an axis for each of `batchLoops`, and one
/// for the coordinates if there are several.
Value ExtractRaiser::createIndices(OpBuilder &builder) {
  Location loc = extract.getLoc();
  MLIRContext *context = builder.getContext();
  SmallVector<Value> elements;
  for (auto [axis, index] : llvm::enumerate(extract.getIndices()))
    if (loopOf[axis] < 0)
      elements.push_back(index);
  unsigned numLoops = batchLoops.size() + (elements.size() > 1);

  SmallVector<Range> ranges =
      cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(builder, loc);
  SmallVector<OpFoldResult> extents;
  for (unsigned loop : batchLoops)
    extents.push_back(ranges[loop].size);
  if (elements.size() > 1)
    extents.push_back(builder.getIndexAttr(elements.size()));

  // The loops of the new op are a part of those of the old one.
  SmallVector<AffineExpr> loops(op.getNumLoops(),
                                getAffineConstantExpr(0, context));
  for (auto [position, loop] : llvm::enumerate(batchLoops))
    loops[loop] = builder.getAffineDimExpr(position);
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  SmallVector<unsigned> arguments;
  auto isUsed = [&](BlockArgument argument) {
    return llvm::is_contained(elements, argument) ||
           llvm::any_of(argument.getUsers(),
                        [&](Operation *user) { return slice.contains(user); });
  };
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isUsed(op.getMatchingBlockArgument(input)))
      continue;
    arguments.push_back(input->getOperandNumber());
    inputs.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        loops, {}, numLoops, 0));
  }
  maps.push_back(builder.getMultiDimIdentityMap(numLoops));
  Value empty =
      tensor::EmptyOp::create(builder, loc, extents, builder.getI64Type());
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::parallel);
  auto positions = linalg::GenericOp::create(
      builder, loc, empty.getType(), inputs, empty, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange values) {
        IRMapping mapping;
        for (auto [argument, value] : llvm::zip(arguments, values.drop_back()))
          mapping.map(op.getBody()->getArgument(argument), value);
        for (Operation *definition : slice) {
          if (auto loop = dyn_cast<linalg::IndexOp>(definition)) {
            unsigned position =
                llvm::find(batchLoops, loop.getDim()) - batchLoops.begin();
            mapping.map(
                loop.getResult(),
                linalg::IndexOp::create(nested, loc, position).getResult());
            continue;
          }
          nested.clone(*definition, mapping);
        }
        Value chosen;
        for (auto [number, element] : llvm::enumerate(elements)) {
          Value here = mapping.lookupOrDefault(element);
          if (!chosen) {
            chosen = here;
            continue;
          }
          Value at = linalg::IndexOp::create(nested, loc, numLoops - 1);
          Value isIt = arith::CmpIOp::create(
              nested, loc, arith::CmpIPredicate::eq, at,
              arith::ConstantIndexOp::create(nested, loc, number));
          chosen = arith::SelectOp::create(nested, loc, isIt, here, chosen);
        }
        Value integer = arith::IndexCastOp::create(nested, loc,
                                                   nested.getI64Type(), chosen);
        linalg::YieldOp::create(nested, loc, integer);
      });
  return positions.getResult(0);
}

Value ExtractRaiser::createGather(OpBuilder &builder, Value indices) {
  Location loc = extract.getLoc();
  auto type = cast<RankedTensorType>(extract.getTensor().getType());
  SmallVector<int64_t> starts, collapsed, batch, indicesBatch, sizes, walked;
  for (auto [axis, loop] : llvm::enumerate(loopOf)) {
    const unsigned *inBatch = llvm::find(batchLoops, unsigned(loop));
    if (loop >= 0 && inBatch == batchLoops.end()) {
      walked.push_back(loop);
      sizes.push_back(type.getDimSize(axis));
      continue;
    }
    sizes.push_back(1);
    if (loop >= 0) {
      batch.push_back(axis);
      indicesBatch.push_back(inBatch - batchLoops.begin());
    } else {
      starts.push_back(axis);
      collapsed.push_back(axis);
    }
  }
  // The order is that of the loops, if the tensor's axes have the same order.
  llvm::append_range(pickedLoops, batchLoops);
  llvm::append_range(pickedLoops, walked);
  if (llvm::is_sorted(walked))
    llvm::sort(pickedLoops);
  SmallVector<int64_t> offsets;
  for (int64_t loop : walked)
    offsets.push_back(llvm::find(pickedLoops, unsigned(loop)) -
                      pickedLoops.begin());

  auto indicesType = cast<RankedTensorType>(indices.getType());
  SmallVector<OpFoldResult> extents;
  for (unsigned loop : pickedLoops) {
    const unsigned *inBatch = llvm::find(batchLoops, loop);
    extents.push_back(
        inBatch == batchLoops.end()
            ? OpFoldResult(builder.getIndexAttr(loopExtents[loop]))
            : linalg_ext::getExtent(builder, loc, indices,
                                    inBatch - batchLoops.begin()));
  }
  Value empty =
      tensor::EmptyOp::create(builder, loc, extents, type.getElementType());
  // Positions with one coordinate have no axis for it.
  int64_t indexVectorAxis =
      starts.size() > 1 ? indicesType.getRank() - 1 : indicesType.getRank();
  return GatherOp::create(builder, loc, empty.getType(), extract.getTensor(),
                          indices, empty, ValueRange(),
                          builder.getDenseI64ArrayAttr(offsets),
                          builder.getDenseI64ArrayAttr(collapsed),
                          builder.getDenseI64ArrayAttr(batch),
                          builder.getDenseI64ArrayAttr(indicesBatch),
                          builder.getDenseI64ArrayAttr(starts),
                          builder.getI64IntegerAttr(indexVectorAxis),
                          builder.getDenseI64ArrayAttr(sizes),
                          DenseI64ArrayAttr(), DenseI64ArrayAttr())
      .getResult();
}

linalg::GenericOp
ExtractRaiser::raise(RewriterBase &rewriter,
                     SmallVectorImpl<linalg::GenericOp> &created) {
  rewriter.setInsertionPoint(op);
  Value picked = extract.getTensor();
  if (llvm::is_contained(loopOf, -1)) {
    Value indices = createIndices(rewriter);
    created.push_back(indices.getDefiningOp<linalg::GenericOp>());
    picked = createGather(rewriter, indices);
  } else {
    // All positions are loops, so the tensor is an ordinary operand.
    llvm::append_range(pickedLoops, loopOf);
  }

  SmallVector<Value> inputs(op.getDpsInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<AffineExpr> axes;
  for (unsigned loop : pickedLoops)
    axes.push_back(rewriter.getAffineDimExpr(loop));
  maps.insert(maps.begin() + inputs.size(),
              AffineMap::get(op.getNumLoops(), 0, axes, op.getContext()));
  inputs.push_back(picked);
  auto raised = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getDpsInits(),
      maps, op.getIteratorTypesArray());
  raised.getRegion().takeBody(op.getRegion());
  BlockArgument element = raised.getBody()->insertArgument(
      inputs.size() - 1,
      cast<RankedTensorType>(picked.getType()).getElementType(),
      extract.getLoc());
  rewriter.replaceOp(extract, element);
  rewriter.replaceOp(op, raised);
  return raised;
}

//===----------------------------------------------------------------------===//
// Upstream's gather and scatter
//===----------------------------------------------------------------------===//

namespace {
/// The layout of slices in tensor.gather and tensor.scatter: batch axes first,
/// then all axes of the tensor, or those that positions do not index.
struct Slices {
  SmallVector<int64_t> along, dropped, sizes;
  int64_t indexVectorAxis;
};
} // namespace

static Slices getSlices(RankedTensorType whole, RankedTensorType slices,
                        RankedTensorType indices, ArrayRef<int64_t> counted) {
  Slices result;
  result.indexVectorAxis = indices.getRank() - 1;
  for (int64_t axis = result.indexVectorAxis; axis < slices.getRank(); ++axis)
    result.along.push_back(axis);
  if (int64_t(result.along.size()) < whole.getRank())
    llvm::append_range(result.dropped, counted);
  for (int64_t axis = 0; axis < whole.getRank(); ++axis)
    result.sizes.push_back(
        llvm::is_contained(counted, axis) ? 1 : linalg_ext::kAll);
  return result;
}

static void convert(tensor::GatherOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  Slices slices = getSlices(op.getSourceType(), op.getResultType(),
                            op.getIndicesType(), op.getGatherDims());
  SmallVector<OpFoldResult> extents;
  SmallVector<int64_t> other;
  for (int64_t axis = 0; axis < op.getSourceType().getRank(); ++axis)
    if (!llvm::is_contained(slices.dropped, axis))
      other.push_back(axis);
  for (int64_t axis = 0; axis < slices.indexVectorAxis; ++axis)
    extents.push_back(
        linalg_ext::getExtent(rewriter, op.getLoc(), op.getIndices(), axis));
  for (int64_t axis : other)
    extents.push_back(slices.sizes[axis] == 1
                          ? OpFoldResult(rewriter.getIndexAttr(1))
                          : linalg_ext::getExtent(rewriter, op.getLoc(),
                                                  op.getSource(), axis));
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), extents,
                                        op.getResultType().getElementType());
  Value gathered =
      GatherOp::create(rewriter, op.getLoc(), empty.getType(), op.getSource(),
                       op.getIndices(), empty, ValueRange(),
                       rewriter.getDenseI64ArrayAttr(slices.along),
                       rewriter.getDenseI64ArrayAttr(slices.dropped),
                       DenseI64ArrayAttr(), DenseI64ArrayAttr(),
                       rewriter.getDenseI64ArrayAttr(op.getGatherDims()),
                       rewriter.getI64IntegerAttr(slices.indexVectorAxis),
                       rewriter.getDenseI64ArrayAttr(slices.sizes),
                       DenseI64ArrayAttr(), DenseI64ArrayAttr())
          .getResult();
  if (gathered.getType() != op.getResultType())
    gathered = tensor::CastOp::create(rewriter, op.getLoc(), op.getResultType(),
                                      gathered);
  rewriter.replaceOp(op, gathered);
}

static void convert(tensor::ScatterOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Slices slices = getSlices(op.getDestType(), op.getSourceType(),
                            op.getIndicesType(), op.getScatterDims());
  auto scatter = ScatterOp::create(
      rewriter, loc, TypeRange(op.getDestType()), op.getIndices(),
      op.getSource(), /*reads=*/ValueRange(), op.getDest(), ValueRange(),
      rewriter.getDenseI64ArrayAttr(slices.along),
      rewriter.getDenseI64ArrayAttr(slices.dropped), DenseI64ArrayAttr(),
      DenseI64ArrayAttr(), rewriter.getDenseI64ArrayAttr(op.getScatterDims()),
      rewriter.getI64IntegerAttr(slices.indexVectorAxis), DenseI64ArrayAttr(),
      DenseI64ArrayAttr());
  Type element = op.getDestType().getElementType();
  Block *body = rewriter.createBlock(&scatter.getCombiner(), {},
                                     {element, element}, {loc, loc});
  linalg_ext::YieldOp::create(rewriter, loc, body->getArgument(1));
  rewriter.replaceOp(op, scatter);
}

/// Converts a generated tensor whose body reads others into a structured op.
static linalg::GenericOp convert(tensor::GenerateOp op,
                                 RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  auto type = cast<RankedTensorType>(op.getType());
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), type,
                                        op.getDynamicExtents());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, TypeRange(type), ValueRange(), empty,
      rewriter.getMultiDimIdentityMap(type.getRank()), iterators,
      [&](OpBuilder &builder, Location loc, ValueRange) {
        IRMapping mapping;
        Block &body = op.getBody().front();
        for (BlockArgument position : body.getArguments())
          mapping.map(position, linalg::IndexOp::create(builder, loc,
                                                        position.getArgNumber())
                                    .getResult());
        for (Operation &nested : body.without_terminator())
          builder.clone(nested, mapping);
        linalg::YieldOp::create(
            builder, loc,
            mapping.lookupOrDefault(body.getTerminator()->getOperand(0)));
      });
}

namespace {

struct RaiseGathers : dtensor::impl::RaiseGathersBase<RaiseGathers> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<tensor::GatherOp> gathers;
    SmallVector<tensor::ScatterOp> scatters;
    SmallVector<tensor::GenerateOp> generated;
    SmallVector<linalg::GenericOp> structured;
    getOperation()->walk([&](Operation *op) {
      if (auto gather = dyn_cast<tensor::GatherOp>(op))
        gathers.push_back(gather);
      else if (auto scatter = dyn_cast<tensor::ScatterOp>(op))
        scatters.push_back(scatter);
      else if (auto generate = dyn_cast<tensor::GenerateOp>(op))
        generated.push_back(generate);
      else if (auto generic = dyn_cast<linalg::GenericOp>(op))
        structured.push_back(generic);
    });
    if (gathers.empty() && scatters.empty() && generated.empty() &&
        structured.empty())
      return markAllAnalysesPreserved();
    for (tensor::GatherOp op : gathers)
      convert(op, rewriter);
    for (tensor::ScatterOp op : scatters)
      convert(op, rewriter);
    // On one device a body that reads other tensors costs no more.
    if (getOperation().getOps<MeshOp>().empty())
      return;
    for (tensor::GenerateOp op : generated)
      if (!op.getBody().getOps<tensor::ExtractOp>().empty())
        structured.push_back(convert(op, rewriter));
    // Positions may themselves be read at positions.
    while (!structured.empty())
      if (linalg::GenericOp raised =
              raiseOne(structured.pop_back_val(), rewriter, structured))
        structured.push_back(raised);
  }

  /// Null if there is nothing left to raise in the op.
  static linalg::GenericOp
  raiseOne(linalg::GenericOp op, RewriterBase &rewriter,
           SmallVectorImpl<linalg::GenericOp> &created) {
    if (!op.hasPureTensorSemantics())
      return {};
    for (auto extract : op.getBody()->getOps<tensor::ExtractOp>()) {
      ExtractRaiser raiser(op, extract);
      if (raiser.analyze())
        return raiser.raise(rewriter, created);
    }
    return {};
  }
};

} // namespace
