//===- ChloBroadcastOps.cpp - Operands of several shapes ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::chlo;

/// The axes of the result that belong to an operand of `rank`. They are those
/// in `broadcast_dimensions` if the operand has fewer axes, otherwise the last
/// ones.
Extents chlo::getBroadcastAxes(Operation *op, int64_t rank) {
  int64_t resultRank = rankOf(op->getResult(0));
  auto listed = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  if (listed && rank < resultRank)
    return Extents(listed.asArrayRef());
  return llvm::to_vector(llvm::seq(resultRank - rank, resultRank));
}

static LogicalResult verifyBroadcast(Operation *op) {
  int64_t rank = 0, fewest = INT64_MAX;
  for (Value operand : op->getOperands()) {
    rank = std::max(rank, rankOf(operand));
    fewest = std::min(fewest, rankOf(operand));
  }
  Value result = op->getResult(0);
  if (rankOf(result) != rank)
    return op->emitOpError("requires a result of rank ")
           << rank << ", found " << rankOf(result);
  if (auto listed =
          op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions"))
    if (failed(verifyCount(op, "broadcast_dimensions", listed, fewest)) ||
        failed(verifyAscendingAxes(op, "broadcast_dimensions", listed, rank)))
      return failure();
  Extents shape(rank, 1);
  for (Value operand : op->getOperands())
    for (auto [axis, extent] :
         llvm::zip(getBroadcastAxes(op, rankOf(operand)), shapeOf(operand))) {
      if (shape[axis] == 1) {
        shape[axis] = extent;
      } else if (extent != 1 && !agree(shape[axis], extent)) {
        return op->emitOpError("requires operands that agree or have extent 1 "
                               "on axis ")
               << axis << " of the result, found " << shape[axis] << " and "
               << extent;
      }
    }
  return verifyShape(op, result, shape);
}

LogicalResult BroadcastAddOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastAndOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastAtan2Op::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastDivOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastMaxOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastMinOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastMulOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastNextAfterOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastOrOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastPolygammaOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastPowOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastRemOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastShiftLeftOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastShiftRightArithmeticOp::verify() {
  return verifyBroadcast(*this);
}
LogicalResult BroadcastShiftRightLogicalOp::verify() {
  return verifyBroadcast(*this);
}
LogicalResult BroadcastSubOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastXorOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastZetaOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastCompareOp::verify() { return verifyBroadcast(*this); }
LogicalResult BroadcastSelectOp::verify() { return verifyBroadcast(*this); }

LogicalResult BroadcastComplexOp::verify() {
  Type part = cast<ComplexType>(elementOf(getResult())).getElementType();
  if (part != elementOf(getLhs()))
    return emitOpError("requires a result of complex numbers of ")
           << elementOf(getLhs()) << ", found " << elementOf(getResult());
  return verifyBroadcast(*this);
}

LogicalResult ConstantLikeOp::verify() {
  if (getValue().getType() != elementOf(getOperand()))
    return emitOpError("requires a value of type ")
           << elementOf(getOperand()) << ", found " << getValue().getType();
  return success();
}
