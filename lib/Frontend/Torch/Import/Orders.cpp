//===- Orders.cpp - The bodies of tm_tensor -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Orders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

SmallVector<Value> dtensor::tm_tensor::cloneBody(OpBuilder &builder,
                                                 Block &body,
                                                 ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> yielded;
  for (Value value : body.getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}

namespace {
/// A body that consists of one comparison of floats.
struct FloatOrder {
  unsigned pair;
  bool isAscending;
};
} // namespace

static std::optional<FloatOrder> matchFloatOrder(Block &body) {
  auto compare =
      body.getTerminator()->getOperand(0).getDefiningOp<arith::CmpFOp>();
  if (!compare || &body.front() != compare.getOperation())
    return std::nullopt;
  auto left = dyn_cast<BlockArgument>(compare.getLhs());
  auto right = dyn_cast<BlockArgument>(compare.getRhs());
  if (!left || !right || left.getOwner() != &body || right.getOwner() != &body)
    return std::nullopt;
  unsigned first = left.getArgNumber(), second = right.getArgNumber();
  if (first / 2 != second / 2 || first == second)
    return std::nullopt;
  bool isSwapped = first > second;
  using enum arith::CmpFPredicate;
  switch (compare.getPredicate()) {
  case OLT:
  case OLE:
  case ULT:
  case ULE:
    return FloatOrder{first / 2, !isSwapped};
  case OGT:
  case OGE:
  case UGT:
  case UGE:
    return FloatOrder{first / 2, isSwapped};
  default:
    return std::nullopt;
  }
}

Value dtensor::tm_tensor::createBefore(OpBuilder &builder, Location loc,
                                       Block &body, ValueRange arguments) {
  if (std::optional<FloatOrder> order = matchFloatOrder(body)) {
    Value a = arguments[2 * order->pair], b = arguments[2 * order->pair + 1];
    Value less = order->isAscending ? a : b,
          greater = order->isAscending ? b : a;
    Value isLess = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::ULT, less, greater);
    Value isNumber = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::ORD, less, less);
    return arith::AndIOp::create(builder, loc, isLess, isNumber);
  }
  SmallVector<Value> swapped(arguments);
  for (size_t i = 0; i + 1 < swapped.size(); i += 2)
    std::swap(swapped[i], swapped[i + 1]);
  Value may = cloneBody(builder, body, arguments)[0];
  Value mayNot = cloneBody(builder, body, swapped)[0];
  Value no = arith::ConstantIntOp::create(builder, loc, 0, 1);
  return arith::SelectOp::create(builder, loc, mayNot, no, may);
}
