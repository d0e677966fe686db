//===- NextRows.cpp - Rows that the next iteration reads ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NextRows.h"
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

llvm::DenseMap<Operation *, SmallVector<Value>>
dtensor::findNextRows(ArrayRef<linalg::LinalgOp> reductions) {
  llvm::SmallMapVector<Block *, linalg::LinalgOp, 4> lastOf;
  for (linalg::LinalgOp op : reductions)
    if (isa<scf::ForOp>(op->getParentOp()))
      lastOf[op->getBlock()] = op;
  llvm::DenseMap<Operation *, SmallVector<Value>> rows;
  for (auto [block, last] : lastOf) {
    if (last.getNumLoops() != 1)
      continue;
    int64_t extent = last.getStaticLoopRanges().front();
    llvm::SmallSetVector<Value, 2> read;
    for (auto op : block->getOps<linalg::LinalgOp>()) {
      if (op == last)
        break;
      for (Value input : op.getDpsInputs())
        if (isRowOfLarge(input, extent))
          read.insert(input);
    }
    if (!read.empty())
      rows[last] = read.takeVector();
  }
  return rows;
}

int64_t dtensor::getLineLength(Value row) {
  constexpr int64_t kLineBits = 64 * 8;
  return kLineBits / cast<MemRefType>(row.getType()).getElementTypeBitWidth();
}

void dtensor::prefetchNextRow(OpBuilder &builder, Location loc, Value row,
                              Value begin, int64_t number) {
  int64_t extent = cast<MemRefType>(row.getType()).getDimSize(0);
  for (int64_t i = 0; i < number; i += getLineLength(row)) {
    Value offset = arith::ConstantIndexOp::create(builder, loc, extent + i);
    Value at = arith::AddIOp::create(builder, loc, begin, offset);
    // The second-level cache has room for a row beside the present one.
    memref::PrefetchOp::create(builder, loc, row, at, /*isWrite=*/false,
                               /*localityHint=*/2, /*isDataCache=*/true);
  }
}
