//===- ScalarOp.h - One op of arith, math or complex ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_SCALAROP_H
#define DTENSOR_LIB_REFERENCE_SCALAROP_H

#include "Number.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

namespace dtensor::reference {

struct ScalarOp;

/// Computes elements from elements. Returns an error message, or null.
using ScalarEvaluation = const char *(*)(const ScalarOp &op,
                                         const Number *operands,
                                         Number *results);
using ScalarEvaluations = llvm::StringMap<ScalarEvaluation>;

/// The computation of an op on elements, independent of the elements' source.
struct ScalarOp {
  static constexpr unsigned kMaxOperands = 3;
  static constexpr unsigned kMaxResults = 2;

  ScalarEvaluation evaluation;
  /// The types of the first operand and of the first result.
  ElementType operandType, resultType;
  /// The number of a comparison's predicate.
  int64_t predicate = 0;

  /// Errors: an unknown op, an element type that hosts do not have.
  static llvm::Expected<ScalarOp> create(mlir::Operation *op);
  /// The evaluations of all ops.
  static const ScalarEvaluations &getAll();

  const char *operator()(const Number *operands, Number *results) const {
    return evaluation(*this, operands, results);
  }
};

/// The error that an evaluation returned, in the words of the compiled program:
/// `division by zero in arith.divsi`, with the location in the source.
llvm::Error makeRaised(mlir::Operation *op, const char *message);

/// Register the ops of the three dialects.
void addArithOps(ScalarEvaluations &evaluations);
void addMathOps(ScalarEvaluations &evaluations);
void addComplexOps(ScalarEvaluations &evaluations);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_SCALAROP_H
