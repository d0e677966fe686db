//===- ScalarOp.cpp - One op of arith, math or complex --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOp.h"

#include "Evaluator.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Reference/HostType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace dtensor::reference {

const ScalarEvaluations &ScalarOp::getAll() {
  static const ScalarEvaluations all = [] {
    ScalarEvaluations evaluations;
    addArithOps(evaluations);
    addMathOps(evaluations);
    addComplexOps(evaluations);
    return evaluations;
  }();
  return all;
}

llvm::Expected<ScalarOp> ScalarOp::create(Operation *op) {
  auto found = getAll().find(op->getName().getStringRef());
  if (found == getAll().end())
    return makeError(op, "has no evaluation on elements");
  auto getType = [&](Value value) {
    return getElementType(getElementTypeOrSelf(value));
  };
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (!getType(value)) {
      std::string type;
      llvm::raw_string_ostream(type) << value.getType();
      return makeError(op, "required a type that hosts have, found " + type);
    }
  ScalarOp scalar{found->second, *getType(op->getOperand(0)),
                  *getType(op->getResult(0))};
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    scalar.predicate = static_cast<int64_t>(compare.getPredicate());
  else if (auto compare = dyn_cast<arith::CmpFOp>(op))
    scalar.predicate = static_cast<int64_t>(compare.getPredicate());
  return scalar;
}

llvm::Error makeRaised(Operation *op, const char *message) {
  std::string position = getSourcePosition(op->getLoc());
  return llvm::createStringError((position.empty() ? "" : position + ": ") +
                                 message + " in " +
                                 op->getName().getStringRef());
}

} // namespace dtensor::reference
