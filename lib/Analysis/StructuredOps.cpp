//===- StructuredOps.cpp - Properties of linalg operations ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

bool dtensor::isMatrixContraction(linalg::LinalgOp op) {
  // Pooling and convolutions have contraction dimensions as well, so the whole
  // interface is checked first.
  if (!linalg::isaContractionOpInterface(op))
    return false;
  FailureOr<linalg::ContractionDimensions> loops =
      linalg::inferContractionDims(op);
  return succeeded(loops) && !loops->m.empty() && !loops->n.empty() &&
         !loops->k.empty();
}

bool dtensor::isProduct(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum) ||
      llvm::none_of(sum->getOperands(), [](Value addend) {
        return isa_and_nonnull<arith::MulFOp, arith::MulIOp>(
            addend.getDefiningOp());
      }))
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool hasRows = false, hasColumns = false, hasDepth = false;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool inA = maps[0].isFunctionOfDim(loop);
    bool inB = maps[1].isFunctionOfDim(loop);
    bool inResult = maps[2].isFunctionOfDim(loop);
    hasRows |= inResult && inA && !inB;
    hasColumns |= inResult && inB && !inA;
    hasDepth |= !inResult && inA && inB;
  }
  return hasRows && hasColumns && hasDepth;
}

bool dtensor::isFusable(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && !isa<linalg::ConvolutionOpInterface>(op) &&
         !isMatrixContraction(structured) && !isProduct(structured);
}

bool dtensor::isTilable(linalg::LinalgOp op) {
  return llvm::none_of(op.getIndexingMapsArray(), [](AffineMap map) {
    bool isBackwards = false;
    map.walkExprs([&](AffineExpr expr) {
      auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!product || product.getKind() != AffineExprKind::Mul)
        return;
      auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
      isBackwards |= !factor || factor.getValue() < 0;
    });
    return isBackwards;
  });
}

bool dtensor::isTranspose(linalg::LinalgOp op) {
  if (isa<linalg::TransposeOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumDpsInits() != 1 || generic.getNumReductionLoops() > 0)
    return false;
  Block *body = generic.getBody();
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  return body->getOperations().size() == 1 &&
         body->getTerminator()->getOperand(0) == body->getArgument(0) &&
         generic.getResultTypes().size() <= 1 &&
         llvm::all_of(maps, [](AffineMap map) { return map.isPermutation(); });
}

int dtensor::getScalarCost(Operation *op) {
  if (isa<math::MathDialect>(op->getDialect()))
    return 10;
  return isa<arith::DivFOp, tensor::ExtractOp>(op) ? 5 : 1;
}

int dtensor::getPayloadCost(linalg::LinalgOp op) {
  int cost = 0;
  op.getBlock()->walk(
      [&](Operation *nested) { cost += getScalarCost(nested); });
  return cost;
}
