//===- FuseElementwise.cpp - One pass over memory -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// The number of arrays up to which a loop has enough registers for their
/// addresses.
constexpr unsigned kMaxOperands = 24;
/// The number of operations from which a payload has a pass over memory of its
/// own, since that pass is then a small part of its time. Each fusion copies
/// both payloads, and LLVM's time grows faster than the length of a loop.
constexpr size_t kMaxPayload = 512;
/// The cost up to which a payload is cheaper to compute twice than to store and
/// load.
constexpr int kCheap = 2;
constexpr int kCheapPerBroadcast = 6;

/// The number of ops to look at before their order in the block is asked for.
/// MLIR numbers all ops of a block for that, again and again as ops are added.
constexpr unsigned kNear = 32;

/// Whether all users of `producer` but `consumer` stand behind it, so that they
/// can use a result that the fused operation keeps.
bool areOtherUsersLater(Operation *producer, Operation *consumer) {
  Block *block = consumer->getBlock();
  llvm::SmallPtrSet<Operation *, 4> others;
  for (Operation *user : producer->getUsers()) {
    Operation *inBlock = block->findAncestorOpInBlock(*user);
    if (!inBlock)
      return false;
    if (inBlock != consumer)
      others.insert(inBlock);
  }
  Operation *op = producer;
  for (unsigned i = 0; i < kNear; ++i) {
    op = op->getNextNode();
    if (op == consumer)
      return true;
    if (others.contains(op))
      return false;
  }
  return llvm::all_of(others, [&](Operation *other) {
    return consumer->isBeforeInBlock(other);
  });
}

size_t countPayload(linalg::LinalgOp op) {
  return op.getBlock()->getOperations().size();
}

/// Whether an element is made from the previous one in its place.
bool readsDestination(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

/// The number of inputs of which a whole element is read for each point of the
/// loops. Computing one element of several again reads more than that element.
/// Along a chain of sums (the residuals of a transformer), each sum would read
/// all terms of those before.
unsigned countWholeInputs(linalg::LinalgOp op) {
  return llvm::count_if(op.getDpsInputOperands(), [&](OpOperand *input) {
    return op.getMatchingIndexingMap(input).getNumResults() == op.getNumLoops();
  });
}

bool shouldFuse(OpOperand *operand, bool keepInReductions) {
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer || !isFusable(producer) || !isFusable(consumer) ||
      producer->getBlock() != consumer->getBlock() ||
      producer->getNumOperands() + consumer->getNumOperands() > kMaxOperands ||
      countPayload(producer) + countPayload(consumer) > kMaxPayload)
    return false;
  int cost = getPayloadCost(producer);
  // Within loops that the producer does not have, it would be computed again.
  // If it reads its destination, it would start from its own result.
  if (!consumer.getMatchingIndexingMap(operand).isPermutation())
    return cost <= kCheapPerBroadcast && !readsDestination(producer);
  if (producer->hasOneUse())
    return true;
  if (areOtherUsersLater(producer, consumer) &&
      (consumer.getNumReductionLoops() == 0 || keepInReductions))
    return true;
  return cost <= kCheap && countWholeInputs(producer) <= 1;
}

/// Upstream fuses through one operand. An operation that reads another result
/// of the producer, or one result twice, would compute it again, and so on
/// every step of a recurrence such as b = x * b1 - b2, whose code doubles each
/// time. The result lists the users of such results; a result that others use
/// is kept.
SmallVector<Operation *> holdOtherReads(OpOperand &fused,
                                        PatternRewriter &rewriter) {
  Operation *consumer = fused.getOwner();
  Operation *producer = fused.get().getDefiningOp();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(consumer);
  SmallVector<Operation *> holders;
  for (OpOperand &operand : consumer->getOpOperands())
    if (&operand != &fused && operand.get().getDefiningOp() == producer)
      holders.push_back(UnrealizedConversionCastOp::create(
          rewriter, consumer->getLoc(), operand.get().getType(),
          operand.get()));
  return holders;
}

/// Makes `fused` read the element of its own result `kept` in the place of
/// `value`.
void readKept(linalg::GenericOp fused, Value value, OpResult kept,
              PatternRewriter &rewriter) {
  AffineMap map = fused.getIndexingMapMatchingResult(kept);
  Value element =
      fused.getBody()->getTerminator()->getOperand(kept.getResultNumber());
  for (OpOperand *input : fused.getDpsInputOperands())
    if (input->get() == value && fused.getMatchingIndexingMap(input) == map)
      rewriter.replaceAllUsesWith(fused.getMatchingBlockArgument(input),
                                  element);
}

