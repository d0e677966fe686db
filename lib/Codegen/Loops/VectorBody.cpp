//===- VectorBody.cpp - The payload for many positions at once ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBody.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dtensor;

/// Whether consecutive iterations of the loop read consecutive elements of an
/// operand.
static bool isContiguousAlong(AffineMap map, Value buffer, unsigned loop) {
  // A vector of i1 is loaded from bits, but elements in memory take a byte.
  if (!isContiguous(buffer) || getElementTypeOrSelf(buffer).isInteger(1))
    return false;
  for (AffineExpr expr : map.getResults().drop_back())
    if (expr.isFunctionOfDim(loop))
      return false;
  return map.getResults().back() == getAffineDimExpr(loop, map.getContext());
}

/// Whether the operation reads a number that is the same for all positions.
static bool isReadOnce(Operation &op) {
  return isa<memref::LoadOp>(op) &&
         llvm::none_of(op.getOperands(), [&](Value operand) {
           return operand.getParentBlock() == op.getBlock();
         });
}

bool dtensor::hasVectorBody(linalg::LinalgOp op, unsigned loop,
                            ArrayRef<Operation *> except) {
  // A longer payload is first computed element by element. LLVM vectorises it,
  // and knows how many registers there are.
  constexpr int kMostOps = 8;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.isFunctionOfDim(loop) &&
        !isContiguousAlong(map, operand.get(), loop))
      return false;
  }
  int numOps = 0;
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (llvm::is_contained(except, &nested) || isa<arith::ConstantOp>(nested) ||
        isReadOnce(nested))
      continue;
    if (!isa<arith::ArithDialect>(nested.getDialect()) ||
        !OpTrait::hasElementwiseMappableTraits(&nested) ||
        isa<arith::BitcastOp>(nested) || ++numOps > kMostOps)
      return false;
  }
  return true;
}

Value dtensor::getVector(OpBuilder &builder, Location loc, Value value,
                         int64_t width) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      builder, loc, VectorType::get({width}, value.getType()), value);
}

IRMapping dtensor::cloneVectorBody(OpBuilder &builder, linalg::LinalgOp op,
                                   unsigned loop, ArrayRef<Value> induction,
                                   int64_t width,
                                   ArrayRef<Operation *> except) {
  Location loc = op.getLoc();
  IRMapping mapping;
  auto isNeeded = [&](BlockArgument argument) {
    return llvm::any_of(argument.getUsers(), [&](Operation *user) {
      return !llvm::is_contained(except, user);
    });
  };
  // A yielded element may be an argument itself.
  auto isElement = [&](BlockArgument argument) {
    return argument.getArgNumber() < op.getNumDpsInputs() &&
           !argument.use_empty();
  };
  for (BlockArgument argument : op.getBlock()->getArguments()) {
    if (!isNeeded(argument) && !isElement(argument))
      continue;
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    Value buffer = operand.get();
    auto type = dyn_cast<MemRefType>(buffer.getType());
    if (!type) {
      mapping.map(argument, buffer);
      continue;
    }
    AffineMap map = op.getMatchingIndexingMap(&operand);
    SmallVector<Value> indices =
        createLoopIndices(builder, loc, map, induction);
    if (map.isFunctionOfDim(loop))
      mapping.map(argument, vector::LoadOp::create(
                                builder, loc,
                                VectorType::get({width}, type.getElementType()),
                                buffer, indices));
    else
      mapping.map(argument,
                  memref::LoadOp::create(builder, loc, buffer, indices));
  }
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (llvm::is_contained(except, &nested))
      continue;
    IRMapping operands;
    bool isVector = false;
    for (Value operand : nested.getOperands())
      isVector |= isa<VectorType>(mapping.lookupOrDefault(operand).getType());
    for (Value operand : nested.getOperands()) {
      Value value = mapping.lookupOrDefault(operand);
      operands.map(operand,
                   isVector ? getVector(builder, loc, value, width) : value);
    }
    Operation *clone = builder.clone(nested, operands);
    for (auto [from, to] :
         llvm::zip(nested.getResults(), clone->getResults())) {
      if (isVector)
        to.setType(VectorType::get({width}, to.getType()));
      mapping.map(from, to);
    }
  }
  return mapping;
}
