//===- ShardBounds.cpp - Coordinates, extents and offsets -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification, folding and bounds of `coordinate`, `shard_extent` and
// `shard_offset`.
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::comm;

static ConstantIntRanges getIndexRange(int64_t min, int64_t max) {
  unsigned width = IndexType::kInternalStorageBitWidth;
  return ConstantIntRanges::fromSigned(APInt(width, min, /*isSigned=*/true),
                                       APInt(width, max, /*isSigned=*/true));
}

//===----------------------------------------------------------------------===//
// CoordinateOp
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getSize(CoordinateOp op) {
  MeshOp mesh = lookupMeshOrNull(op, op.getMeshAttr());
  if (!mesh)
    return std::nullopt;
  Mesh resolved = mesh.getMesh();
  std::optional<unsigned> dim = resolved.lookup(op.getDim());
  if (!dim)
    return std::nullopt;
  return resolved.getSize(*dim);
}

LogicalResult CoordinateOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyDimensions(*this, getMeshAttr(),
                          ArrayAttr::get(getContext(), getDimAttr()), &symbols);
}

OpFoldResult CoordinateOp::fold(FoldAdaptor) {
  if (getSize(*this) == 1)
    return IntegerAttr::get(getType(), 0);
  return {};
}

void CoordinateOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                     SetIntRangeFn setResultRange) {
  int64_t size = getSize(*this).value_or(std::numeric_limits<int64_t>::max());
  setResultRange(getResult(), getIndexRange(0, size - 1));
}

void CoordinateOp::populateBoundsForIndexValue(Value value,
                                               ValueBoundsConstraintSet &set) {
  set.bound(value) >= 0;
  if (std::optional<int64_t> size = getSize(*this))
    set.bound(value) < *size;
}

//===----------------------------------------------------------------------===//
// ShardExtentOp and ShardOffsetOp
//===----------------------------------------------------------------------===//

namespace {
/// The mesh, and the layout of rank 1 that shards its axis along the op's
/// dimensions.
struct ShardedAxis {
  Mesh mesh;
  DimList dims;
  Layout layout;

  int64_t getNumParts() const { return mesh.getGroupSize(dims); }
};
} // namespace

template <typename ShardOp>
static std::optional<ShardedAxis> getShardedAxis(ShardOp op) {
  MeshOp meshOp = lookupMeshOrNull(op, op.getMeshAttr());
  if (!meshOp)
    return std::nullopt;
  Mesh mesh = meshOp.getMesh();
  DimList dims;
  for (auto name : op.getDims().template getAsRange<StringAttr>()) {
    std::optional<unsigned> dim = mesh.lookup(name.getValue());
    if (!dim)
      return std::nullopt;
    dims.push_back(*dim);
  }
  Layout layout(1);
  layout.setAxis(0, dims);
  return ShardedAxis{std::move(mesh), std::move(dims), std::move(layout)};
}

/// Folds a constant operand into the op.
template <typename ShardOp>
static bool makeExtentStatic(ShardOp op, Attribute extent) {
  auto constant = dyn_cast_or_null<IntegerAttr>(extent);
  if (!constant || constant.getInt() < 0)
    return false;
  op.setStaticExtent(constant.getInt());
  op.getExtentMutable().clear();
  return true;
}

LogicalResult comm::detail::verifyShard(Operation *op, FlatSymbolRefAttr mesh,
                                        ArrayAttr dims, Value extent,
                                        int64_t staticExtent,
                                        SymbolTableCollection &symbols) {
  if (!!extent != ShapedType::isDynamic(staticExtent))
    return op->emitOpError("requires either an operand or a static extent, "
                           "found ")
           << (extent ? "both" : "neither");
  if (!extent && staticExtent < 0)
    return op->emitOpError("the extent must be at least 0, found ")
           << staticExtent;
  return verifyDimensions(op, mesh, dims, &symbols);
}

OpFoldResult ShardExtentOp::fold(FoldAdaptor adaptor) {
  if (makeExtentStatic(*this, adaptor.getExtent()))
    return getResult();
  std::optional<ShardedAxis> axis = getShardedAxis(*this);
  if (!axis)
    return {};
  if (Value extent = getExtent())
    return axis->getNumParts() == 1 ? extent : OpFoldResult();
  if (!axis->layout.isEven(axis->mesh, 0, getStaticExtent()))
    return {};
  return IntegerAttr::get(getType(), axis->layout.getMaxLocalExtent(
                                         axis->mesh, 0, getStaticExtent()));
}

OpFoldResult ShardOffsetOp::fold(FoldAdaptor adaptor) {
  if (makeExtentStatic(*this, adaptor.getExtent()))
    return getResult();
  std::optional<ShardedAxis> axis = getShardedAxis(*this);
  if (axis && (axis->getNumParts() == 1 || getStaticExtent() == 0))
    return IntegerAttr::get(getType(), 0);
  return {};
}

/// The largest extent of a part of an axis of static extent.
static int64_t getMaxExtent(const ShardedAxis &axis, int64_t extent) {
  return axis.layout.getMaxLocalExtent(axis.mesh, 0, extent);
}

/// The largest start of a part. It is that of the last one, since parts are in
/// order.
static int64_t getMaxOffset(const ShardedAxis &axis, int64_t extent) {
  SmallVector<int64_t> last(axis.mesh.getNumDimensions(), 0);
  for (unsigned dim : axis.dims)
    last[dim] = axis.mesh.getSize(dim) - 1;
  return axis.layout
      .getOwnedSlice(axis.mesh, 0, extent, axis.mesh.getDevice(last))
      .offset;
}

template <typename ShardOp>
static void inferShardRange(ShardOp op, SetIntRangeFn setResultRange,
                            int64_t (*getMax)(const ShardedAxis &, int64_t)) {
  int64_t max = std::numeric_limits<int64_t>::max();
  std::optional<ShardedAxis> axis = getShardedAxis(op);
  if (axis && !op.getExtent())
    max = getMax(*axis, op.getStaticExtent());
  setResultRange(op.getResult(), getIndexRange(0, max));
}

void ShardExtentOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                      SetIntRangeFn setResultRange) {
  inferShardRange(*this, setResultRange, getMaxExtent);
}

void ShardOffsetOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                      SetIntRangeFn setResultRange) {
  inferShardRange(*this, setResultRange, getMaxOffset);
}

void ShardExtentOp::populateBoundsForIndexValue(Value value,
                                                ValueBoundsConstraintSet &set) {
  set.bound(value) >= 0;
  std::optional<ShardedAxis> axis = getShardedAxis(*this);
  if (!axis)
    return;
  if (Value extent = getExtent()) {
    AffineExpr largest = set.getExpr(extent);
    for (unsigned dim : axis->dims)
      largest = largest.ceilDiv(axis->mesh.getSize(dim));
    set.bound(value) <= largest;
  } else {
    set.bound(value) <= getMaxExtent(*axis, getStaticExtent());
  }
}

void ShardOffsetOp::populateBoundsForIndexValue(Value value,
                                                ValueBoundsConstraintSet &set) {
  set.bound(value) >= 0;
  std::optional<ShardedAxis> axis = getShardedAxis(*this);
  if (!axis)
    return;
  if (Value extent = getExtent())
    set.bound(value) <= set.getExpr(extent);
  else
    set.bound(value) <= getMaxOffset(*axis, getStaticExtent());
}
