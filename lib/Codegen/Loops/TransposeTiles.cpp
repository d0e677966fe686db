//===- TransposeTiles.cpp - Transposes in registers -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeTiles.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dtensor;

/// The number of rows of a tile, which is also the number of elements of a
/// vector. Zero if there are no vectors.
static int64_t getTileSize(Type element, int64_t vectorBytes) {
  // More rows than this do not fit in the registers.
  constexpr int64_t kMost = 16;
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits < 8 || bits > 64 || !llvm::isPowerOf2_32(bits))
    return 0;
  return std::min(vectorBytes / (bits / 8), kMost);
}

/// Exchanges halves of rows, then quarters, and so on. After each step, blocks
/// of half the size are in their places.
static void transposeRows(OpBuilder &builder, Location loc,
                          MutableArrayRef<Value> rows) {
  int64_t size = rows.size();
  for (int64_t half = size / 2; half > 0; half /= 2) {
    SmallVector<int64_t> upper(size), lower(size);
    for (int64_t lane = 0; lane < size; ++lane) {
      // Lanes of the second operand are numbered after those of the first.
      upper[lane] = lane & half ? size + (lane ^ half) : lane;
      lower[lane] = lane & half ? size + lane : lane ^ half;
    }
    for (int64_t row = 0; row < size; ++row) {
      if (row & half)
        continue;
      Value first = rows[row], second = rows[row | half];
      rows[row] = vector::ShuffleOp::create(builder, loc, first, second, upper);
      rows[row | half] =
          vector::ShuffleOp::create(builder, loc, first, second, lower);
    }
  }
}

namespace {

/// Creates the loops of one transpose.
class TransposeLoops {
public:
  TransposeLoops(linalg::LinalgOp op, unsigned sourceLoop, unsigned destLoop,
                 int64_t size)
      : op(op), builder(op), loc(op.getLoc()), maps(op.getIndexingMapsArray()),
        sourceLoop(sourceLoop), destLoop(destLoop), size(size),
        induction(op.getNumLoops()) {}

  void create();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value enterLoop(unsigned dim, Value begin, Value end, int64_t step) {
    auto loop = scf::ForOp::create(builder, loc, begin, end, index(step));
    loop->setAttr(kParallelAttr, builder.getUnitAttr());
    builder.setInsertionPointToStart(loop.getBody());
    return induction[dim] = loop.getInductionVar();
  }
  void leaveLoop() {
    builder.setInsertionPointAfter(builder.getInsertionBlock()->getParentOp());
  }
  /// The end of the block that begins at `begin`.
  Value getBlockEnd(Value begin, Value end) {
    Value next = arith::AddIOp::create(builder, loc, begin, index(kBlock));
    return arith::MinSIOp::create(builder, loc, next, end);
  }
  void createTile();
  void createElements(Value sourceBegin, Value sourceEnd, Value destBegin,
                      Value destEnd);

  /// The number of elements of a block along both loops. It is chosen so that a
  /// block touches few pages.
  static constexpr int64_t kBlock = 128;

  linalg::LinalgOp op;
  OpBuilder builder;
  Location loc;
  SmallVector<AffineMap> maps;
  unsigned sourceLoop, destLoop;
  int64_t size;
  SmallVector<Value> induction;
};

} // namespace

void TransposeLoops::createTile() {
  Value source = op->getOperand(0), dest = op->getOperand(1);
  auto type = VectorType::get(
      {size}, cast<MemRefType>(source.getType()).getElementType());
  Value sourceBase = induction[sourceLoop], destBase = induction[destLoop];
  SmallVector<Value> rows;
  for (int64_t row = 0; row < size; ++row) {
    induction[destLoop] =
        arith::AddIOp::create(builder, loc, destBase, index(row));
    rows.push_back(vector::LoadOp::create(
        builder, loc, type, source,
        createLoopIndices(builder, loc, maps[0], induction)));
  }
  transposeRows(builder, loc, rows);
  induction[destLoop] = destBase;
  for (int64_t row = 0; row < size; ++row) {
    induction[sourceLoop] =
        arith::AddIOp::create(builder, loc, sourceBase, index(row));
    vector::StoreOp::create(
        builder, loc, rows[row], dest,
        createLoopIndices(builder, loc, maps[1], induction));
  }
}

/// Copies the elements that no full tile covers.
void TransposeLoops::createElements(Value sourceBegin, Value sourceEnd,
                                    Value destBegin, Value destEnd) {
  enterLoop(sourceLoop, sourceBegin, sourceEnd, 1);
  enterLoop(destLoop, destBegin, destEnd, 1);
  Value element = memref::LoadOp::create(
      builder, loc, op->getOperand(0),
      createLoopIndices(builder, loc, maps[0], induction));
  memref::StoreOp::create(builder, loc, element, op->getOperand(1),
                          createLoopIndices(builder, loc, maps[1], induction));
  leaveLoop();
  leaveLoop();
}

void TransposeLoops::create() {
  SmallVector<Value> bounds;
  for (const Range &range : op.createLoopRanges(builder, loc))
    bounds.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
  Value zero = index(0);
  auto getTiledEnd = [&](unsigned dim) -> Value {
    Value tiles = arith::ShRUIOp::create(builder, loc, bounds[dim],
                                         index(llvm::Log2_64(size)));
    return arith::MulIOp::create(builder, loc, tiles, index(size));
  };
  Value sourceEnd = getTiledEnd(sourceLoop), destEnd = getTiledEnd(destLoop);
  unsigned numOuter = 0;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (dim != sourceLoop && dim != destLoop) {
      enterLoop(dim, zero, bounds[dim], 1);
      ++numOuter;
    }
  Value sourceBlock = enterLoop(sourceLoop, zero, sourceEnd, kBlock);
  Value destBlock = enterLoop(destLoop, zero, destEnd, kBlock);
  enterLoop(sourceLoop, sourceBlock, getBlockEnd(sourceBlock, sourceEnd), size);
  enterLoop(destLoop, destBlock, getBlockEnd(destBlock, destEnd), size);
  createTile();
  for (int i = 0; i < 4; ++i)
    leaveLoop();
  createElements(sourceEnd, bounds[sourceLoop], zero, bounds[destLoop]);
  createElements(zero, sourceEnd, destEnd, bounds[destLoop]);
  for (; numOuter > 0; --numOuter)
    leaveLoop();
  op->erase();
}

bool dtensor::lowerToTransposeTiles(linalg::LinalgOp op, int64_t vectorBytes) {
  if (!isTranspose(op) || !op.hasPureBufferSemantics() ||
      op.getNumLoops() < 2 || !isContiguous(op->getOperand(0)) ||
      !isContiguous(op->getOperand(1)))
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned sourceLoop = maps[0].getDimPosition(op.getNumLoops() - 1);
  unsigned destLoop = maps[1].getDimPosition(op.getNumLoops() - 1);
  int64_t size =
      getTileSize(getElementTypeOrSelf(op->getOperand(0)), vectorBytes);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto isShort = [&](unsigned dim) {
    return !ShapedType::isDynamic(ranges[dim]) && ranges[dim] < size;
  };
  if (sourceLoop == destLoop || size == 0 || isShort(sourceLoop) ||
      isShort(destLoop))
    return false;
  TransposeLoops(op, sourceLoop, destLoop, size).create();
  return true;
}
