//===- FoldUnitSums.cpp - Local sums of one addend ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentSlice.h"
#include "Filling.h"
#include "dtensor/Collectives/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_FOLDUNITSUMS
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Whether the collective adds, and combines nothing in another way.
static bool isSum(comm::CollectiveOpInterface collective) {
  std::optional<CollectiveSides> sides = getSides(collective);
  if (!sides)
    return false;
  int64_t numAddends = 1;
  for (PartialDim partial : sides->from.getPartial()) {
    if (partial.combiner != Combiner::Add)
      return false;
    if (!sides->to.getPartial(partial.dim))
      numAddends *= sides->mesh.getSize(partial.dim);
  }
  return numAddends > 1;
}

/// Whether all that `op` computes is the sum of its input and its destination.
static bool addsInput(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
    return false;
  Block &body = *op.getBlock();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!sum || !isa<arith::AddFOp, arith::AddIOp>(sum) || &body.front() != sum ||
      sum->getNextNode() != body.getTerminator())
    return false;
  Value input = body.getArgument(0), accumulator = body.getArgument(1);
  return (sum->getOperand(0) == input && sum->getOperand(1) == accumulator) ||
         (sum->getOperand(0) == accumulator && sum->getOperand(1) == input);
}

/// Whether every element of `tensor` is zero, and positive.
static bool isZero(Value tensor) {
  Value value = getFilling(tensor);
  if (!value)
    value = tensor;
  return matchPattern(value, m_PosZeroFloat()) || matchPattern(value, m_Zero());
}

/// The axes of the input that become one axis of the result each, if the op
/// only leaves out axes of one position.
static std::optional<SmallVector<ReassociationIndices>>
getKeptAxes(linalg::LinalgOp op) {
  auto input = cast<RankedTensorType>(op.getDpsInputs().front().getType());
  AffineMap map = op.getIndexingMapsArray().front();
  if (!map.isPermutation())
    return std::nullopt;
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  SmallVector<AffineExpr> kept;
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices next;
  for (auto [axis, loop] : llvm::enumerate(map.getResults())) {
    next.push_back(axis);
    unsigned position = cast<AffineDimExpr>(loop).getPosition();
    if (loops[position] == utils::IteratorType::reduction) {
      if (input.getDimSize(axis) != 1)
        return std::nullopt;
      continue;
    }
    kept.push_back(loop);
    groups.push_back(std::exchange(next, {}));
  }
  if (ArrayRef(kept) != op.getIndexingMapsArray().back().getResults())
    return std::nullopt;
  if (!groups.empty())
    groups.back().append(next);
  return groups;
}

/// Erases a destination that nobody writes to any more, and the one that it was
/// written into.
static void eraseDestination(Operation *op) {
  while (op && isOpTriviallyDead(op)) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(op);
    Operation *next =
        writer ? writer.getDpsInits().front().getDefiningOp() : nullptr;
    op->erase();
    op = next;
  }
}

namespace {

struct FoldUnitSums : dtensor::impl::FoldUnitSumsBase<FoldUnitSums> {
  using FoldUnitSumsBase::FoldUnitSumsBase;

  void runOnOperation() override {
    SmallVector<comm::CollectiveOpInterface> sums;
    getOperation()->walk([&](comm::CollectiveOpInterface collective) {
      if (isa<comm::AllReduceOp, comm::ReduceScatterOp>(collective) &&
          isSum(collective))
        sums.push_back(collective);
    });
    for (comm::CollectiveOpInterface sum : sums)
      fold(sum);
  }

  static void fold(comm::CollectiveOpInterface collective) {
    auto sum = collective.getSource().getDefiningOp<linalg::LinalgOp>();
    if (!sum || !sum->hasOneUse() || sum.getNumReductionLoops() == 0 ||
        !addsInput(sum) || !isZero(sum.getDpsInits().front()))
      return;
    std::optional<SmallVector<ReassociationIndices>> groups = getKeptAxes(sum);
    if (!groups)
      return;
    OpBuilder builder(sum);
    auto addend = tensor::CollapseShapeOp::create(
        builder, sum->getLoc(), sum->getResult(0).getType(),
        sum.getDpsInputs().front(), *groups);
    sum->getResult(0).replaceAllUsesWith(addend);
    Operation *destination = sum.getDpsInits().front().getDefiningOp();
    sum->erase();
    eraseDestination(destination);
    if (!getElementTypeOrSelf(addend.getType()).isInteger())
      collective.setFromZero(true);
  }
};

} // namespace
