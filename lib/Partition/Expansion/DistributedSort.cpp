//===- DistributedSort.cpp - Sorting across devices -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each device gets the elements of the sorted order from its first position to
// the first position of the next device. Each of these two bounds cuts every
// part somewhere. When the cuts are found, as many elements are before the cuts
// as there are positions before the bound, and all of them come before all
// others. Equal elements keep the order of the parts, so the sort is stable.
//
// `lo` and `hi` limit the cuts of all parts. Each round examines the element in
// the middle of every part's limits. This element is behind its cut if too many
// elements would be before the cuts otherwise, the element included. It is
// before its cut if too few elements can come before it. For the last or the
// first of the middle elements, one of the two is true. So the limits of at
// least one part are halved.
//
//===----------------------------------------------------------------------===//

#include "DistributedSort.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

namespace {

/// The number of bounds of a device.
constexpr int64_t kBounds = 2;

class DistributedSort {
public:
  DistributedSort(Expander &expander, SortOp op, ValueRange sorted,
                  const ShardParts &parts, ArrayRef<unsigned> dims)
      : expander(expander), builder(expander.getBuilder()), loc(op.getLoc()),
        op(op), sorted(sorted), axis(op.getAxis()),
        rank(cast<RankedTensorType>(sorted[0].getType()).getRank()),
        numParts(parts.getCount()) {
    SmallVector<int64_t> starts;
    int64_t extent = 0;
    for (int64_t part : parts.getExtents()) {
      starts.push_back(extent);
      extent += part;
    }
    partStarts = createTable(starts);
    partExtents = createTable(parts.getExtents());
    first = getValue(expander.getGeometry().getOffset(dims, extent, loc));
    behind = add(first,
                 getValue(expander.getGeometry().getExtent(dims, extent, loc)),
                 builder);
    sizes = tensor::getMixedSizes(builder, loc, sorted[0]);
  }

  SmallVector<Value> run(int64_t rounds) {
    Value positions = createPositions(findCuts(rounds));
    SmallVector<Value> runs;
    for (unsigned i = 0; i < sorted.size(); ++i)
      runs.push_back(
          take(i, positions, "takes its part of the sorted elements"));
    return runs;
  }

private:
  using Body = llvm::function_ref<SmallVector<Value>(OpBuilder &, ValueRange)>;

  //===--------------------------------------------------------------------===//
  // Small tensors of numbers. They have the axes of rows of the operands, and
  // in place of the sorted axis either bounds and parts, or only parts.
  //===--------------------------------------------------------------------===//

  Value createTable(ArrayRef<int64_t> numbers) {
    auto type = RankedTensorType::get(numParts, builder.getIndexType());
    return arith::ConstantOp::create(builder, loc,
                                     DenseIntElementsAttr::get(type, numbers));
  }

  Value getValue(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loc, number);
  }
  Value getIndex(int64_t number, OpBuilder &at) {
    return arith::ConstantIndexOp::create(at, loc, number);
  }
  Value add(Value a, Value b, OpBuilder &at) {
    return arith::AddIOp::create(at, loc, a, b);
  }
  Value subtract(Value a, Value b, OpBuilder &at) {
    return arith::SubIOp::create(at, loc, a, b);
  }
  Value isLess(Value a, Value b, OpBuilder &at) {
    return arith::CmpIOp::create(at, loc, arith::CmpIPredicate::slt, a, b);
  }
  Value both(Value a, Value b, OpBuilder &at) {
    return arith::AndIOp::create(at, loc, a, b);
  }
  Value either(Value a, Value b, OpBuilder &at) {
    return arith::OrIOp::create(at, loc, a, b);
  }
  Value negate(Value a, OpBuilder &at) {
    Value yes = arith::ConstantIntOp::create(at, loc, 1, 1);
    return arith::XOrIOp::create(at, loc, a, yes);
  }
  Value select(Value condition, Value a, Value b, OpBuilder &at) {
    return arith::SelectOp::create(at, loc, condition, a, b);
  }

  /// Sizes of rows with `between` in place of the sorted axis.
  SmallVector<OpFoldResult> getSizes(ArrayRef<int64_t> between) {
    SmallVector<OpFoldResult> all(ArrayRef(sizes).take_front(axis));
    for (int64_t size : between)
      all.push_back(builder.getIndexAttr(size));
    llvm::append_range(all, ArrayRef(sizes).drop_front(axis + 1));
    return all;
  }
  Value createNumbers(ArrayRef<OpFoldResult> shape) {
    return tensor::EmptyOp::create(builder, loc, shape, builder.getIndexType());
  }
  Value createZeros(ArrayRef<OpFoldResult> shape) {
    return linalg::FillOp::create(builder, loc, getIndex(0, builder),
                                  createNumbers(shape))
        .getResult(0);
  }

