//===- Evaluation.h - Shared code of evaluations ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_EVALUATION_H
#define DTENSOR_LIB_REFERENCE_EVALUATION_H

#include "OpEvaluations.h"
#include "Positions.h"

namespace dtensor::reference {

/// The results of an op, in order.
using Results = llvm::SmallVector<Tensor>;

/// Registers the evaluation of one class of ops.
template <typename Op, llvm::Expected<Results> (*evaluate)(
                           Op, llvm::ArrayRef<Tensor>, Evaluator &)>
void addEvaluation(OpEvaluations &evaluations) {
  evaluations[Op::getOperationName()] = [](mlir::Operation *op,
                                           llvm::ArrayRef<Tensor> operands,
                                           Evaluator &evaluator) {
    return evaluate(llvm::cast<Op>(op), operands, evaluator);
  };
}

/// The tensor of one of an op's operands.
inline const Tensor &getTensor(mlir::OpOperand &operand,
                               llvm::ArrayRef<Tensor> operands) {
  return operands[operand.getOperandNumber()];
}
/// The tensors of one of its groups of operands.
inline llvm::ArrayRef<Tensor> getTensors(mlir::OperandRange group,
                                         llvm::ArrayRef<Tensor> operands) {
  return group.empty()
             ? llvm::ArrayRef<Tensor>()
             : operands.slice(group.getBeginOperandIndex(), group.size());
}

/// Tensors with the elements of others, to be changed.
llvm::Expected<HostTensor> copy(const HostTensor &tensor);
llvm::Expected<llvm::SmallVector<HostTensor>>
copyAll(llvm::ArrayRef<Tensor> tensors);

/// Makes results of changed tensors, which are not changed any more.
Results share(HostTensor tensor);
Results share(llvm::SmallVector<HostTensor> tensors);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_EVALUATION_H
