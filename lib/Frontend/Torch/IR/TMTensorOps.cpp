//===- TMTensorOps.cpp - torch-mlir's ops besides linalg ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Torch/IR/TMTensor.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/InterleavedRange.h"
#include <set>

using namespace mlir;
using namespace dtensor::tm_tensor;

#include "dtensor/Frontend/Torch/IR/TMTensorDialect.cpp.inc"

void TMTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dtensor/Frontend/Torch/IR/TMTensorOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Verifies the numbers of inputs and outputs, and that there is a result of
/// the same type for each output.
static LogicalResult verifyCounts(Operation *op, ValueRange inputs,
                                  ValueRange outputs, ArrayRef<size_t> taken,
                                  size_t given) {
  if (!llvm::is_contained(taken, inputs.size()))
    return op->emitOpError("requires ") << llvm::interleaved(taken, " or ")
                                        << " inputs, found " << inputs.size();
  if (outputs.size() != given)
    return op->emitOpError("requires ")
           << given << " outputs, found " << outputs.size();
  if (TypeRange(outputs) != op->getResultTypes())
    return op->emitOpError("requires a result for each output, of its type");
  return success();
}

static LogicalResult verifyDimension(Operation *op, uint64_t dimension,
                                     RankedTensorType type) {
  if (dimension >= uint64_t(type.getRank()))
    return op->emitOpError("requires a dimension of ")
           << type << ", found " << dimension;
  return success();
}

static LogicalResult verifyBody(Operation *op, Block &body, TypeRange arguments,
                                TypeRange results) {
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield)
    return op->emitOpError("requires a body that ends with a tm_tensor.yield");
  if (body.getArgumentTypes() != arguments)
    return op->emitOpError("requires a body with arguments ")
           << arguments << ", found " << body.getArgumentTypes();
  if (yield.getOperandTypes() != results)
    return op->emitOpError("requires a body that yields ")
           << results << ", found " << yield.getOperandTypes();
  return success();
}

/// The shape with some axes, in order.
static SmallVector<int64_t> getExtents(RankedTensorType type,
                                       int64_t withoutAxis) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + withoutAxis);
  return shape;
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {1}, 2)) ||
      failed(verifyDimension(*this, getDimension(),
                             getTensorType(getInputs()[0]))))
    return failure();
  RankedTensorType input = getTensorType(getInputs()[0]);
  RankedTensorType accumulator = getTensorType(getOutputs()[1]);
  Type element = input.getElementType();
  if (getElementTypeOrSelf(getOutputs()[0]) != element ||
      failed(verifyCompatibleShape(input, getOutputs()[0].getType())))
    return emitOpError("requires a first output like the input ")
           << input << ", found " << getOutputs()[0].getType();
  if (accumulator.getElementType() != element ||
      failed(verifyCompatibleShape(getExtents(input, int64_t(getDimension())),
                                   accumulator.getShape())))
    return emitOpError("requires a second output like the input ")
           << input << " without dimension " << getDimension() << ", found "
           << accumulator;
  return verifyBody(*this, getRegion().front(), {element, element}, element);
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {2}, 1)))
    return failure();
  RankedTensorType updates = getTensorType(getInputs()[0]);
  RankedTensorType positions = getTensorType(getInputs()[1]);
  RankedTensorType original = getTensorType(getOutputs()[0]);
  if (positions.getRank() != 2 || !positions.getElementType().isInteger() ||
      positions.isDynamicDim(1))
    return emitOpError("requires positions [number, depth] that are integers, "
                       "of a static depth, found ")
           << positions;
  int64_t depth = positions.getDimSize(1);
  ArrayRef<int64_t> map = getDimensionMap();
  std::set<int64_t> distinct(map.begin(), map.end());
  if (int64_t(map.size()) != depth || distinct.size() != map.size() ||
      llvm::any_of(map, [&](int64_t axis) {
        return axis < 0 || axis >= original.getRank();
      }))
    return emitOpError("requires as many different dimensions of ")
           << original << " as positions have elements, found dimension_map "
           << map << " for " << positions;
  if (updates.getRank() < 1 ||
      failed(verifyCompatibleShape(updates.getShape().take_front(),
                                   positions.getShape().take_front())))
    return emitOpError("requires an update for each position, found ")
           << updates << " and " << positions;
  int64_t first = original.getRank() - (updates.getRank() - 1);
  if (first < 0 || original.getRank() > depth + updates.getRank() - 1)
    return emitOpError("requires that positions and slices cover the axes of ")
           << original << ", found " << positions << " and " << updates;
  for (auto [slice, whole] :
       llvm::zip_equal(updates.getShape().drop_front(),
                       original.getShape().drop_front(first)))
    if (ShapedType::isStatic(slice) && ShapedType::isStatic(whole) &&
        slice > whole)
      return emitOpError("requires slices within ")
             << original << ", found " << updates;
  Type element = original.getElementType();
  if (updates.getElementType() != element)
    return emitOpError("requires updates like the elements of ")
           << original << ", found " << updates;
  return verifyBody(*this, getRegion().front(), {element, element}, element);
}

