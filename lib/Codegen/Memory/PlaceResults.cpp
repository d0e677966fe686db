//===- PlaceResults.cpp - Compute results in the caller's memory ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Dialect/Comm/IR/SharedMemory.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dtensor {
#define GEN_PASS_DEF_PLACERESULTS
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct PlaceResults : dtensor::impl::PlaceResultsBase<PlaceResults> {
  using PlaceResultsBase::PlaceResultsBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    Block &block = getOperation().front();
    // The last copy of a buffer comes first.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (auto copy = dyn_cast<memref::CopyOp>(op))
        place(copy);
  }

  /// Whether the copy is the last user of the buffer. Other values may be views
  /// of it, or be this buffer in a loop.
  bool isLastUse(memref::CopyOp copy, memref::AllocOp alloc) {
    BufferViewFlowAnalysis flow(getOperation());
    return llvm::all_of(flow.resolve(alloc), [&](Value alias) {
      return llvm::all_of(alias.getUsers(), [&](Operation *user) {
        Operation *inBlock = copy->getBlock()->findAncestorOpInBlock(*user);
        return inBlock == copy || inBlock->isBeforeInBlock(copy);
      });
    });
  }

  void place(memref::CopyOp copy) {
    auto result = dyn_cast<BlockArgument>(copy.getTarget());
    auto alloc = copy.getSource().getDefiningOp<memref::AllocOp>();
    if (!result || !result.hasOneUse() || !alloc ||
        alloc->getBlock() != copy->getBlock() ||
        alloc.getType() != result.getType() || alloc->hasAttr(kSharedAttr) ||
        getOperation().getArgAttr(result.getArgNumber(), kSharedAttr) ||
        !isLastUse(copy, alloc))
      return;
    copy.erase();
    alloc.replaceAllUsesWith(result);
    alloc.erase();
  }
};

} // namespace
