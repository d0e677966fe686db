//===- LayerComparison.cpp - Whether a layer is known ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerComparison.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace dtensor;

bool LayerComparison::run(ArrayRef<Operation *> ops, ValueRange results) {
  if (ops.size() != known.ops.size())
    return false;
  for (auto [op, other] : llvm::zip(ops, known.ops))
    if (!areEqual(op, other))
      return false;
  func::FuncOp function = known.function;
  Operation *end = function.getBody().front().getTerminator();
  return results.size() == end->getNumOperands() &&
         llvm::all_of(llvm::zip(results, end->getOperands()),
                      [&](auto pair) {
                        auto [result, other] = pair;
                        return counterparts.lookup(result) == other;
                      }) &&
         llvm::all_of(passed, [](Value value) { return bool(value); });
}

void LayerComparison::pair(Value value, Value other) {
  counterparts[value] = other;
  taken.insert(other);
}

bool LayerComparison::areEqual(Operation *op, Operation *other) {
  return OperationEquivalence::isEquivalentTo(
      op, other,
      [&](Value value, Value otherValue) {
        return success(areEqual(value, otherValue));
      },
      [&](Value value, Value otherValue) { pair(value, otherValue); },
      OperationEquivalence::IgnoreLocations);
}

bool LayerComparison::areEqual(Value value, Value other) {
  if (auto it = counterparts.find(value); it != counterparts.end())
    return it->second == other;
  if (taken.contains(other))
    return false;
  return isPassed(value) ? pass(value, other)
                         : compute(cast<OpResult>(value), other);
}

bool LayerComparison::pass(Value value, Value other) {
  auto position = known.positions.find(other);
  if (position == known.positions.end())
    return false;
  passed[position->second] = value;
  pair(value, other);
  return true;
}

bool LayerComparison::compute(OpResult value, Value other) {
  auto copy = dyn_cast<OpResult>(other);
  if (!copy || known.positions.contains(other) ||
      copy.getResultNumber() != value.getResultNumber())
    return false;
  if (copies.contains({value, other}))
    return true;
  if (!OperationEquivalence::isEquivalentTo(
          value.getOwner(), copy.getOwner(),
          [&](Value operand, Value otherOperand) {
            return success(areEqual(operand, otherOperand));
          },
          nullptr, OperationEquivalence::IgnoreLocations))
    return false;
  if (isa<LLVM::AllocaOp>(value.getOwner()))
    pair(value, other);
  else
    copies.insert({value, other});
  return true;
}
