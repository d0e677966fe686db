//===- CopyLoopCarried.cpp - One buffer per carried tensor ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace dtensor {
#define GEN_PASS_DEF_COPYLOOPCARRIED
#include "dtensor/Codegen/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Follows what `value` was written into back to where it came from.
static Value getWrittenTensor(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    if (auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
      value = op.getTiedOpOperand(result)->get();
    else if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
      value = loop.getTiedLoopInit(result)->get();
    else
      break;
  }
  return value;
}

/// Makes each of `operands` of a terminator end in the buffer of the block
/// argument of `carriers` at the same place.
static void copyToCarriers(Operation *terminator,
                           MutableArrayRef<OpOperand> operands,
                           Block::BlockArgListType carriers) {
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  SmallVector<std::pair<OpOperand *, BlockArgument>> moves;
  for (auto [operand, carrier] : llvm::zip(operands, carriers))
    if (isa<RankedTensorType>(carrier.getType()) &&
        operand.get().getType() == carrier.getType() &&
        getWrittenTensor(operand.get()) != carrier)
      moves.emplace_back(&operand, carrier);
  // Carriers may change places: read all of them before the first is written.
  for (auto [operand, carrier] : moves)
    if (llvm::is_contained(carriers, getWrittenTensor(operand->get())))
      operand->set(bufferization::AllocTensorOp::create(
          builder, loc, cast<RankedTensorType>(carrier.getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/operand->get()));
  for (auto [operand, carrier] : moves)
    operand->set(bufferization::MaterializeInDestinationOp::create(
                     builder, loc, carrier.getType(), operand->get(), carrier)
                     .getResult());
}

namespace {

struct CopyLoopCarried : dtensor::impl::CopyLoopCarriedBase<CopyLoopCarried> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      Operation *yield = loop.getBody()->getTerminator();
      copyToCarriers(yield, yield->getOpOperands(), loop.getRegionIterArgs());
    });
    getOperation().walk([](scf::WhileOp loop) {
      scf::ConditionOp condition = loop.getConditionOp();
      // The condition's first operand says whether to go on. If the regions
      // carry different things, what they pass gets buffers of its own.
      if (condition.getArgs().getTypes() ==
          ValueRange(loop.getBeforeArguments()).getTypes())
        copyToCarriers(condition, condition->getOpOperands().drop_front(),
                       loop.getBeforeArguments());
      scf::YieldOp yield = loop.getYieldOp();
      if (yield.getOperandTypes() ==
          ValueRange(loop.getAfterArguments()).getTypes())
        copyToCarriers(yield, yield->getOpOperands(), loop.getAfterArguments());
    });
  }
};

} // namespace
