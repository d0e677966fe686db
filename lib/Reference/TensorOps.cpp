//===- TensorOps.cpp - The tensor dialect ---------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "ScalarFunction.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cstring>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

//===----------------------------------------------------------------------===//
// Shapes and positions
//===----------------------------------------------------------------------===//

/// Static values, and operands where they are dynamic.
static Position getMixed(ArrayRef<int64_t> statics, OperandRange dynamics,
                         ArrayRef<Tensor> operands) {
  Position values(statics);
  ArrayRef<Tensor> given = getTensors(dynamics, operands);
  for (int64_t &value : values)
    if (ShapedType::isDynamic(value)) {
      value = getInteger(given.front());
      given = given.drop_front();
    }
  return values;
}

/// The extents of a result whose dynamic ones are operands.
static Position getShape(RankedTensorType type, OperandRange dynamics,
                         ArrayRef<Tensor> operands) {
  return getMixed(type.getShape(), dynamics, operands);
}

static std::string format(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(values, os);
  os << ']';
  return text;
}

static llvm::Error checkPosition(Operation *op, ArrayRef<int64_t> position,
                                 ArrayRef<int64_t> shape) {
  for (auto [index, extent] : llvm::zip_equal(position, shape))
    if (index < 0 || index >= extent)
      return makeError(op, "required a position within extents " +
                               format(shape) + ", found " + format(position));
  return llvm::Error::success();
}

/// The bits of an element, whatever they mean.
static void copyElement(HostTensor &to, int64_t number, const HostTensor &from,
                        int64_t fromNumber) {
  unsigned size = getByteSize(to.getElementType());
  std::memcpy(to.getData() + number * size, from.getData() + fromNumber * size,
              size);
}

/// The same elements, in the same order, under other extents or another type of
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

//===----------------------------------------------------------------------===//
// Ops that make tensors
//===----------------------------------------------------------------------===//

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

/// What a body gives for each position that `isComputed`.
static llvm::Error generate(HostTensor &result, Region &region,
                            Evaluator &evaluator,
                            function_ref<bool(const Position &)> isComputed) {
  llvm::Expected<ScalarFunction> body =
      ScalarFunction::create(region, evaluator);
  if (!body)
    return body.takeError();
  for (Positions at(result.getShape()); !at.isDone(); ++at) {
    if (!isComputed(*at))
      continue;
    SmallVector<Number> indices;
    for (int64_t index : *at)
      indices.push_back(Number::ofInteger(index));
    Number value;
    if (llvm::Error error = body->call(indices, value))
      return error;
    store(result, at.getNumber(), value);
  }
  return llvm::Error::success();
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
// Slices
//===----------------------------------------------------------------------===//

/// Offsets, sizes and strides of a slice.
namespace {
struct Slices {
  Position offsets, sizes, strides;

  template <typename Op>
  Slices(Op op, ArrayRef<Tensor> operands)
      : offsets(getMixed(op.getStaticOffsets(), op.getOffsets(), operands)),
        sizes(getMixed(op.getStaticSizes(), op.getSizes(), operands)),
        strides(getMixed(op.getStaticStrides(), op.getStrides(), operands)) {}

  Position getPosition(ArrayRef<int64_t> at) const {
    Position position;
    for (auto [offset, index, stride] : llvm::zip_equal(offsets, at, strides))
      position.push_back(offset + index * stride);
    return position;
  }

  /// Errors: the slice reaches out of a tensor of `shape`.
  llvm::Error check(Operation *op, ArrayRef<int64_t> shape) const {
    if (llvm::is_contained(sizes, 0))
      return llvm::Error::success();
    Position last = llvm::map_to_vector(
        sizes, [](int64_t size) -> int64_t { return size - 1; });
    if (llvm::Error error = checkPosition(op, offsets, shape))
      return error;
    return checkPosition(op, getPosition(last), shape);
  }
};
} // namespace

static llvm::Expected<Results> evaluateExtractSlice(tensor::ExtractSliceOp op,
                                                    ArrayRef<Tensor> operands,
                                                    Evaluator &evaluator) {
  const HostTensor &source = *operands[0];
  Slices slices(op, operands);
  if (llvm::Error error = slices.check(op, source.getShape()))
    return error;
  Position shape;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [axis, size] : llvm::enumerate(slices.sizes))
    if (!dropped[axis])
      shape.push_back(size);
  llvm::Expected<HostTensor> result = makeTensor(op, op.getType(), shape);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(result->getNumElements()))
    return error;
  for (Positions at(slices.sizes); !at.isDone(); ++at)
    copyElement(*result, at.getNumber(), source,
                getNumber(slices.getPosition(*at), source.getShape()));
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateInsertSlice(tensor::InsertSliceOp op,
                                                   ArrayRef<Tensor> operands,
                                                   Evaluator &evaluator) {
  const HostTensor &source = *operands[0];
  llvm::Expected<HostTensor> result = copy(*operands[1]);
  if (!result)
    return result.takeError();
  Slices slices(op, operands);
  if (llvm::Error error = slices.check(op, result->getShape()))
    return error;
  if (llvm::Error error = evaluator.work(source.getNumElements()))
    return error;
  for (Positions at(slices.sizes); !at.isDone(); ++at)
    copyElement(*result, getNumber(slices.getPosition(*at), result->getShape()),
                source, at.getNumber());
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateConcat(tensor::ConcatOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  Position shape(operands[0]->getShape());
  int64_t axis = op.getDim();
  for (const Tensor &part : operands.drop_front())
    shape[axis] += part->getShape()[axis];
  llvm::Expected<HostTensor> result = makeTensor(op, op.getType(), shape);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(result->getNumElements()))
    return error;
  int64_t offset = 0;
  for (const Tensor &part : operands) {
    for (Positions at(part->getShape()); !at.isDone(); ++at) {
      Position to(*at);
      to[axis] += offset;
      copyElement(*result, getNumber(to, shape), *part, at.getNumber());
    }
    offset += part->getShape()[axis];
  }
  return share(std::move(*result));
}

