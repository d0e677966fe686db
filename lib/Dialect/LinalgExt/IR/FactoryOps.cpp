//===- FactoryOps.cpp - Ops that make tensors out of nothing ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

using namespace mlir;
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
