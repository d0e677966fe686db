//===- StructuredOps.cpp - linalg by its bodies ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "ScalarFunction.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <cmath>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

namespace {
/// The element of an operand for each point of the iteration space.
class Access {
public:
  /// Errors: a position outside the operand for some point.
  static llvm::Expected<Access> create(Operation *op, AffineMap map,
                                       ArrayRef<int64_t> loops,
                                       ArrayRef<int64_t> shape);

  int64_t getNumber(ArrayRef<int64_t> point) const {
    int64_t number = offset;
    for (auto [index, stride] : llvm::zip_equal(point, strides))
      number += index * stride;
    return number;
  }

private:
  /// The strides, for each loop, of the number in row-major order.
  SmallVector<int64_t> strides;
  int64_t offset = 0;
};
} // namespace

/// The value of an expression at a point. Strides and windows are linear, so
/// their coefficients are differences of such values.
static int64_t evaluate(AffineExpr expression, ArrayRef<int64_t> point) {
  AffineMap map = AffineMap::get(point.size(), 0, expression);
  return map.compose(point).front();
}

static bool isLinear(AffineExpr expression) {
  return !expression
              .walk([](AffineExpr part) {
                switch (part.getKind()) {
                case AffineExprKind::Mod:
                case AffineExprKind::FloorDiv:
                case AffineExprKind::CeilDiv:
                case AffineExprKind::SymbolId:
                  return WalkResult::interrupt();
                default:
                  return WalkResult::advance();
                }
              })
              .wasInterrupted();
}

llvm::Expected<Access> Access::create(Operation *op, AffineMap map,
                                      ArrayRef<int64_t> loops,
                                      ArrayRef<int64_t> shape) {
  Access access;
  access.strides.assign(loops.size(), 0);
  bool isEmpty = llvm::is_contained(loops, 0);
  for (auto [axis, expression] : llvm::enumerate(map.getResults())) {
    if (!isLinear(expression))
      return makeError(op, "required indexing maps that are sums of multiples "
                           "of loops");
    int64_t extent = shape[axis];
    SmallVector<int64_t> point(loops.size(), 0);
    int64_t offset = evaluate(expression, point);
    int64_t least = offset, most = offset;
    access.offset = access.offset * extent + offset;
    for (auto [loop, stride] : llvm::enumerate(access.strides)) {
      point[loop] = 1;
      int64_t step = evaluate(expression, point) - offset;
      point[loop] = 0;
      stride = stride * extent + step;
      (step < 0 ? least : most) += step * (loops[loop] - 1);
    }
    if (!isEmpty && (least < 0 || most >= extent))
      return makeError(op, "required positions from 0 to " + Twine(extent - 1) +
                               " of axis " + Twine(axis) +
                               " of an operand, found " + Twine(least) +
                               " to " + Twine(most));
  }
  return access;
}

/// The extents of the loops, from those of the operands.
static llvm::Expected<SmallVector<int64_t>>
getLoops(linalg::LinalgOp op, ArrayRef<Tensor> operands) {
  SmallVector<int64_t> extents;
  for (const Tensor &operand : operands)
    llvm::append_range(extents, operand->getShape());
  AffineMap map = op.getShapesToLoopsMap();
  if (!map)
    return makeError(op, "required loops whose extents follow from operands");
  return map.compose(extents);
}

/// The elements of a tensor, converted to another type.
static llvm::Expected<HostTensor> convert(const HostTensor &tensor,
                                          ElementType type) {
  llvm::Expected<HostTensor> converted =
      HostTensor::create(type, tensor.getShape());
  if (converted)
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      store(*converted, i, load(tensor, i));
  return converted;
}

/// Copies tensors; floats of 16 bits become f32.
static llvm::Expected<SmallVector<HostTensor>> widen(ArrayRef<Tensor> tensors) {
  SmallVector<HostTensor> wide;
  for (const Tensor &tensor : tensors) {
    llvm::Expected<HostTensor> made = isHalf(tensor->getElementType())
                                          ? convert(*tensor, ElementType::F32)
                                          : copy(*tensor);
    if (!made)
      return made.takeError();
    wide.push_back(std::move(*made));
  }
  return wide;
}

static llvm::Expected<Results> evaluateStructured(Operation *operation,
                                                  ArrayRef<Tensor> operands,
                                                  Evaluator &evaluator) {
  auto op = cast<linalg::LinalgOp>(operation);
  llvm::Expected<SmallVector<int64_t>> loops = getLoops(op, operands);
  if (!loops)
    return loops.takeError();
  SmallVector<Access> accesses;
  for (auto [operand, map] :
       llvm::zip_equal(operands, op.getIndexingMapsArray())) {
    llvm::Expected<Access> access =
        Access::create(op, map, *loops, operand->getShape());
    if (!access)
      return access.takeError();
    accesses.push_back(std::move(*access));
  }
  // Sums of floats of 16 bits are rounded at their end, as frontends require.
  bool keepWide = op.getNumReductionLoops() > 0;
  llvm::Expected<ScalarFunction> body =
      ScalarFunction::create(op->getRegion(0), evaluator, keepWide);
  if (!body)
    return body.takeError();

  size_t numInputs = op.getNumDpsInputs();
  llvm::Expected<SmallVector<HostTensor>> results =
      keepWide ? widen(operands.drop_front(numInputs))
               : copyAll(operands.drop_front(numInputs));
  if (!results)
    return results.takeError();
  // The bodies of some ops do not take the initial values of the results.
  SmallVector<Number> in(op.getBlock()->getNumArguments());
  SmallVector<Number> out(results->size());
  SmallVector<int64_t> numbers(operands.size());
  for (Positions point(*loops); !point.isDone(); ++point) {
    for (auto [number, access] : llvm::zip_equal(numbers, accesses))
      number = access.getNumber(*point);
    for (auto [i, value] : llvm::enumerate(in))
      value = i < numInputs ? load(*operands[i], numbers[i])
                            : load((*results)[i - numInputs], numbers[i]);
    if (llvm::Error error = body->call(in, out, *point))
      return error;
    for (auto [i, value] : llvm::enumerate(out))
      store((*results)[i], numbers[numInputs + i], value);
  }
  for (auto [result, init] :
       llvm::zip_equal(*results, operands.drop_front(numInputs)))
    if (result.getElementType() != init->getElementType()) {
      llvm::Expected<HostTensor> rounded =
          convert(result, init->getElementType());
      if (!rounded)
        return rounded.takeError();
      result = std::move(*rounded);
    }
  return share(std::move(*results));
}

