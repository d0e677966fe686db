//===- ShareBuffers.cpp - One buffer for a group of devices ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Memory/BufferBounds.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_SHAREBUFFERS
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Whether `op` only reads through its operand `use`, or makes a view of it.
bool leavesUnchanged(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<ViewLikeOpInterface>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return isPure(op);
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::none_of(instances, [&](const auto &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) &&
           (!effect.getValue() || effect.getValue() == use.get());
  });
}

/// Whether no op but `collective` writes the buffer.
bool isWrittenOnlyBy(Operation *collective, memref::AllocOp alloc,
                     BufferViewFlowAnalysis &flow) {
  for (Value alias : flow.resolve(alloc.getResult()))
    for (OpOperand &use : alias.getUses())
      if (use.getOwner() != collective &&
          !isa<memref::DeallocOp>(use.getOwner()) && !leavesUnchanged(use))
        return false;
  return true;
}

struct ShareBuffers : dtensor::impl::ShareBuffersBase<ShareBuffers> {
  using ShareBuffersBase::ShareBuffersBase;

  void runOnOperation() override {
    BufferViewFlowAnalysis flow(getOperation());
    getOperation().walk([&](comm::CollectiveOpInterface collective) {
      if (collective->getNumResults() == 0)
        share(collective, flow);
    });
  }

  void share(comm::CollectiveOpInterface collective,
             BufferViewFlowAnalysis &flow) {
    auto alloc = collective.getDest().getDefiningOp<memref::AllocOp>();
    // An empty tensor cannot be shared; its source and destination may be one
    // buffer.
    if (!alloc || !collective.canShare() || alloc->hasAttr(kSharedAttr) ||
        getMaxBytes(alloc).value_or(0) == 0)
      return;
    MeshOp meshOp =
        lookupMeshOrNull(collective, collective.getFrom().getMesh());
    if (!meshOp)
      return;
    Mesh mesh = meshOp.getMesh();
    llvm::Expected<Layout> to = collective.getTo().resolve(mesh);
    if (!to)
      return llvm::consumeError(to.takeError());
    // All devices of the group must get the same, since otherwise their parts
    // would have to lie side by side.
    DimList group = collective.getGroup(mesh);
    if (mesh.getGroupSize(group) == 1 || llvm::any_of(group, [&](unsigned dim) {
          return to->getShardedAxis(dim) || to->getPartial(dim);
        }))
      return;
    // A buffer that has no place in an arena belongs to one device.
    if (outlivesIteration(alloc, flow) ||
        !isWrittenOnlyBy(collective, alloc, flow))
      return;
    Builder builder(&getContext());
    SmallVector<StringRef> names;
    for (unsigned dim : group)
      names.push_back(mesh.getName(dim));
    alloc->setAttr(kSharedAttr, builder.getStrArrayAttr(names));
    collective.setShared(true);
  }
};

} // namespace
