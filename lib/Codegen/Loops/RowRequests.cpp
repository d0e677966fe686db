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
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace dtensor;

/// Whether the value is a row of `extent` elements, or a tile of such rows, of
/// a buffer with many rows one behind the other, which no cache near the core
/// holds.
static bool isOfLarge(Value value, ArrayRef<int64_t> shape) {
  constexpr int64_t kLeastBytes = 1 << 20;
  auto part = dyn_cast<MemRefType>(value.getType());
  if (!part || part.getShape() != shape || !isContiguous(value))
    return false;
  while (auto view = value.getDefiningOp<memref::SubViewOp>())
    value = view.getSource();
  auto whole = cast<MemRefType>(value.getType());
  return whole.getRank() > 1 && whole.hasStaticShape() &&
         whole.getLayout().isIdentity() &&
         whole.getShape().back() == shape.back() &&
         part.getElementType().isIntOrFloat() &&
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

namespace {

/// A reduction over the rows of a tile, in a loop over tiles. The loop over the
/// rows is one of the reduction, or stands around it.
struct TileReduction {
  linalg::LinalgOp reduction;
  /// The op in the body of the loop over tiles: the reduction or its loop.
  Operation *inTile;
  /// The present row, if a loop over rows stands around the reduction.
  Value row;
  /// Rows, and elements of a row.
  SmallVector<int64_t> shape;
};

} // namespace

static std::optional<TileReduction> matchTile(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  TileReduction tile{op, op, nullptr, ranges};
  if (ranges.size() == 1) {
    auto rows = cast<scf::ForOp>(op->getParentOp());
    std::optional<int64_t> begin = getConstantIntValue(rows.getLowerBound()),
                           end = getConstantIntValue(rows.getUpperBound()),
                           step = getConstantIntValue(rows.getStep());
    if (begin != 0 || step != 1 || !end)
      return std::nullopt;
    tile.inTile = rows;
    tile.row = rows.getInductionVar();
    tile.shape.insert(tile.shape.begin(), *end);
  }
  if (tile.shape.size() != 2 || ShapedType::isDynamicShape(tile.shape) ||
      !isa<scf::ForOp>(tile.inTile->getParentOp()))
    return std::nullopt;
  return tile;
}

/// Finds the tile of rows that the operand of an op is, or whose present row it
/// is.
static Value getTile(const TileReduction &tile, Value operand) {
  if (!tile.row)
    return operand;
  while (auto view = operand.getDefiningOp<memref::SubViewOp>()) {
    operand = view.getSource();
    if (view.getMixedOffsets().front() == OpFoldResult(tile.row))
      return operand;
  }
  return nullptr;
}

/// The last reduction in a loop over tiles asks for the next tile, if the
/// present one was read before, and for the tile that is written.
static RowRequests findTileRequests(TileReduction &tile) {
  // Smaller tiles are in the first-level cache.
  constexpr int64_t kLeastElements = 8192;
  int64_t numElements = tile.shape[0] * tile.shape[1];
  if (numElements < kLeastElements)
    return {};
  llvm::SmallSetVector<Value, 2> read, known, written;
  for (auto op : tile.inTile->getBlock()->getOps<linalg::LinalgOp>()) {
    if (op->isBeforeInBlock(tile.inTile))
      read.insert_range(op.getDpsInputs());
    else if (tile.inTile->isBeforeInBlock(op))
      for (Value init : op.getDpsInits())
        if (isOfLarge(init, tile.shape))
          written.insert(init);
  }
  RowRequests requests;
  for (auto op : tile.reduction->getBlock()->getOps<linalg::LinalgOp>())
    for (Value input : op.getDpsInputs())
      if (Value buffer = getTile(tile, input);
          buffer && read.contains(buffer) && isOfLarge(buffer, tile.shape) &&
          known.insert(buffer))
        requests.push_back({buffer, tile.row, numElements,
                            /*isWritten=*/false});
  if (requests.empty())
    return requests;
  for (Value buffer : written)
    if (moveViews(buffer, tile.inTile))
      requests.push_back({buffer, tile.row, 0, /*isWritten=*/true});
  return requests;
}

/// The last reduction in a loop over rows asks for the next rows that are read,
/// and for those that are written.
static RowRequests findNextRows(linalg::LinalgOp last) {
  if (last.getNumLoops() != 1)
    return {};
  int64_t extent = last.getStaticLoopRanges().front();
  llvm::SmallSetVector<Value, 2> read, written;
  for (auto op : last->getBlock()->getOps<linalg::LinalgOp>()) {
    if (op->isBeforeInBlock(last))
      for (Value input : op.getDpsInputs())
        if (isOfLarge(input, extent))
          read.insert(input);
    if (last->isBeforeInBlock(op))
      for (Value init : op.getDpsInits())
        if (isOfLarge(init, extent))
          written.insert(init);
  }
  RowRequests requests;
  if (read.empty())
    return requests;
  for (Value row : read)
    requests.push_back({row, nullptr, extent, /*isWritten=*/false});
  for (Value row : written)
    if (moveViews(row, last))
      requests.push_back({row, nullptr, 0, /*isWritten=*/true});
  return requests;
}

llvm::DenseMap<Operation *, RowRequests>
dtensor::findRowRequests(ArrayRef<linalg::LinalgOp> reductions) {
  llvm::SmallMapVector<Block *, linalg::LinalgOp, 4> lastOf;
  llvm::SmallMapVector<Block *, TileReduction, 4> lastOfTile;
  for (linalg::LinalgOp op : reductions)
    if (isa<scf::ForOp>(op->getParentOp())) {
      lastOf[op->getBlock()] = op;
      if (std::optional<TileReduction> tile = matchTile(op))
        lastOfTile.insert_or_assign(tile->inTile->getBlock(), *tile);
    }
  llvm::DenseMap<Operation *, RowRequests> requests;
  for (auto &[block, tile] : lastOfTile)
    if (RowRequests found = findTileRequests(tile); !found.empty())
      requests[tile.reduction] = std::move(found);
  for (auto [block, last] : lastOf)
    if (!requests.contains(last))
      if (RowRequests found = findNextRows(last); !found.empty())
        requests[last] = std::move(found);
  return requests;
}

int64_t dtensor::getLineLength(Value buffer) {
  constexpr int64_t kLineBits = 64 * 8;
  return kLineBits /
         cast<MemRefType>(buffer.getType()).getElementTypeBitWidth();
}

void dtensor::prefetch(OpBuilder &builder, Location loc,
                       const RowRequest &request, Value row, Value begin,
                       int64_t number) {
  Value buffer = request.buffer;
  for (int64_t i = 0; i < number; i += getLineLength(buffer)) {
    Value offset =
        arith::ConstantIndexOp::create(builder, loc, request.distance + i);
    SmallVector<Value, 2> indices;
    if (cast<MemRefType>(buffer.getType()).getRank() > 1)
      indices.push_back(row);
    indices.push_back(arith::AddIOp::create(builder, loc, begin, offset));
    // The second-level cache has room for what comes next beside the present
    // rows.
    memref::PrefetchOp::create(builder, loc, buffer, indices, request.isWritten,
                               /*localityHint=*/2,
                               /*isDataCache=*/true);
  }
}
