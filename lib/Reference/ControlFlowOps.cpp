//===- ControlFlowOps.cpp - Branches, loops, calls, assertions ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "Evaluation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

/// The only block of a region. Errors: the region has several blocks.
static llvm::Expected<Block *> getBlock(Operation *op, Region &region) {
  if (!region.hasOneBlock())
    return makeError(op, "required a region of one block, found " +
                             Twine(region.getBlocks().size()));
  return &region.front();
}

static llvm::Expected<Results> evaluateRegion(Operation *op, Region &region,
                                              Evaluator &evaluator) {
  llvm::Expected<Block *> block = getBlock(op, region);
  if (!block)
    return block.takeError();
  return evaluator.evaluate(**block, {});
}

static llvm::Expected<Results>
evaluateIf(scf::IfOp op, ArrayRef<Tensor> operands, Evaluator &evaluator) {
  Region &region =
      getInteger(operands[0]) ? op.getThenRegion() : op.getElseRegion();
  // There is no else, and so there are no results.
  if (region.empty())
    return Results();
  return evaluateRegion(op, region, evaluator);
}

static llvm::Expected<Results> evaluateSwitch(scf::IndexSwitchOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  int64_t number = getInteger(operands[0]);
  for (auto [value, region] : llvm::zip(op.getCases(), op.getCaseRegions()))
    if (value == number)
      return evaluateRegion(op, region, evaluator);
  return evaluateRegion(op, op.getDefaultRegion(), evaluator);
}

static llvm::Expected<Results> evaluateExecuteRegion(scf::ExecuteRegionOp op,
                                                     ArrayRef<Tensor>,
                                                     Evaluator &evaluator) {
  return evaluateRegion(op, op.getRegion(), evaluator);
}

static llvm::Expected<Results>
evaluateFor(scf::ForOp op, ArrayRef<Tensor> operands, Evaluator &evaluator) {
  int64_t lower = getInteger(operands[0]);
  int64_t upper = getInteger(operands[1]);
  int64_t step = getInteger(operands[2]);
  if (step <= 0)
    return makeError(op, "required a positive step, found " + Twine(step));
  Results carried(operands.drop_front(3));
  Type type = op.getLowerBound().getType();
  for (int64_t i = lower; op.getUnsignedCmp() ? static_cast<uint64_t>(i) <
                                                    static_cast<uint64_t>(upper)
                                              : i < upper;
       i += step) {
    llvm::Expected<HostTensor> position = makeTensor(op, type, {});
    if (!position)
      return position.takeError();
    store(*position, 0, Number::ofInteger(i));
    Results arguments = share(std::move(*position));
    llvm::append_range(arguments, carried);
    llvm::Expected<Results> next = evaluator.evaluate(*op.getBody(), arguments);
    if (!next)
      return next.takeError();
    carried = std::move(*next);
  }
  return carried;
}

static llvm::Expected<Results> evaluateWhile(scf::WhileOp op,
                                             ArrayRef<Tensor> operands,
                                             Evaluator &evaluator) {
  Results carried(operands);
  while (true) {
    // The condition, followed by the values that are passed on.
    llvm::Expected<Results> handed =
        evaluator.evaluate(*op.getBeforeBody(), carried);
    if (!handed)
      return handed.takeError();
    bool goesOn = getInteger(handed->front());
    handed->erase(handed->begin());
    if (!goesOn)
      return handed;
    llvm::Expected<Results> next =
        evaluator.evaluate(*op.getAfterBody(), *handed);
    if (!next)
      return next.takeError();
    carried = std::move(*next);
  }
}

static llvm::Expected<Results>
evaluateCall(func::CallOp op, ArrayRef<Tensor> operands, Evaluator &evaluator) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || callee.isDeclaration())
    return makeError(op, "calls '" + op.getCallee() + "', which has no body");
  llvm::Expected<Block *> block = getBlock(op, callee.getBody());
  if (!block)
    return block.takeError();
  return evaluator.evaluate(**block, operands);
}

static llvm::Expected<Results>
evaluateAssert(cf::AssertOp op, ArrayRef<Tensor> operands, Evaluator &) {
  if (!getInteger(operands[0]))
    return makeUnmet(op);
  return Results();
}

void reference::addControlFlowOps(OpEvaluations &evaluations) {
  addEvaluation<scf::IfOp, evaluateIf>(evaluations);
  addEvaluation<scf::IndexSwitchOp, evaluateSwitch>(evaluations);
  addEvaluation<scf::ExecuteRegionOp, evaluateExecuteRegion>(evaluations);
  addEvaluation<scf::ForOp, evaluateFor>(evaluations);
  addEvaluation<scf::WhileOp, evaluateWhile>(evaluations);
  addEvaluation<cf::AssertOp, evaluateAssert>(evaluations);
  addEvaluation<func::CallOp, evaluateCall>(evaluations);
}
