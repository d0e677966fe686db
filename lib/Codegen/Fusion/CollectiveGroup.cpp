//===- CollectiveGroup.cpp - Loops on both sides of collectives -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveGroup.h"
#include "ProducerWalk.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Analysis/TensorBytes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"

using namespace mlir;
using namespace dtensor;

/// Values up to this size stay in a core's cache from one side of a collective
/// to the other anyway.
static constexpr int64_t kCacheBytes = 2 << 20;
/// The size of the rows that a core computes at a time, in all values. The
/// cache also has room for the next rows that memory is asked for.
static constexpr int64_t kTileBytes = 5 << 18;
/// A tile saves at least this size, for each of the devices that share a core,
/// since they wait for each other at an all_reduce. It takes several times as
/// long to move so much as a small all_reduce takes.
static constexpr int64_t kLeastSaved = 5 << 15;

namespace {

class CollectiveGroupFinder {
public:
  CollectiveGroupFinder(linalg::LinalgOp root, unsigned loop,
                        int64_t devicesPerCore)
      : root(root), devicesPerCore(devicesPerCore) {
    group.loops[root] = loop;
    group.members.push_back(root);
    group.numRows = root.getStaticLoopRanges()[loop];
  }

  /// Adds what was looked at to `tried`.
  std::optional<CollectiveGroup> find(TriedRows &tried);

private:
  bool collect();
  bool add(Operation *op);
  std::optional<unsigned> mapLoop(OpOperand &use);
  bool chooseTile();

  linalg::LinalgOp root;
  int64_t devicesPerCore;
  CollectiveGroup group;
};

} // namespace

unsigned CollectiveGroup::getAxis(OpResult result) const {
  unsigned loop = loops.lookup(result.getOwner());
  auto structured = dyn_cast<linalg::LinalgOp>(result.getOwner());
  if (!structured)
    return loop;
  return *structured.getIndexingMapMatchingResult(result).getResultPosition(
      getAffineDimExpr(loop, result.getContext()));
}

bool CollectiveGroup::isReadOutside(OpResult result) const {
  return llvm::any_of(result.getUsers(), [&](Operation *user) {
    return !loops.contains(user) && !isa<comm::ReleaseOp>(user);
  });
}

/// Whether the op has rows of a known number of elements.
static bool isCandidate(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && isFusable(op) && isTilable(op) &&
         !ShapedType::isDynamicShape(op.getStaticLoopRanges()) &&
         !llvm::is_contained(op.getStaticLoopRanges(), 0);
}

/// Whether each device has the same number of rows. They are then a static
/// extent.
static bool isCandidate(comm::AllReduceOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  return type && type.hasStaticShape() && !op.hasDynamicBytes() &&
         op.getNumResults() == 1;
}

/// The axis of a value that the loop over rows is, where the member reads it.
/// Fails if the loop is no plain index of an axis.
static std::optional<unsigned> getAxisRead(OpOperand &use, unsigned loop) {
  auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!reader)
    return loop;
  return reader.getMatchingIndexingMap(&use).getResultPosition(
      getAffineDimExpr(loop, reader.getContext()));
}

/// The loop of the operand's producer that is the loop over rows of the member
/// that reads it.
std::optional<unsigned> CollectiveGroupFinder::mapLoop(OpOperand &use) {
  std::optional<unsigned> axis =
      getAxisRead(use, group.loops.lookup(use.getOwner()));
  auto producer = use.get().getDefiningOp<linalg::LinalgOp>();
  if (!axis || !producer)
    return axis;
  auto loop = dyn_cast<AffineDimExpr>(
      producer.getIndexingMapMatchingResult(cast<OpResult>(use.get()))
          .getResult(*axis));
  return loop ? std::optional(loop.getPosition()) : std::nullopt;
}

/// Adds a producer if its rows are those of its readers, and if all others read
/// it later than the root. A fill is as cheap in the tile as outside of it, so
/// others may read it at any time.
bool CollectiveGroupFinder::add(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  auto collective = dyn_cast<comm::AllReduceOp>(op);
  if (structured ? !isCandidate(structured)
                 : !collective || !isCandidate(collective))
    return false;
  std::optional<unsigned> loop;
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (group.loops.contains(user)) {
      std::optional<unsigned> atUse = mapLoop(use);
      if (!atUse || (loop && *loop != *atUse))
        return false;
      loop = atUse;
      continue;
    }
    Operation *behind = root->getBlock()->findAncestorOpInBlock(*user);
    if (!isa<comm::ReleaseOp>(user) && !isa<linalg::FillOp>(op) &&
        (!behind || !root->isBeforeInBlock(behind)))
      return false;
  }
  if (structured) {
    if (structured.getIteratorTypesArray()[*loop] !=
        utils::IteratorType::parallel)
      return false;
    AffineExpr row = getAffineDimExpr(*loop, op->getContext());
    for (OpResult result : op->getResults())
      if (!structured.getIndexingMapMatchingResult(result).getResultPosition(
              row))
        return false;
  }
  group.loops[op] = *loop;
  group.members.push_back(op);
  return true;
}

