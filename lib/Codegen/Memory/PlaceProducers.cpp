//===- PlaceProducers.cpp - Compute shards where they are gathered --------===//
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
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Dominance.h"

namespace dtensor {
#define GEN_PASS_DEF_PLACEPRODUCERS
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct PlaceProducers : dtensor::impl::PlaceProducersBase<PlaceProducers> {
  using PlaceProducersBase::PlaceProducersBase;

  void runOnOperation() override {
    SmallVector<comm::AllGatherOp> gathers;
    getOperation().walk([&](comm::AllGatherOp op) { gathers.push_back(op); });
    for (comm::AllGatherOp gather : gathers)
      place(gather);
  }

  /// Whether the op accepts a buffer with strides as well as a dense one.
  static bool takesStrides(Operation *op) {
    return isa<linalg::LinalgOp, memref::LoadOp, memref::StoreOp,
               memref::CopyOp, memref::DimOp, comm::AllGatherOp>(op);
  }

  /// Whether all readers and writers of a buffer and of views of it accept a
  /// buffer with strides, and come before the gather.
  static bool canPlace(Value buffer, comm::AllGatherOp gather) {
    return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
      Operation *inBlock = gather->getBlock()->findAncestorOpInBlock(*user);
      if (!inBlock || (inBlock != gather && !inBlock->isBeforeInBlock(gather)))
        return false;
      if (auto view = dyn_cast<memref::SubViewOp>(user))
        return canPlace(view, gather);
      return takesStrides(user);
    });
  }

  /// Gives views of a buffer the type that follows from that of the buffer.
  static void updateViews(Value buffer) {
    for (Operation *user : buffer.getUsers()) {
      auto view = dyn_cast<memref::SubViewOp>(user);
      if (!view)
        continue;
      view.getResult().setType(memref::SubViewOp::inferRankReducedResultType(
          view.getType().getShape(), cast<MemRefType>(buffer.getType()),
          view.getMixedOffsets(), view.getMixedSizes(),
          view.getMixedStrides()));
      updateViews(view);
    }
  }

  /// The dimensions along which devices share the destination. Null if they do
  /// not, or if it is made in another block than the gather.
  ArrayAttr getSharedDims(comm::AllGatherOp gather) {
    Value dest = gather.getDest();
    if (!gather.getShared() || dest.getParentBlock() != gather->getBlock())
      return {};
    if (auto argument = dyn_cast<BlockArgument>(dest)) {
      if (gather->getBlock() != &getOperation().front())
        return {};
      return getOperation().getArgAttrOfType<ArrayAttr>(argument.getArgNumber(),
                                                        kSharedAttr);
    }
    return dest.getDefiningOp()->getAttrOfType<ArrayAttr>(kSharedAttr);
  }

  void place(comm::AllGatherOp gather) {
    auto source = gather.getSource().getDefiningOp<memref::AllocOp>();
    ArrayAttr shared = getSharedDims(gather);
    if (!source || !shared || source->getBlock() != gather->getBlock() ||
        !source.getType().getLayout().isIdentity())
      return;
    // The devices of a smaller group write the source together. If it lay in
    // several destinations, each member would find its own part alone.
    if (source->hasAttr(kSharedAttr))
      return;
    // After the gather the group shares the memory, so all writers must come
    // before.
    if (!canPlace(source, gather))
      return;
    for (Operation *user : gather.getDest().getUsers()) {
      Operation *inBlock = gather->getBlock()->findAncestorOpInBlock(*user);
      if (inBlock != gather && inBlock->isBeforeInBlock(gather))
        return;
    }
    // The destination is allocated before the source, if its extents are known.
    auto dest = gather.getDest().getDefiningOp<memref::AllocOp>();
    if (dest && !dest->isBeforeInBlock(source)) {
      DominanceInfo dominance(getOperation());
      for (Value size : dest.getDynamicSizes())
        if (!dominance.properlyDominates(size, source))
          return;
      dest->moveBefore(source);
    }
    MeshOp meshOp = lookupMeshOrNull(gather, gather.getFrom().getMesh());
    llvm::Expected<Layout> from = gather.getFrom().resolve(meshOp.getMesh());
    llvm::Expected<Layout> to = gather.getTo().resolve(meshOp.getMesh());
    if (!from || !to) {
      llvm::consumeError(from.takeError());
      llvm::consumeError(to.takeError());
      return;
    }
    replace(gather, source, shared, meshOp, *from, *to);
  }

  void replace(comm::AllGatherOp gather, memref::AllocOp source,
               ArrayAttr shared, MeshOp meshOp, const Layout &from,
               const Layout &to) {
    Mesh mesh = meshOp.getMesh();
    OpBuilder builder(source);
    Location loc = source.getLoc();
    auto getOffset = [&](ArrayRef<unsigned> dims, int64_t extent) -> Value {
      SmallVector<StringRef> names;
      for (unsigned dim : dims)
        names.push_back(mesh.getName(dim));
      return comm::ShardOffsetOp::create(
          builder, loc, FlatSymbolRefAttr::get(meshOp),
          builder.getStrArrayAttr(names), Value(),
          builder.getI64IntegerAttr(extent));
    };
    SmallVector<OpFoldResult> offsets;
    for (auto [axis, extent] : llvm::enumerate(gather.getGlobalShape())) {
      if (from.getAxis(axis) == to.getAxis(axis)) {
        offsets.push_back(builder.getIndexAttr(0));
        continue;
      }
      Value offset = getOffset(from.getAxis(axis), extent);
      if (!to.getAxis(axis).empty())
        offset = arith::SubIOp::create(builder, loc, offset,
                                       getOffset(to.getAxis(axis), extent));
      offsets.push_back(offset);
    }
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(builder, loc, source.getResult());
    SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
    // Peers may still read the earlier contents of an arena, but not of memory
    // of a result, to which each call writes once.
    if (!isa<BlockArgument>(gather.getDest()))
      comm::BarrierOp::create(builder, loc, FlatSymbolRefAttr::get(meshOp),
                              shared);
    Value part = memref::SubViewOp::create(builder, loc, gather.getDest(),
                                           offsets, sizes, strides);
    source.getResult().replaceAllUsesWith(part);
    updateViews(part);
    source.erase();
  }
};

} // namespace
