//===- ComposeFetches.cpp - One fetch where there were several ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyBeforeFetch.h"
#include "Filling.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Layout/ComposedFetch.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_COMPOSEFETCHES
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Whether only fetches use the result of `first` (as the shifted slices of a
/// padding do), and they receive no more if each fetches from the sources
/// itself.
bool isWorthRepeating(comm::FetchOp first, const Fetch &inner,
                      const Mesh &mesh) {
  int64_t before = getReceivedElements(mesh, inner), after = 0;
  for (OpOperand &use : first->getUses()) {
    auto user = dyn_cast<comm::FetchOp>(use.getOwner());
    if (!user || !user.getNumbers().empty() ||
        user->getBlock() != first->getBlock() ||
        use.getOperandNumber() >= user.getSources().size())
      return false;
    Fetch outer = user.getFetch(mesh);
    std::optional<Fetch> composed =
        composeAt(outer, use.getOperandNumber(), inner);
    if (!composed)
      return false;
    before += getReceivedElements(mesh, outer);
    after += getReceivedElements(mesh, *composed);
  }
  return after <= before;
}

struct ComposeFetch : OpRewritePattern<comm::FetchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(comm::FetchOp op,
                                PatternRewriter &rewriter) const override {
    MeshOp meshOp = lookupMeshOrNull(op, op.getMeshName());
    if (!meshOp || op->getNumResults() != 1 || !op.getNumbers().empty())
      return failure();
    Mesh mesh = meshOp.getMesh();
    Fetch outer = op.getFetch(mesh);
    for (unsigned index = 0; index < outer.sources.size(); ++index)
      if (succeeded(composeSource(op, outer, index, mesh, rewriter)))
        return success();
    return failure();
  }

private:
  /// An op that moves elements before they are fetched.
  struct Mover {
    Fetch fetch;
    SmallVector<Value> sources;
    SmallVector<Attribute> from;
    /// The value at positions that no source writes; null if they are not used.
    Value filling;
    StringAttr reason;
  };

  /// Another fetch, whose boxes are the components from which the outer one
  /// fetches.
  static std::optional<Mover> getMover(comm::FetchOp first, comm::FetchOp op,
                                       const FetchSource &source,
                                       const Mesh &mesh) {
    if (!first.getNumbers().empty() || first->getBlock() != op->getBlock())
      return std::nullopt;
    Mover mover{first.getFetch(mesh), SmallVector<Value>(first.getSources()),
                SmallVector<Attribute>(first.getFrom().getValue()), Value(),
                first.getReasonAttr()};
    if ((!first->hasOneUse() && !isWorthRepeating(first, mover.fetch, mesh)) ||
        !isComponent(mesh, mover.fetch, source))
      return std::nullopt;
    if (first.getDest().getDefiningOp<tensor::EmptyOp>() ||
        coversAll(mover.fetch, source))
      return mover;
    mover.filling = getFilling(first.getDest());
    if (!mover.filling)
      return std::nullopt;
    return mover;
  }

  /// A padding of axes that are not sharded.
  static std::optional<Mover> getMover(tensor::PadOp pad, comm::FetchOp op,
                                       unsigned index,
                                       const FetchSource &source,
                                       const Mesh &mesh) {
    Mover mover{{},
                {pad.getSource()},
                {op.getFrom()[index]},
                pad.getConstantPaddingValue(),
                StringAttr()};
    if (!mover.filling)
      return std::nullopt;
    FetchSource inner = source;
    for (auto [axis, low, high] :
         llvm::enumerate(pad.getStaticLow(), pad.getStaticHigh())) {
      int64_t extent = source.shape[axis];
      if (low != 0 || high != 0) {
        extent = pad.getSourceType().getDimSize(axis);
        if (ShapedType::isDynamic(low) || ShapedType::isDynamic(high) ||
            ShapedType::isDynamic(extent) ||
            mesh.getGroupSize(source.layout.getAxis(axis)) > 1)
          return std::nullopt;
      }
      inner.shape[axis] = extent;
      inner.moves[axis] = {0, 1, extent, low, 1};
    }
    mover.fetch.sources.push_back(std::move(inner));
    return mover;
  }

  LogicalResult composeSource(comm::FetchOp op, const Fetch &outer,
                              unsigned index, const Mesh &mesh,
                              PatternRewriter &rewriter) const {
    Operation *before = op.getSources()[index].getDefiningOp();
    std::optional<Mover> mover;
    if (auto first = dyn_cast_or_null<comm::FetchOp>(before))
      mover = getMover(first, op, outer.sources[index], mesh);
    else if (auto pad = dyn_cast_or_null<tensor::PadOp>(before))
      mover = getMover(pad, op, index, outer.sources[index], mesh);
    if (!mover)
      return failure();
    std::optional<Fetch> both = composeAt(outer, index, mover->fetch);
    if (!both)
      return failure();
    // Positions that no source writes keep their value.
    Value dest = op.getDest();
    if (mover->filling) {
      bool isSame = getFilling(dest) == mover->filling;
      if (index != 0 || (!isSame && !dest.getDefiningOp<tensor::EmptyOp>()))
        return failure();
      if (!isSame)
        dest =
            linalg::FillOp::create(rewriter, op.getLoc(), mover->filling, dest)
                .getResult(0);
    }

    SmallVector<Value> values(op.getSources());
    values.erase(values.begin() + index);
    values.insert(values.begin() + index, mover->sources.begin(),
                  mover->sources.end());
    SmallVector<Attribute> from(op.getFrom().getValue());
    from.erase(from.begin() + index);
    from.insert(from.begin() + index, mover->from.begin(), mover->from.end());
    SmallVector<int64_t> numbers(outer.loops.begin(), outer.loops.end()),
        strides;
    for (const FetchSource &moved : both->sources)
      for (auto [move, extent] : llvm::zip_equal(moved.moves, moved.shape)) {
        numbers.append({extent, move.start, move.count, move.destStart});
        strides.append({move.stride, move.destStride});
      }
    StringAttr reason = joinReasons(mover->reason, op.getReasonAttr());
    auto composed = rewriter.replaceOpWithNewOp<comm::FetchOp>(
        op, op->getResultTypes(), values, dest, ValueRange(),
        rewriter.getArrayAttr(from), op.getToAttr(), op.getWindowAttr(),
        rewriter.getDenseI64ArrayAttr(numbers),
        rewriter.getDenseI64ArrayAttr(strides), reason,
        /*fromPeersOnly=*/UnitAttr());
    if (op->hasAttr(kUnforcedAttr))
      composed->setAttr(kUnforcedAttr, rewriter.getUnitAttr());
    if (before->use_empty())
      rewriter.eraseOp(before);
    return success();
  }

  static StringAttr joinReasons(StringAttr before, StringAttr after) {
    if (!before || !after || before == after)
      return after ? after : before;
    return StringAttr::get(before.getContext(),
                           before.getValue() + "; " + after.getValue());
  }
};

struct ComposeFetches : dtensor::impl::ComposeFetchesBase<ComposeFetches> {
  using ComposeFetchesBase::ComposeFetchesBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ComposeFetch>(&getContext());
    populateApplyBeforeFetch(patterns);
    // Nothing here changes which blocks are reached.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