  /// The map of a tensor whose axes are all loops before `numLoops`, with loop
  /// `from` in place of loop `to`.
  AffineMap getMap(unsigned numLoops, unsigned numReduced,
                   std::optional<std::pair<unsigned, unsigned>> put = {}) {
    SmallVector<AffineExpr> results;
    for (unsigned loop = 0; loop < numLoops; ++loop)
      results.push_back(builder.getAffineDimExpr(
          put && put->first == loop ? put->second : loop));
    return AffineMap::get(numLoops + numReduced, 0, results,
                          builder.getContext());
  }
  /// The map of a table of parts.
  AffineMap getTableMap(unsigned numLoops, unsigned loop) {
    return AffineMap::get(numLoops, 0, builder.getAffineDimExpr(loop));
  }

  ValueRange compute(ArrayRef<Value> inputs, ArrayRef<Value> outputs,
                     ArrayRef<AffineMap> maps, unsigned numReduced, Body body) {
    SmallVector<utils::IteratorType> kinds(maps.back().getNumDims(),
                                           utils::IteratorType::parallel);
    std::fill(kinds.end() - numReduced, kinds.end(),
              utils::IteratorType::reduction);
    SmallVector<Type> types;
    for (Value output : outputs)
      types.push_back(output.getType());
    return linalg::GenericOp::create(
               builder, loc, types, inputs, outputs, maps, kinds,
               [&](OpBuilder &at, Location, ValueRange values) {
                 linalg::YieldOp::create(at, loc, body(at, values));
               })
        .getResults();
  }

  /// Computes a number for each row, bound and part.
  Value computeEach(ArrayRef<Value> numbers, ArrayRef<Value> tables,
                    Body body) {
    unsigned numLoops = rank + 1;
    SmallVector<Value> inputs(numbers);
    llvm::append_range(inputs, tables);
    SmallVector<AffineMap> maps(numbers.size(), getMap(numLoops, 0));
    maps.append(tables.size(), getTableMap(numLoops, getPartLoop()));
    maps.push_back(getMap(numLoops, 0));
    return compute(inputs, {createNumbers(getSizes({kBounds, numParts}))}, maps,
                   /*numReduced=*/0, body)[0];
  }

  unsigned getBoundLoop() const { return axis; }
  unsigned getPartLoop() const { return axis + 1; }

  //===--------------------------------------------------------------------===//
  // Elements of all parts
  //===--------------------------------------------------------------------===//

