//===- OrderReductions.cpp - Float reductions in a fixed order ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "LoopOrder.h"
#include "ReductionLoops.h"
#include "RowRequests.h"
#include "dtensor/Codegen/Loops/Passes.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dtensor {
#define GEN_PASS_DEF_ORDERREDUCTIONS
#include "dtensor/Codegen/Loops/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Merges neighbouring loops into one. They must run along contiguous memory in
/// all operands. Each result must have either all of these loops or none of
/// them.
static linalg::LinalgOp mergeLoops(linalg::LinalgOp op) {
  if (op.hasIndexSemantics() || !isa<linalg::GenericOp>(op) ||
      llvm::any_of(op->getOperandTypes(), [](Type type) {
        return !isa<MemRefType>(type) && isa<ShapedType>(type);
      }))
    return op;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  // Upstream merges the loops of a window like any others, and then reads
  // somewhere else.
  if (!llvm::all_of(maps,
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return op;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < op.getNumLoops(); ++dim) {
    if (!groups.empty() && iterators[dim] == iterators[dim - 1]) {
      ReassociationIndices wider = groups.back();
      wider.push_back(dim);
      if (linalg::areDimSequencesPreserved(maps, wider)) {
        groups.back() = wider;
        continue;
      }
    }
    groups.push_back({dim});
  }
  if (groups.size() == op.getNumLoops())
    return op;
  IRRewriter rewriter(op);
  FailureOr<linalg::CollapseResult> merged =
      linalg::collapseOpIterationDims(op, groups, rewriter);
  if (failed(merged))
    return op;
  rewriter.eraseOp(op);
  return merged->collapsedOp;
}

namespace {

struct OrderReductions : dtensor::impl::OrderReductionsBase<OrderReductions> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (!op->hasAttr(kKernelAttr) && matchFolds(op, pickLoopOrder(op)))
        ops.push_back(op);
    });
    llvm::DenseMap<Operation *, RowRequests> requestsOf = findRowRequests(ops);
    for (linalg::LinalgOp op : ops) {
      RowRequests requests = requestsOf.lookup(op);
      op = mergeLoops(op);
      SmallVector<unsigned> order = pickLoopOrder(op);
      std::optional<ReductionFolds> folds = matchFolds(op, order);
      if (!folds)
        continue;
      Operation *before = op->getPrevNode();
      if (order.back() == folds->split)
        createInnerReduction(op, order, *folds, requests);
      else
        createOuterReduction(op, order, *folds);
      SmallVector<Value> inputs = getReadBuffers(op);
      Block::iterator first =
          before ? std::next(before->getIterator()) : op->getBlock()->begin();
      for (Operation &made : llvm::make_range(first, op->getIterator()))
        made.walk([&](scf::ForOp loop) { hoistInvariants(loop, inputs); });
      op->erase();
    }
  }
};

} // namespace
