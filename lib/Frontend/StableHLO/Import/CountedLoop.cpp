//===- CountedLoop.cpp - Loops with a constant trip count -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedLoop.h"
#include "Importer.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor::stablehlo;

int64_t CountedLoop::getIterations() const {
  return bound <= counter.start
             ? 0
             : (bound - counter.start + counter.step - 1) / counter.step;
}

/// The value below an annotation. In Explicit mode JAX annotates counters as
/// well.
static Value getAnnotated(Value value) {
  while (auto constrain = value.getDefiningOp<dtensor::ConstrainOp>())
    value = constrain.getSource();
  return value;
}

/// The value of an integer constant of rank 0.
static std::optional<int64_t> getInteger(Value value) {
  auto constant = getAnnotated(value).getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                           : DenseIntElementsAttr();
  if (!elements || elements.getType().getRank() != 0)
    return std::nullopt;
  APInt number = elements.getSplatValue<APInt>();
  // Numbers near the limits of a type may wrap around.
  if (number.getSignificantBits() > std::min(number.getBitWidth(), 62u) - 1)
    return std::nullopt;
  return number.getSExtValue();
}

static std::optional<LoopCounter> matchCounter(WhileOp op, unsigned index) {
  Block &body = op.getBody().front();
  std::optional<int64_t> start = getInteger(op.getOperand()[index]);
  auto add = getAnnotated(body.getTerminator()->getOperand(index))
                 .getDefiningOp<AddOp>();
  if (!start || !add)
    return std::nullopt;
  Value left = getAnnotated(add.getLhs()), right = getAnnotated(add.getRhs());
  Value other = left == body.getArgument(index)    ? right
                : right == body.getArgument(index) ? left
                                                   : Value();
  std::optional<int64_t> step = other ? getInteger(other) : std::nullopt;
  if (!step)
    return std::nullopt;
  return LoopCounter{index, *start, *step};
}

/// Whether a counter fits its type for this many iterations.
static bool fits(WhileOp op, const LoopCounter &counter, int64_t iterations) {
  unsigned width =
      getElementTypeOrSelf(op.getOperand()[counter.index].getType())
          .getIntOrFloatBitWidth();
  int64_t last;
  return !llvm::MulOverflow(iterations, counter.step, last) &&
         !llvm::AddOverflow(last, counter.start, last) &&
         APInt(64, last, /*isSigned=*/true).getSignificantBits() < width;
}

std::optional<CountedLoop> dtensor::stablehlo::matchCountedLoop(WhileOp op) {
  Block &cond = op.getCond().front();
  auto compare = getAnnotated(cond.getTerminator()->getOperand(0))
                     .getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  Value left = getAnnotated(compare.getLhs());
  Value right = getAnnotated(compare.getRhs());
  ComparisonDirection direction = compare.getComparisonDirection();
  if (direction == ComparisonDirection::GT)
    std::swap(left, right);
  else if (direction != ComparisonDirection::LT)
    return std::nullopt;
  auto ending = dyn_cast<BlockArgument>(left);
  std::optional<int64_t> bound = getInteger(right);
  if (!ending || ending.getOwner() != &cond || !bound)
    return std::nullopt;
  std::optional<LoopCounter> counter = matchCounter(op, ending.getArgNumber());
  if (!counter || counter->step <= 0 || counter->start < 0 || *bound < 0)
    return std::nullopt;

  CountedLoop counted{*counter, *bound, {}};
  for (unsigned index : llvm::seq(op.getNumOperands()))
    if (index != counter->index)
      if (std::optional<LoopCounter> other = matchCounter(op, index);
          other && fits(op, *other, counted.getIterations()))
        counted.others.push_back(*other);
  return counted;
}

namespace {
/// A counter with its position among the carried values after import.
struct PlacedCounter : LoopCounter {
  size_t place;
  RankedTensorType type;

  Value createConstant(OpBuilder &builder, Location loc, int64_t value) const {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, builder.getIntegerAttr(type.getElementType(), value)));
  }
};
} // namespace

LogicalResult dtensor::stablehlo::importCountedLoop(WhileOp op,
                                                    const CountedLoop &counted,
                                                    Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  Location loc = op.getLoc();
  Block &body = op.getBody().front();
  SmallVector<Value> inits = importer.get(op.getOperand());
  SmallVector<PlacedCounter> counters;
  auto place = [&](const LoopCounter &counter) {
    // The values before the counter may become several or none after import.
    size_t position =
        Importer::convert(
            TypeRange(op->getResultTypes()).take_front(counter.index))
            .size();
    counters.push_back(
        {counter, position, cast<RankedTensorType>(inits[position].getType())});
  };
  place(counted.counter);
  llvm::for_each(counted.others, place);
  llvm::sort(counters, [](const PlacedCounter &a, const PlacedCounter &b) {
    return a.place < b.place;
  });
  auto without = [&](SmallVector<Value> values) {
    for (const PlacedCounter &counter : llvm::reverse(counters))
      values.erase(values.begin() + counter.place);
    return values;
  };
  // Counters are inserted in order, so that each position is correct by then.
  auto insert = [&](SmallVector<Value> &values, auto create) {
    for (const PlacedCounter &counter : counters)
      values.insert(values.begin() + counter.place, create(counter));
  };
  auto getIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  const LoopCounter &main = counted.counter;
  auto loop = scf::ForOp::create(builder, loc, getIndex(main.start),
                                 getIndex(counted.bound), getIndex(main.step),
                                 without(inits));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    auto createCount = [&](const PlacedCounter &counter) -> Value {
      Value count = loop.getInductionVar();
      if (counter.start != main.start || counter.step != main.step) {
        count = builder.createOrFold<arith::SubIOp>(loc, count,
                                                    getIndex(main.start));
        if (main.step != 1)
          count =
              arith::DivUIOp::create(builder, loc, count, getIndex(main.step));
        count = builder.createOrFold<arith::MulIOp>(loc, count,
                                                    getIndex(counter.step));
        count = builder.createOrFold<arith::AddIOp>(loc, count,
                                                    getIndex(counter.start));
      }
      count = arith::IndexCastOp::create(builder, loc,
                                         counter.type.getElementType(), count);
      return tensor::FromElementsOp::create(builder, loc, counter.type, count);
    };
    SmallVector<Value> carried(loop.getRegionIterArgs());
    // The elements of tuples have no names.
    if (inits.size() == body.getNumArguments())
      for (auto [argument, source] : llvm::zip_equal(
               carried, without(SmallVector<Value>(body.getArguments()))))
        argument.setLoc(source.getLoc());
    insert(carried, createCount);
    importer.bind(body.getArguments(), carried);
    FailureOr<SmallVector<Value>> results = importer.importBlock(body);
    if (failed(results))
      return failure();
    // The builder creates the terminator of a loop that carries nothing.
    if (inits.size() > counters.size())
      scf::YieldOp::create(builder, body.getTerminator()->getLoc(),
                           without(*results));
  }
  SmallVector<Value> results(loop.getResults());
  insert(results, [&](const PlacedCounter &counter) {
    return counter.createConstant(
        builder, loc, counter.start + counted.getIterations() * counter.step);
  });
  importer.bind(op->getResults(), results);
  return success();
}
