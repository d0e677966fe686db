//===- Structured.cpp - Structured ops on components ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountOnce.h"
#include "ExpansionTable.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/Partition/FetchOperand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;

/// Fetches the inputs that a structured op on components reads through windows.
static void fetchOperands(Expander &expander, linalg::LinalgOp op,
                          Operation *local, const ExpansionSite &site) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool changesMaps = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    unsigned operand = input->getOperandNumber();
    if (!needsFetch(expander, op, operand, site))
      continue;
    local->setOperand(operand, fetchOperand(expander, op, operand, site));
    // The destination begins where the windows begin, and is already reversed.
    Fetch fetch = getFetch(expander, op, operand, site);
    SmallVector<AffineExpr> exprs(maps[operand].getResults());
    for (const WindowedAxis &windowed : site.rule.windows) {
      const AxisWindow &window = fetch.windows[windowed.axis];
      if (windowed.operand != operand ||
          (window.isLoop() &&
           window.terms.front().loop >= site.rule.factors.size()))
        continue;
      bool isReversed = windowed.move.stride < 0;
      if (!isReversed && window.offset == 0)
        continue;
      AffineExpr expr = getAffineExpr({0, window.terms}, op.getContext());
      exprs[windowed.axis] = expr;
      changesMaps = true;
    }
    maps[operand] =
        AffineMap::get(maps[operand].getNumDims(), 0, exprs, op.getContext());
  }
  // Only generic ops have windows that begin elsewhere or are reversed.
  if (changesMaps)
    cast<linalg::GenericOp>(local).setIndexingMapsAttr(
        expander.getBuilder().getAffineMapArrayAttr(maps));
}

static LogicalResult expandStructured(Expander &expander, linalg::LinalgOp op,
                                      const ExpansionSite &site) {
  OpBuilder &builder = expander.getBuilder();
  const Mesh &mesh = expander.getMesh();
  const ShardingRule &rule = site.rule;
  const FactorSharding &sharding = site.sharding;
  DimList reducedDims = getReducedDims(site);
  Operation *local = expander.moveLocally(*op.getOperation());
  auto withBody = cast<linalg::LinalgOp>(local);
  // If a reduction is sharded, its initial value must count on one device only.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  fetchOperands(expander, op, local, site);
  for (OpOperand &globalInit : op.getDpsInitsMutable()) {
    // A destination that is partial in the same way needs no change: its parts
    // are added to the addends of the devices.
    DimList keptDims;
    for (unsigned dim : reducedDims)
      if (!expander.getLayout(globalInit.get()).getPartial(dim))
        keptDims.push_back(dim);
    if (mesh.getGroupSize(keptDims) == 1 ||
        !withBody.payloadUsesValueFromOperand(
            &local->getOpOperand(globalInit.getOperandNumber())))
      continue;
    unsigned result = op.getTiedOpResult(&globalInit).getResultNumber();
    std::optional<ReductionBody> body = matchReductionBody(withBody, result);
    if (!body)
      return op.emitOpError("has a body that is no known combiner; keep the "
                            "reduced axis unsharded");
    OpOperand &init = local->getOpOperand(globalInit.getOperandNumber());
    FailureOr<Value> counted = createCountedOnce(expander, op, globalInit.get(),
                                                 init.get(), *body, keptDims);
    if (failed(counted))
      return failure();
    init.set(*counted);
  }

  // Indices count positions of the whole tensor.
  SmallVector<linalg::IndexOp> indices;
  local->walk([&](linalg::IndexOp index) { indices.push_back(index); });
  Location loc = op.getLoc();
  SmallVector<Value> offsets(sharding.size());
  for (linalg::IndexOp index : indices) {
    unsigned factor = index.getDim();
    if (mesh.getGroupSize(sharding[factor]) == 1)
      continue;
    if (!offsets[factor]) {
      builder.setInsertionPoint(local);
      offsets[factor] = getValueOrCreateConstantIndexOp(
          builder, loc,
          expander.getGeometry().getOffset(sharding[factor],
                                           rule.factors[factor].extent, loc));
    }
    builder.setInsertionPointAfter(index);
    Value global = arith::AddIOp::create(builder, index.getLoc(),
                                         index.getResult(), offsets[factor]);
    index.getResult().replaceAllUsesExcept(global, global.getDefiningOp());
  }
  return success();
}

void dtensor::addStructuredExpansions(ExpansionTable &table) {
  table.addInterface<linalg::LinalgOp, expandStructured>();
}
