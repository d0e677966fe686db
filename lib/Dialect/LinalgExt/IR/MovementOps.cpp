//===- MovementOps.cpp - Ops that move elements as they are ---------------===//
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

static LogicalResult verifySameShape(Operation *op, Value source, Value dest) {
  auto from = cast<ShapedType>(source.getType());
  auto to = cast<ShapedType>(dest.getType());
  if (from.getElementType() != to.getElementType() ||
      failed(verifyCompatibleShape(from, to)))
    return op->emitOpError("required: a destination like its operand; found ")
           << from << " and " << to;
  return success();
}

//===----------------------------------------------------------------------===//
// ReverseOp
//===----------------------------------------------------------------------===//

LogicalResult ReverseOp::verify() {
  if (failed(verifySameShape(*this, getSource(), getDest())))
    return failure();
  auto source = cast<ShapedType>(getSource().getType());
  llvm::SmallSet<int64_t, 4> seen;
  for (int64_t axis : getAxes()) {
    if (axis < 0 || axis >= source.getRank())
      return emitOpError("reverses axis ")
             << axis << ", but its operand has " << source.getRank();
    if (!seen.insert(axis).second)
      return emitOpError("names axis ") << axis << " twice";
  }
  return success();
}

LogicalResult ReverseOp::fold(FoldAdaptor,
                              SmallVectorImpl<OpFoldResult> &results) {
  // There is nothing to reverse.
  auto type = cast<ShapedType>(getSource().getType());
  if (!getResult() || getResult().getType() != type ||
      llvm::any_of(getAxes(),
                   [&](int64_t axis) { return type.getDimSize(axis) != 1; }))
    return failure();
  results.push_back(getSource());
  return success();
}

//===----------------------------------------------------------------------===//
// RollOp
//===----------------------------------------------------------------------===//

LogicalResult RollOp::verify() {
  if (failed(verifySameShape(*this, getSource(), getDest())))
    return failure();
  auto source = cast<ShapedType>(getSource().getType());
  if (getShifts().size() != getAxes().size())
    return emitOpError("required: a shift for each axis; found ")
           << getShifts().size() << " for " << getAxes().size();
  for (int64_t axis : getAxes()) {
    if (axis < 0 || axis >= source.getRank())
      return emitOpError("rolls axis ")
             << axis << ", but its operand has " << source.getRank();
    if (source.isDynamicDim(axis))
      return emitOpError("required: a static extent of axis ")
             << axis << "; found " << source;
  }
  return success();
}

FailureOr<SmallVector<Value>> RollOp::decomposeOperation(OpBuilder &builder) {
  auto type = dyn_cast<RankedTensorType>(getSource().getType());
  if (!type)
    return failure();
  Value rolled = getSource();
  // An empty tensor has no slices, since no offset is inside of it.
  if (llvm::is_contained(type.getShape(), 0))
    return SmallVector<Value>{rolled};
  for (auto [shift, axis] : llvm::zip_equal(getShifts(), getAxes())) {
    int64_t extent = type.getDimSize(axis);
    // The number of the last positions that come first.
    int64_t count = ((shift % extent) + extent) % extent;
    if (count == 0)
      continue;
    auto slice = [&](int64_t start, int64_t size) -> Value {
      SmallVector<OpFoldResult> starts(type.getRank(), builder.getIndexAttr(0));
      SmallVector<OpFoldResult> strides(type.getRank(),
                                        builder.getIndexAttr(1));
      SmallVector<OpFoldResult> sizes =
          tensor::getMixedSizes(builder, getLoc(), rolled);
      starts[axis] = builder.getIndexAttr(start);
      sizes[axis] = builder.getIndexAttr(size);
      return tensor::ExtractSliceOp::create(builder, getLoc(), rolled, starts,
                                            sizes, strides);
    };
    Value last = slice(extent - count, count);
    Value first = slice(0, extent - count);
    rolled = tensor::ConcatOp::create(builder, getLoc(), axis,
                                      ValueRange{last, first});
  }
  return SmallVector<Value>{rolled};
}
