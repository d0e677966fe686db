//===- TensorEvaluation.h - For ops of the tensor dialect -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_TENSOREVALUATION_H
#define DTENSOR_LIB_REFERENCE_TENSOREVALUATION_H

#include "Evaluation.h"

namespace dtensor::reference {

/// Static values, and operands where they are dynamic.
Position getMixed(llvm::ArrayRef<int64_t> statics, mlir::OperandRange dynamics,
                  llvm::ArrayRef<Tensor> operands);

/// Errors: a position that is not within `shape`.
llvm::Error checkPosition(mlir::Operation *op, llvm::ArrayRef<int64_t> position,
                          llvm::ArrayRef<int64_t> shape);

/// Copies the bits of an element, whatever they mean.
void copyElement(HostTensor &to, int64_t number, const HostTensor &from,
                 int64_t fromNumber);

/// Puts there what a body gives for each position that `isComputed`.
llvm::Error generate(HostTensor &result, mlir::Region &region,
                     Evaluator &evaluator,
                     llvm::function_ref<bool(const Position &)> isComputed);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_TENSOREVALUATION_H
