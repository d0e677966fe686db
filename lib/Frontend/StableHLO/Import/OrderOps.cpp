//===- OrderOps.cpp - Sorts and the greatest elements ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ScalarOps.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

/// Sorts are always stable, so that all layouts give the same result.
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

/// Puts the largest elements first, with floats in total order: NaNs of either
/// sign are at the ends. `linalg_ext.top_k` does not have this order.
static LogicalResult importTopK(chlo::TopKOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  Location loc = op.getLoc();
  SmallVector<Value> dests;
  for (Type type : Importer::convert(op->getResultTypes()))
    dests.push_back(importer.createEmpty(cast<RankedTensorType>(type), loc));
  Value source = importer.get(op.getOperand());
  auto type = cast<RankedTensorType>(source.getType());
  int64_t axis = type.getRank() - 1;
  if (!isa<FloatType>(type.getElementType())) {
    bool isUnsigned =
        getElementTypeOrSelf(op.getOperand()).isUnsignedInteger() ||
        type.getElementType().isInteger(1);
    auto topK = linalg_ext::TopKOp::create(
        builder, loc, Importer::convert(op->getResultTypes()), source, dests,
        axis, /*smallest=*/false, isUnsigned);
    importer.bind(op->getResults(), topK->getResults());
    return success();
  }
  Type position = getElementTypeOrSelf(dests[1]);
  RankedTensorType positions = type.clone(position);
  Value iota = linalg_ext::IotaOp::create(
                   builder, loc, TypeRange(positions), axis,
                   importer.createEmpty(positions, loc), ValueRange(),
                   DenseI64ArrayAttr(), DenseI64ArrayAttr())
                   .getResult();
  auto sort = linalg_ext::SortOp::create(
      builder, loc, Importer::convert(op->getResultTypes()),
      ValueRange{source, iota}, dests, axis);
  {
    OpBuilder::InsertionGuard guard(builder);
    Type element = type.getElementType();
    Block *body = builder.createBlock(&sort.getComparator(), {},
                                      {element, element, position, position},
                                      SmallVector<Location>(4, loc));
    ImplicitLocOpBuilder scalars(loc, builder);
    Value isBefore =
        createTotalOrder(scalars, arith::CmpIPredicate::sgt,
                         body->getArgument(0), body->getArgument(1));
    linalg_ext::YieldOp::create(builder, loc, isBefore);
  }
  importer.bind(op->getResults(), sort->getResults());
  return success();
}

void dtensor::stablehlo::addOrderOps(ImportTable &table) {
  table.add<SortOp, importSort>();
  table.add<chlo::TopKOp, importTopK>();
}
