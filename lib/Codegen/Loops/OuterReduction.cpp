//===- OuterReduction.cpp - Partial results in memory ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionLoops.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace dtensor;

namespace {

class OuterReduction : ReductionLoops {
public:
  using ReductionLoops::ReductionLoops;

  void create();

private:
  using GetPartial = function_ref<Values(int64_t lane)>;

  Values createTotal(int64_t first, int64_t stride, GetPartial get);
  Values loadPartial(Value row, Value at);
  void fillPartial(Value size);
  bool areFew();
  void createFew(Value begin, Value end);
  void createRows(Value begin, Value size, Value first, Value last,
                  int64_t number, bool isFirst = false);
  void createMany(Value begin, Value end);
};

} // namespace

/// Whether all elements of a result can be combined where they are computed.
bool OuterReduction::areFew() {
  constexpr int64_t kMostOps = 128;
  return roles.reduced.count() == 1 && !roles.reduced[order.back()] &&
         !ShapedType::isDynamic(ranges[roles.split]) &&
         ranges[roles.split] * getPayloadCost(op) <= kMostOps;
}

/// Combines the partial results `first`, `first + stride` and so on. The order
/// is the one in which the fewest intermediate values are kept. `get` returns
/// the partial results that exist.
SmallVector<Value> OuterReduction::createTotal(int64_t first, int64_t stride,
                                               GetPartial get) {
  if (stride >= roles.lanes)
    return get(first);
  SmallVector<Value> total = createTotal(first, 2 * stride, get);
  SmallVector<Value> more = createTotal(first + stride, 2 * stride, get);
  return more.empty() ? total : combine(total, more);
}

void OuterReduction::createFew(Value begin, Value end) {
  induction[order.back()] = enterLoop(begin, end).getInductionVar();
  SmallVector<Value> total =
      createTotal(/*first=*/0, /*stride=*/1, [&](int64_t lane) {
        SmallVector<Value> partial;
        for (int64_t i = lane; i < ranges[roles.split]; i += roles.lanes) {
          induction[roles.split] = index(i);
          partial = combine(partial, createBody());
        }
        return partial;
      });
  addToResults(total);
  leaveLoops();
}

/// Adds elements `first` to `last` of the split loop to the partial results of
/// all positions of the innermost loop, `number` elements to each at a time.
/// The first elements initialise the partial results.
void OuterReduction::createRows(Value begin, Value size, Value first,
                                Value last, int64_t number, bool isFirst) {
  unsigned innermost = order.back(), numLoops = 1;
  int64_t step = number > 1 ? number * roles.lanes : 1;
  Value base = enterLoop(first, last, step).getInductionVar(), row;
  if (number > 1) {
    row = enterLoop(index(0), index(roles.lanes)).getInductionVar();
    base = add(base, row);
    ++numLoops;
  } else {
    row = arith::AndIOp::create(builder, loc, base, index(roles.lanes - 1));
  }
  for (unsigned dim : order.drop_front(getPosition(roles.split) + 1))
    if (roles.reduced[dim]) {
      enterLoop(dim);
      ++numLoops;
    }
  Value at = index(0);
  if (!roles.reduced[innermost]) {
    at = enterLoop(index(0), size).getInductionVar();
    induction[innermost] = add(begin, at);
    ++numLoops;
  }
  SmallVector<Value> partial;
  if (!isFirst)
    partial = loadPartial(row, at);
  for (int64_t i = 0; i < number; ++i) {
    induction[roles.split] = add(base, index(i * roles.lanes));
    partial = combine(partial, createBody());
  }
  for (auto [sum, buffer] : llvm::zip(partial, buffers))
    memref::StoreOp::create(builder, loc, sum, buffer, ValueRange{row, at});
  leaveLoops(numLoops);
}

SmallVector<Value> OuterReduction::loadPartial(Value row, Value at) {
  return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
    return memref::LoadOp::create(builder, loc, buffer, ValueRange{row, at});
  });
}

void OuterReduction::fillPartial(Value size) {
  Value row = enterLoop(index(0), index(roles.lanes)).getInductionVar();
  Value at = enterLoop(index(0), size).getInductionVar();
  for (auto [fold, buffer] : llvm::zip(roles.folds, buffers))
    memref::StoreOp::create(builder, loc,
                            createIdentity(builder, loc, fold, fold.type),
                            buffer, ValueRange{row, at});
  leaveLoops(2);
}

void OuterReduction::createMany(Value begin, Value end) {
  constexpr int64_t kAtATime = 4, kCheap = 8;
  Value size = builder.createOrFold<arith::SubIOp>(loc, end, begin);
  unsigned numLoops = 0, position = getPosition(roles.split);
  int64_t extent = ranges[roles.split];
  // A partial result is loaded once for several consecutive elements if these
  // are cheap to compute.
  int64_t number = 1;
  if (getPayloadCost(op) <= kCheap && roles.reduced.count() == 1)
    number =
        ShapedType::isDynamic(extent)
            ? kAtATime
            : std::clamp<int64_t>(
                  llvm::bit_floor<uint64_t>(extent / roles.lanes), 1, kAtATime);
  Value first = index(0), last = bounds[roles.split];
  if (number > 1 && !ShapedType::isDynamic(extent)) {
    first = index(number * roles.lanes);
    createRows(begin, size, index(0), first, number, /*isFirst=*/true);
  } else {
    fillPartial(size);
  }
  for (unsigned dim : order.take_front(position))
    if (roles.reduced[dim]) {
      enterLoop(dim);
      ++numLoops;
    }
  if (number > 1) {
    Value rest = roundDown(last, number * roles.lanes);
    createRows(begin, size, first, rest, number);
    first = rest;
  }
  createRows(begin, size, first, last, 1);
  leaveLoops(numLoops);

  Value at = enterLoop(index(0), size).getInductionVar();
  if (unsigned innermost = order.back(); !roles.reduced[innermost])
    induction[innermost] = add(begin, at);
  addToResults(createTotal(/*first=*/0, /*stride=*/1, [&](int64_t lane) {
    return loadPartial(index(lane), at);
  }));
  leaveLoops();
}

void OuterReduction::create() {
  unsigned innermost = order.back();
  bool isReduced = roles.reduced[innermost], few = areFew();
  int64_t width = isReduced ? 1 : ranges[innermost];
  if (!few) {
    // The partial results stay in the second-level cache.
    constexpr int64_t kMostBytes = 64 * 1024;
    int64_t most = kMostBytes * 8 / roles.lanes /
                   roles.folds[0].type.getIntOrFloatBitWidth();
    width = ShapedType::isDynamic(width) ? most : std::min(width, most);
    for (const Fold &fold : roles.folds)
      buffers.push_back(createBuffer(fold, {roles.lanes, width}));
  }
  unsigned numOuter = 0;
  for (unsigned dim : order)
    if (!roles.reduced[dim] && dim != innermost) {
      enterLoop(dim);
      ++numOuter;
    }
  Value begin = index(0), end = isReduced ? index(1) : bounds[innermost];
  if (few) {
    createFew(begin, end);
  } else if (isReduced || width == ranges[innermost]) {
    createMany(begin, end);
  } else {
    begin = enterLoop(begin, end, width).getInductionVar();
    createMany(begin, arith::MinSIOp::create(builder, loc, end,
                                             add(begin, index(width))));
    ++numOuter;
  }
  leaveLoops(numOuter);
}

void dtensor::createOuterReduction(linalg::LinalgOp op,
                                   ArrayRef<unsigned> order,
                                   const ReductionFolds &folds) {
  OuterReduction(op, order, folds).create();
}
