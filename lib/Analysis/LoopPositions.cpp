//===- LoopPositions.cpp - Numbers that follow a loop ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPositions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;

/// Of a loop that is followed.
static constexpr int64_t kMaxTurns = 4096;
/// How many ops are between a number and its loop.
static constexpr unsigned kMaxDepth = 16;

namespace {

/// Numbers as functions of one induction variable.
class Follower {
public:
  /// Whether the number follows the same loop as those before, or none.
  bool follow(Value number, unsigned depth = 0) {
    if (matchPattern(number, m_Constant()))
      return true;
    if (depth == kMaxDepth)
      return false;
    if (Operation *op = number.getDefiningOp())
      return isPure(op) && op->getNumRegions() == 0 &&
             llvm::all_of(op->getOperands(), [&](Value operand) {
               return follow(operand, depth + 1);
             });
    auto argument = cast<BlockArgument>(number);
    auto owner = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!owner || owner.getInductionVar() != number || (loop && loop != owner))
      return false;
    loop = owner;
    return true;
  }

  scf::ForOp getLoop() const { return loop; }

  /// What `number`, which follows the loop, is where that is at `position`.
  Attribute evaluate(Value number, Attribute position) const {
    Attribute constant;
    if (matchPattern(number, m_Constant(&constant)))
      return constant;
    Operation *op = number.getDefiningOp();
    if (!op)
      return position;
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(evaluate(operand, position));
      if (!operands.back())
        return {};
    }
    // Folding may change the op.
    OwningOpRef<Operation *> copy(op->clone());
    SmallVector<OpFoldResult> folded;
    if (failed(copy->fold(operands, folded)) || folded.empty())
      return {};
    OpFoldResult result = folded[cast<OpResult>(number).getResultNumber()];
    if (auto value = dyn_cast<Value>(result))
      return evaluate(value, position);
    return cast<Attribute>(result);
  }

private:
  scf::ForOp loop;
};

} // namespace

std::optional<std::vector<SmallVector<int64_t>>>
dtensor::getNumbersByTurn(ValueRange numbers) {
  Follower follower;
  for (Value number : numbers)
    if (!follower.follow(number))
      return std::nullopt;
  scf::ForOp loop = follower.getLoop();
  if (!loop)
    return std::nullopt;
  std::optional<APInt> count = loop.getStaticTripCount();
  IntegerAttr low, step;
  if (!count || count->ugt(kMaxTurns) ||
      !matchPattern(loop.getLowerBound(), m_Constant(&low)) ||
      !matchPattern(loop.getStep(), m_Constant(&step)))
    return std::nullopt;
  std::vector<SmallVector<int64_t>> turns(count->getZExtValue());
  for (auto [turn, values] : llvm::enumerate(turns)) {
    auto position =
        IntegerAttr::get(low.getType(), low.getInt() + turn * step.getInt());
    for (Value number : numbers) {
      auto value =
          dyn_cast_or_null<IntegerAttr>(follower.evaluate(number, position));
      if (!value)
        return std::nullopt;
      values.push_back(value.getInt());
    }
  }
  return turns;
}
