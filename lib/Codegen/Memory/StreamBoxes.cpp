//===- StreamBoxes.cpp - Boxes are read through a few rows ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxRows.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dtensor {
#define GEN_PASS_DEF_STREAMBOXES
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// A box of a buffer.
struct Part {
  SmallVector<OpFoldResult> offsets, sizes;
};

/// Replaces the reader of a box by loops over rows. The ring has the rows that
/// have to be kept, each at its number modulo their count.
class Streamer {
public:
  explicit Streamer(BoxRows &rows)
      : rows(rows), builder(rows.reader), loc(rows.reader.getLoc()),
        box(rows.getBox()), component(rows.getComponent()) {}

  void run();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  OpFoldResult attr(int64_t value) { return builder.getIndexAttr(value); }
  Value getView(Value buffer, const Part &part);
  Value getRowsEnd(Value buffer);
  void forRows(Value begin, Value end, function_ref<void(Value)> function);
  Value clamp(Value value, Value low, Value high);

  void allocateRing();
  void fillMargins();
  Value getSlot(Value row);
  Part getRow(Value row);
  void copyToRing(Value source, const Part &from, Value row, const Part &to);
  void copyFromBox(Value row, const Part &part);
  void bringRow(Value row);
  void bringOwnRow(Value row);
  Value getKeptRow(const BoxRows::Use &use, Value iteration);
  Value getDirectRow(const BoxRows::Use &use, Value iteration, Value source);
  void computeRow(Value iteration, Value directSource);
  void computeRows(Value begin, Value end, Value directSource);
  void narrowFills();

  BoxRows &rows;
  OpBuilder builder;
  Location loc;
  Value box, component;
  Value ring;
  /// The first column of the box in the ring. Columns of the component begin
  /// where a line of the cache does.
  int64_t firstColumn = 0;
  /// The indices of the axes in front of the rows.
  SmallVector<Value> outer;
};

} // namespace

Value Streamer::getView(Value buffer, const Part &part) {
  SmallVector<OpFoldResult> strides(part.offsets.size(), attr(1));
  return memref::SubViewOp::create(builder, loc, buffer, part.offsets,
                                   part.sizes, strides);
}

/// The number of rows of the box or of the component.
Value Streamer::getRowsEnd(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.isDynamicDim(rows.axis))
    return memref::DimOp::create(builder, loc, buffer, rows.axis);
  return index(type.getDimSize(rows.axis));
}

//===----------------------------------------------------------------------===//
// Rows come into the ring
//===----------------------------------------------------------------------===//

void Streamer::allocateRing() {
  constexpr int64_t kLineBytes = 64;
  MemRefType type = rows.getBoxType();
  int64_t bytes = getElementBits(type.getElementType()) / 8;
  int64_t line = std::max<int64_t>(kLineBytes / bytes, 1);
  SmallVector<int64_t> shape(type.getShape());
  for (unsigned axis = 0; axis < rows.axis; ++axis)
    shape[axis] = 1;
  shape[rows.axis] = rows.getNumKeptRows();
  firstColumn = llvm::alignTo(std::max<int64_t>(rows.own.back(), 0), line) -
                std::max<int64_t>(rows.own.back(), 0);
  shape.back() = llvm::alignTo(firstColumn + shape.back(), line);
  ring = memref::AllocOp::create(builder, loc,
                                 MemRefType::get(shape, type.getElementType()),
                                 builder.getI64IntegerAttr(kLineBytes));
}

Value Streamer::getSlot(Value row) {
  return arith::RemUIOp::create(builder, loc, row,
                                index(rows.getNumKeptRows()));
}

/// A row of the box with all columns that it need not share with other rows.
Part Streamer::getRow(Value row) {
  Part part;
  for (auto [axis, extent] : llvm::enumerate(rows.getBoxType().getShape())) {
    if (axis > rows.axis) {
      auto [begin, end] = rows.margins[axis] ? rows.getOwnColumns(axis)
                                             : std::pair(int64_t(0), extent);
      part.offsets.push_back(attr(begin));
      part.sizes.push_back(attr(end - begin));
    } else {
      part.offsets.push_back(axis == rows.axis ? row : outer[axis]);
      part.sizes.push_back(attr(1));
    }
  }
  return part;
}

/// Writes the margins that all rows have, which no row overwrites.
void Streamer::fillMargins() {
  ArrayRef<int64_t> shape = rows.getBoxType().getShape();
  for (unsigned axis = rows.axis + 1; axis < shape.size(); ++axis) {
    if (!rows.margins[axis])
      continue;
    auto [begin, end] = rows.getOwnColumns(axis);
    for (auto [from, to] : {std::pair(int64_t(0), begin), {end, shape[axis]}}) {
      if (from == to)
        continue;
      Part margin;
      for (auto [other, extent] : llvm::enumerate(shape)) {
        int64_t rowsAtOnce = rows.getNumKeptRows();
        margin.offsets.push_back(attr(0));
        margin.sizes.push_back(attr(other < rows.axis    ? 1
                                    : other == rows.axis ? rowsAtOnce
                                                         : extent));
      }
      margin.offsets[axis] = attr(from);
      margin.sizes[axis] = attr(to - from);
      margin.offsets.back() =
          attr(*getConstantIntValue(margin.offsets.back()) + firstColumn);
      linalg::FillOp::create(builder, loc, rows.margins[axis],
                             getView(ring, margin));
    }
  }
  for (linalg::FillOp fill : rows.marginFills)
    fill.erase();
}