  Value take(unsigned operand, Value positions, StringRef does) {
    Value source = op.getSources()[operand];
    auto type = cast<RankedTensorType>(source.getType());
    Value dest = tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, positions),
        type.getElementType());
    std::string reason =
        (getSourceOp(op) + " " + does + " of " + describeValue(source)).str();
    return comm::TakeOp::create(
               builder, loc, dest.getType(), sorted[operand], positions, dest,
               expander.getGeometry().getAttr(expander.getLayout(source)),
               builder.getDenseI64ArrayAttr(type.getShape()),
               builder.getI64IntegerAttr(axis), builder.getStringAttr(reason))
        .getResult();
  }

  SmallVector<ReassociationIndices> getGroups() {
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0; i < rank; ++i)
      groups.push_back(i == axis ? ReassociationIndices{i, i + 1}
                                 : ReassociationIndices{i + (i > axis)});
    return groups;
  }

  /// Whether the comparison reads an operand.
  bool isCompared(unsigned operand) {
    Block &block = op.getComparator().front();
    return !block.getArgument(2 * operand).use_empty() ||
           !block.getArgument(2 * operand + 1).use_empty();
  }

  /// The elements in the middle of all limits, of operands that are compared.
  SmallVector<Value> takeMiddles(Value middles) {
    // The elements of empty parts are not used, so any position will do.
    Value positions = computeEach(
        {middles}, {partStarts, partExtents},
        [&](OpBuilder &at, ValueRange values) -> SmallVector<Value> {
          Value last = subtract(values[2], getIndex(1, at), at);
          Value inPart = arith::MinSIOp::create(at, loc, values[0], last);
          return {add(values[1], inPart, at)};
        });
    Value flat =
        tensor::CollapseShapeOp::create(builder, loc, positions, getGroups());
    SmallVector<Value> elements;
    for (unsigned i = 0; i < sorted.size(); ++i) {
      if (!isCompared(i))
        continue;
      Value taken = take(i, flat, "finds the bounds of its sorted part");
      auto type = cast<RankedTensorType>(positions.getType())
                      .clone(getElementTypeOrSelf(taken));
      elements.push_back(
          tensor::ExpandShapeOp::create(builder, loc, type, taken, getGroups(),
                                        getSizes({kBounds, numParts})));
    }
    return elements;
  }

  /// Whether the elements `left` come first according to the op's comparison.
  Value compare(ValueRange left, ValueRange right, OpBuilder &at) {
    Block &block = op.getComparator().front();
    IRMapping mapping;
    unsigned element = 0;
    for (unsigned i = 0; i < sorted.size(); ++i) {
      if (!isCompared(i))
        continue;
      mapping.map(block.getArgument(2 * i), left[element]);
      mapping.map(block.getArgument(2 * i + 1), right[element++]);
    }
    for (Operation &inner : block.without_terminator())
      at.clone(inner, mapping);
    return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
  }

  //===--------------------------------------------------------------------===//
  // Cuts of the parts
  //===--------------------------------------------------------------------===//

  Value findCuts(int64_t rounds) {
    Value lo = createZeros(getSizes({kBounds, numParts}));
    Value hi =
        computeEach({}, {partExtents}, [](OpBuilder &, ValueRange values) {
          return SmallVector<Value>{values[0]};
        });
    auto loop = scf::ForOp::create(builder, loc, getIndex(0, builder),
                                   getIndex(rounds, builder),
                                   getIndex(1, builder), ValueRange{lo, hi});
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    auto [newLo, newHi] =
        narrow(loop.getRegionIterArg(0), loop.getRegionIterArg(1));
    scf::YieldOp::create(builder, loc, ValueRange{newLo, newHi});
    return loop.getResult(0);
  }

  std::pair<Value, Value> narrow(Value lo, Value hi) {
    Value middles = computeEach(
        {lo, hi}, {},
        [&](OpBuilder &at, ValueRange values) -> SmallVector<Value> {
          Value sum = add(values[0], values[1], at);
          return {arith::ShRUIOp::create(at, loc, sum, getIndex(1, at))};
        });
    auto [least, most] = countBefore(lo, hi, middles);
    auto isBound = [&](OpBuilder &at) -> Value {
      Value bound = linalg::IndexOp::create(at, loc, getBoundLoop());
      Value isFirst = arith::CmpIOp::create(at, loc, arith::CmpIPredicate::eq,
                                            bound, getIndex(0, at));
      return select(isFirst, first, behind, at);
    };
    Value newLo = computeEach(
        {lo, hi, middles, least, most}, {},
        [&](OpBuilder &at, ValueRange values) -> SmallVector<Value> {
          Value bound = isBound(at);
          Value isBefore = both(isLess(values[4], bound, at),
                                negate(isLess(bound, values[3], at), at), at);
          Value isOpen = isLess(values[0], values[1], at);
          return {select(both(isOpen, isBefore, at),
                         add(values[2], getIndex(1, at), at), values[0], at)};
        });
    Value newHi = computeEach(
        {lo, hi, middles, least}, {},
        [&](OpBuilder &at, ValueRange values) -> SmallVector<Value> {
          Value isBehind = isLess(isBound(at), values[3], at);
          Value isOpen = isLess(values[0], values[1], at);
          return {select(both(isOpen, isBehind, at), values[2], values[1], at)};
        });
    return {newLo, newHi};
  }

  /// Counts two numbers for the middle element of each part. The first is the
  /// least number of elements before the cuts if the middle element is before
  /// its cut, including the element itself. The second is the largest number of
  /// elements that can come before it, among those that may be before the cuts.
  std::pair<Value, Value> countBefore(Value lo, Value hi, Value middles) {
    SmallVector<Value> elements = takeMiddles(middles);
    unsigned numLoops = rank + 1, other = numLoops, count = elements.size();
    AffineMap own = getMap(numLoops, 1);
    AffineMap others = getMap(numLoops, 1, std::pair(getPartLoop(), other));
    SmallVector<Value> inputs(elements);
    SmallVector<AffineMap> maps(count, own);
    llvm::append_range(inputs, elements);
    inputs.append({lo, hi, middles});
    maps.append(count + 3, others);
    maps.append(2, own);
    SmallVector<Value> zeros(2, createZeros(getSizes({kBounds, numParts})));
    ValueRange counts = compute(
        inputs, zeros, maps, /*numReduced=*/1,
        [&](OpBuilder &at, ValueRange values) -> SmallVector<Value> {
          ValueRange here = values.take_front(count);
          ValueRange there = values.slice(count, count);
          ValueRange rest = values.drop_front(2 * count);
          Value otherLo = rest[0], otherHi = rest[1], middle = rest[2];
          Value part = linalg::IndexOp::create(at, loc, getPartLoop());
          Value otherPart = linalg::IndexOp::create(at, loc, other);
          // A comparison that holds for equal elements holds in both
          // directions.
          Value isLater = compare(here, there, at);
          Value isEarlier = compare(there, here, at);
          Value areEqual = arith::CmpIOp::create(
              at, loc, arith::CmpIPredicate::eq, isLater, isEarlier);
          Value comesBefore =
              select(areEqual, isLess(otherPart, part, at), isEarlier, at);
          Value isSelf = arith::CmpIOp::create(
              at, loc, arith::CmpIPredicate::eq, part, otherPart);
          comesBefore = both(comesBefore, negate(isSelf, at), at);
          Value isOpen = isLess(otherLo, otherHi, at);
          Value upToMiddle = add(middle, getIndex(1, at), at);
          Value least =
              select(both(isOpen, either(comesBefore, isSelf, at), at),
                     upToMiddle, otherLo, at);
          Value most = select(isOpen, select(comesBefore, otherHi, middle, at),
                              otherLo, at);
          return {add(rest[3], least, at), add(rest[4], most, at)};
        });
    return {counts[0], counts[1]};
  }

  //===--------------------------------------------------------------------===//
  // The elements that this device takes
  //===--------------------------------------------------------------------===//

  /// The cuts at one bound, by row and part.
  Value getBound(Value cuts, int64_t bound) {
    SmallVector<OpFoldResult> shape = getSizes({kBounds, numParts});
    SmallVector<OpFoldResult> offsets(rank + 1, builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(rank + 1, builder.getIndexAttr(1));
    offsets[axis] = builder.getIndexAttr(bound);
    shape[axis] = builder.getIndexAttr(1);
    auto type = cast<RankedTensorType>(cuts.getType());
    SmallVector<int64_t> reduced(type.getShape());
    reduced.erase(reduced.begin() + axis);
    return tensor::ExtractSliceOp::create(builder, loc, type.clone(reduced),
                                          cuts, offsets, shape, strides);
  }

  /// The position that each place of the device's part takes. The runs of all
  /// parts follow one another.
  Value createPositions(Value cuts) {
    Value from = getBound(cuts, 0), to = getBound(cuts, 1);
    unsigned numLoops = rank, other = rank;
    AffineMap own = getMap(numLoops, 1);
    AffineMap others = getMap(numLoops, 1, std::pair(unsigned(axis), other));
    Value runStarts =
        compute({from, to}, {createZeros(getSizes({numParts}))},
                {others, others, own}, /*numReduced=*/1,
                [&](OpBuilder &at, ValueRange values) -> SmallVector<Value> {
                  Value part = linalg::IndexOp::create(at, loc, axis);
                  Value otherPart = linalg::IndexOp::create(at, loc, other);
                  Value length = subtract(values[1], values[0], at);
                  return {select(isLess(otherPart, part, at),
                                 add(values[2], length, at), values[2], at)};
                })[0];
    return compute(
        {from, to, runStarts, partStarts}, {createZeros(sizes)},
        {others, others, others, getTableMap(numLoops + 1, other), own},
        /*numReduced=*/1,
        [&](OpBuilder &at, ValueRange values) -> SmallVector<Value> {
          Value place = linalg::IndexOp::create(at, loc, axis);
          Value inRun = subtract(place, values[2], at);
          Value position = add(inRun, values[0], at);
          Value isInRun = both(negate(isLess(inRun, getIndex(0, at), at), at),
                               isLess(position, values[1], at), at);
          return {select(isInRun, add(position, values[3], at), values[4], at)};
        })[0];
  }

  Expander &expander;
  OpBuilder &builder;
  Location loc;
  SortOp op;
  ValueRange sorted;
  int64_t axis;
  int64_t rank;
  int64_t numParts;
  /// The first position of each part, and its number of positions.
  Value partStarts, partExtents;
  /// The bounds of this device's part.
  Value first, behind;
  /// The extents of the component.
  SmallVector<OpFoldResult> sizes;
};

} // namespace

SmallVector<Value> dtensor::takeSortedRuns(Expander &expander, SortOp op,
                                           ValueRange sorted,
                                           const ShardParts &parts,
                                           ArrayRef<unsigned> dims,
                                           int64_t rounds) {
  return DistributedSort(expander, op, sorted, parts, dims).run(rounds);
}
