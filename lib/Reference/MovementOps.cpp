//===- MovementOps.cpp - Ops that move elements as they are ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtEvaluation.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

static llvm::Expected<Results> evaluateReverse(linalg_ext::ReverseOp op,
                                               ArrayRef<Tensor> operands,
                                               Evaluator &evaluator) {
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  ArrayRef<int64_t> shape = source->getShape();
  llvm::Expected<HostTensor> result = copy(*source);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(source->getNumElements()))
    return error;
  for (Positions at(shape); !at.isDone(); ++at) {
    Position from(*at);
    for (int64_t axis : op.getAxes())
      from[axis] = shape[axis] - 1 - from[axis];
    store(*result, at.getNumber(), load(*source, getNumber(from, shape)));
  }
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateRoll(linalg_ext::RollOp op,
                                            ArrayRef<Tensor> operands,
                                            Evaluator &evaluator) {
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  ArrayRef<int64_t> shape = source->getShape();
  llvm::Expected<HostTensor> result = copy(*source);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(source->getNumElements()))
    return error;
  for (Positions at(shape); !at.isDone(); ++at) {
    Position to(*at);
    for (auto [axis, shift] : llvm::zip_equal(op.getAxes(), op.getShifts())) {
      int64_t extent = shape[axis];
      to[axis] = (to[axis] + shift % extent + extent) % extent;
    }
    store(*result, getNumber(to, shape), load(*source, at.getNumber()));
  }
  return share(std::move(*result));
}

void reference::addMovementOps(OpEvaluations &evaluations) {
  addEvaluation<linalg_ext::ReverseOp, evaluateReverse>(evaluations);
  addEvaluation<linalg_ext::RollOp, evaluateRoll>(evaluations);
}