/// Copies a part of a row to its place in the ring, where `to` is the same part
/// in the box.
void Streamer::copyToRing(Value source, const Part &from, Value row,
                          const Part &to) {
  Part place = to;
  for (unsigned axis = 0; axis < rows.axis; ++axis)
    place.offsets[axis] = attr(0);
  place.offsets[rows.axis] = getSlot(row);
  place.offsets.back() =
      attr(*getConstantIntValue(place.offsets.back()) + firstColumn);
  memref::CopyOp::create(builder, loc, getView(source, from),
                         getView(ring, place));
}

void Streamer::copyFromBox(Value row, const Part &part) {
  copyToRing(box, part, row, part);
}

/// Brings a row that the component has. Other margins are in the box.
void Streamer::bringOwnRow(Value row) {
  Part inBox = getRow(row), inComponent = inBox;
  inComponent.offsets[rows.axis] =
      arith::SubIOp::create(builder, loc, row, index(rows.own[rows.axis]))
          .getResult();
  ArrayRef<int64_t> shape = rows.getBoxType().getShape();
  for (unsigned axis = rows.axis + 1; axis < shape.size(); ++axis) {
    auto [begin, end] = rows.getOwnColumns(axis);
    for (auto [from, to] : {std::pair(int64_t(0), begin), {end, shape[axis]}}) {
      if (from == to || rows.margins[axis])
        continue;
      Part margin = inBox;
      margin.offsets[axis] = attr(from);
      margin.sizes[axis] = attr(to - from);
      copyFromBox(row, margin);
    }
    inBox.offsets[axis] = attr(begin);
    inComponent.offsets[axis] = attr(begin - rows.own[axis]);
    inBox.sizes[axis] = inComponent.sizes[axis] = attr(end - begin);
  }
  copyToRing(component, inComponent, row, inBox);
}

/// Brings a row of the box to its place in the ring.
void Streamer::bringRow(Value row) {
  int64_t begin = rows.own[rows.axis];
  Value end =
      arith::AddIOp::create(builder, loc, getRowsEnd(component), index(begin));
  auto compare = [&](arith::CmpIPredicate predicate, Value bound) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, row, bound);
  };
  Value isOwn = arith::AndIOp::create(
      builder, loc, compare(arith::CmpIPredicate::sge, index(begin)),
      compare(arith::CmpIPredicate::slt, end));
  auto branch = scf::IfOp::create(builder, loc, isOwn, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  bringOwnRow(row);
  builder.setInsertionPointToStart(branch.elseBlock());
  copyFromBox(row, getRow(row));
}

//===----------------------------------------------------------------------===//
// Rows are computed
//===----------------------------------------------------------------------===//

/// The part of a kept row that an operand of the reader has.
Value Streamer::getKeptRow(const BoxRows::Use &use, Value iteration) {
  Part part;
  for (auto [axis, offset] : llvm::enumerate(use.offsets)) {
    part.offsets.push_back(attr(axis < rows.axis ? 0 : offset));
    part.sizes.push_back(axis > rows.axis ? use.sizes[axis] : attr(1));
  }
  Value row = arith::AddIOp::create(builder, loc, iteration,
                                    index(use.offsets[rows.axis]));
  part.offsets[rows.axis] = getSlot(row);
  part.offsets.back() = attr(use.offsets.back() + firstColumn);
  return getView(ring, part);
}

/// The part of a row that an operand of the reader has, in the component or in
/// the box.
Value Streamer::getDirectRow(const BoxRows::Use &use, Value iteration,
                             Value source) {
  Part part;
  for (auto [axis, offset] : llvm::enumerate(use.offsets)) {
    int64_t shift = offset - (source == component ? rows.own[axis] : 0);
    if (axis < rows.axis)
      part.offsets.push_back(outer[axis]);
    else if (axis > rows.axis)
      part.offsets.push_back(attr(shift));
    else
      part.offsets.push_back(
          arith::AddIOp::create(builder, loc, iteration, index(shift))
              .getResult());
    part.sizes.push_back(axis > rows.axis ? use.sizes[axis] : attr(1));
  }
  return getView(source, part);
}

