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
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
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
bool isWrittenOnlyBy(Operation *collective, Value buffer,
                     BufferViewFlowAnalysis &flow) {
  for (Value alias : flow.resolve(buffer))
    for (OpOperand &use : alias.getUses())
      if (use.getOwner() != collective &&
          !isa<memref::DeallocOp>(use.getOwner()) && !leavesUnchanged(use))
        return false;
  return true;
}

/// Whether the buffer gets a place in an arena. Otherwise it belongs to one
/// device. An empty buffer cannot be shared, since the source and destination
/// of a collective may then be one buffer.
bool canLieInSharedArena(memref::AllocOp alloc, BufferViewFlowAnalysis &flow) {
  return !alloc->hasAttr(kSharedAttr) && getMaxBytes(alloc).value_or(0) != 0 &&
         !outlivesIteration(alloc, flow);
}

/// Whether the buffer is memory of the caller for a result, of which devices
/// that differ along `group` only, and no others, have the same part. The
/// caller then provides one buffer for each part.
bool isResultOfReplicas(BlockArgument buffer, const Mesh &mesh,
                        const Layout &to, ArrayRef<unsigned> group) {
  auto function = dyn_cast<func::FuncOp>(buffer.getOwner()->getParentOp());
  auto type = dyn_cast<MemRefType>(buffer.getType());
  unsigned number = buffer.getArgNumber();
  if (!function || !type || !function.getArgAttr(number, kResultAttr) ||
      function.getArgAttr(number, kSharedAttr) || !type.hasStaticShape() ||
      getMaxBytes(type, {}).value_or(0) == 0)
    return false;
  auto attr = function.getArgAttrOfType<LayoutAttr>(number, kLayoutAttr);
  if (!attr)
    return false;
  llvm::Expected<Layout> layout = attr.resolve(mesh);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return false;
  }
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim) {
    if (mesh.getSize(dim) == 1)
      continue;
    bool isSharded = layout->getShardedAxis(dim).has_value();
    if (layout->getPartial(dim) || to.getPartial(dim) ||
        isSharded != to.getShardedAxis(dim).has_value() ||
        isSharded == llvm::is_contained(group, dim))
      return false;
  }
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
    Value dest = collective.getDest();
    auto alloc = dest.getDefiningOp<memref::AllocOp>();
    if (!collective.canShare() || (alloc && !canLieInSharedArena(alloc, flow)))
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
    auto argument = dyn_cast<BlockArgument>(dest);
    if (!alloc && !(argument && isResultOfReplicas(argument, mesh, *to, group)))
      return;
    if (!isWrittenOnlyBy(collective, dest, flow))
      return;
    Builder builder(&getContext());
    SmallVector<StringRef> names;
    for (unsigned dim : group)
      names.push_back(mesh.getName(dim));
    ArrayAttr along = builder.getStrArrayAttr(names);
    if (alloc)
      alloc->setAttr(kSharedAttr, along);
    else
      getOperation().setArgAttr(argument.getArgNumber(), kSharedAttr, along);
    collective.setShared(true);
  }
};

} // namespace
