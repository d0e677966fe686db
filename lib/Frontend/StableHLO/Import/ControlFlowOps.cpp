//===- ControlFlowOps.cpp - Branches, loops, calls, tuples ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedLoop.h"
#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor::stablehlo;

/// Imports the block into a region that yields to an scf op.
static LogicalResult importYielding(Region &region, Block &block,
                                    Importer &importer) {
  OpBuilder::InsertionGuard guard(importer.getBuilder());
  FailureOr<SmallVector<Value>> results = importer.importInto(region, block);
  if (failed(results))
    return failure();
  scf::YieldOp::create(importer.getBuilder(), block.getTerminator()->getLoc(),
                       *results);
  return success();
}

static LogicalResult importIf(IfOp op, Importer &importer) {
  Value condition = importer.getScalar(op.getPred(), op.getLoc());
  auto branch = scf::IfOp::create(importer.getBuilder(), op.getLoc(),
                                  Importer::convert(op->getResultTypes()),
                                  condition, /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
  if (failed(importYielding(branch.getThenRegion(), op.getTrueBranch().front(),
                            importer)) ||
      failed(importYielding(branch.getElseRegion(), op.getFalseBranch().front(),
                            importer)))
    return failure();
  importer.bind(op->getResults(), branch->getResults());
  return success();
}

/// Imports a case. Any number that is not that of a branch selects the last
/// one.
static LogicalResult importCase(CaseOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  Value index = arith::IndexCastOp::create(
      builder, op.getLoc(), builder.getIndexType(),
      importer.getScalar(op.getIndex(), op.getLoc()));
  size_t numCases = op.getBranches().size() - 1;
  auto cases =
      llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(numCases)));
  auto branches = scf::IndexSwitchOp::create(
      builder, op.getLoc(), Importer::convert(op->getResultTypes()), index,
      cases, numCases);
  for (auto [i, region] : llvm::enumerate(op.getBranches())) {
    Region &imported = i < numCases ? branches.getCaseRegions()[i]
                                    : branches.getDefaultRegion();
    if (failed(importYielding(imported, region.front(), importer)))
      return failure();
  }
  importer.bind(op->getResults(), branches->getResults());
  return success();
}

static LogicalResult importWhile(WhileOp op, Importer &importer) {
  if (std::optional<CountedLoop> counted = matchCountedLoop(op))
    return importCountedLoop(op, *counted, importer);
  OpBuilder &builder = importer.getBuilder();
  auto loop = scf::WhileOp::create(builder, op.getLoc(),
                                   Importer::convert(op->getResultTypes()),
                                   importer.get(op.getOperand()));
  {
    OpBuilder::InsertionGuard guard(builder);
    FailureOr<SmallVector<Value>> condition =
        importer.importInto(loop.getBefore(), op.getCond().front());
    if (failed(condition))
      return failure();
    Location loc = op.getCond().front().getTerminator()->getLoc();
    scf::ConditionOp::create(
        builder, loc,
        tensor::ExtractOp::create(builder, loc, condition->front()),
        loop.getBefore().getArguments());
  }
  if (failed(importYielding(loop.getAfter(), op.getBody().front(), importer)))
    return failure();
  importer.bind(op->getResults(), loop->getResults());
  return success();
}

/// Imports an op that has no effect here: its operands are its results.
static LogicalResult importPassing(Operation *op, Importer &importer) {
  importer.bind(op->getResults(), importer.get(op->getOperands()));
  return success();
}

static LogicalResult importGetTupleElement(GetTupleElementOp op,
                                           Importer &importer) {
  SmallVector<Value> elements = importer.get(ValueRange(op.getOperand()));
  size_t first = 0;
  ArrayRef<Type> types = cast<TupleType>(op.getOperand().getType()).getTypes();
  for (Type type : types.take_front(op.getIndex()))
    first += Importer::convert(type).size();
  size_t count = Importer::convert(op.getResult().getType()).size();
  importer.bind(op->getResults(),
                ArrayRef<Value>(elements).slice(first, count));
  return success();
}

static LogicalResult importToken(Operation *, Importer &) { return success(); }

static LogicalResult importCall(func::CallOp op, Importer &importer) {
  auto call = func::CallOp::create(
      importer.getBuilder(), op.getLoc(), op.getCallee(),
      Importer::convert(op->getResultTypes()), importer.get(op.getOperands()));
  importer.bind(op->getResults(), call->getResults());
  return success();
}

static LogicalResult importComposite(CompositeOp op, Importer &importer) {
  auto call = func::CallOp::create(
      importer.getBuilder(), op.getLoc(), op.getDecomposition(),
      Importer::convert(op->getResultTypes()), importer.get(op.getInputs()));
  importer.bind(op->getResults(), call->getResults());
  return success();
}

void dtensor::stablehlo::addControlFlowOps(ImportTable &table) {
  table.add<IfOp, importIf>();
  table.add<CaseOp, importCase>();
  table.add<WhileOp, importWhile>();
  table.add<func::CallOp, importCall>();
  table.add<CompositeOp, importComposite>();
  table.add<GetTupleElementOp, importGetTupleElement>();
  table.addAll<OptimizationBarrierOp, TupleOp>(importPassing);
  table.addAll<CreateTokenOp, AfterAllOp>(importToken);
}