/// Walks from the root to the producers. Returns whether an all_reduce is among
/// them.
bool CollectiveGroupFinder::collect() {
  bool hasCollective = false;
  walkProducers(root, [&](Operation *op) {
    if (!add(op))
      return false;
    hasCollective |= isa<comm::AllReduceOp>(op);
    return true;
  });
  std::reverse(group.members.begin(), group.members.end());
  return hasCollective;
}

/// Takes as many rows at a time as fit in the cache together. Returns whether
/// that saves more than the additional collectives cost.
bool CollectiveGroupFinder::chooseTile() {
  /// The number of all_reduces before an op or a value is computed, and before
  /// a value is read for the last time.
  llvm::DenseMap<Operation *, unsigned> stages;
  llvm::MapVector<Value, std::pair<unsigned, unsigned>> lifetimes;
  auto extend = [&](Value value, unsigned stage) {
    auto [lifetime, isNew] = lifetimes.insert({value, {stage, stage}});
    lifetime->second.second = std::max(lifetime->second.second, stage);
  };
  for (Operation *member : group.members) {
    unsigned stage = 0;
    for (Value operand : member->getOperands())
      if (auto producer = stages.find(operand.getDefiningOp());
          producer != stages.end())
        stage = std::max(stage, producer->second);
    for (OpOperand &operand : member->getOpOperands()) {
      auto structured = dyn_cast<linalg::LinalgOp>(member);
      bool isRead = !structured || !structured.isDpsInit(&operand) ||
                    structured.payloadUsesValueFromOperand(&operand);
      if (isRead && getAxisRead(operand, group.loops.lookup(member)))
        extend(operand.get(), stage);
    }
    stage += isa<comm::AllReduceOp>(member);
    stages[member] = stage;
    for (Value result : member->getResults())
      extend(result, stage);
  }
  int64_t bytes = 0, saved = 0;
  for (auto [value, lifetime] : lifetimes) {
    int64_t size = getMaxBytes(value);
    bytes += size;
    // What the group computes would be written as well.
    bool isComputed = group.loops.contains(value.getDefiningOp());
    if (lifetime.first != lifetime.second)
      saved += isComputed ? 2 * size : size;
  }
  if (saved <= kCacheBytes)
    return false;
  int64_t rows = std::min(group.numRows,
                          kTileBytes / devicesPerCore * group.numRows / bytes);
  while (rows > 1 && group.numRows % rows != 0)
    --rows;
  group.tileRows = rows;
  return rows > 0 &&
         saved / group.numRows * rows >= kLeastSaved * devicesPerCore;
}

std::optional<CollectiveGroup> CollectiveGroupFinder::find(TriedRows &tried) {
  bool hasCollective = collect();
  tried.insert_range(group.loops);
  if (!hasCollective || !chooseTile())
    return std::nullopt;
  return std::move(group);
}

std::optional<CollectiveGroup>
dtensor::findCollectiveGroup(linalg::LinalgOp root, int64_t devicesPerCore,
                             TriedRows &tried) {
  if (isa<linalg::FillOp>(root) || !isCandidate(root))
    return std::nullopt;
  for (auto [loop, type] : llvm::enumerate(root.getIteratorTypesArray())) {
    AffineExpr row = getAffineDimExpr(loop, root->getContext());
    bool isOfAll = llvm::all_of(root->getOpResults(), [&](OpResult result) {
      return root.getIndexingMapMatchingResult(result)
          .getResultPosition(row)
          .has_value();
    });
    if (type != utils::IteratorType::parallel || !isOfAll ||
        tried.contains({root, loop}))
      continue;
    if (std::optional<CollectiveGroup> group =
            CollectiveGroupFinder(root, loop, devicesPerCore).find(tried))
      return group;
  }
  return std::nullopt;
}
