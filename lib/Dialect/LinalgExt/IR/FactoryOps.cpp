//===- FactoryOps.cpp - Ops that make tensors out of nothing --------------===//
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

LogicalResult IotaOp::verify() {
  auto type = cast<ShapedType>(getDest().getType());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= type.getRank())
    return emitOpError("has axis ")
           << axis << ", but its destination has " << type.getRank();
  if (!isa<IntegerType, IndexType, FloatType, ComplexType>(
          type.getElementType()))
    return emitOpError("makes numbers; found elements of type ")
           << type.getElementType();
  return success();
}

Value IotaOp::getPart() { return getDest(); }

//===----------------------------------------------------------------------===//
// RandomOp and AdvanceRandomOp
//===----------------------------------------------------------------------===//

RandomPairs linalg_ext::getRandomPairs(ArrayRef<int64_t> shape) {
  RandomPairs pairs{-1, SmallVector<int64_t>(shape)};
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (extent % 2 == 0) {
      pairs.axis = axis;
      break;
    }
    if (pairs.axis < 0 || extent > shape[pairs.axis])
      pairs.axis = axis;
  }
  if (pairs.axis >= 0)
    pairs.shape[pairs.axis] = (shape[pairs.axis] + 1) / 2;
  return pairs;
}

static LogicalResult verifyGenerator(Operation *op, StringRef algorithm,
                                     ShapedType state) {
  bool isThreefry = algorithm == "threefry2x32";
  if (!isThreefry && algorithm != "philox4x32")
    return op->emitOpError("required: threefry2x32 or philox4x32; found ")
           << algorithm;
  if (!state.getElementType().isInteger(64) || state.getRank() != 1 ||
      (state.getDimSize(0) != 2 && (isThreefry || state.getDimSize(0) != 3)))
    return op->emitOpError("required: a state of ")
           << (isThreefry ? "2" : "2 or 3") << " i64; found " << state;
  return success();
}

static LogicalResult verifyBits(Operation *op, Type element) {
  for (unsigned width : {8, 16, 32, 64})
    if (element.isSignlessInteger(width))
      return success();
  return op->emitOpError("makes integers of 8, 16, 32 or 64 bits; found ")
         << element;
}

LogicalResult RandomOp::verify() {
  auto type = cast<ShapedType>(getDest().getType());
  if (failed(verifyGenerator(*this, getAlgorithm(),
                             cast<ShapedType>(getState().getType()))) ||
      failed(verifyBits(*this, type.getElementType())))
    return failure();
  ArrayRef<int64_t> shape = getPartShape().value_or(type.getShape());
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return emitOpError("required: static extents, since bits depend on them; "
                       "found ")
           << type;
  return success();
}

Value RandomOp::getPart() { return getDest(); }

LogicalResult AdvanceRandomOp::verify() {
  auto state = cast<ShapedType>(getState().getType());
  auto drawn = cast<RankedTensorType>(getDrawn());
  if (failed(verifyGenerator(*this, getAlgorithm(), state)) ||
      failed(verifyBits(*this, drawn.getElementType())))
    return failure();
  if (!drawn.hasStaticShape())
    return emitOpError("required: static extents; found ") << drawn;
  if (failed(verifyCompatibleShape(getDest().getType(), state)) ||
      getElementTypeOrSelf(getDest()) != state.getElementType())
    return emitOpError("required: a destination like the state; found ")
           << getDest().getType();
  return success();
}