LogicalResult SortOp::verify() {
  if (getOutputs().empty())
    return emitOpError("requires outputs, found none");
  RankedTensorType first = getTensorType(getOutputs()[0]);
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {0},
                          getOutputs().size())) ||
      failed(verifyDimension(*this, getDimension(), first)))
    return failure();
  SmallVector<Type> elements;
  for (Value output : getOutputs()) {
    if (failed(verifyCompatibleShape(first, output.getType())))
      return emitOpError("requires outputs of one shape, found ")
             << first << " and " << output.getType();
    elements.append(2, getElementTypeOrSelf(output));
  }
  return verifyBody(*this, getRegion().front(), elements,
                    IntegerType::get(getContext(), 1));
}

LogicalResult TopkOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {1, 2}, 2)) ||
      failed(verifyDimension(*this, getDimension(),
                             getTensorType(getInputs()[0]))))
    return failure();
  auto axis = int64_t(getDimension());
  RankedTensorType values = getTensorType(getInputs()[0]);
  RankedTensorType best = getTensorType(getOutputs()[0]);
  if (best.getElementType() != values.getElementType() ||
      best.getRank() != values.getRank() ||
      failed(verifyCompatibleShape(getExtents(values, axis),
                                   getExtents(best, axis))))
    return emitOpError("requires a first output like the values ")
           << values << " but for dimension " << axis << ", found " << best;
  for (auto [positions, of] : {std::pair(getInputs().back(), values),
                               std::pair(getOutputs()[1], best)}) {
    if (positions == getInputs()[0] && getInputs().size() == 1)
      continue;
    if (!getElementTypeOrSelf(positions).isInteger(32) ||
        failed(verifyCompatibleShape(of, positions.getType())))
      return emitOpError("requires i32 positions of the shape of ")
             << of << ", found " << positions.getType();
  }
  Type element = values.getElementType();
  return verifyBody(*this, getRegion().front(), {element, element},
                    IntegerType::get(getContext(), 1));
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {3, 4}, 1)))
    return failure();
  RankedTensorType query = getTensorType(getInputs()[0]);
  RankedTensorType key = getTensorType(getInputs()[1]);
  RankedTensorType value = getTensorType(getInputs()[2]);
  int64_t rank = query.getRank();
  if (!isa<FloatType>(query.getElementType()))
    return emitOpError("requires floats, found ") << query;
  if (rank < 2 || key.getRank() != rank || value.getRank() != rank)
    return emitOpError("requires queries, keys and values of one rank of at "
                       "least 2, found ")
           << query << ", " << key << " and " << value;
  ArrayRef<int64_t> batch = query.getShape().drop_back(2);
  auto verifyShape = [&](StringRef name, Value found, int64_t rows,
                         int64_t columns) -> LogicalResult {
    SmallVector<int64_t> shape(batch);
    shape.append({rows, columns});
    if (failed(verifyCompatibleShape(getTensorType(found).getShape(), shape)))
      return emitOpError("requires a ")
             << name << " of shape [" << llvm::interleaved(shape) << "], found "
             << found.getType();
    return success();
  };
  int64_t m = query.getShape()[rank - 2], k = query.getShape()[rank - 1];
  int64_t n = key.getShape()[rank - 2], v = value.getShape()[rank - 1];
  if (failed(verifyShape("key", getInputs()[1], n, k)) ||
      failed(verifyShape("value", getInputs()[2], n, v)) ||
      (getInputs().size() == 4 &&
       failed(verifyShape("mask", getInputs()[3], m, n))) ||
      failed(verifyShape("output", getOutputs()[0], m, v)))
    return failure();
  Type element = query.getElementType();
  if (key.getElementType() != element || value.getElementType() != element ||
      getElementTypeOrSelf(getOutputs()[0]) != element)
    return emitOpError("requires one element type, found ")
           << query << ", " << key << ", " << value << " and "
           << getOutputs()[0].getType();
  if (getInputs().size() == 4 &&
      !getElementTypeOrSelf(getInputs()[3]).isInteger(1) &&
      getElementTypeOrSelf(getInputs()[3]) != element)
    return emitOpError("requires a mask of i1 or ")
           << element << ", found " << getInputs()[3].getType();
  return success();
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/Torch/IR/TMTensorOps.cpp.inc"
