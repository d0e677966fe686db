//===- FuseRows.cpp - Rows stay in the cache ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

namespace dtensor {
#define GEN_PASS_DEF_FUSEROWS
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// The number of elements of a row that are computed at once. Several arrays of
/// this size fit in the first-level cache.
constexpr int64_t kRowTile = 1024;
/// If rows are shorter than this, several are taken at a time.
constexpr int64_t kMinTile = 256;

/// Removes erased operations from the set of finished ones, since their memory
/// is used again.
struct ForgetErased : RewriterBase::Listener {
  explicit ForgetErased(llvm::DenseSet<Operation *> &done) : done(done) {}
  void notifyOperationErased(Operation *op) override { done.erase(op); }

  llvm::DenseSet<Operation *> &done;
};

/// Tiles the root of each group and computes the producers in its loops.
class Fuser {
public:
  explicit Fuser(Block *block)
      : block(block), listener(done),
        rewriter(block->getParentOp()->getContext(), &listener) {}

  void run();

private:
  linalg::LinalgOp findRoot(Operation *behind);
  void fuse(RowGroup &group);
  void fuseProducer(linalg::LinalgOp producer);
  void replaceUsesBehindLoops(linalg::LinalgOp producer);
  Block *getBody() {
    return cast<scf::ForOp>(loops.back().getOperation()).getBody();
  }

  Block *block;
  llvm::DenseSet<Operation *> done;
  ForgetErased listener;
  IRRewriter rewriter;
  SmallVector<LoopLikeOpInterface> loops;
};

/// Takes the extents of results from their destinations. Equal extents are then
/// one value, so that slices of different producers are seen to be equal.
void redirectExtents(Operation *root) {
  SmallVector<tensor::DimOp> ops;
  root->walk([&](tensor::DimOp op) { ops.push_back(op); });
  if (ops.empty())
    return;
  for (tensor::DimOp op : ops) {
    Value source = op.getSource();
    while (auto result = dyn_cast<OpResult>(source)) {
      if (auto written =
              dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
        source = written.getTiedOpOperand(result)->get();
      else if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
        source = loop.getTiedLoopInit(result)->get();
      else
        break;
    }
    std::optional<int64_t> axis = op.getConstantIndex();
    auto empty = source.getDefiningOp<tensor::EmptyOp>();
    // An axis that does not exist is an error at run time only.
    if (axis && empty && *axis >= 0 && *axis < empty.getType().getRank() &&
        empty.getType().isDynamicDim(*axis)) {
      op.replaceAllUsesWith(empty.getDynamicSize(*axis));
      op.erase();
    } else {
      op.getSourceMutable().assign(source);
    }
  }
  IRRewriter rewriter(root->getContext());
  DominanceInfo dominance(root);
  eliminateCommonSubExpressions(rewriter, dominance, root);
}

/// Whether tiling the group needs extents that are dynamic.
bool hasOpenExtents(RowGroup &group) {
  auto isOpen = [](linalg::LinalgOp op) {
    return ShapedType::isDynamicShape(op.getStaticLoopRanges());
  };
  return isOpen(group.root) || llvm::any_of(group.producers, isOpen);
}

/// The largest divisor of `extent` up to `limit`.
int64_t getDivisorUpTo(int64_t extent, int64_t limit) {
  for (int64_t size = std::min(extent, limit); size > 1; --size)
    if (extent % size == 0)
      return size;
  return 1;
}

/// One row at a time, long ones in pieces, short ones in bundles.
SmallVector<OpFoldResult> getTileSizes(Builder &builder, RowGroup &group) {
  linalg::LinalgOp root = group.root;
  unsigned numLoops = root.getNumLoops();
  SmallVector<int64_t> ranges = root.getStaticLoopRanges();
  SmallVector<int64_t> sizes(numLoops, 0);
  bool manyShared = group.sharedLoops.size() > 1;
  int64_t inTile = 1;
  for (unsigned loop = numLoops; loop-- > 0;) {
    bool isStatic = !ShapedType::isDynamic(ranges[loop]);
    if (!llvm::is_contained(group.sharedLoops, loop)) {
      // A tile of an empty axis counts as a small one.
      inTile *= isStatic ? std::max<int64_t>(ranges[loop], 1) : kMinTile;
      continue;
    }
    if (loop == numLoops - 1) {
      // The only loop that is shared is the contiguous one: columns.
      if (!manyShared)
        sizes[loop] = kRowTile / 2;
      else if (!isStatic || ranges[loop] > kRowTile)
        sizes[loop] = kRowTile;
      inTile *=
          isStatic ? std::clamp<int64_t>(ranges[loop], 1, kRowTile) : kMinTile;
      continue;
    }
    sizes[loop] = 1;
    if (isStatic && inTile < kMinTile)
      sizes[loop] = getDivisorUpTo(ranges[loop], kMinTile / inTile);
    inTile *= sizes[loop];
  }
  return getAsIndexOpFoldResult(builder.getContext(), sizes);
}

} // namespace

linalg::LinalgOp Fuser::findRoot(Operation *behind) {
  Operation *op = behind ? behind->getPrevNode() : &block->back();
  for (; op; op = op->getPrevNode()) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured || isa<linalg::FillOp>(op) || done.contains(op))
      continue;
    if (isFusable(op) && isTilable(structured) &&
        structured.hasPureTensorSemantics())
      return structured;
    // Each operation is tried only once.
    done.insert(op);
  }
  return nullptr;
}