/// Makes a clone of the reader for one iteration of the loop over rows.
void Streamer::computeRow(Value iteration, Value directSource) {
  SmallVector<Value> induction(outer), operands;
  induction.push_back(iteration);
  for (OpOperand &operand : rows.reader->getOpOperands()) {
    operands.push_back(operand.get());
    if (const BoxRows::Use *use = rows.getUse(operand.getOperandNumber())) {
      operands.back() = use->isDirect
                            ? getDirectRow(*use, iteration, directSource)
                            : getKeptRow(*use, iteration);
      continue;
    }
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = rows.reader.getMatchingIndexingMap(&operand);
    Part part{SmallVector<OpFoldResult>(type.getRank(), attr(0)),
              memref::getMixedSizes(builder, loc, operand.get())};
    bool isWhole = true;
    for (auto [loop, value] : llvm::zip_equal(rows.loops, induction))
      if (std::optional<unsigned> axis =
              map.getResultPosition(builder.getAffineDimExpr(loop))) {
        part.offsets[*axis] = value;
        part.sizes[*axis] = attr(1);
        isWhole = false;
      }
    if (!isWhole)
      operands.back() = getView(operand.get(), part);
  }
  clone(builder, rows.reader, TypeRange(), operands);
}

/// Calls `function` in a loop over the rows from `begin` to `end`.
void Streamer::forRows(Value begin, Value end,
                       function_ref<void(Value)> function) {
  auto loop = scf::ForOp::create(builder, loc, begin, end, index(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  function(loop.getInductionVar());
}

Value Streamer::clamp(Value value, Value low, Value high) {
  value = arith::MaxSIOp::create(builder, loc, value, low);
  return arith::MinSIOp::create(builder, loc, value, high);
}

/// Computes the rows from `begin` to `end`. Those that are read directly are in
/// `directSource`.
void Streamer::computeRows(Value begin, Value end, Value directSource) {
  Value numRows = getRowsEnd(box);
  forRows(begin, end, [&](Value iteration) {
    if (rows.getNumKeptRows() > 0) {
      Value row = arith::AddIOp::create(builder, loc, iteration,
                                        index(rows.keptEnd - 1));
      Value isInside = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, row, numRows);
      auto branch = scf::IfOp::create(builder, loc, isInside);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      bringRow(row);
    }
    computeRow(iteration, directSource);
  });
}

/// Fills only the rows of the box of which the component has none.
void Streamer::narrowFills() {
  builder.setInsertionPoint(rows.fetch);
  for (linalg::FillOp fill : rows.wholeFills) {
    Value zero = index(0), own = index(rows.own[rows.axis]);
    Value numRows = getRowsEnd(box);
    Value begin = clamp(own, zero, numRows);
    Value end =
        clamp(arith::AddIOp::create(builder, loc, own, getRowsEnd(component)),
              begin, numRows);
    for (auto [from, to] : {std::pair(zero, begin), {end, numRows}}) {
      Part part;
      for (OpFoldResult size : memref::getMixedSizes(builder, loc, box)) {
        part.offsets.push_back(attr(0));
        part.sizes.push_back(size);
      }
      part.offsets[rows.axis] = from;
      part.sizes[rows.axis] =
          arith::SubIOp::create(builder, loc, to, from).getResult();
      linalg::FillOp::create(builder, loc, fill.value(), getView(box, part));
    }
    fill.erase();
  }
  builder.setInsertionPoint(rows.reader);
}

void Streamer::run() {
  rows.fetch.setFromPeersOnly(true);
  narrowFills();
  if (rows.getNumKeptRows() > 0) {
    allocateRing();
    fillMargins();
  }
  SmallVector<Range> ranges = rows.reader.createLoopRanges(builder, loc);
  auto getEnd = [&](unsigned loop) {
    return getValueOrCreateConstantIndexOp(builder, loc, ranges[loop].size);
  };
  for (unsigned loop : ArrayRef(rows.loops).drop_back()) {
    auto nest =
        scf::ForOp::create(builder, loc, index(0), getEnd(loop), index(1));
    outer.push_back(nest.getInductionVar());
    builder.setInsertionPointToStart(nest.getBody());
  }
  // The rows that the first iteration needs, except for the last one.
  if (rows.getNumKeptRows() > 1)
    forRows(index(rows.keptBegin),
            arith::MinSIOp::create(builder, loc, index(rows.keptEnd - 1),
                                   getRowsEnd(box)),
            [&](Value row) { bringRow(row); });
  Value zero = index(0), end = getEnd(rows.loops.back());
  if (!rows.directRow) {
    computeRows(zero, end, Value());
  } else {
    // The rows that the component has are between those of peers.
    int64_t shift = rows.own[rows.axis] - *rows.directRow;
    Value ownBegin = clamp(index(shift), zero, end);
    Value ownEnd = clamp(arith::AddIOp::create(
                             builder, loc, getRowsEnd(component), index(shift)),
                         ownBegin, end);
    if (shift > 0)
      computeRows(zero, ownBegin, box);
    computeRows(ownBegin, ownEnd, component);
    computeRows(ownEnd, end, box);
  }
  rows.reader.erase();
}

namespace {

struct StreamBoxes : dtensor::impl::StreamBoxesBase<StreamBoxes> {
  using StreamBoxesBase::StreamBoxesBase;

  void runOnOperation() override {
    SmallVector<comm::FetchOp> fetches;
    getOperation().walk([&](comm::FetchOp op) { fetches.push_back(op); });
    for (comm::FetchOp fetch : fetches)
      if (std::optional<BoxRows> rows = findBoxRows(fetch))
        Streamer(*rows).run();
  }
};

} // namespace