static llvm::Expected<Results>
evaluatePad(tensor::PadOp op, ArrayRef<Tensor> operands, Evaluator &evaluator) {
  const HostTensor &source = *operands[0];
  Position low = getMixed(op.getStaticLow(), op.getLow(), operands);
  Position high = getMixed(op.getStaticHigh(), op.getHigh(), operands);
  Position shape(source.getShape());
  for (auto [extent, before, after] : llvm::zip_equal(shape, low, high))
    extent += before + after;
  llvm::Expected<HostTensor> result = makeTensor(op, op.getType(), shape);
  if (!result)
    return result.takeError();
  auto isPadding = [&](const Position &at) {
    for (auto [index, before, extent] :
         llvm::zip_equal(at, low, source.getShape()))
      if (index < before || index >= before + extent)
        return true;
    return false;
  };
  if (llvm::Error error =
          generate(*result, op.getRegion(), evaluator, isPadding))
    return error;
  for (Positions at(source.getShape()); !at.isDone(); ++at) {
    Position to(*at);
    bool isCut = false;
    for (auto [index, before, extent] : llvm::zip_equal(to, low, shape)) {
      index += before;
      isCut |= index < 0 || index >= extent;
    }
    if (!isCut)
      copyElement(*result, getNumber(to, shape), source, at.getNumber());
  }
  return share(std::move(*result));
}

//===----------------------------------------------------------------------===//
// Slices at many positions
//===----------------------------------------------------------------------===//

/// Calls `move(number in the whole, number in the slices)` for each element of
/// the slices of `whole` that `indices` says where to find: its last axis has
/// positions along `axes`, which are one position wide in a slice.
static llvm::Error forEachSliced(Operation *op, ArrayRef<int64_t> whole,
                                 const HostTensor &indices,
                                 ArrayRef<int64_t> axes,
                                 function_ref<void(int64_t, int64_t)> move) {
  Position slice(whole);
  for (int64_t axis : axes)
    slice[axis] = 1;
  int64_t numAxes = axes.size(), number = 0;
  for (int64_t i = 0, e = indices.getNumElements(); i < e; i += numAxes)
    for (Positions at(slice); !at.isDone(); ++at) {
      Position position(*at);
      for (auto [j, axis] : llvm::enumerate(axes))
        position[axis] = load(indices, i + j).integer;
      if (llvm::Error error = checkPosition(op, position, whole))
        return error;
      move(getNumber(position, whole), number++);
    }
  return llvm::Error::success();
}

static llvm::Expected<Results> evaluateGather(tensor::GatherOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  const HostTensor &source = *operands[0], &indices = *operands[1];
  ArrayRef<int64_t> axes = op.getGatherDims();
  // Axes that are one position wide may be left out of the result.
  Position shape(indices.getShape().drop_back());
  bool areDropped =
      op.getResultType().getRank() !=
      static_cast<int64_t>(shape.size() + source.getShape().size());
  for (auto [axis, extent] : llvm::enumerate(source.getShape())) {
    bool isGathered = llvm::is_contained(axes, static_cast<int64_t>(axis));
    if (!isGathered || !areDropped)
      shape.push_back(isGathered ? 1 : extent);
  }
  llvm::Expected<HostTensor> result = makeTensor(op, op.getType(), shape);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(result->getNumElements()))
    return error;
  if (llvm::Error error = forEachSliced(
          op, source.getShape(), indices, axes, [&](int64_t from, int64_t to) {
            copyElement(*result, to, source, from);
          }))
    return error;
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateScatter(tensor::ScatterOp op,
                                               ArrayRef<Tensor> operands,
                                               Evaluator &evaluator) {
  const HostTensor &source = *operands[0], &indices = *operands[2];
  llvm::Expected<HostTensor> result = copy(*operands[1]);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(source.getNumElements()))
    return error;
  if (llvm::Error error =
          forEachSliced(op, operands[1]->getShape(), indices,
                        op.getScatterDims(), [&](int64_t to, int64_t from) {
                          copyElement(*result, to, source, from);
                        }))
    return error;
  return share(std::move(*result));
}

//===----------------------------------------------------------------------===//
// Other extents and types
//===----------------------------------------------------------------------===//

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

/// The evaluator checks that the tensor has the extents that are required.
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
  addEvaluation<tensor::ExtractSliceOp, evaluateExtractSlice>(evaluations);
  addEvaluation<tensor::InsertSliceOp, evaluateInsertSlice>(evaluations);
  addEvaluation<tensor::ConcatOp, evaluateConcat>(evaluations);
  addEvaluation<tensor::PadOp, evaluatePad>(evaluations);
  addEvaluation<tensor::GatherOp, evaluateGather>(evaluations);
  addEvaluation<tensor::ScatterOp, evaluateScatter>(evaluations);
  addEvaluation<tensor::ExpandShapeOp, evaluateExpandShape>(evaluations);
  addEvaluation<tensor::CollapseShapeOp, evaluateCollapseShape>(evaluations);
  addEvaluation<tensor::ReshapeOp, evaluateReshape>(evaluations);
  addEvaluation<tensor::BitcastOp, evaluateBitcast>(evaluations);
  addEvaluation<tensor::CastOp, evaluateCast>(evaluations);
  addEvaluation<tensor::DimOp, evaluateDim>(evaluations);
  addEvaluation<tensor::RankOp, evaluateRank>(evaluations);
}
