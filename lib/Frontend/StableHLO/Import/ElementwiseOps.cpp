//===- ElementwiseOps.cpp - One element at a time -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ScalarOps.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor::stablehlo;

static LogicalResult importElementwise(Operation *op, Importer &importer) {
  Value result = importer.createMap(
      Importer::convertTensor(op->getResult(0).getType()),
      importer.get(op->getOperands()), op->getLoc(),
      [&](OpBuilder &builder, Location loc, ValueRange scalars) {
        ImplicitLocOpBuilder scalarBuilder(loc, builder);
        return createScalar(scalarBuilder, op, scalars);
      });
  importer.bind(op->getResults(), result);
  return success();
}

/// A body of any elementwise ops on tensors of rank 0.
static LogicalResult importMap(MapOp op, Importer &importer) {
  FailureOr<SmallVector<Value>> results = SmallVector<Value>();
  Value result = importer.createMap(
      Importer::convertTensor(op.getResult().getType()),
      importer.get(op.getInputs()), op.getLoc(),
      [&](OpBuilder &builder, Location loc, ValueRange scalars) {
        results = importScalarBody(builder, op.getComputation().front(),
                                   scalars, importer);
        return succeeded(results) ? results->front() : scalars.front();
      });
  importer.bind(op->getResults(), result);
  return success(succeeded(results));
}

void dtensor::stablehlo::addElementwiseOps(ImportTable &table) {
  table.addAll<AbsOp, CbrtOp, CeilOp, ClzOp, CosineOp, ExpOp, Expm1Op, FloorOp,
               IsFiniteOp, LogOp, Log1pOp, LogisticOp, NegOp, NotOp,
               PopulationCountOp, RoundOp, RoundNearestEvenOp, RsqrtOp, SignOp,
               SineOp, SqrtOp, TanOp, TanhOp, ReducePrecisionOp, RealOp, ImagOp,
               ConvertOp>(importElementwise);
  table.addAll<AddOp, AndOp, Atan2Op, DivOp, MaxOp, MinOp, MulOp, OrOp, PowOp,
               RemOp, ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp,
               SubtractOp, XorOp, ComplexOp, CompareOp, SelectOp, ClampOp>(
      importElementwise);
  table.add<MapOp, importMap>();
}
