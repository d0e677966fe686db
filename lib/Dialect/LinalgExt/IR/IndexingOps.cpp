//===- IndexingOps.cpp - Ops whose positions are data ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace dtensor::linalg_ext;

/// The numbers from 0 to `rank`, without `excluded`, in order.
static SmallVector<int64_t> getOtherAxes(int64_t rank,
                                         ArrayRef<int64_t> excluded) {
  return llvm::filter_to_vector(llvm::seq<int64_t>(rank), [&](int64_t axis) {
    return !llvm::is_contained(excluded, axis);
  });
}

static int64_t getRank(Value value) {
  return cast<ShapedType>(value.getType()).getRank();
}

/// The extent of the whole tensor along an axis of the part; kDynamic if no
/// type has it.
static int64_t getWholeExtent(PartOpInterface op, int64_t axis) {
  if (std::optional<ArrayRef<int64_t>> shape = op.getPartShape())
    if (!ShapedType::isDynamic((*shape)[axis]))
      return (*shape)[axis];
  return cast<ShapedType>(op.getPart().getType()).getDimSize(axis);
}

static bool mayEqual(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

//===----------------------------------------------------------------------===//
// Verification of gather and scatter
//===----------------------------------------------------------------------===//

/// Checks that `axes` exist, and each occurs once.
static LogicalResult verifyAxes(Operation *op, StringRef name,
                                ArrayRef<int64_t> axes, int64_t rank,
                                bool isSorted) {
  llvm::SmallSet<int64_t, 4> seen;
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= rank)
      return op->emitOpError()
             << name << " has axis " << axis << ", but there are " << rank;
    if (!seen.insert(axis).second)
      return op->emitOpError() << name << " has axis " << axis << " twice";
  }
  if (isSorted && !llvm::is_sorted(axes))
    return op->emitOpError() << name << " must be sorted";
  return success();
}

namespace {
/// The positions that are read, their axes, and the op's names for them.
struct Positions {
  ShapedType indices, pointed;
  int64_t indexVectorAxis;
  ArrayRef<int64_t> indicesBatchAxes, pointedBatchAxes, startAxes;
  StringRef pointedBatchName, startName;
};
} // namespace

