//===- MergeReductions.cpp - Reduce a sum, not its terms ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentSlice.h"
#include "dtensor/Collectives/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_MERGEREDUCTIONS
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Whether `op` adds or subtracts two scalars or tensors, and has no flags
/// about the sum that might not hold for parts of it.
static bool isSumOfTwo(Operation *op) {
  if (!op ||
      !isa<arith::AddFOp, arith::SubFOp, arith::AddIOp, arith::SubIOp>(op) ||
      op->getOperand(0) == op->getOperand(1))
    return false;
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return !flags || (!flags.hasNoSignedWrap() && !flags.hasNoUnsignedWrap());
}

/// Elementwise addition or subtraction of two tensors of one shape, as a
/// structured op or one on whole tensors.
static bool isSumOfTensors(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return isSumOfTwo(op) && isa<RankedTensorType>(op->getResult(0).getType());
  if (structured.getNumDpsInputs() != 2 || structured.getNumDpsInits() != 1 ||
      op->getNumResults() != 1 ||
      structured.getNumLoops() != structured.getNumParallelLoops() ||
      llvm::any_of(structured.getIndexingMapsArray(),
                   [](AffineMap map) { return !map.isIdentity(); }))
    return false;
  Block &body = *structured.getBlock();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  return isSumOfTwo(sum) && llvm::all_of(sum->getOperands(), [&](Value value) {
           return value == body.getArgument(0) || value == body.getArgument(1);
         });
}

/// The reduction in the same block that makes `value`, if only `user` uses it.
static comm::CollectiveOpInterface getOwnReduction(Value value,
                                                   Operation *user) {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<comm::AllReduceOp, comm::ReduceScatterOp>(op) ||
      !op->hasOneUse() || op->getBlock() != user->getBlock())
    return {};
  return cast<comm::CollectiveOpInterface>(op);
}

static bool areAlike(comm::CollectiveOpInterface left,
                     comm::CollectiveOpInterface right) {
  if (left->getName() != right->getName() ||
      left.getFrom() != right.getFrom() || left.getTo() != right.getTo() ||
      left.getGlobalShape() != right.getGlobalShape() ||
      left.getSource().getType() != right.getSource().getType() ||
      left->getResult(0).getType() != right->getResult(0).getType())
    return false;
  std::optional<CollectiveSides> sides = getSides(left);
  return sides && llvm::all_of(sides->from.getPartial(), [](PartialDim dim) {
           return isAdditive(dim.combiner);
         });
}

/// Whether `op` adds, and does not subtract.
static bool isAddition(Operation *op) {
  if (!isSumOfTensors(op))
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    op = structured.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  return isa<arith::AddFOp, arith::AddIOp>(op);
}

/// (x + r) + s, with two reduced values r and s, becomes x + (r + s), so that
/// both are reduced at once. The order in which devices sum is not defined
/// anyway. Returns the sum of the two, if there is one.
static Operation *reassociate(Operation *sum) {
  if (!isAddition(sum))
    return nullptr;
  for (unsigned right : {1, 0}) {
    Operation *inner = sum->getOperand(1 - right).getDefiningOp();
    comm::CollectiveOpInterface reduction =
        getOwnReduction(sum->getOperand(right), sum);
    if (!reduction || !inner || !inner->hasOneUse() ||
        inner->getBlock() != sum->getBlock() ||
        inner->getName() != sum->getName() || !isAddition(inner))
      continue;
    for (unsigned other : {0, 1}) {
      comm::CollectiveOpInterface before =
          getOwnReduction(inner->getOperand(1 - other), inner);
      if (!before || before == reduction || !areAlike(before, reduction))
        continue;
      // The inner sum becomes that of the reduced values, and stands behind
      // both.
      Value rest = inner->getOperand(other);
      inner->moveBefore(sum);
      inner->setOperand(other, reduction->getResult(0));
      sum->setOperand(right, rest);
      return inner;
    }
  }
  return nullptr;
}

static void mergeOperands(Operation *sum) {
  if (!isSumOfTensors(sum))
    return;
  comm::CollectiveOpInterface left = getOwnReduction(sum->getOperand(0), sum);
  comm::CollectiveOpInterface right = getOwnReduction(sum->getOperand(1), sum);
  if (!left || !right || left == right || !areAlike(left, right) ||
      sum->getResult(0).getType() != left->getResult(0).getType())
    return;
  OpBuilder builder(sum);
  Location loc = sum->getLoc();
  auto createEmptyAs = [&](Value value) -> Value {
    return tensor::EmptyOp::create(builder, loc,
                                   tensor::getMixedSizes(builder, loc, value),
                                   getElementTypeOrSelf(value));
  };
  Value source = left.getSource();
  IRMapping mapping;
  mapping.map(sum->getOperand(0), source);
  mapping.map(sum->getOperand(1), right.getSource());
  if (sum->getNumOperands() > 2)
    mapping.map(sum->getOperand(2), createEmptyAs(source));
  Operation *partial = builder.clone(*sum, mapping);
  partial->getResult(0).setType(source.getType());
  // One of the two becomes the reduction of both.
  Operation *merged = right;
  merged->moveAfter(partial);
  merged->setOperand(0, partial->getResult(0));
  sum->getResult(0).replaceAllUsesWith(merged->getResult(0));
  sum->erase();
  left->erase();
}

namespace {

struct MergeReductions : dtensor::impl::MergeReductionsBase<MergeReductions> {
  using MergeReductionsBase::MergeReductionsBase;

  void runOnOperation() override {
    // Sums are visited in program order: the sum of three is that of a merged
    // reduction and another one.
    SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (op->getNumOperands() >= 2 && op->getNumResults() == 1 &&
          isSumOfTensors(op))
        sums.push_back(op);
    });
    for (Operation *sum : sums) {
      if (Operation *inner = reassociate(sum))
        mergeOperands(inner);
      mergeOperands(sum);
    }
  }
};

} // namespace
