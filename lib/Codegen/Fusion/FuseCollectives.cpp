//===- FuseCollectives.cpp - Rows stay in the cache across collectives ----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveGroup.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace dtensor {
#define GEN_PASS_DEF_FUSECOLLECTIVES
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Makes a loop over tiles of rows, and computes all members in it.
class GroupTiler {
public:
  GroupTiler(RewriterBase &rewriter, CollectiveGroup &group)
      : rewriter(rewriter), group(group) {}

  /// Returns the loop, which takes the place of the group's last op.
  FailureOr<scf::ForOp> tile();

private:
  void createLoop();
  LogicalResult tileStructured(linalg::LinalgOp op);
  Value getTile(tensor::ExtractSliceOp slice);
  void tileCollective(comm::AllReduceOp op);
  void finishLoop();

  RewriterBase &rewriter;
  CollectiveGroup &group;
  scf::ForOp loop;
  /// The results that others read, and what the loop carries for each.
  llvm::MapVector<Value, Value> carried;
  /// For each result, its rows in the tile.
  IRMapping tiles;
};

} // namespace

/// The initial value of a result. It is empty if the group computes it.
static Value getInit(OpBuilder &builder, const CollectiveGroup &group,
                     OpResult result) {
  Value init = cast<DestinationStyleOpInterface>(result.getOwner())
                   .getTiedOpOperand(result)
                   ->get();
  if (!group.loops.contains(init.getDefiningOp()))
    return init;
  auto type = cast<RankedTensorType>(result.getType());
  return tensor::EmptyOp::create(builder, result.getLoc(), type.getShape(),
                                 type.getElementType());
}

void GroupTiler::createLoop() {
  Location loc = group.members.back()->getLoc();
  rewriter.setInsertionPoint(group.members.back());
  SmallVector<Value> inits;
  for (Operation *member : group.members)
    for (OpResult result : member->getOpResults())
      if (group.isReadOutside(result) && !isa<linalg::FillOp>(member)) {
        inits.push_back(getInit(rewriter, group, result));
        carried.insert({result, nullptr});
      }
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value end = arith::ConstantIndexOp::create(rewriter, loc, group.numRows);
  Value step = arith::ConstantIndexOp::create(rewriter, loc, group.tileRows);
  loop = scf::ForOp::create(rewriter, loc, zero, end, step, inits);
  for (auto [result, argument] : llvm::zip(carried, loop.getRegionIterArgs()))
    result.second = argument;
  rewriter.setInsertionPointToStart(loop.getBody());
}

/// The tile that stands for the slice of an operand.
Value GroupTiler::getTile(tensor::ExtractSliceOp slice) {
  if (Value known = tiles.lookupOrNull(slice.getSource()))
    return known;
  if (!slice.getSource().getDefiningOp<tensor::EmptyOp>())
    return slice;
  return tensor::EmptyOp::create(rewriter, slice.getLoc(),
                                 slice.getType().getShape(),
                                 slice.getType().getElementType());
}

LogicalResult GroupTiler::tileStructured(linalg::LinalgOp op) {
  SmallVector<OpFoldResult> offsets(op.getNumLoops(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(rewriter.getContext(), op.getStaticLoopRanges());
  unsigned rows = group.loops.lookup(op);
  offsets[rows] = loop.getInductionVar();
  sizes[rows] = rewriter.getIndexAttr(group.tileRows);
  FailureOr<TilingResult> tiled =
      cast<TilingInterface>(op.getOperation())
          .getTiledImplementation(rewriter, offsets, sizes);
  if (failed(tiled) || tiled->tiledOps.size() != 1)
    return failure();
  auto tile = cast<linalg::LinalgOp>(tiled->tiledOps.front());
  rewriter.setInsertionPoint(tile);
  for (OpOperand &operand : tile->getOpOperands()) {
    auto slice = operand.get().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice->getBlock() != loop.getBody())
      continue;
    // A result that others read is computed in its place.
    if (tile.isDpsInit(&operand)) {
      OpResult result =
          op.getTiedOpResult(&op->getOpOperand(operand.getOperandNumber()));
      if (Value whole = carried.lookup(result);
          whole && !tiles.contains(slice.getSource())) {
        slice.getSourceMutable().assign(whole);
        continue;
      }
    }
    operand.set(getTile(slice));
  }
  for (Operation *slice : tiled->generatedSlices)
    if (slice->use_empty())
      rewriter.eraseOp(slice);
  rewriter.setInsertionPointAfter(tile);
  tiles.map(op->getResults(), tile->getResults());
  return success();
}

void GroupTiler::tileCollective(comm::AllReduceOp op) {
  Value source = tiles.lookupOrNull(op.getSource());
  unsigned axis = group.loops.lookup(op);
  auto whole = cast<RankedTensorType>(op.getDest().getType());
  SmallVector<int64_t> shape(whole.getShape());
  shape[axis] = group.tileRows;
  if (!source) {
    SmallVector<OpFoldResult> offsets(shape.size(), rewriter.getIndexAttr(0));
    offsets[axis] = loop.getInductionVar();
    SmallVector<OpFoldResult> strides(shape.size(), rewriter.getIndexAttr(1));
    source = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), op.getSource(), offsets,
        getAsIndexOpFoldResult(rewriter.getContext(), shape), strides);
  }
  Value dest = tensor::EmptyOp::create(rewriter, op.getLoc(), shape,
                                       whole.getElementType());
  // Each device has as many rows of the tensor as any other one.
  SmallVector<int64_t> globalShape(op.getGlobalShape());
  globalShape[axis] =
      globalShape[axis] / whole.getDimSize(axis) * group.tileRows;
  auto tile = comm::AllReduceOp::create(rewriter, op.getLoc(), source, dest,
                                        op.getFrom(), op.getTo(), globalShape,
                                        ValueRange(), op.getReasonAttr());
  tile.setFromZero(op.getFromZero());
  tiles.map(op.getResult(), tile.getResult());
}

