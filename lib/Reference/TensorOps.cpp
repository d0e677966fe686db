//===- TensorOps.cpp - Tensors, their elements and shapes -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorEvaluation.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cstring>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

//===----------------------------------------------------------------------===//
// Ops that make tensors
//===----------------------------------------------------------------------===//

/// The extents of a result whose dynamic ones are operands.
static Position getShape(RankedTensorType type, OperandRange dynamics,
                         ArrayRef<Tensor> operands) {
  return getMixed(type.getShape(), dynamics, operands);
}

static llvm::Expected<Results>
evaluateEmpty(tensor::EmptyOp op, ArrayRef<Tensor> operands, Evaluator &) {
  llvm::Expected<HostTensor> result = makeTensor(
      op, op.getType(), getShape(op.getType(), op.getDynamicSizes(), operands));
  if (!result)
    return result.takeError();
  return share(std::move(*result));
}

static llvm::Expected<Results>
evaluateSplat(tensor::SplatOp op, ArrayRef<Tensor> operands, Evaluator &) {
  llvm::Expected<HostTensor> result = makeTensor(
      op, op.getType(), getShape(op.getType(), op.getDynamicSizes(), operands));
  if (!result)
    return result.takeError();
  for (int64_t i = 0, e = result->getNumElements(); i < e; ++i)
    copyElement(*result, i, *operands[0], 0);
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateFromElements(tensor::FromElementsOp op,
                                                    ArrayRef<Tensor> operands,
                                                    Evaluator &) {
  llvm::Expected<HostTensor> result =
      makeTensor(op, op.getType(), op.getType().getShape());
  if (!result)
    return result.takeError();
  for (auto [i, element] : llvm::enumerate(operands))
    copyElement(*result, i, *element, 0);
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateGenerate(tensor::GenerateOp op,
                                                ArrayRef<Tensor> operands,
                                                Evaluator &evaluator) {
  llvm::Expected<HostTensor> result =
      makeTensor(op, op.getType(),
                 getShape(op.getType(), op.getDynamicExtents(), operands));
  if (!result)
    return result.takeError();
  if (llvm::Error error = generate(*result, op.getBody(), evaluator,
                                   [](const Position &) { return true; }))
    return error;
  return share(std::move(*result));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static llvm::Expected<Results>
evaluateExtract(tensor::ExtractOp op, ArrayRef<Tensor> operands, Evaluator &) {
  const HostTensor &source = *operands[0];
  Position position = llvm::map_to_vector(operands.drop_front(), getInteger);
  if (llvm::Error error = checkPosition(op, position, source.getShape()))
    return error;
  llvm::Expected<HostTensor> result = makeTensor(op, op.getType(), {});
  if (!result)
    return result.takeError();
  copyElement(*result, 0, source, getNumber(position, source.getShape()));
  return share(std::move(*result));
}

static llvm::Expected<Results>
evaluateInsert(tensor::InsertOp op, ArrayRef<Tensor> operands, Evaluator &) {
  Position position = llvm::map_to_vector(operands.drop_front(2), getInteger);
  llvm::Expected<HostTensor> result = copy(*operands[1]);
  if (!result)
    return result.takeError();
  if (llvm::Error error = checkPosition(op, position, result->getShape()))
    return error;
  copyElement(*result, getNumber(position, result->getShape()), *operands[0],
              0);
  return share(std::move(*result));
}

//===----------------------------------------------------------------------===//
// Other extents and types
//===----------------------------------------------------------------------===//

/// The same elements in the same order, with other extents or another type of
/// the same size.
static llvm::Expected<Results> reshape(Operation *op, Type type,
                                       const HostTensor &source,
                                       ArrayRef<int64_t> shape) {
  llvm::Expected<HostTensor> result = makeTensor(op, type, shape);
  if (!result)
    return result.takeError();
  if (result->getNumBytes() != source.getNumBytes())
    return makeError(
        op, "required as many elements as " +
                formatTensorType(source.getShape(), source.getElementType()) +
                " has, found " +
                formatTensorType(shape, result->getElementType()));
  std::memcpy(result->getData(), source.getData(), source.getNumBytes());
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateExpandShape(tensor::ExpandShapeOp op,
                                                   ArrayRef<Tensor> operands,
                                                   Evaluator &) {
  return reshape(
      op, op.getType(), *operands[0],
      getMixed(op.getStaticOutputShape(), op.getOutputShape(), operands));
}

static llvm::Expected<Results> evaluateCollapseShape(tensor::CollapseShapeOp op,
                                                     ArrayRef<Tensor> operands,
                                                     Evaluator &) {
  Position shape;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    int64_t extent = 1;
    for (int64_t axis : group)
      extent *= operands[0]->getShape()[axis];
    shape.push_back(extent);
  }
  return reshape(op, op.getType(), *operands[0], shape);
}

static llvm::Expected<Results>
evaluateReshape(tensor::ReshapeOp op, ArrayRef<Tensor> operands, Evaluator &) {
  Position shape;
  for (int64_t i = 0, e = operands[1]->getNumElements(); i < e; ++i)
    shape.push_back(load(*operands[1], i).integer);
  return reshape(op, op.getType(), *operands[0], shape);
}

static llvm::Expected<Results>
evaluateBitcast(tensor::BitcastOp op, ArrayRef<Tensor> operands, Evaluator &) {
  return reshape(op, op.getType(), *operands[0], operands[0]->getShape());
}

/// The evaluator checks that the tensor has the required extents.
static llvm::Expected<Results>
evaluateCast(tensor::CastOp, ArrayRef<Tensor> operands, Evaluator &) {
  return Results(operands);
}

static llvm::Expected<Results> makeIndex(Operation *op, int64_t value) {
  llvm::Expected<HostTensor> result =
      makeTensor(op, op->getResult(0).getType(), {});
  if (!result)
    return result.takeError();
  store(*result, 0, Number::ofInteger(value));
  return share(std::move(*result));
}

static llvm::Expected<Results>
evaluateDim(tensor::DimOp op, ArrayRef<Tensor> operands, Evaluator &) {
  ArrayRef<int64_t> shape = operands[0]->getShape();
  int64_t axis = getInteger(operands[1]);
  if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
    return makeError(op, "required an axis of a tensor of rank " +
                             Twine(shape.size()) + ", found " + Twine(axis));
  return makeIndex(op, shape[axis]);
}

static llvm::Expected<Results>
evaluateRank(tensor::RankOp op, ArrayRef<Tensor> operands, Evaluator &) {
  return makeIndex(op, operands[0]->getShape().size());
}

void reference::addTensorOps(OpEvaluations &evaluations) {
  addEvaluation<tensor::EmptyOp, evaluateEmpty>(evaluations);
  addEvaluation<tensor::SplatOp, evaluateSplat>(evaluations);
  addEvaluation<tensor::FromElementsOp, evaluateFromElements>(evaluations);
  addEvaluation<tensor::GenerateOp, evaluateGenerate>(evaluations);
  addEvaluation<tensor::ExtractOp, evaluateExtract>(evaluations);
  addEvaluation<tensor::InsertOp, evaluateInsert>(evaluations);
  addEvaluation<tensor::ExpandShapeOp, evaluateExpandShape>(evaluations);
  addEvaluation<tensor::CollapseShapeOp, evaluateCollapseShape>(evaluations);
  addEvaluation<tensor::ReshapeOp, evaluateReshape>(evaluations);
  addEvaluation<tensor::BitcastOp, evaluateBitcast>(evaluations);
  addEvaluation<tensor::CastOp, evaluateCast>(evaluations);
  addEvaluation<tensor::DimOp, evaluateDim>(evaluations);
  addEvaluation<tensor::RankOp, evaluateRank>(evaluations);
}
