//===- RowRequests.cpp - Rows that memory is asked for --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowRequests.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;

/// Whether the value is a row of `extent` elements of a buffer with many rows
/// one behind the other, which no cache near the core holds.
static bool isRowOfLarge(Value value, int64_t extent) {
  constexpr int64_t kLeastBytes = 1 << 20;
  auto row = dyn_cast<MemRefType>(value.getType());
  if (!row || row.getRank() != 1 || row.getDimSize(0) != extent ||
      !isContiguous(value))
    return false;
  while (auto view = value.getDefiningOp<memref::SubViewOp>())
    value = view.getSource();
  auto whole = cast<MemRefType>(value.getType());
  return whole.getRank() > 1 && whole.hasStaticShape() &&
         whole.getLayout().isIdentity() && whole.getShape().back() == extent &&
         row.getElementType().isIntOrFloat() &&
         whole.getNumElements() * whole.getElementTypeBitWidth() / 8 >=
             kLeastBytes;
}

/// Moves the views that lead to `row` in front of `op`, if their operands are
/// there.
static bool moveViews(Value row, Operation *op) {
  SmallVector<Operation *> views;
  for (Value value = row;
       Operation *view = value.getDefiningOp<memref::SubViewOp>();
       value = view->getOperand(0)) {
    if (view->getBlock() != op->getBlock() || view->isBeforeInBlock(op))
      break;
    views.push_back(view);
  }
  for (Operation *view : views)
    for (Value operand : view->getOperands()) {
      Operation *made = operand.getDefiningOp();
      if (made && made->getBlock() == op->getBlock() &&
          !made->isBeforeInBlock(op) && !llvm::is_contained(views, made))
        return false;
    }
  for (Operation *view : llvm::reverse(views))
    view->moveBefore(op);
  return true;
}

llvm::DenseMap<Operation *, RowRequests>
dtensor::findRowRequests(ArrayRef<linalg::LinalgOp> reductions) {
  llvm::SmallMapVector<Block *, linalg::LinalgOp, 4> lastOf;
  for (linalg::LinalgOp op : reductions)
    if (isa<scf::ForOp>(op->getParentOp()))
      lastOf[op->getBlock()] = op;
  llvm::DenseMap<Operation *, RowRequests> requests;
  for (auto [block, last] : lastOf) {
    if (last.getNumLoops() != 1)
      continue;
    int64_t extent = last.getStaticLoopRanges().front();
    llvm::SmallSetVector<Value, 2> read, written;
    for (auto op : block->getOps<linalg::LinalgOp>()) {
      if (op->isBeforeInBlock(last))
        for (Value input : op.getDpsInputs())
          if (isRowOfLarge(input, extent))
            read.insert(input);
      if (last->isBeforeInBlock(op))
        for (Value init : op.getDpsInits())
          if (isRowOfLarge(init, extent))
            written.insert(init);
    }
    if (read.empty())
      continue;
    for (Value row : read)
      requests[last].push_back({row, /*isWritten=*/false});
    for (Value row : written)
      if (moveViews(row, last))
        requests[last].push_back({row, /*isWritten=*/true});
  }
  return requests;
}

int64_t dtensor::getLineLength(Value row) {
  constexpr int64_t kLineBits = 64 * 8;
  return kLineBits / cast<MemRefType>(row.getType()).getElementTypeBitWidth();
}

void dtensor::prefetch(OpBuilder &builder, Location loc,
                       const RowRequest &request, Value begin, int64_t number) {
  auto [row, isWritten] = request;
  int64_t extent = cast<MemRefType>(row.getType()).getDimSize(0);
  for (int64_t i = 0; i < number; i += getLineLength(row)) {
    Value offset = arith::ConstantIndexOp::create(builder, loc,
                                                  isWritten ? i : extent + i);
    Value at = arith::AddIOp::create(builder, loc, begin, offset);
    // The second-level cache has room for a row beside the present one.
    memref::PrefetchOp::create(builder, loc, row, at, isWritten,
                               /*localityHint=*/2, /*isDataCache=*/true);
  }
}