/// Upstream's pattern leaves other users with the producer, which is then
/// computed twice. Here they use the result that the fused operation keeps.
struct FuseWithProducer : OpRewritePattern<linalg::GenericOp> {
  FuseWithProducer(MLIRContext *context, bool keepInReductions,
                   bool fuseLocations)
      : OpRewritePattern(context, /*benefit=*/5),
        keepInReductions(keepInReductions), fuseLocations(fuseLocations) {}

  LogicalResult matchAndRewrite(linalg::GenericOp consumer,
                                PatternRewriter &rewriter) const override {
    for (OpOperand &operand : consumer->getOpOperands()) {
      if (!linalg::areElementwiseOpsFusable(&operand) ||
          !shouldFuse(&operand, keepInReductions))
        continue;
      Operation *producer = operand.get().getDefiningOp();
      // Loops that the producer lacks may have no iterations, and then the
      // fused operation does not make the producer's result.
      bool keepsResult =
          consumer.getMatchingIndexingMap(&operand).isPermutation();
      SmallVector<Operation *> holders = holdOtherReads(operand, rewriter);
      FailureOr<linalg::ElementwiseOpFusionResult> result =
          linalg::fuseElementwiseOps(rewriter, &operand);
      for (Operation *holder : holders) {
        Value value = holder->getOperand(0);
        rewriter.eraseOp(holder);
        if (succeeded(result))
          if (Value kept = result->replacements.lookup(value))
            readKept(cast<linalg::GenericOp>(result->fusedOp), value,
                     cast<OpResult>(kept), rewriter);
      }
      if (failed(result))
        continue;
      Operation *fused = result->fusedOp;
      if (fuseLocations)
        fused->setLoc(
            rewriter.getFusedLoc({producer->getLoc(), consumer.getLoc()}));
      for (auto [old, replacement] : result->replacements) {
        // All readers of the consumer come later.
        if (old.getDefiningOp() == consumer.getOperation()) {
          rewriter.replaceAllUsesWith(old, replacement);
          continue;
        }
        if (!keepsResult)
          continue;
        rewriter.replaceUsesWithIf(old, replacement, [&](OpOperand &use) {
          if (use.getOwner() == consumer)
            return false;
          Operation *user =
              fused->getBlock()->findAncestorOpInBlock(*use.getOwner());
          return user && fused->isBeforeInBlock(user);
        });
      }
      rewriter.eraseOp(consumer);
      return success();
    }
    return failure();
  }

  bool keepInReductions;
  bool fuseLocations;
};

/// Reads the value of a fill as a scalar. An array would have to be written and
/// read, and each array counts as an operand.
struct InlineFills : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto fill = input->get().getDefiningOp<linalg::FillOp>();
      BlockArgument element = op.getMatchingBlockArgument(input);
      if (!fill || element.use_empty() ||
          fill.value().getType() != element.getType())
        continue;
      rewriter.replaceAllUsesWith(element, fill.value());
      changed = true;
    }
    return success(changed);
  }
};

/// Moves the insertions of what a loop computes to the end of its body. A
/// reduction that reads the same value then comes before them, and can keep the
/// value as a result.
void sinkInsertions(scf::ForOp loop) {
  Operation *end = loop.getBody()->getTerminator();
  SmallVector<Operation *> insertions;
  llvm::SmallPtrSet<Operation *, 4> known = {end};
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator()))
    if (isa<tensor::InsertSliceOp>(op) && op.hasOneUse() &&
        known.contains(*op.user_begin())) {
      known.insert(&op);
      insertions.push_back(&op);
    }
  for (Operation *insertion : llvm::reverse(insertions))
    insertion->moveBefore(end);
}

struct FuseElementwise : dtensor::impl::FuseElementwiseBase<FuseElementwise> {
  using FuseElementwiseBase::FuseElementwiseBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    owned.add<FuseWithProducer>(context, keepInReductions, fuseLocations);
    owned.add<InlineFills>(context, /*benefit=*/6);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(owned);
    linalg::populateInlineConstantOperandsPatterns(owned);
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        owned, [keep = keepInReductions.getValue()](OpOperand *operand) {
          return shouldFuse(operand, keep);
        });
    tensor::populateFoldTensorEmptyPatterns(owned);
    linalg::GenericOp::getCanonicalizationPatterns(owned, context);
    linalg::FillOp::getCanonicalizationPatterns(owned, context);
    for (StringRef name : {tensor::TensorDialect::getDialectNamespace(),
                           affine::AffineDialect::getDialectNamespace()})
      context->getLoadedDialect(name)->getCanonicalizationPatterns(owned);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    if (keepInReductions)
      getOperation().walk(sinkInsertions);
    // Nothing here changes which blocks are reached.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
