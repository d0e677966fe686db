//===- ComposeFetches.cpp - One fetch where there were several ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Filling.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
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

/// Whether the box that each device has after the inner fetch is its component
/// of the tensor that is the source of the outer one.
bool isComponent(const Mesh &mesh, const Fetch &inner,
                 const FetchSource &source) {
  Layout own = source.layout.withoutTrivialDims(mesh);
  Layout to = inner.to.withoutTrivialDims(mesh);
  if (own.getPartial() != to.getPartial())
    return false;
  for (auto [axis, window] : llvm::enumerate(inner.windows)) {
    int64_t extent = source.shape[axis];
    if (window.isLoop()) {
      unsigned loop = window.terms.front().loop;
      if (inner.loops[loop] != extent || to.getAxis(loop) != own.getAxis(axis))
        return false;
    } else if (!window.terms.empty() || window.offset != 0 || extent != 1 ||
               !own.getAxis(axis).empty()) {
      return false;
    }
  }
  return true;
}

/// All positions of the source that a move with steps reads.
Slice getRead(const AxisMove &move) {
  int64_t last = move.start + move.stride * (move.count - 1);
  return {std::min(move.start, last), std::abs(last - move.start) + 1};
}

/// Removes the steps that lead outside of a destination of `extent`.
AxisMove clip(AxisMove move, int64_t extent) {
  Slice steps = move.getSteps(getRead(move), {0, extent});
  return {move.start + move.stride * steps.offset, move.stride, steps.extent,
          move.destStart + move.destStride * steps.offset, move.destStride};
}

/// The positions of the destination from the first to the last that are written
/// from a source of `extent`, and their number.
struct Written {
  int64_t first, last, count;
};
Written getWritten(const AxisMove &move, int64_t extent) {
  Slice all{move.destStart, move.destStride * std::max<int64_t>(move.count, 1)};
  Slice steps = move.getSteps({0, extent}, all);
  int64_t first = move.destStart + move.destStride * steps.offset;
  return {first, first + move.destStride * (steps.extent - 1), steps.extent};
}

/// Whether the inner sources write all positions that the outer move reads.
/// There may be one of them, or several that lie side by side along one axis.
bool coversAll(const Fetch &inner, const FetchSource &outer) {
  std::optional<unsigned> joined;
  SmallVector<Written> parts;
  int64_t joinedTotal = 0, joinedWanted = 0;
  for (const FetchSource &source : inner.sources) {
    for (auto [axis, move] : llvm::enumerate(outer.moves)) {
      std::optional<AxisMove> both =
          compose(clip(source.moves[axis], outer.shape[axis]), move);
      if (!both)
        return false;
      Written moved = getWritten(*both, source.shape[axis]);
      int64_t wanted = getWritten(move, outer.shape[axis]).count;
      if (moved.count == wanted)
        continue;
      if (joined && *joined != axis)
        return false;
      joined = axis;
      joinedWanted = wanted;
    }
  }
  if (!joined)
    return !inner.sources.empty();
  for (const FetchSource &source : inner.sources) {
    AxisMove both = *compose(clip(source.moves[*joined], outer.shape[*joined]),
                             outer.moves[*joined]);
    Written moved = getWritten(both, source.shape[*joined]);
    if (moved.count == 0)
      continue;
    for (const Written &other : parts)
      if (moved.first <= other.last && other.first <= moved.last)
        return false;
    parts.push_back(moved);
    joinedTotal += moved.count;
  }
  return joinedTotal == joinedWanted;
}

/// The outer fetch with the sources of the inner one in the place of its source
/// number `index`. Nothing if no single move has the effect of both.
std::optional<Fetch> composeAt(const Fetch &outer, unsigned index,
                               const Fetch &inner) {
  const FetchSource &source = outer.sources[index];
  Fetch composed = outer;
  composed.sources.clear();
  for (auto [number, kept] : llvm::enumerate(outer.sources)) {
    if (number != index) {
      composed.sources.push_back(kept);
      continue;
    }
    for (const FetchSource &innerSource : inner.sources) {
      FetchSource moved = innerSource;
      for (auto [axis, move] : llvm::enumerate(moved.moves)) {
        std::optional<AxisMove> both =
            compose(clip(move, source.shape[axis]), source.moves[axis]);
        if (!both)
          return std::nullopt;
        move = *both;
      }
      composed.sources.push_back(std::move(moved));
    }
  }
  return composed;
}

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
    // Nothing here changes which blocks are reached.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