/// Puts the rows of the tile in the results that others read.
void GroupTiler::finishLoop() {
  SmallVector<Value> yielded;
  for (auto [result, whole] : carried) {
    Value tile = tiles.lookup(result);
    unsigned axis = group.getAxis(cast<OpResult>(result));
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    offsets[axis] = loop.getInductionVar();
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    yielded.push_back(tensor::InsertSliceOp::create(
        rewriter, loop.getLoc(), tile, whole, offsets,
        getAsIndexOpFoldResult(rewriter.getContext(), type.getShape()),
        strides));
  }
  for (Operation *member : group.members)
    for (Operation *user : llvm::make_early_inc_range(member->getUsers()))
      if (isa<comm::ReleaseOp>(user)) {
        comm::ReleaseOp::create(rewriter, user->getLoc(),
                                tiles.lookup(user->getOperand(0)));
        rewriter.eraseOp(user);
      }
  scf::YieldOp::create(rewriter, loop.getLoc(), yielded);
  for (auto [result, whole] : llvm::zip(carried, loop.getResults()))
    rewriter.replaceAllUsesWith(result.first, whole);
  for (Operation *member : llvm::reverse(group.members))
    if (member->use_empty())
      rewriter.eraseOp(member);
}

FailureOr<scf::ForOp> GroupTiler::tile() {
  createLoop();
  for (Operation *member : group.members) {
    if (auto collective = dyn_cast<comm::AllReduceOp>(member))
      tileCollective(collective);
    else if (failed(tileStructured(cast<linalg::LinalgOp>(member))))
      return member->emitError("cannot compute some rows at a time");
  }
  finishLoop();
  return loop;
}

namespace {
struct FuseCollectives : dtensor::impl::FuseCollectivesBase<FuseCollectives> {
  using FuseCollectivesBase::FuseCollectivesBase;

  int64_t countDevicesPerCore(Block *block) {
    auto collective = *block->getOps<comm::AllReduceOp>().begin();
    MeshOp mesh = lookupMeshOrNull(collective, collective.getMeshName());
    if (!mesh || cores == 0)
      return 1;
    return llvm::divideCeil(mesh.getMesh().getNumDevices(), cores.getValue());
  }

  void runOnOperation() override {
    // Only blocks with an all_reduce can have a group.
    llvm::SetVector<Block *> blocks;
    getOperation().walk(
        [&](comm::AllReduceOp op) { blocks.insert(op->getBlock()); });
    if (blocks.empty())
      return;
    int64_t devicesPerCore = countDevicesPerCore(blocks.front());
    IRRewriter rewriter(&getContext());
    // Each op is looked at once, so the time is linear.
    TriedRows tried;
    for (Block *block : blocks) {
      // The last operation comes first, since its group may contain others.
      Operation *next = nullptr;
      for (Operation *op = &block->back(); op; op = next) {
        next = op->getPrevNode();
        auto root = dyn_cast<linalg::LinalgOp>(op);
        if (!root)
          continue;
        std::optional<CollectiveGroup> group =
            findCollectiveGroup(root, devicesPerCore, tried);
        if (!group)
          continue;
        FailureOr<scf::ForOp> loop = GroupTiler(rewriter, *group).tile();
        if (failed(loop))
          return signalPassFailure();
        next = (*loop)->getPrevNode();
      }
    }
  }
};
} // namespace
