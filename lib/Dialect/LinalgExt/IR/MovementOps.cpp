//===- MovementOps.cpp - Ops that move elements as they are -------------===//
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

//===----------------------------------------------------------------------===//
// ReverseOp
//===----------------------------------------------------------------------===//

LogicalResult ReverseOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (source.getElementType() != dest.getElementType() ||
      failed(verifyCompatibleShape(source, dest)))
    return emitOpError("required: a destination like its operand; found ")
           << source << " and " << dest;
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
  // Nothing to turn round.
  auto type = cast<ShapedType>(getSource().getType());
  if (!getResult() || getResult().getType() != type ||
      llvm::any_of(getAxes(),
                   [&](int64_t axis) { return type.getDimSize(axis) != 1; }))
    return failure();
  results.push_back(getSource());
  return success();
}