static LogicalResult verifyPositions(Operation *op, const Positions &at) {
  int64_t rank = at.indices.getRank();
  if (!isa<IntegerType, IndexType>(at.indices.getElementType()))
    return op->emitOpError("required: indices that are integers; found ")
           << at.indices;
  if (at.indexVectorAxis < 0 || at.indexVectorAxis > rank)
    return op->emitOpError("required: an index_vector_axis of 0 to ")
           << rank << "; found " << at.indexVectorAxis;
  int64_t depth = at.indexVectorAxis == rank
                      ? 1
                      : at.indices.getDimSize(at.indexVectorAxis);
  if (depth != int64_t(at.startAxes.size()))
    return op->emitOpError("required: one of ")
           << at.startName << " for each element of a position; found "
           << at.startAxes.size() << " for " << at.indices << " along axis "
           << at.indexVectorAxis;
  if (failed(verifyAxes(op, at.startName, at.startAxes, at.pointed.getRank(),
                        /*isSorted=*/false)) ||
      failed(verifyAxes(op, at.pointedBatchName, at.pointedBatchAxes,
                        at.pointed.getRank(), /*isSorted=*/true)) ||
      failed(verifyAxes(op, "indices_batch_axes", at.indicesBatchAxes, rank,
                        /*isSorted=*/false)))
    return failure();
  for (int64_t axis : at.startAxes)
    if (llvm::is_contained(at.pointedBatchAxes, axis))
      return op->emitOpError() << at.startName << " and " << at.pointedBatchName
                               << " both have axis " << axis;
  if (llvm::is_contained(at.indicesBatchAxes, at.indexVectorAxis))
    return op->emitOpError("indices_batch_axes has the index_vector_axis ")
           << at.indexVectorAxis;
  if (at.indicesBatchAxes.size() != at.pointedBatchAxes.size())
    return op->emitOpError("required: as many indices_batch_axes as ")
           << at.pointedBatchName << "; found " << at.indicesBatchAxes.size()
           << " and " << at.pointedBatchAxes.size();
  for (auto [mine, other] :
       llvm::zip_equal(at.indicesBatchAxes, at.pointedBatchAxes))
    if (!mayEqual(at.indices.getDimSize(mine), at.pointed.getDimSize(other)))
      return op->emitOpError(
                 "required: batch axes of equal extent; found axis ")
             << mine << " of " << at.indices << " and axis " << other << " of "
             << at.pointed;
  return success();
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

SmallVector<int64_t> GatherOp::getBatchAxes() {
  return getOtherAxes(getRank(getDest()), getOffsetAxes());
}

SmallVector<int64_t> GatherOp::getIndicesAxes() {
  return getOtherAxes(getRank(getIndices()), int64_t(getIndexVectorAxis()));
}

SmallVector<int64_t> GatherOp::getSlicedAxes() {
  SmallVector<int64_t> excluded(getCollapsedAxes());
  llvm::append_range(excluded, getOperandBatchAxes());
  return getOtherAxes(getRank(getSource()), excluded);
}

bool GatherOp::takesWhole(int64_t axis) {
  int64_t size = getSliceSizes()[axis];
  return size == kAll || size == getWholeExtent(*this, axis);
}

Value GatherOp::getPart() { return getSource(); }

LogicalResult GatherOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  auto indices = cast<ShapedType>(getIndices().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (source.getElementType() != dest.getElementType())
    return emitOpError("required: a destination of the operand's elements; "
                       "found ")
           << source << " and " << dest;
  if (failed(verifyPositions(
          *this, {indices, source, int64_t(getIndexVectorAxis()),
                  getIndicesBatchAxes(), getOperandBatchAxes(), getStartAxes(),
                  "operand_batch_axes", "start_axes"})) ||
      failed(verifyAxes(*this, "collapsed_axes", getCollapsedAxes(),
                        source.getRank(), /*isSorted=*/true)) ||
      failed(verifyAxes(*this, "offset_axes", getOffsetAxes(), dest.getRank(),
                        /*isSorted=*/true)))
    return failure();
  for (int64_t axis : getCollapsedAxes())
    if (llvm::is_contained(getOperandBatchAxes(), axis))
      return emitOpError(
                 "collapsed_axes and operand_batch_axes both have axis ")
             << axis;

  ArrayRef<int64_t> sizes = getSliceSizes();
  if (int64_t(sizes.size()) != source.getRank())
    return emitOpError("required: a size for each of the ")
           << source.getRank() << " axes of the operand; found "
           << sizes.size();
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    // An empty batch has no slices.
    bool isBatch = llvm::is_contained(getOperandBatchAxes(), axis);
    bool isCollapsed = llvm::is_contained(getCollapsedAxes(), axis);
    if ((isCollapsed && size != 1) || (isBatch && size != 0 && size != 1))
      return emitOpError("required: size 1 along axis ")
             << axis << ", which the result has not; found " << size;
    int64_t extent = getWholeExtent(*this, axis);
    if (!isBatch && size != kAll &&
        (size < 0 || (!ShapedType::isDynamic(extent) && size > extent)))
      return emitOpError("required: a slice within the ")
             << extent << " positions of axis " << axis << "; found size "
             << size;
  }

  SmallVector<int64_t> batch = getBatchAxes(), from = getIndicesAxes();
  SmallVector<int64_t> sliced = getSlicedAxes();
  if (batch.size() != from.size() || getOffsetAxes().size() != sliced.size())
    return emitOpError("required: a result of ")
           << from.size() << " axes from the indices and " << sliced.size()
           << " from slices; found " << dest << " with "
           << getOffsetAxes().size() << " offset_axes";
  for (auto [axis, other] : llvm::zip_equal(batch, from))
    if (!mayEqual(dest.getDimSize(axis), indices.getDimSize(other)))
      return emitOpError("required: on axis ")
             << axis << " of the result the extent of axis " << other
             << " of the indices; found " << dest << " and " << indices;
  for (auto [axis, other] : llvm::zip_equal(getOffsetAxes(), sliced)) {
    int64_t size =
        sizes[other] == kAll ? source.getDimSize(other) : sizes[other];
    if (!mayEqual(dest.getDimSize(axis), size))
      return emitOpError("required: on axis ")
             << axis << " of the result the size of slices along axis " << other
             << ", which is " << size << "; found " << dest;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ScatterOp
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ScatterOp::getScatterAxes() {
  return getOtherAxes(getRank(getUpdates().front()), getWindowAxes());
}

SmallVector<int64_t> ScatterOp::getIndicesAxes() {
  return getOtherAxes(getRank(getIndices()), int64_t(getIndexVectorAxis()));
}

SmallVector<int64_t> ScatterOp::getWindowedAxes() {
  SmallVector<int64_t> excluded(getInsertedAxes());
  llvm::append_range(excluded, getDestBatchAxes());
  return getOtherAxes(getRank(getDests().front()), excluded);
}

bool ScatterOp::takesWhole(int64_t axis) {
  if (llvm::is_contained(getStartAxes(), axis))
    return false;
  auto updates = cast<ShapedType>(getUpdates().front().getType());
  for (auto [mine, other] : llvm::zip_equal(getWindowAxes(), getWindowedAxes()))
    if (other == axis)
      return !updates.isDynamicDim(mine) &&
             updates.getDimSize(mine) == getWholeExtent(*this, axis);
  return false;
}

Value ScatterOp::getPart() { return getDests().front(); }

bool ScatterOp::readsDestination(OpOperand &) { return true; }

LogicalResult ScatterOp::verify() {
  size_t count = getDests().size();
  if (count == 0 || getUpdates().empty())
    return emitOpError("required: updates and destinations; found ")
           << getUpdates().size() << " and " << count;
  auto indices = cast<ShapedType>(getIndices().getType());
  auto dest = cast<ShapedType>(getDests().front().getType());
  auto updates = cast<ShapedType>(getUpdates().front().getType());
  for (Value each : llvm::concat<Value>(getDests(), getReads()))
    if (failed(verifyCompatibleShape(each.getType(), dest)))
      return emitOpError("required: destinations, and what is read, of one "
                         "shape; found ")
             << dest << " and " << each.getType();
  for (Value each : getUpdates())
    if (failed(verifyCompatibleShape(each.getType(), updates)))
      return emitOpError("required: updates of one shape; found ")
             << updates << " and " << each.getType();
  if (failed(verifyPositions(
          *this, {indices, dest, int64_t(getIndexVectorAxis()),
                  getIndicesBatchAxes(), getDestBatchAxes(), getStartAxes(),
                  "dest_batch_axes", "start_axes"})) ||
      failed(verifyAxes(*this, "inserted_axes", getInsertedAxes(),
                        dest.getRank(), /*isSorted=*/true)) ||
      failed(verifyAxes(*this, "window_axes", getWindowAxes(),
                        updates.getRank(), /*isSorted=*/true)))
    return failure();
  for (int64_t axis : getInsertedAxes())
    if (llvm::is_contained(getDestBatchAxes(), axis))
      return emitOpError("inserted_axes and dest_batch_axes both have axis ")
             << axis;

  SmallVector<int64_t> scattered = getScatterAxes();
  SmallVector<int64_t> from = getIndicesAxes();
  SmallVector<int64_t> windowed = getWindowedAxes();
  if (scattered.size() != from.size() ||
      getWindowAxes().size() != windowed.size())
    return emitOpError("required: updates of ")
           << from.size() << " axes from the indices and " << windowed.size()
           << " from windows; found " << updates << " with "
           << getWindowAxes().size() << " window_axes";
  for (auto [axis, other] : llvm::zip_equal(scattered, from))
    if (!mayEqual(updates.getDimSize(axis), indices.getDimSize(other)))
      return emitOpError("required: on axis ")
             << axis << " of the updates the extent of axis " << other
             << " of the indices; found " << updates << " and " << indices;
  for (auto [axis, other] : llvm::zip_equal(getWindowAxes(), windowed)) {
    int64_t size = updates.getDimSize(axis);
    int64_t extent = getWholeExtent(*this, other);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(extent) &&
        size > extent)
      return emitOpError("required: windows within the ")
             << extent << " positions of axis " << other
             << " of the destination; found " << updates;
  }

  SmallVector<Type> held = detail::getElementTypes(getDests());
  SmallVector<Type> arguments = held;
  llvm::append_range(arguments, detail::getElementTypes(getUpdates()));
  llvm::append_range(arguments, detail::getElementTypes(getReads()));
  return detail::verifyBody(*this, getCombiner(), arguments, held);
}

//===----------------------------------------------------------------------===//
// DynamicSliceOp
//===----------------------------------------------------------------------===//

/// Checks a slice of `sizes` of axes of `extents`, with one start per axis.
static LogicalResult verifyDynamicSlice(Operation *op,
                                        ArrayRef<int64_t> extents,
                                        size_t numStarts,
                                        ArrayRef<int64_t> sizes) {
  size_t rank = extents.size();
  if (numStarts != rank || sizes.size() != rank)
    return op->emitOpError("required: a start and a size for each of the ")
           << rank << " axes; found " << numStarts << " and " << sizes.size();
  for (auto [axis, size, extent] : llvm::enumerate(sizes, extents)) {
    if (size != kAll && !ShapedType::isDynamic(size) &&
        (size < 0 || (!ShapedType::isDynamic(extent) && size > extent)))
      return op->emitOpError("required: a slice within the ")
             << extent << " positions of axis " << axis << "; found size "
             << size;
  }
  return success();
}

bool DynamicSliceOp::takesWhole(int64_t axis) {
  int64_t size = getSizes()[axis];
  return size == kAll ||
         size == cast<ShapedType>(getSource().getType()).getDimSize(axis);
}

LogicalResult DynamicSliceOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (failed(verifyDynamicSlice(*this, source.getShape(), getStarts().size(),
                                getSizes())))
    return failure();
  bool matches = source.getElementType() == dest.getElementType() &&
                 source.getRank() == dest.getRank();
  for (int64_t axis = 0; matches && axis < source.getRank(); ++axis) {
    int64_t size = getSizes()[axis];
    matches = mayEqual(dest.getDimSize(axis),
                       size == kAll ? source.getDimSize(axis) : size);
  }
  if (!matches)
    return emitOpError("required: a destination of the slice's shape and the "
                       "operand's elements; found ")
           << dest;
  return success();
}

//===----------------------------------------------------------------------===//
// DynamicUpdateSliceOp
//===----------------------------------------------------------------------===//

bool DynamicUpdateSliceOp::takesWhole(int64_t axis) {
  int64_t size = cast<ShapedType>(getUpdate().getType()).getDimSize(axis);
  return !ShapedType::isDynamic(size) && size == getWholeExtent(*this, axis);
}

Value DynamicUpdateSliceOp::getPart() { return getDest(); }

bool DynamicUpdateSliceOp::readsDestination(OpOperand &) { return true; }

LogicalResult DynamicUpdateSliceOp::verify() {
  auto update = cast<ShapedType>(getUpdate().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (update.getElementType() != dest.getElementType())
    return emitOpError("required: an update of the destination's elements; "
                       "found ")
           << update << " and " << dest;
  auto extents =
      llvm::map_to_vector(llvm::seq(dest.getRank()), [&](int64_t axis) {
        return getWholeExtent(*this, axis);
      });
  return verifyDynamicSlice(*this, extents, getStarts().size(),
                            update.getShape());
}
