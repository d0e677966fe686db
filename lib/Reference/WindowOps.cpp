//===- WindowOps.cpp - Ops of windows that may overlap --------------------===//
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

namespace {
/// The parameters of a window, each with a number per axis. `std::nullopt`
/// stands for the number that has no effect.
struct WindowNumbers {
  ArrayRef<int64_t> window;
  std::optional<ArrayRef<int64_t>> strides, baseDilations, dilations, low;

  /// The position of element `offset` of window `index` in a tensor of `shape`;
  /// none if it is outside, or between positions.
  std::optional<Position> find(const Position &index, const Position &offset,
                               ArrayRef<int64_t> shape) const {
    Position found;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      auto get = [axis](const std::optional<ArrayRef<int64_t>> &numbers,
                        int64_t fallback) {
        return numbers ? (*numbers)[axis] : fallback;
      };
      int64_t at = index[axis] * get(strides, 1) +
                   offset[axis] * get(dilations, 1) - get(low, 0);
      int64_t apart = get(baseDilations, 1);
      if (at < 0 || at % apart != 0 || at / apart >= shape[axis])
        return std::nullopt;
      found.push_back(at / apart);
    }
    return found;
  }
};
} // namespace

static llvm::Expected<Results>
evaluateReduceWindow(linalg_ext::ReduceWindowOp op, ArrayRef<Tensor> operands,
                     Evaluator &evaluator) {
  ArrayRef<Tensor> sources = getTensors(op.getSources(), operands);
  llvm::Expected<SmallVector<HostTensor>> results =
      copyAll(getTensors(op.getDests(), operands));
  if (!results)
    return results.takeError();
  // As in reductions of linalg, accumulators of 16 bits have 32 bits.
  llvm::Expected<ScalarFunction> body =
      ScalarFunction::create(op.getCombiner(), evaluator, /*keepWide=*/true);
  if (!body)
    return body.takeError();
  WindowNumbers numbers = {op.getWindow(), op.getStrides(),
                           op.getBaseDilations(), op.getDilations(),
                           op.getLow()};
  ArrayRef<int64_t> shape = sources[0]->getShape();
  for (Positions at(results->front().getShape()); !at.isDone(); ++at) {
    SmallVector<Number> accumulators;
    for (const HostTensor &result : *results)
      accumulators.push_back(load(result, at.getNumber()));
    for (Positions offset(numbers.window); !offset.isDone(); ++offset) {
      std::optional<Position> from = numbers.find(*at, *offset, shape);
      if (!from)
        continue;
      SmallVector<Number> arguments(accumulators);
      for (const Tensor &source : sources)
        arguments.push_back(load(*source, getNumber(*from, shape)));
      if (llvm::Error error = body->call(arguments, accumulators))
        return error;
    }
    for (auto [result, value] : llvm::zip_equal(*results, accumulators))
      store(result, at.getNumber(), value);
  }
  return share(std::move(*results));
}

static llvm::Expected<Results>
evaluateSelectAndScatter(linalg_ext::SelectAndScatterOp op,
                         ArrayRef<Tensor> operands, Evaluator &evaluator) {
  const Tensor &operand = getTensor(op.getOperandMutable(), operands);
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  llvm::Expected<HostTensor> result =
      copy(*getTensor(op.getDestMutable(), operands));
  if (!result)
    return result.takeError();
  llvm::Expected<ScalarFunction> select =
      ScalarFunction::create(op.getSelect(), evaluator);
  if (!select)
    return select.takeError();
  llvm::Expected<ScalarFunction> scatter =
      ScalarFunction::create(op.getScatter(), evaluator, /*keepWide=*/true);
  if (!scatter)
    return scatter.takeError();
  // Sums are rounded at their end, when all windows have been added.
  std::vector<Number> sums;
  for (int64_t i = 0; i < result->getNumElements(); ++i)
    sums.push_back(load(*result, i));
  WindowNumbers numbers = {op.getWindow(), op.getStrides(), std::nullopt,
                           std::nullopt, op.getLow()};
  ArrayRef<int64_t> shape = operand->getShape();
  for (Positions at(source->getShape()); !at.isDone(); ++at) {
    std::optional<int64_t> selected;
    for (Positions offset(numbers.window); !offset.isDone(); ++offset) {
      std::optional<Position> from = numbers.find(*at, *offset, shape);
      if (!from)
        continue;
      int64_t next = getNumber(*from, shape);
      Number keeps;
      if (selected)
        if (llvm::Error error = select->call(
                {load(*operand, *selected), load(*operand, next)}, keeps))
          return error;
      if (!selected || keeps.integer == 0)
        selected = next;
    }
    if (!selected)
      continue;
    Number sum;
    if (llvm::Error error = scatter->call(
            {sums[*selected], load(*source, at.getNumber())}, sum))
      return error;
    sums[*selected] = sum;
  }
  for (int64_t i = 0; i < result->getNumElements(); ++i)
    store(*result, i, sums[i]);
  return share(std::move(*result));
}

void reference::addWindowOps(OpEvaluations &evaluations) {
  addEvaluation<linalg_ext::ReduceWindowOp, evaluateReduceWindow>(evaluations);
  addEvaluation<linalg_ext::SelectAndScatterOp, evaluateSelectAndScatter>(
      evaluations);
}
