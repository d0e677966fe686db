//===- FoldOps.cpp - Ops that apply a body along an axis ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtEvaluation.h"
#include "ScalarFunction.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

/// The positions of `shape` with 0 on axis `axis`: the starts of its rows.
static Position getRowShape(ArrayRef<int64_t> shape, int64_t axis) {
  Position rows(shape);
  rows[axis] = std::min<int64_t>(rows[axis], 1);
  return rows;
}

/// The distance of neighbours along `axis`.
static int64_t getStride(ArrayRef<int64_t> shape, int64_t axis) {
  return ShapedType::getNumElements(shape.drop_front(axis + 1));
}

/// Merge sort of `order`, which is stable: the right element goes first only if
/// `isBefore(right, left)` holds.
static llvm::Error
mergeSort(MutableArrayRef<int64_t> order,
          llvm::function_ref<llvm::Expected<bool>(int64_t, int64_t)> isBefore) {
  if (order.size() < 2)
    return llvm::Error::success();
  MutableArrayRef<int64_t> left = order.take_front(order.size() / 2);
  MutableArrayRef<int64_t> right = order.drop_front(left.size());
  if (llvm::Error error = mergeSort(left, isBefore))
    return error;
  if (llvm::Error error = mergeSort(right, isBefore))
    return error;
  SmallVector<int64_t> merged;
  while (!left.empty() && !right.empty()) {
    llvm::Expected<bool> isRight = isBefore(right.front(), left.front());
    if (!isRight)
      return isRight.takeError();
    MutableArrayRef<int64_t> &from = *isRight ? right : left;
    merged.push_back(from.front());
    from = from.drop_front();
  }
  llvm::append_range(merged, left);
  llvm::append_range(merged, right);
  llvm::copy(merged, order.begin());
  return llvm::Error::success();
}

/// 0, 1, ... sorted by `isBefore`.
static llvm::Expected<SmallVector<int64_t>>
getOrder(int64_t count,
         llvm::function_ref<llvm::Expected<bool>(int64_t, int64_t)> isBefore) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(count));
  if (llvm::Error error = mergeSort(order, isBefore))
    return error;
  return order;
}

//===----------------------------------------------------------------------===//
// Sort and top-k
//===----------------------------------------------------------------------===//

static llvm::Expected<Results> evaluateSort(linalg_ext::SortOp op,
                                            ArrayRef<Tensor> operands,
                                            Evaluator &evaluator) {
  ArrayRef<Tensor> sources = getTensors(op.getSources(), operands);
  llvm::Expected<SmallVector<HostTensor>> results =
      copyAll(getTensors(op.getDests(), operands));
  if (!results)
    return results.takeError();
  llvm::Expected<ScalarFunction> comparator =
      ScalarFunction::create(op.getComparator(), evaluator);
  if (!comparator)
    return comparator.takeError();
  auto axis = static_cast<int64_t>(op.getAxis());
  ArrayRef<int64_t> shape = sources[0]->getShape();
  Position sorted(results->front().getShape());
  int64_t stride = getStride(shape, axis);
  int64_t taken = std::min(shape[axis], sorted[axis]);
  for (Positions row(getRowShape(shape, axis)); !row.isDone(); ++row) {
    int64_t first = getNumber(*row, shape);
    int64_t firstSorted = getNumber(*row, sorted);
    llvm::Expected<SmallVector<int64_t>> order = getOrder(
        shape[axis], [&](int64_t one, int64_t other) -> llvm::Expected<bool> {
          SmallVector<Number> arguments;
          for (const Tensor &source : sources) {
            arguments.push_back(load(*source, first + one * stride));
            arguments.push_back(load(*source, first + other * stride));
          }
          Number isBefore;
          if (llvm::Error error = comparator->call(arguments, isBefore))
            return error;
          return isBefore.integer != 0;
        });
    if (!order)
      return order.takeError();
    for (auto [number, source] : llvm::enumerate(sources))
      for (int64_t rank = 0; rank < taken; ++rank)
        store((*results)[number], firstSorted + rank * stride,
              load(*source, first + (*order)[rank] * stride));
  }
  return share(std::move(*results));
}

/// Whether `one` is less than `other`. NaN is greater than any number, and not
/// less than itself.
static bool isLess(Number one, Number other, bool ofIntegers, bool isUnsigned) {
  if (ofIntegers && isUnsigned)
    return static_cast<uint64_t>(one.integer) <
           static_cast<uint64_t>(other.integer);
  if (ofIntegers)
    return one.integer < other.integer;
  if (std::isnan(other.real))
    return !std::isnan(one.real);
  return one.real < other.real;
}

static llvm::Expected<Results> evaluateTopK(linalg_ext::TopKOp op,
                                            ArrayRef<Tensor> operands,
                                            Evaluator &evaluator) {
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  llvm::Expected<SmallVector<HostTensor>> results =
      copyAll(getTensors(op.getDests(), operands));
  if (!results)
    return results.takeError();
  auto axis = static_cast<int64_t>(op.getAxis());
  ArrayRef<int64_t> shape = source->getShape();
  Position chosen(results->front().getShape());
  if (chosen[axis] > shape[axis])
    return makeError(op, "asks for " + llvm::Twine(chosen[axis]) + " of " +
                             llvm::Twine(shape[axis]) + " positions");
  int64_t stride = getStride(shape, axis);
  bool ofIntegers = isInteger(source->getElementType());
  for (Positions row(getRowShape(shape, axis)); !row.isDone(); ++row) {
    int64_t first = getNumber(*row, shape);
    int64_t firstChosen = getNumber(*row, chosen);
    llvm::Expected<SmallVector<int64_t>> order = getOrder(
        shape[axis], [&](int64_t one, int64_t other) -> llvm::Expected<bool> {
          if (llvm::Error error = evaluator.work(1))
            return error;
          if (!op.getSmallest())
            std::swap(one, other);
          return isLess(load(*source, first + one * stride),
                        load(*source, first + other * stride), ofIntegers,
                        op.getIsUnsigned());
        });
    if (!order)
      return order.takeError();
    for (int64_t rank = 0; rank < chosen[axis]; ++rank) {
      int64_t position = (*order)[rank];
      int64_t to = firstChosen + rank * stride;
      store((*results)[0], to, load(*source, first + position * stride));
      store((*results)[1], to, Number::ofInteger(position));
    }
  }
  return share(std::move(*results));
}