void Fuser::run() {
  redirectExtents(block->getParentOp());
  Operation *behind = nullptr;
  while (linalg::LinalgOp root = findRoot(behind)) {
    done.insert(root);
    behind = root->getNextNode();
    // An empty axis has no tiles.
    if (llvm::is_contained(root.getStaticLoopRanges(), 0))
      continue;
    if (std::optional<RowGroup> group = findRowGroup(root, done)) {
      bool isOpen = hasOpenExtents(*group);
      fuse(*group);
      if (isOpen) {
        redirectExtents(block->getParentOp());
        // The operation may be one of those that were equal and are erased.
        behind = nullptr;
      }
    }
  }
}

void Fuser::fuse(RowGroup &group) {
  scf::SCFTilingOptions options;
  options.setTileSizes(getTileSizes(rewriter, group));
  rewriter.setInsertionPoint(group.root);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(group.root.getOperation()), options);
  if (failed(tiled))
    return;
  done.insert(tiled->tiledOps.begin(), tiled->tiledOps.end());
  loops = tiled->loops;
  rewriter.replaceOp(group.root, tiled->replacements);
  if (loops.empty())
    return;
  for (linalg::LinalgOp producer : group.producers)
    fuseProducer(producer);
}

/// Computes the producer where the loops slice it, once for each distinct
/// slice.
void Fuser::fuseProducer(linalg::LinalgOp producer) {
  SmallVector<tensor::ExtractSliceOp> slices;
  for (Operation *user : producer->getUsers())
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
        slice && slice->getBlock() == getBody())
      slices.push_back(slice);
  llvm::sort(slices, [](Operation *first, Operation *second) {
    return first->isBeforeInBlock(second);
  });
  bool isKept = false;
  SmallVector<std::pair<tensor::ExtractSliceOp, Value>> fused;
  for (tensor::ExtractSliceOp slice : slices) {
    auto same = llvm::find_if(fused, [&](const auto &other) {
      tensor::ExtractSliceOp known = other.first;
      return known.getSource() == slice.getSource() &&
             known.getType() == slice.getType() &&
             isEqualConstantIntOrValueArray(known.getMixedOffsets(),
                                            slice.getMixedOffsets()) &&
             isEqualConstantIntOrValueArray(known.getMixedSizes(),
                                            slice.getMixedSizes()) &&
             other.second.getDefiningOp()->isBeforeInBlock(slice);
    });
    if (same != fused.end()) {
      rewriter.replaceAllUsesWith(slice.getResult(), same->second);
      continue;
    }
    rewriter.setInsertionPoint(slice);
    std::optional<scf::SCFFuseProducerOfSliceResult> result =
        scf::tileAndFuseProducerOfSlice(rewriter, slice, loops);
    if (!result)
      continue;
    done.insert(result->tiledOps.begin(), result->tiledOps.end());
    fused.emplace_back(slice, result->tiledAndFusedProducer);
    bool isUsedOutside = llvm::any_of(producer->getUsers(), [&](Operation *op) {
      return !getBody()->findAncestorOpInBlock(*op);
    });
    if (isUsedOutside && !isKept && !isa<linalg::FillOp>(producer) &&
        producer->getNumResults() == 1 &&
        succeeded(scf::yieldReplacementForFusedProducer(rewriter, slice,
                                                        *result, loops))) {
      isKept = true;
      replaceUsesBehindLoops(producer);
    }
  }
  for (tensor::ExtractSliceOp slice : slices)
    if (slice->use_empty())
      rewriter.eraseOp(slice);
  if (producer->use_empty())
    rewriter.eraseOp(producer);
}

/// Makes the loops yield the producer's result as their last one.
void Fuser::replaceUsesBehindLoops(linalg::LinalgOp producer) {
  Operation *outermost = loops.front();
  rewriter.replaceUsesWithIf(
      producer->getResult(0), outermost->getResults().back(),
      [&](OpOperand &use) {
        Operation *user = block->findAncestorOpInBlock(*use.getOwner());
        return user && user != outermost && outermost->isBeforeInBlock(user);
      });
}

namespace {

struct FuseRows : dtensor::impl::FuseRowsBase<FuseRows> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!block->getOps<linalg::LinalgOp>().empty() &&
          !isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      Fuser(block).run();
  }
};

} // namespace
