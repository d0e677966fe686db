//===- LinalgExtIndexing.cpp - Gathers and scatters on components ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountOnce.h"
#include "ExpansionTable.h"
#include "SetPart.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Partition/FetchOperand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// Each device takes those elements of the slices that are in its component,
/// and zero bits for the others.
static LogicalResult expandGather(Expander &expander, GatherOp op,
                                  const ExpansionSite &) {
  auto local = cast<GatherOp>(expander.cloneLocally(*op));
  auto isWhole = [&](int64_t axis) {
    return op.takesWhole(axis) ||
           llvm::is_contained(op.getOperandBatchAxes(), axis);
  };
  SmallVector<int64_t> sizes(op.getSliceSizes());
  for (int64_t axis : op.getSlicedAxes())
    if (op.takesWhole(axis))
      sizes[axis] = kAll;
  local.setSliceSizes(sizes);
  setPart(expander, local, op.getSource(), isWhole);
  return success();
}

/// Each device does the updates of its component. If the updates are sharded,
/// the initial values of the destinations must count once.
static LogicalResult expandScatter(Expander &expander, ScatterOp op,
                                   const ExpansionSite &site) {
  auto local = cast<ScatterOp>(expander.cloneLocally(*op));
  OpBuilder::InsertionGuard guard(expander.getBuilder());
  expander.getBuilder().setInsertionPoint(local);
  DimList dims = getReducedDims(site);
  if (expander.getMesh().getGroupSize(dims) > 1)
    for (auto [index, dest] : llvm::enumerate(local.getDestsMutable())) {
      std::optional<ReductionBody> body =
          matchCombiningBlock(op.getCombiner().front(), index);
      if (!body)
        return op.emitOpError("has a region that is no known combiner; keep "
                              "the updates unsharded");
      FailureOr<Value> counted = createCountedOnce(
          expander, op, op.getDests()[index], dest.get(), *body, dims);
      if (failed(counted))
        return failure();
      dest.set(*counted);
    }
  setPart(expander, local, op.getDests().front(), [&](int64_t axis) {
    return op.takesWhole(axis) ||
           llvm::is_contained(op.getDestBatchAxes(), axis);
  });
  return success();
}

/// Clamps `local`, which is the value of `start` on this device, to [0, last].
static Value createClamped(OpBuilder &builder, Location loc, Value start,
                           Value local, int64_t last) {
  using presburger::BoundType;
  auto getBound = [&](BoundType type) {
    FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
        type, start, /*stopCondition=*/nullptr, /*closedUB=*/true);
    return succeeded(bound) ? std::optional(*bound) : std::nullopt;
  };
  std::optional<int64_t> low = getBound(BoundType::LB);
  if (!low || *low < 0)
    local = arith::MaxSIOp::create(
        builder, loc, local, arith::ConstantIndexOp::create(builder, loc, 0));
  std::optional<int64_t> high = getBound(BoundType::UB);
  if (!high || *high > last)
    local = arith::MinSIOp::create(
        builder, loc, local,
        arith::ConstantIndexOp::create(builder, loc, last));
  return local;
}

/// Along a sharded axis, the devices that have positions of the slice send them
/// to the others.
static LogicalResult expandDynamicSlice(Expander &expander, DynamicSliceOp op,
                                        const ExpansionSite &site) {
  if (!needsFetch(expander, op, 0, site)) {
    auto local = cast<DynamicSliceOp>(expander.cloneLocally(*op));
    SmallVector<int64_t> sizes(op.getSizes());
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (op.takesWhole(axis))
        size = kAll;
    local.setSizes(sizes);
    return success();
  }
  auto type = cast<ShapedType>(op.getSource().getType());
  auto getStart = [&](unsigned axis) {
    Value start = op.getStarts()[axis];
    return createClamped(expander.getBuilder(), op.getLoc(), start,
                         expander.getLocal(start),
                         type.getDimSize(axis) - op.getSizes()[axis]);
  };
  expander.setLocal(op.getResult(),
                    fetchOperand(expander, op, 0, site, getStart));
  return success();
}

static LogicalResult expandDynamicUpdateSlice(Expander &expander,
                                              DynamicUpdateSliceOp op,
                                              const ExpansionSite &) {
  auto local = cast<DynamicUpdateSliceOp>(expander.cloneLocally(*op));
  setPart(expander, local, op.getDest(),
          [&](int64_t axis) { return op.takesWhole(axis); });
  return success();
}

void dtensor::addLinalgExtIndexingExpansions(ExpansionTable &table) {
  table.add<GatherOp, expandGather>();
  table.add<ScatterOp, expandScatter>();
  table.add<DynamicSliceOp, expandDynamicSlice>();
  table.add<DynamicUpdateSliceOp, expandDynamicUpdateSlice>();
}
