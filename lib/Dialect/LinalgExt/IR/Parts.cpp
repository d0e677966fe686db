//===- Parts.cpp - Tensors that are parts of larger ones ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

#include "dtensor/Dialect/LinalgExt/IR/LinalgExtInterfaces.cpp.inc"

OpFoldResult linalg_ext::getExtent(OpBuilder &builder, Location loc,
                                   Value shaped, int64_t axis) {
  auto type = cast<ShapedType>(shaped.getType());
  if (!type.isDynamicDim(axis))
    return builder.getIndexAttr(type.getDimSize(axis));
  if (isa<TensorType>(type))
    return tensor::DimOp::create(builder, loc, shaped, axis).getResult();
  return memref::DimOp::create(builder, loc, shaped, axis).getResult();
}

LogicalResult linalg_ext::detail::verifyPart(Operation *operation) {
  auto op = cast<PartOpInterface>(operation);
  std::optional<ArrayRef<int64_t>> starts = op.getPartStarts();
  std::optional<ArrayRef<int64_t>> shape = op.getPartShape();
  if (!starts && !shape && op.getPartOffsets().empty())
    return success();
  if (!starts || !shape)
    return op->emitOpError("required: both the start and the shape of what its "
                           "tensor is a part of, or none");
  auto type = dyn_cast<ShapedType>(op.getPart().getType());
  int64_t rank = type && type.hasRank() ? type.getRank() : 0;
  if (int64_t(starts->size()) != rank || int64_t(shape->size()) != rank)
    return op->emitOpError("required: a start and an extent for each of the ")
           << rank << " axes of the part; found " << starts->size() << " and "
           << shape->size();
  if (llvm::count(*starts, ShapedType::kDynamic) !=
      int64_t(op.getPartOffsets().size()))
    return op->emitOpError("required: an operand for each dynamic start");
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t start = (*starts)[axis], extent = (*shape)[axis];
    if (ShapedType::isDynamic(extent)) {
      // The positions outside of the tensor are not known.
      if (start != 0)
        return op->emitOpError("required: start 0 on axis ")
               << axis << ", whose whole extent is not known";
      continue;
    }
    int64_t own = type.getDimSize(axis);
    if (extent < 0 || (!ShapedType::isDynamic(start) &&
                       (start < 0 || start > extent ||
                        (!ShapedType::isDynamic(own) && start + own > extent))))
      return op->emitOpError("required: a part within the ")
             << extent << " positions of axis " << axis;
  }
  return success();
}

SmallVector<OpFoldResult>
linalg_ext::detail::getMixedPartStarts(Operation *operation) {
  auto op = cast<PartOpInterface>(operation);
  Builder builder(op->getContext());
  if (std::optional<ArrayRef<int64_t>> starts = op.getPartStarts())
    return getMixedValues(*starts, op.getPartOffsets(), builder);
  return SmallVector<OpFoldResult>(
      cast<ShapedType>(op.getPart().getType()).getRank(),
      builder.getIndexAttr(0));
}

SmallVector<OpFoldResult>
linalg_ext::detail::getWholeExtents(Operation *operation, OpBuilder &builder) {
  auto op = cast<PartOpInterface>(operation);
  std::optional<ArrayRef<int64_t>> shape = op.getPartShape();
  int64_t rank = cast<ShapedType>(op.getPart().getType()).getRank();
  SmallVector<OpFoldResult> extents;
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (shape && !ShapedType::isDynamic((*shape)[axis]))
      extents.push_back(builder.getIndexAttr((*shape)[axis]));
    else
      extents.push_back(getExtent(builder, op.getLoc(), op.getPart(), axis));
  }
  return extents;
}
