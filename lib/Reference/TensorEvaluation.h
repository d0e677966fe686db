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

/// Combines static values with the operands for dynamic ones.
Position getMixed(llvm::ArrayRef<int64_t> statics, mlir::OperandRange dynamics,
                  llvm::ArrayRef<Tensor> operands);

/// Errors: a position that is not within `shape`.
llvm::Error checkPosition(mlir::Operation *op, llvm::ArrayRef<int64_t> position,
                          llvm::ArrayRef<int64_t> shape);

/// Copies the bits of an element, of any type.
void copyElement(HostTensor &to, int64_t number, const HostTensor &from,
                 int64_t fromNumber);

/// Writes the results of a body to each position for which `isComputed` holds.
llvm::Error generate(HostTensor &result, mlir::Region &region,
                     Evaluator &evaluator,
                     llvm::function_ref<bool(const Position &)> isComputed);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_TENSOREVALUATION_H
