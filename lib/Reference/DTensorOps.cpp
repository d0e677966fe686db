//===- DTensorOps.cpp - Annotations of layouts ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

/// In the global view a layout does not change a value.
template <typename Op>
static llvm::Expected<Results> evaluateAnnotation(Op, ArrayRef<Tensor> operands,
                                                  Evaluator &) {
  return Results(operands);
}

void reference::addDTensorOps(OpEvaluations &evaluations) {
  addEvaluation<ConstrainOp, evaluateAnnotation<ConstrainOp>>(evaluations);
  addEvaluation<RelayoutOp, evaluateAnnotation<RelayoutOp>>(evaluations);
}