/// exp(x - max) / sum(exp(x - max)) along an axis, rounded at the end.
static llvm::Expected<Results> evaluateSoftmax(linalg::SoftmaxOp op,
                                               ArrayRef<Tensor> operands,
                                               Evaluator &evaluator) {
  const HostTensor &input = *operands[0];
  ArrayRef<int64_t> shape = input.getShape();
  if (llvm::Error error = evaluator.work(4 * input.getNumElements()))
    return error;
  llvm::Expected<HostTensor> result =
      makeTensor(op, op.getResultTypes()[0], shape);
  if (!result)
    return result.takeError();
  int64_t axis = op.getDimension(), extent = shape[axis], stride = 1;
  for (int64_t inner : shape.drop_front(axis + 1))
    stride *= inner;
  for (Positions at(shape); !at.isDone(); ++at) {
    if ((*at)[axis] != 0)
      continue;
    double greatest = -INFINITY, sum = 0;
    auto get = [&](int64_t i) {
      return load(input, at.getNumber() + i * stride).real;
    };
    for (int64_t i = 0; i < extent; ++i)
      if (!(get(i) <= greatest))
        greatest = get(i);
    for (int64_t i = 0; i < extent; ++i)
      sum += std::exp(get(i) - greatest);
    for (int64_t i = 0; i < extent; ++i)
      store(*result, at.getNumber() + i * stride,
            Number::ofFloat(std::exp(get(i) - greatest) / sum));
  }
  return share(std::move(*result));
}

/// Calls `move(number in the packed tensor, position in the unpacked one)` for
/// each element of the packed one. The position may be in the padding.
static void forEachPacked(ArrayRef<int64_t> packed,
                          ArrayRef<int64_t> outerPermutation,
                          ArrayRef<int64_t> innerAxes,
                          function_ref<void(int64_t, ArrayRef<int64_t>)> move) {
  size_t rank = packed.size() - innerAxes.size();
  for (Positions at(packed); !at.isDone(); ++at) {
    Position position(rank);
    for (size_t i = 0; i < rank; ++i)
      position[outerPermutation.empty() ? i : outerPermutation[i]] = (*at)[i];
    for (auto [i, axis] : llvm::enumerate(innerAxes))
      position[axis] = position[axis] * packed[rank + i] + (*at)[rank + i];
    move(at.getNumber(), position);
  }
}

static bool isWithin(ArrayRef<int64_t> position, ArrayRef<int64_t> shape) {
  return llvm::all_of(llvm::zip_equal(position, shape), [](auto pair) {
    return std::get<0>(pair) < std::get<1>(pair);
  });
}

static llvm::Expected<Results> evaluatePack(linalg::PackOp op,
                                            ArrayRef<Tensor> operands,
                                            Evaluator &evaluator) {
  const HostTensor &source = *operands[0];
  llvm::Expected<HostTensor> result = copy(*operands[1]);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(result->getNumElements()))
    return error;
  std::optional<Number> padding;
  if (OperandRange value = op.getODSOperands(2); !value.empty())
    padding = load(*operands[value.getBeginOperandIndex()], 0);
  bool hasAll = true;
  forEachPacked(result->getShape(), op.getOuterDimsPerm(), op.getInnerDimsPos(),
                [&](int64_t number, ArrayRef<int64_t> position) {
                  if (isWithin(position, source.getShape()))
                    store(*result, number,
                          load(source, getNumber(position, source.getShape())));
                  else if (padding)
                    store(*result, number, *padding);
                  else
                    hasAll = false;
                });
  if (!hasAll)
    return makeError(op, "required a padding value, found tiles that are not "
                         "whole");
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateUnPack(linalg::UnPackOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  const HostTensor &source = *operands[0];
  llvm::Expected<HostTensor> result = copy(*operands[1]);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(source.getNumElements()))
    return error;
  forEachPacked(source.getShape(), op.getOuterDimsPerm(), op.getInnerDimsPos(),
                [&](int64_t number, ArrayRef<int64_t> position) {
                  if (isWithin(position, result->getShape()))
                    store(*result, getNumber(position, result->getShape()),
                          load(source, number));
                });
  return share(std::move(*result));
}

template <typename... Ops>
static void addStructured(OpEvaluations &evaluations) {
  ((evaluations[Ops::getOperationName()] = evaluateStructured), ...);
}

void reference::addStructuredOps(OpEvaluations &evaluations) {
  addStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
      >(evaluations);
  addEvaluation<linalg::SoftmaxOp, evaluateSoftmax>(evaluations);
  addEvaluation<linalg::PackOp, evaluatePack>(evaluations);
  addEvaluation<linalg::UnPackOp, evaluateUnPack>(evaluations);
}
