//===- ApplyBeforeFetch.cpp - Compute, then fetch -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyBeforeFetch.h"
#include "Filling.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Layout/ComposedFetch.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace dtensor;

/// Whether all devices have the same value. Others may differ, such as the
/// first position of a shard.
static bool isConstant(Value scalar) {
  return matchPattern(scalar, m_Constant());
}

/// Whether an element of the op's only result depends on nothing but the
/// elements of its inputs at the same position, and may be computed at further
/// positions and on other devices.
static bool isElementwise(Operation *op) {
  if (op->getNumResults() != 1 || !isPure(op))
    return false;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return isa<RankedTensorType>(op->getResult(0).getType()) &&
           OpTrait::hasElementwiseMappableTraits(op);
  llvm::SetVector<Value> outer;
  getUsedValuesDefinedAbove(op->getRegions(), outer);
  return llvm::all_of(outer, isConstant) && !structured.hasIndexSemantics() &&
         structured.getNumLoops() == structured.getNumParallelLoops() &&
         !structured.payloadUsesValueFromOperand(
             structured.getDpsInitOperand(0)) &&
         llvm::all_of(structured.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

static SmallVector<Value> getInputs(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.getDpsInputs();
  return SmallVector<Value>(op->getOperands());
}

/// Whether two fetches bring the same positions of two tensors.
static bool areAlike(comm::FetchOp a, comm::FetchOp b) {
  return a.getSources().getTypes() == b.getSources().getTypes() &&
         a.getFrom() == b.getFrom() && a.getTo() == b.getTo() &&
         a.getWindow() == b.getWindow() &&
         a.getStaticNumbers() == b.getStaticNumbers() &&
         a.getStrides() == b.getStrides();
}

/// Returns -1 if not all of them have one width.
static int64_t getWidth(ValueRange values) {
  int64_t width = 0;
  for (Type type : values.getTypes()) {
    Type element = getElementTypeOrSelf(type);
    int64_t own = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : -1;
    if (own < 0 || (width && own != width))
      return -1;
    width = own;
  }
  return width;
}

namespace {

struct ApplyBeforeFetch : OpRewritePattern<comm::FetchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(comm::FetchOp fetch,
                                PatternRewriter &rewriter) const override {
    MeshOp mesh = lookupMeshOrNull(fetch, fetch.getMeshName());
    if (!mesh || fetch->getNumResults() != 1 || !fetch.getNumbers().empty())
      return failure();
    for (OpOperand &source : fetch.getSourcesMutable()) {
      std::optional<FetchedOps> between = match(fetch, source);
      if (!between || !isWorthIt(*between, fetch, source, mesh.getMesh()))
        continue;
      rewrite(*between, source, rewriter);
      return success();
    }
    return failure();
  }

private:
  /// Ops on values that were fetched in the same way, and on constants.
  struct FetchedOps {
    /// In the order in which they compute.
    SmallVector<Operation *> ops;
    SmallVector<comm::FetchOp> fetches;
  };
  static constexpr size_t kMaxOps = 16;
  /// The number of elements that are computed rather than one is received. To
  /// receive one takes much longer on most machines, but the source may be far
  /// larger than the part that is read.
  static constexpr int64_t kComputedPerReceived = 8;

  /// Finds the ops that compute `value`, all for `user` alone. Returns false if
  /// there are others.
  static bool find(Value value, Operation *user, FetchedOps &between) {
    if (Value filling = getFilling(value))
      return isConstant(filling);
    if (!isa<RankedTensorType>(value.getType()))
      return isConstant(value);
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != user->getBlock())
      return false;
    if (auto fetch = dyn_cast<comm::FetchOp>(op)) {
      if (fetch.getSources().size() != 1 || !fetch.getNumbers().empty() ||
          (!between.fetches.empty() &&
           !areAlike(fetch, between.fetches.front())))
        return false;
      if (!llvm::is_contained(between.fetches, fetch))
        between.fetches.push_back(fetch);
      return true;
    }
    if (!op->hasOneUse() || !isElementwise(op) ||
        between.ops.size() == kMaxOps ||
        !llvm::all_of(getInputs(op),
                      [&](Value input) { return find(input, op, between); }))
      return false;
    between.ops.push_back(op);
    return true;
  }

  static std::optional<FetchedOps> match(comm::FetchOp outer,
                                         OpOperand &source) {
    FetchedOps between;
    if (!find(source.get(), outer, between) || between.ops.empty() ||
        between.fetches.empty())
      return std::nullopt;
    return between;
  }

  static bool isWorthIt(const FetchedOps &between, comm::FetchOp outer,
                        OpOperand &source, const Mesh &mesh) {
    comm::FetchOp first = between.fetches.front();
    auto before = cast<RankedTensorType>(first.getSources().front().getType());
    auto after = cast<RankedTensorType>(first.getResult().getType());
    unsigned index = source.getOperandNumber();
    Fetch inner = first.getFetch(mesh), own = outer.getFetch(mesh);
    if (!before.hasStaticShape() || !after.hasStaticShape() ||
        getWidth({source.get(), first.getResult()}) < 0 ||
        !isComponent(mesh, inner, own.sources[index]) ||
        !coversAll(inner, own.sources[index]))
      return false;
    std::optional<Fetch> composed = composeAt(own, index, inner);
    if (!composed)
      return false;
    std::vector<Fetch> present{own};
    for (comm::FetchOp fetch : between.fetches)
      if (llvm::all_of(fetch->getUsers(), [&](Operation *user) {
            return llvm::is_contained(between.ops, user);
          }))
        present.push_back(fetch.getFetch(mesh));
    int64_t spared = getReceivedElements(mesh, present) -
                     getReceivedElements(mesh, *composed);
    int64_t further = before.getNumElements() - after.getNumElements();
    return spared > 0 && further * int64_t(between.ops.size()) <=
                             kComputedPerReceived * spared;
  }

  static void rewrite(const FetchedOps &between, OpOperand &source,
                      PatternRewriter &rewriter) {
    comm::FetchOp first = between.fetches.front();
    rewriter.setInsertionPoint(source.getOwner());
    Location loc = source.getOwner()->getLoc();
    auto createEmpty = [&](Value like, Type shape) -> Value {
      return tensor::EmptyOp::create(rewriter, loc,
                                     cast<RankedTensorType>(shape).getShape(),
                                     getElementTypeOrSelf(like));
    };
    Type shape = first.getSources().front().getType();
    IRMapping mapping;
    for (comm::FetchOp fetch : between.fetches)
      mapping.map(fetch.getResult(), fetch.getSources().front());
    for (Operation *op : between.ops) {
      for (Value operand : op->getOperands()) {
        if (!isa<RankedTensorType>(operand.getType()) ||
            mapping.contains(operand))
          continue;
        // A filling, or the destination of the op.
        Value replacement = createEmpty(operand, shape);
        if (Value filling = getFilling(operand))
          replacement =
              linalg::FillOp::create(rewriter, loc, filling, replacement)
                  .getResult(0);
        mapping.map(operand, replacement);
      }
      Value result = op->getResult(0);
      Value whole = rewriter.clone(*op, mapping)->getResult(0);
      whole.setType(
          cast<RankedTensorType>(shape).clone(getElementTypeOrSelf(result)));
      mapping.map(result, whole);
    }
    Value fetched = source.get();
    IRMapping moved;
    moved.map(first.getSources().front(), mapping.lookup(fetched));
    moved.map(first.getDest(), createEmpty(fetched, fetched.getType()));
    Operation *inner = rewriter.clone(*first, moved);
    inner->getResult(0).setType(fetched.getType());
    rewriter.replaceAllUsesWith(fetched, inner->getResult(0));
    for (Operation *op : llvm::reverse(between.ops))
      rewriter.eraseOp(op);
    for (comm::FetchOp fetch : between.fetches)
      if (fetch->use_empty())
        rewriter.eraseOp(fetch);
  }
};

} // namespace

void dtensor::populateApplyBeforeFetch(RewritePatternSet &patterns) {
  patterns.add<ApplyBeforeFetch>(patterns.getContext());
}
