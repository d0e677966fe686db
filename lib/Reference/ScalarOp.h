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

/// From elements to elements. Returns why it cannot, or null.
using ScalarEvaluation = const char *(*)(const ScalarOp &op,
                                         const Number *operands,
                                         Number *results);
using ScalarEvaluations = llvm::StringMap<ScalarEvaluation>;

/// What an op does to elements, apart from where they come from.
struct ScalarOp {
  static constexpr unsigned kMaxOperands = 3;
  static constexpr unsigned kMaxResults = 2;

  ScalarEvaluation evaluation;
  /// Of the first operand and of the first result.
  ElementType operandType, resultType;
  /// The number of a comparison's predicate.
  int64_t predicate = 0;

  /// Errors: no such op, an element type without host form.
  static llvm::Expected<ScalarOp> create(mlir::Operation *op);
  /// Of all ops that there are.
  static const ScalarEvaluations &getAll();

  const char *operator()(const Number *operands, Number *results) const {
    return evaluation(*this, operands, results);
  }
};

/// What an evaluation returned, as the compiled program says it too: `division
/// by zero in arith.divsi`, with the location in the source.
llvm::Error makeRaised(mlir::Operation *op, const char *message);

/// The three dialects.
void addArithOps(ScalarEvaluations &evaluations);
void addMathOps(ScalarEvaluations &evaluations);
void addComplexOps(ScalarEvaluations &evaluations);

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_SCALAROP_H
