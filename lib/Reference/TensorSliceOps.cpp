//===- TensorSliceOps.cpp - Parts of tensors and where they lie -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorEvaluation.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

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

  /// Errors: the slice extends beyond a tensor of `shape`.
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
/// the slices of `whole`. The last axis of `indices` has positions along
/// `axes`, on which a slice is one position wide.
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
  // Axes that are one position wide may be missing in the result.
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

void reference::addTensorSliceOps(OpEvaluations &evaluations) {
  addEvaluation<tensor::ExtractSliceOp, evaluateExtractSlice>(evaluations);
  addEvaluation<tensor::InsertSliceOp, evaluateInsertSlice>(evaluations);
  addEvaluation<tensor::ConcatOp, evaluateConcat>(evaluations);
  addEvaluation<tensor::PadOp, evaluatePad>(evaluations);
  addEvaluation<tensor::GatherOp, evaluateGather>(evaluations);
  addEvaluation<tensor::ScatterOp, evaluateScatter>(evaluations);
}
