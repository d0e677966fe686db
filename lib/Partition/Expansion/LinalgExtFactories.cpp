//===- LinalgExtFactories.cpp - Factories on components -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"
#include "SetPart.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// Each device makes its part of the tensor.
static LogicalResult expandIota(Expander &expander, IotaOp op,
                                const ExpansionSite &) {
  auto local = cast<PartOpInterface>(expander.cloneLocally(*op));
  setPart(expander, local, op.getDest());
  return success();
}

/// Random bits depend on all extents of the whole tensor, so the local op
/// states them all.
static LogicalResult expandRandom(Expander &expander, RandomOp op,
                                  const ExpansionSite &) {
  auto local = cast<RandomOp>(expander.cloneLocally(*op));
  setPart(expander, local, op.getDest());
  if (local.getPartShape())
    local.setPartShape(
        cast<RankedTensorType>(op.getDest().getType()).getShape());
  return success();
}

void dtensor::addLinalgExtFactoryExpansions(ExpansionTable &table) {
  table.add<IotaOp, expandIota>();
  table.add<RandomOp, expandRandom>();
}
