//===- RowGroup.cpp - Operations that share their rows --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"
#include "ProducerWalk.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

using LoopSet = llvm::SmallSetVector<unsigned, 8>;

/// For each loop of an operation, the loop of the root that it corresponds to.
using LoopMap = SmallVector<std::optional<unsigned>>;

/// The uses of an operation before the root.
struct Uses {
  LoopMap loops;
  bool byGroup = false;
  bool byOthers = false;
  /// Whether the operation can be moved to the root.
  bool canMove = true;
};

class RowGroupFinder {
public:
  RowGroupFinder(linalg::LinalgOp root, const llvm::DenseSet<Operation *> &done)
      : root(root), done(done) {
    for (auto [loop, type] : llvm::enumerate(root.getIteratorTypesArray()))
      if (type == utils::IteratorType::parallel)
        shared.insert(loop);
  }

  std::optional<RowGroup> find();

private:
  void scan(bool onlyReductionsNarrow);
  bool add(linalg::LinalgOp op, bool onlyReductionsNarrow);
  Uses analyzeUses(linalg::LinalgOp op);
  int64_t countTiles(const LoopSet &loops);

  linalg::LinalgOp root;
  const llvm::DenseSet<Operation *> &done;
  LoopSet shared;
  SmallVector<linalg::LinalgOp> producers;
  llvm::DenseMap<Operation *, LoopMap> loopsOfMember;
  bool hasWork = false;
};

} // namespace

/// Maps loops of the operation to loops of the root through a use of one of its
/// results. Fails if an index is no plain loop of the user.
static bool mapLoops(linalg::LinalgOp op, OpOperand &use,
                     const LoopMap &loopsOfUser, LoopMap &loops) {
  AffineMap read =
      cast<linalg::LinalgOp>(use.getOwner()).getMatchingIndexingMap(&use);
  AffineMap written =
      op.getIndexingMapMatchingResult(cast<OpResult>(use.get()));
  if (!written.isProjectedPermutation() ||
      !read.isProjectedPermutation(/*allowZeroInResults=*/true))
    return false;
  loops.assign(op.getNumLoops(), std::nullopt);
  for (unsigned axis = 0; axis < written.getNumResults(); ++axis)
    if (auto dim = dyn_cast<AffineDimExpr>(read.getResult(axis)))
      loops[written.getDimPosition(axis)] = loopsOfUser[dim.getPosition()];
  return true;
}

Uses RowGroupFinder::analyzeUses(linalg::LinalgOp op) {
  Uses uses;
  Block *block = root->getBlock();
  for (OpOperand &use : op->getUses()) {
    auto member = loopsOfMember.find(use.getOwner());
    if (member == loopsOfMember.end()) {
      uses.byOthers = true;
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      uses.canMove &= user && user != root && root->isBeforeInBlock(user);
      continue;
    }
    LoopMap loops;
    if (!mapLoops(op, use, member->second, loops)) {
      uses.canMove = false;
      continue;
    }
    if (!uses.byGroup)
      uses.loops = loops;
    for (auto [known, loop] : llvm::zip(uses.loops, loops))
      if (known != loop)
        known = std::nullopt;
    uses.byGroup = true;
  }
  return uses;
}

/// The number of tiles of size one in `loops`; a large number if it is not
/// known.
int64_t RowGroupFinder::countTiles(const LoopSet &loops) {
  constexpr int64_t kMany = 1 << 20;
  SmallVector<int64_t> ranges = root.getStaticLoopRanges();
  int64_t count = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(ranges[loop]))
      return kMany;
    count *= ranges[loop];
  }
  return count;
}

/// Adds a producer if it can be computed in the tiles of the root. A reduction
/// leaves only those loops shared that are its own as well.
bool RowGroupFinder::add(linalg::LinalgOp op, bool onlyReductionsNarrow) {
  /// The cost per element up to which an operation may be computed twice.
  constexpr int kCheap = 8;
  // Upstream cannot tile an operation with a loop of no iterations.
  if (done.contains(op) || !isFusable(op) || !isTilable(op) ||
      !op.hasPureTensorSemantics() ||
      llvm::is_contained(op.getStaticLoopRanges(), 0))
    return false;
  Uses uses = analyzeUses(op);
  if (!uses.byGroup)
    return false;
  // Fills are as cheap in the tile as outside of it.
  bool isFill = isa<linalg::FillOp>(op);
  if (!isFill) {
    if (!uses.canMove)
      return false;
    LoopSet common;
    for (unsigned loop : shared)
      if (llvm::is_contained(uses.loops, loop))
        common.insert(loop);
    if (common.empty())
      return false;
    bool isReduction = op.getNumReductionLoops() > 0;
    // The first scan goes through elementwise ops to the reductions before.
    if (isReduction || !onlyReductionsNarrow) {
      if (countTiles(common) < 2)
        return false;
      // An elementwise op would be computed once more for each tile along a
      // loop that it lacks.
      if (!isReduction && common.size() != shared.size() &&
          (uses.byOthers || getPayloadCost(op) > kCheap))
        return false;
    }
    if (isReduction)
      shared = common;
    hasWork = true;
  }
  loopsOfMember[op] = uses.loops;
  producers.push_back(op);
  return true;
}

/// Walks from the root to the beginning of the block and collects producers.
void RowGroupFinder::scan(bool onlyReductionsNarrow) {
  producers.clear();
  hasWork = false;
  loopsOfMember.clear();
  LoopMap identity;
  for (unsigned loop = 0; loop < root.getNumLoops(); ++loop)
    identity.push_back(loop);
  loopsOfMember[root] = identity;
  walkProducers(root, [&](Operation *producer) {
    auto op = dyn_cast<linalg::LinalgOp>(producer);
    return op && add(op, onlyReductionsNarrow);
  });
}

std::optional<RowGroup> RowGroupFinder::find() {
  // Reductions decide which loops are tiled. Only then is it known which
  // elementwise producers fit.
  scan(/*onlyReductionsNarrow=*/true);
  scan(/*onlyReductionsNarrow=*/false);
  if (!hasWork)
    return std::nullopt;
  return RowGroup{root, producers, llvm::to_vector(shared.getArrayRef())};
}

std::optional<RowGroup>
dtensor::findRowGroup(linalg::LinalgOp root,
                      const llvm::DenseSet<Operation *> &done) {
  return RowGroupFinder(root, done).find();
}
