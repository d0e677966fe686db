//===- MatrixOps.cpp - Fourier transforms and factorisations --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

static Value createFft(Importer &importer, Value value, RankedTensorType type,
                       int64_t axis, bool inverse, Location loc) {
  return linalg_ext::FftOp::create(
             importer.getBuilder(), loc, TypeRange(type), value,
             /*roots=*/Value(), importer.createEmpty(type, loc), axis, inverse)
      ->getResult(0);
}

/// Creates one transform for each of the last axes, from the last to the first,
/// and in reverse for the inverse. Real numbers are on the last axis. A tensor
/// that is sharded on a first axis then needs one exchange for the transform
/// and one for its inverse, and no exchange between them.
static LogicalResult importFft(FftOp op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  Value value = importer.get(op.getOperand());
  FftType kind = op.getFftType();
  bool inverse = kind == FftType::IFFT || kind == FftType::IRFFT;
  int64_t last = type.getRank() - 1;
  int64_t numAxes = op.getFftLength().size();
  if (type.getNumElements() == 0) {
    importer.bind(op->getResults(), importer.createEmpty(type, op.getLoc()));
    return success();
  }
  for (int64_t step = 0; step < numAxes; ++step) {
    int64_t axis = inverse ? last - numAxes + 1 + step : last - step;
    bool isReal =
        axis == last && (kind == FftType::RFFT || kind == FftType::IRFFT);
    value = createFft(importer, value,
                      isReal ? type : cast<RankedTensorType>(value.getType()),
                      axis, inverse, op.getLoc());
  }
  importer.bind(op->getResults(), value);
  return success();
}

static LogicalResult importCholesky(CholeskyOp op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  auto cholesky = linalg_ext::CholeskyOp::create(
      importer.getBuilder(), op.getLoc(), TypeRange(type),
      importer.get(op.getA()), importer.createEmpty(type, op.getLoc()),
      op.getLower());
  importer.bind(op->getResults(), cholesky->getResults());
  return success();
}

static LogicalResult importTriangularSolve(TriangularSolveOp op,
                                           Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  auto solve = linalg_ext::TriangularSolveOp::create(
      importer.getBuilder(), op.getLoc(), TypeRange(type),
      importer.get(op.getA()), importer.get(op.getB()),
      importer.createEmpty(type, op.getLoc()), /*right=*/!op.getLeftSide(),
      op.getLower(), op.getUnitDiagonal(),
      op.getTransposeA() == Transpose::TRANSPOSE,
      op.getTransposeA() == Transpose::ADJOINT);
  importer.bind(op->getResults(), solve->getResults());
  return success();
}

void dtensor::stablehlo::addMatrixOps(ImportTable &table) {
  table.add<FftOp, importFft>();
  table.add<CholeskyOp, importCholesky>();
  table.add<TriangularSolveOp, importTriangularSolve>();
}
