//===- FloatRanges.cpp - Bounds of numbers --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatRanges.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace dtensor;

/// Functions are off by some units in the last place.
static constexpr float kSlack = 1.0f + 0x1p-20f;

/// Smallest range with all of the numbers; none if one of them is NaN.
static FloatRange getHull(std::initializer_list<float> numbers) {
  if (llvm::any_of(numbers, [](float number) { return std::isnan(number); }))
    return {};
  return {std::min(numbers), std::max(numbers)};
}

static FloatRange getRange(Value value, int depth);

static FloatRange multiply(arith::MulFOp op, int depth) {
  FloatRange x = getRange(op.getLhs(), depth), y = getRange(op.getRhs(), depth);
  FloatRange product = getHull(
      {x.least * y.least, x.least * y.most, x.most * y.least, x.most * y.most});
  if (op.getLhs() == op.getRhs())
    product.least = std::max(product.least, 0.0f);
  return product;
}

static FloatRange getRange(Value value, int depth) {
  // Each level may double the number of values.
  constexpr int kMostDepth = 5;
  Operation *op = value.getDefiningOp();
  if (!value.getType().isF32() || !op || depth > kMostDepth)
    return {};
  auto of = [&](unsigned operand) {
    return getRange(op->getOperand(operand), depth + 1);
  };
  APFloat number(0.0f);
  if (matchPattern(value, m_ConstantFloat(&number)))
    return getHull({number.convertToFloat()});
  return llvm::TypeSwitch<Operation *, FloatRange>(op)
      .Case([&](math::TanhOp) { return FloatRange{-kSlack, kSlack}; })
      .Case([&](math::ExpOp) {
        FloatRange x = of(0);
        return FloatRange{std::exp(x.least) / kSlack,
                          std::exp(x.most) * kSlack};
      })
      .Case([&](math::AbsFOp) {
        FloatRange x = of(0);
        return FloatRange{0.0f, std::max(-x.least, x.most)};
      })
      .Case([&](arith::NegFOp) {
        FloatRange x = of(0);
        return FloatRange{-x.most, -x.least};
      })
      .Case([&](arith::AddFOp) {
        FloatRange x = of(0), y = of(1);
        return getHull({x.least + y.least, x.most + y.most});
      })
      .Case([&](arith::SubFOp) {
        FloatRange x = of(0), y = of(1);
        return getHull({x.least - y.most, x.most - y.least});
      })
      .Case([&](arith::MulFOp product) { return multiply(product, depth + 1); })
      .Case([&](arith::MaximumFOp) {
        FloatRange x = of(0), y = of(1);
        return FloatRange{std::max(x.least, y.least), std::max(x.most, y.most)};
      })
      .Case([&](arith::MinimumFOp) {
        FloatRange x = of(0), y = of(1);
        return FloatRange{std::min(x.least, y.least), std::min(x.most, y.most)};
      })
      .Default([](Operation *) { return FloatRange(); });
}

FloatRange dtensor::getRange(Value value) { return ::getRange(value, 0); }