//===----------------------------------------------------------------------===//
// Reduce and scan
//===----------------------------------------------------------------------===//

/// The elements of several tensors at one position.
template <typename Tensors>
static SmallVector<Number> loadAll(const Tensors &tensors, int64_t number) {
  SmallVector<Number> numbers;
  for (const auto &tensor : tensors) {
    if constexpr (std::is_same_v<decltype(tensor), const Tensor &>)
      numbers.push_back(load(*tensor, number));
    else
      numbers.push_back(load(tensor, number));
  }
  return numbers;
}

static void storeAll(MutableArrayRef<HostTensor> tensors, int64_t number,
                     ArrayRef<Number> values) {
  for (auto [tensor, value] : llvm::zip_equal(tensors, values))
    store(tensor, number, value);
}

/// Accumulators of 16 bits have 32 bits here and are rounded when they are
/// stored, as in reductions of linalg. They are replaced by the result of
/// `body` for them and `elements`.
static llvm::Error combine(ScalarFunction &body,
                           SmallVector<Number> &accumulators,
                           ArrayRef<Number> elements) {
  SmallVector<Number> arguments(accumulators);
  llvm::append_range(arguments, elements);
  return body.call(arguments, accumulators);
}

static llvm::Expected<Results> evaluateReduce(linalg_ext::ReduceOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  ArrayRef<Tensor> sources = getTensors(op.getSources(), operands);
  llvm::Expected<SmallVector<HostTensor>> results =
      copyAll(getTensors(op.getDests(), operands));
  if (!results)
    return results.takeError();
  llvm::Expected<ScalarFunction> body =
      ScalarFunction::create(op.getCombiner(), evaluator, /*keepWide=*/true);
  if (!body)
    return body.takeError();
  Position kept(results->front().getShape());
  // Empty accumulators start with their first elements.
  std::vector<SmallVector<Number>> accumulators(
      results->front().getNumElements());
  if (!op.getPeeled())
    for (auto [number, begin] : llvm::enumerate(accumulators))
      begin = loadAll(*results, number);
  for (Positions at(sources[0]->getShape()); !at.isDone(); ++at) {
    Position position;
    for (auto [axis, index] : llvm::enumerate(*at))
      if (!llvm::is_contained(op.getDimensions(), axis))
        position.push_back(index);
    SmallVector<Number> &own = accumulators[getNumber(position, kept)];
    SmallVector<Number> elements = loadAll(sources, at.getNumber());
    if (own.empty())
      own = elements;
    else if (llvm::Error error = combine(*body, own, elements))
      return error;
  }
  for (auto [number, own] : llvm::enumerate(accumulators))
    if (!own.empty())
      storeAll(*results, number, own);
  return share(std::move(*results));
}

static llvm::Expected<Results> evaluateScan(linalg_ext::ScanOp op,
                                            ArrayRef<Tensor> operands,
                                            Evaluator &evaluator) {
  ArrayRef<Tensor> sources = getTensors(op.getSources(), operands);
  ArrayRef<Tensor> inits = getTensors(op.getInits(), operands);
  if (op.getHasInits() && getInteger(evaluator.get(op.getHasInits())) == 0)
    inits = {};
  llvm::Expected<SmallVector<HostTensor>> results =
      copyAll(getTensors(op.getDests(), operands));
  if (!results)
    return results.takeError();
  llvm::Expected<ScalarFunction> body =
      ScalarFunction::create(op.getCombiner(), evaluator, /*keepWide=*/true);
  if (!body)
    return body.takeError();
  auto axis = static_cast<int64_t>(op.getAxis());
  ArrayRef<int64_t> shape = sources[0]->getShape();
  int64_t stride = getStride(shape, axis);
  for (Positions row(getRowShape(shape, axis)); !row.isDone(); ++row) {
    // The row starts at 0 along the axis, so its number does not depend on the
    // axis.
    SmallVector<Number> accumulators;
    if (!inits.empty())
      accumulators = loadAll(inits, getNumber(*row, getRowShape(shape, axis)));
    for (int64_t step = 0; step < shape[axis]; ++step) {
      int64_t index = op.getReverse() ? shape[axis] - 1 - step : step;
      int64_t at = getNumber(*row, shape) + index * stride;
      SmallVector<Number> elements = loadAll(sources, at);
      if (op.getExclusive())
        storeAll(*results, at, accumulators);
      if (accumulators.empty())
        accumulators = elements;
      else if (llvm::Error error = combine(*body, accumulators, elements))
        return error;
      if (!op.getExclusive())
        storeAll(*results, at, accumulators);
    }
  }
  return share(std::move(*results));
}

void reference::addFoldOps(OpEvaluations &evaluations) {
  addEvaluation<linalg_ext::SortOp, evaluateSort>(evaluations);
  addEvaluation<linalg_ext::TopKOp, evaluateTopK>(evaluations);
  addEvaluation<linalg_ext::ReduceOp, evaluateReduce>(evaluations);
  addEvaluation<linalg_ext::ScanOp, evaluateScan>(evaluations);
}
