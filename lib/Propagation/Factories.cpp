//===- Factories.cpp - Values made from nothing --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factories.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;

/// The largest number of ops between a free one and the result of a factory.
/// Each user gets a copy of all of them. Random bits take some hundred.
static constexpr unsigned kMaxDepth = 4;

/// Whether the op computes its elements one by one, with ops of `arith` only.
static bool isCheap(Operation *op) {
  auto isArith = [](Operation *each) {
    return isa_and_nonnull<arith::ArithDialect>(each->getDialect());
  };
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return isArith(op) && OpTrait::hasElementwiseMappableTraits(op);
  return structured.getNumParallelLoops() == structured.getNumLoops() &&
         getCapturedTensors(op).empty() &&
         llvm::all_of(structured.getBlock()->without_terminator(),
                      [&](Operation &each) { return isArith(&each); });
}

static bool isFactory(Operation *op, unsigned depth) {
  if (!op || op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  if (isFree(op))
    return true;
  return depth > 0 && isCheap(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return !isa<TensorType>(operand.getType()) ||
                  isFactory(operand.getDefiningOp(), depth - 1);
         });
}

bool dtensor::isFactory(Operation *op) { return ::isFactory(op, kMaxDepth); }
