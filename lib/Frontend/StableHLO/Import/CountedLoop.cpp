//===- CountedLoop.cpp - Loops that turn so many times --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedLoop.h"
#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor::stablehlo;

int64_t LoopCounter::getLast() const {
  return bound <= start ? start
                        : start + (bound - start + step - 1) / step * step;
}

/// The integer that a constant of rank 0 is.
static std::optional<int64_t> getInteger(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                           : DenseIntElementsAttr();
  if (!elements || elements.getType().getRank() != 0)
    return std::nullopt;
  APInt number = elements.getSplatValue<APInt>();
  // What is near the ends of a type may wrap around.
  if (number.getSignificantBits() > std::min(number.getBitWidth(), 62u) - 1)
    return std::nullopt;
  return number.getSExtValue();
}

std::optional<LoopCounter> dtensor::stablehlo::matchCounter(WhileOp op) {
  Block &cond = op.getCond().front(), &body = op.getBody().front();
  auto compare = cond.getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  Value left = compare.getLhs(), right = compare.getRhs();
  ComparisonDirection direction = compare.getComparisonDirection();
  if (direction == ComparisonDirection::GT)
    std::swap(left, right);
  else if (direction != ComparisonDirection::LT)
    return std::nullopt;
  auto counted = dyn_cast<BlockArgument>(left);
  std::optional<int64_t> bound = getInteger(right);
  if (!counted || counted.getOwner() != &cond || !bound)
    return std::nullopt;

  unsigned index = counted.getArgNumber();
  std::optional<int64_t> start = getInteger(op.getOperand()[index]);
  auto add = body.getTerminator()->getOperand(index).getDefiningOp<AddOp>();
  if (!start || !add)
    return std::nullopt;
  Value other = add.getLhs() == body.getArgument(index)   ? add.getRhs()
                : add.getRhs() == body.getArgument(index) ? add.getLhs()
                                                          : Value();
  std::optional<int64_t> step = other ? getInteger(other) : std::nullopt;
  if (!step || *step <= 0 || *start < 0 || *bound < 0)
    return std::nullopt;
  return LoopCounter{index, *start, *bound, *step};
}

LogicalResult dtensor::stablehlo::importCountedLoop(WhileOp op,
                                                    const LoopCounter &counter,
                                                    Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  Location loc = op.getLoc();
  Block &body = op.getBody().front();
  // What the values before the counter become comes before it.
  size_t position =
      Importer::convert(
          TypeRange(op->getResultTypes()).take_front(counter.index))
          .size();
  SmallVector<Value> inits = importer.get(op.getOperand());
  auto type = cast<RankedTensorType>(inits[position].getType());
  auto without = [&](SmallVector<Value> values) {
    values.erase(values.begin() + position);
    return values;
  };
  auto getIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto loop = scf::ForOp::create(builder, loc, getIndex(counter.start),
                                 getIndex(counter.bound),
                                 getIndex(counter.step), without(inits));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value count = arith::IndexCastOp::create(
        builder, loc, type.getElementType(), loop.getInductionVar());
    SmallVector<Value> carried(loop.getRegionIterArgs());
    carried.insert(
        carried.begin() + position,
        tensor::FromElementsOp::create(builder, loc, type, count).getResult());
    importer.bind(body.getArguments(), carried);
    FailureOr<SmallVector<Value>> results = importer.importBlock(body);
    if (failed(results))
      return failure();
    // Of a loop that carries nothing, the builder makes the end.
    if (inits.size() > 1)
      scf::YieldOp::create(builder, body.getTerminator()->getLoc(),
                           without(*results));
  }
  SmallVector<Value> results(loop.getResults());
  results.insert(results.begin() + position,
                 arith::ConstantOp::create(
                     builder, loc,
                     DenseElementsAttr::get(
                         type, builder.getIntegerAttr(type.getElementType(),
                                                      counter.getLast())))
                     .getResult());
  importer.bind(op->getResults(), results);
  return success();
}
