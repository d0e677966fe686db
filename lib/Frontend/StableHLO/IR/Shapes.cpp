//===- Shapes.cpp - Comparing shapes of ops -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;

ArrayRef<int64_t> dtensor::shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

int64_t dtensor::rankOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

Type dtensor::elementOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

std::string dtensor::textOf(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  return llvm::join(llvm::map_range(shape,
                                    [](int64_t extent) {
                                      return ShapedType::isDynamic(extent)
                                                 ? std::string("?")
                                                 : std::to_string(extent);
                                    }),
                    "x");
}

LogicalResult dtensor::verifyShape(Operation *op, Value result,
                                   ArrayRef<int64_t> shape) {
  ArrayRef<int64_t> found = shapeOf(result);
  bool same = found.size() == shape.size();
  for (auto [a, b] : llvm::zip(found, shape))
    same &= agree(a, b);
  if (same)
    return success();
  return op->emitOpError("requires a result of shape ")
         << textOf(shape) << ", found " << textOf(found);
}

LogicalResult dtensor::verifyElement(Operation *op, Value a, Value b) {
  if (elementOf(a) == elementOf(b))
    return success();
  return op->emitOpError("requires the same element type of ")
         << a.getType() << " and " << b.getType();
}

LogicalResult dtensor::verifyAxes(Operation *op, StringRef name,
                                  ArrayRef<int64_t> axes, int64_t rank) {
  std::set<int64_t> seen;
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= rank)
      return op->emitOpError() << name << " requires axes of a tensor of rank "
                               << rank << ", found " << axis;
    if (!seen.insert(axis).second)
      return op->emitOpError() << name << " has axis " << axis << " twice";
  }
  return success();
}

LogicalResult dtensor::verifyAscendingAxes(Operation *op, StringRef name,
                                           ArrayRef<int64_t> axes,
                                           int64_t rank) {
  if (failed(verifyAxes(op, name, axes, rank)))
    return failure();
  if (!llvm::is_sorted(axes))
    return op->emitOpError()
           << name << " requires ascending axes, found " << axes;
  return success();
}

LogicalResult dtensor::verifyCount(Operation *op, StringRef name,
                                   ArrayRef<int64_t> values, int64_t count) {
  if (static_cast<int64_t>(values.size()) == count)
    return success();
  return op->emitOpError() << name << " requires one number for each of "
                           << count << " axes, found " << values.size();
}
