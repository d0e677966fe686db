//===- OrderOps.cpp - Sorts and the greatest elements ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

/// Sorts are stable, asked for or not: then all layouts give the same.
static LogicalResult importSort(SortOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  SmallVector<Value> sources = importer.get(op.getInputs()), dests;
  for (Value source : sources)
    dests.push_back(importer.createEmpty(
        cast<RankedTensorType>(source.getType()), op.getLoc()));
  int64_t rank = cast<RankedTensorType>(sources.front().getType()).getRank();
  int64_t axis = static_cast<int64_t>(op.getDimension());
  auto sort = linalg_ext::SortOp::create(
      builder, op.getLoc(), Importer::convert(op->getResultTypes()), sources,
      dests, axis < 0 ? axis + rank : axis);
  if (failed(importScalarRegion(sort.getComparator(),
                                op.getComparator().front(), importer)))
    return failure();
  importer.bind(op->getResults(), sort->getResults());
  return success();
}

static LogicalResult importTopK(chlo::TopKOp op, Importer &importer) {
  SmallVector<Value> dests;
  for (Type type : Importer::convert(op->getResultTypes()))
    dests.push_back(
        importer.createEmpty(cast<RankedTensorType>(type), op.getLoc()));
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  auto topK = linalg_ext::TopKOp::create(
      importer.getBuilder(), op.getLoc(),
      Importer::convert(op->getResultTypes()), importer.get(op.getOperand()),
      dests, type.getRank() - 1, /*smallest=*/false,
      /*isUnsigned=*/type.getElementType().isUnsignedInteger());
  importer.bind(op->getResults(), topK->getResults());
  return success();
}

void dtensor::stablehlo::addOrderOps(ImportTable &table) {
  table.add<SortOp, importSort>();
  table.add<chlo::TopKOp, importTopK>();
}
