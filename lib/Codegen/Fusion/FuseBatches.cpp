//===- FuseBatches.cpp - Products that share their batch loops ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BatchGroup.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {
#define GEN_PASS_DEF_FUSEBATCHES
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Computes a producer in the loops, instead of the slices that its users there
/// take of it.
static void fuseProducer(RewriterBase &rewriter, linalg::LinalgOp producer,
                         MutableArrayRef<LoopLikeOpInterface> loops) {
  Block *body = cast<scf::ForOp>(loops.back().getOperation()).getBody();
  SmallVector<tensor::ExtractSliceOp> slices;
  for (Operation *user : producer->getUsers())
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
        slice && slice->getBlock() == body)
      slices.push_back(slice);
  if (!slices.empty()) {
    tensor::ExtractSliceOp first =
        *llvm::min_element(slices, [](Operation *x, Operation *y) {
          return x->isBeforeInBlock(y);
        });
    rewriter.setInsertionPoint(first);
    std::optional<scf::SCFFuseProducerOfSliceResult> fused =
        scf::tileAndFuseProducerOfSlice(rewriter, first, loops);
    if (!fused || fused->tiledOps.size() != 1)
      return;
    // All slices are of the same batches, also those of other results.
    for (tensor::ExtractSliceOp slice : slices) {
      unsigned number = cast<OpResult>(slice.getSource()).getResultNumber();
      rewriter.replaceOp(slice, fused->tiledOps.front()->getResult(number));
    }
  }
  if (producer->use_empty())
    rewriter.eraseOp(producer);
}

static void fuse(RewriterBase &rewriter, BatchGroup &group) {
  scf::SCFTilingOptions options;
  options.setTileSizes(
      getAsIndexOpFoldResult(rewriter.getContext(), group.tileSizes));
  rewriter.setInsertionPoint(group.root);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(group.root.getOperation()), options);
  if (failed(tiled) || tiled->loops.empty() || tiled->tiledOps.size() != 1)
    return;
  SmallVector<LoopLikeOpInterface> loops = tiled->loops;
  rewriter.replaceOp(group.root, tiled->replacements);
  // A fill of the destination belongs to the tile, where the kernel does not
  // need it.
  auto root = cast<linalg::LinalgOp>(tiled->tiledOps.front());
  if (auto destination =
          root.getDpsInits()[0].getDefiningOp<tensor::ExtractSliceOp>())
    scf::tileAndFuseProducerOfSlice(rewriter, destination, loops);
  for (linalg::LinalgOp producer : group.producers)
    fuseProducer(rewriter, producer, loops);
}

namespace {
struct FuseBatches : dtensor::impl::FuseBatchesBase<FuseBatches> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> contractions;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (isMatrixContraction(op))
        contractions.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    // The last one comes first: the group of an earlier one may be in its
    // group.
    llvm::SmallPtrSet<Operation *, 8> fused;
    for (linalg::LinalgOp root : llvm::reverse(contractions)) {
      if (fused.contains(root))
        continue;
      std::optional<BatchGroup> group = findBatchGroup(root);
      if (!group)
        continue;
      for (linalg::LinalgOp producer : group->producers)
        fused.insert(producer);
      fuse(rewriter, *group);
    }
  }
};
} // namespace
