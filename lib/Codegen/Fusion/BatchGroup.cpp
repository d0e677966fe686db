//===- BatchGroup.cpp - Products that share their batch loops -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BatchGroup.h"
#include "ProducerWalk.h"
#include "dtensor/Analysis/StructuredOps.h"

using namespace mlir;
using namespace dtensor;

/// Results of producers up to this size stay in a core's cache anyway.
static constexpr int64_t kCacheBytes = 2 << 20;
/// The size of a tile of the largest result.
static constexpr int64_t kTileBytes = 1 << 20;

namespace {

/// For each batch loop of the root, the loop of an operation that it is.
using Loops = SmallVector<unsigned, 2>;

class BatchGroupFinder {
public:
  explicit BatchGroupFinder(linalg::LinalgOp root) { group.root = root; }

  std::optional<BatchGroup> find();

private:
  bool collect();
  bool add(linalg::LinalgOp op);
  std::optional<Loops> mapLoops(linalg::LinalgOp op, OpOperand &use);
  bool chooseTiles(const Loops &batch);

  BatchGroup group;
  llvm::DenseMap<Operation *, Loops> loopsOfMember;
};

} // namespace

/// The loops of a contraction that both operands and the result depend on.
static Loops getBatchLoops(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> loops =
      linalg::inferContractionDims(op);
  return succeeded(loops) ? loops->batch : Loops();
}

/// Whether the op has tiles of a known number of elements.
static bool isCandidate(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && isTilable(op) &&
         !ShapedType::isDynamicShape(op.getStaticLoopRanges()) &&
         !llvm::is_contained(op.getStaticLoopRanges(), 0);
}

/// The loops of the operation that are the batch loops at a use of one of its
/// results. Fails if one of them is no plain parallel loop.
std::optional<Loops> BatchGroupFinder::mapLoops(linalg::LinalgOp op,
                                                OpOperand &use) {
  auto member = loopsOfMember.find(use.getOwner());
  if (member == loopsOfMember.end())
    return std::nullopt;
  AffineMap read =
      cast<linalg::LinalgOp>(use.getOwner()).getMatchingIndexingMap(&use);
  AffineMap written =
      op.getIndexingMapMatchingResult(cast<OpResult>(use.get()));
  Loops loops;
  for (unsigned batch : member->second) {
    std::optional<unsigned> axis =
        read.getResultPosition(getAffineDimExpr(batch, op->getContext()));
    auto loop = axis ? dyn_cast<AffineDimExpr>(written.getResult(*axis))
                     : AffineDimExpr(nullptr);
    if (!loop || op.getIteratorTypesArray()[loop.getPosition()] !=
                     utils::IteratorType::parallel)
      return std::nullopt;
    loops.push_back(loop.getPosition());
  }
  return loops;
}

/// Adds a producer if nothing is computed twice by computing it in the tile.
bool BatchGroupFinder::add(linalg::LinalgOp op) {
  // Fills are as cheap in the tile as outside of it.
  bool isFill = isa<linalg::FillOp>(op);
  bool isProduct = isMatrixContraction(op);
  if (!isCandidate(op) || (!isProduct && !isFusable(op)))
    return false;
  std::optional<Loops> loops;
  for (OpOperand &use : op->getUses()) {
    bool isOfMember = loopsOfMember.contains(use.getOwner());
    if (!isOfMember && isFill)
      continue;
    std::optional<Loops> atUse = mapLoops(op, use);
    if (!atUse || (loops && *loops != *atUse))
      return false;
    loops = atUse;
  }
  // A tile of a product must not read a whole operand.
  if (isProduct && llvm::any_of(*loops, [&](unsigned loop) {
        return !llvm::is_contained(getBatchLoops(op), loop);
      }))
    return false;
  loopsOfMember[op] = *loops;
  group.producers.push_back(op);
  return true;
}

/// Walks from the root to the producers. Returns whether one is a contraction.
bool BatchGroupFinder::collect() {
  bool hasProduct = false;
  walkProducers(group.root, [&](Operation *producer) {
    auto op = dyn_cast<linalg::LinalgOp>(producer);
    if (!op || !add(op))
      return false;
    hasProduct |= isMatrixContraction(op);
    return true;
  });
  return hasProduct;
}

/// Takes as many batches at a time as make a tile of the largest result.
/// Returns whether there are several tiles.
bool BatchGroupFinder::chooseTiles(const Loops &batch) {
  int64_t bytes = 0;
  for (linalg::LinalgOp producer : group.producers)
    for (Type type : producer->getResultTypes()) {
      auto tensor = cast<RankedTensorType>(type);
      Type element = tensor.getElementType();
      int64_t bits =
          element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
      bytes = std::max(bytes, tensor.getNumElements() * bits / 8);
    }
  if (bytes <= kCacheBytes)
    return false;
  SmallVector<int64_t> ranges = group.root.getStaticLoopRanges();
  for (unsigned loop : batch)
    bytes /= ranges[loop];
  group.tileSizes.assign(ranges.size(), 0);
  bool isDivided = false;
  for (unsigned loop : llvm::reverse(batch)) {
    int64_t size = isDivided ? 1 : ranges[loop];
    while (size > 1 && (ranges[loop] % size != 0 || size * bytes > kTileBytes))
      --size;
    isDivided |= size < ranges[loop];
    bytes *= size;
    if (size < ranges[loop])
      group.tileSizes[loop] = size;
  }
  return isDivided;
}

std::optional<BatchGroup> BatchGroupFinder::find() {
  Loops batch = getBatchLoops(group.root);
  if (batch.empty() || !isCandidate(group.root))
    return std::nullopt;
  loopsOfMember[group.root] = batch;
  if (!collect() || !chooseTiles(batch))
    return std::nullopt;
  return std::move(group);
}

std::optional<BatchGroup> dtensor::findBatchGroup(linalg::LinalgOp root) {
  return BatchGroupFinder(root).find();
}
