//===- OutlineLoops.cpp - A function for each kind of loop nest -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCaptures.h"
#include "LoopFunctions.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_OUTLINELOOPS
#include "dtensor/Codegen/Outlining/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct OutlineLoops : dtensor::impl::OutlineLoopsBase<OutlineLoops> {
  using OutlineLoopsBase::OutlineLoopsBase;

  void runOnOperation() override;
};

} // namespace

//===----------------------------------------------------------------------===//
// The choice of nests
//===----------------------------------------------------------------------===//

/// Whether `op` may run in another function than its own. The runtime serves a
/// device through the function that has the device's handle; only texts of
/// errors are independent of it.
static bool mayMove(Operation *op) {
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return call.getCallee() == "dt_fail";
  return !isa<LLVM::AllocaOp>(op) && !hasEffect<MemoryEffects::Allocate>(op) &&
         !hasEffect<MemoryEffects::Free>(op);
}

/// The number of loops that have no loop inside.
static unsigned countInnermost(Operation *nest) {
  unsigned count = 0;
  nest->walk([&](LoopLikeOpInterface loop) {
    count += !loop->walk([&](LoopLikeOpInterface inner) {
                    return inner == loop ? WalkResult::advance()
                                         : WalkResult::interrupt();
                  })
                  .wasInterrupted();
  });
  return count;
}

static bool isNest(Operation *op, unsigned maxInnermost) {
  if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(op) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return false;
  unsigned innermost = countInnermost(op);
  return innermost > 0 && innermost <= maxInnermost &&
         !op->walk([](Operation *inner) {
              return mayMove(inner) ? WalkResult::advance()
                                    : WalkResult::interrupt();
            }).wasInterrupted();
}

static void collectNests(Region &region, unsigned maxInnermost,
                         SmallVectorImpl<Operation *> &nests) {
  for (Operation &op : region.getOps()) {
    if (isNest(&op, maxInnermost)) {
      nests.push_back(&op);
      continue;
    }
    for (Region &inner : op.getRegions())
      collectNests(inner, maxInnermost, nests);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void OutlineLoops::runOnOperation() {
  LoopFunctions functions(getOperation(), "__loops");
  for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
    SmallVector<Operation *> nests;
    collectNests(function.getBody(), maxInnermost, nests);
    SmallVector<llvm::hash_code> hashes;
    llvm::DenseMap<llvm::hash_code, unsigned> counts;
    for (Operation *nest : nests) {
      hoistViews(nest);
      hashes.push_back(hashOps(nest));
      ++counts[hashes.back()];
    }
    for (auto [nest, hash] : llvm::zip(nests, hashes))
      if (nests.size() >= minNests || counts[hash] > 1)
        functions.outline(nest, hash, function);
  }
}
