//===- LinalgExtMovements.cpp - Movements on components -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Partition/FetchOperand.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// The fetch reverses the axes that it moves. The other axes, of unknown
/// extents, are reversed afterwards.
static LogicalResult expandReverse(Expander &expander, ReverseOp op,
                                   const ExpansionSite &site) {
  auto local = cast<ReverseOp>(expander.cloneLocally(*op));
  if (!needsFetch(expander, op, 0, site))
    return success();
  OpBuilder &builder = expander.getBuilder();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  local.getSourceMutable().assign(fetchOperand(expander, op, 0, site));
  SmallVector<int64_t> axes;
  for (int64_t axis : op.getAxes())
    if (!site.rule.findWindow(0, axis))
      axes.push_back(axis);
  local.setAxes(axes);
  return success();
}

void dtensor::addLinalgExtMovementExpansions(ExpansionTable &table) {
  table.add<ReverseOp, expandReverse>();
}
