//===- RandomBlocks.cpp - Generators that count ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dtensor;

namespace {
/// Arithmetic with 32 bits.
class Words {
public:
  Words(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(uint32_t value) {
    return arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value add(Value a, Value b) {
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value exclusiveOr(Value a, Value b) {
    return arith::XOrIOp::create(builder, loc, a, b);
  }
  Value rotateLeft(Value value, uint32_t distance) {
    Value high = arith::ShLIOp::create(builder, loc, value, constant(distance));
    Value low =
        arith::ShRUIOp::create(builder, loc, value, constant(32 - distance));
    return arith::OrIOp::create(builder, loc, high, low);
  }
  /// The low and the high word of a product.
  RandomPair multiply(Value value, uint32_t factor) {
    auto product =
        arith::MulUIExtendedOp::create(builder, loc, value, constant(factor));
    return {product.getLow(), product.getHigh()};
  }

private:
  OpBuilder &builder;
  Location loc;
};
} // namespace

RandomPair dtensor::createThreefry(OpBuilder &builder, Location loc,
                                   RandomPair counter, RandomPair key) {
  constexpr std::array<uint32_t, 8> distances = {13, 15, 26, 6, 17, 29, 16, 24};
  constexpr uint32_t parity = 0x1BD11BDA;
  Words of(builder, loc);
  std::array<Value, 3> keys = {
      key[0], key[1],
      of.exclusiveOr(of.exclusiveOr(of.constant(parity), key[0]), key[1])};
  RandomPair x = {of.add(counter[0], keys[0]), of.add(counter[1], keys[1])};
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned round = 0; round < 4; ++round) {
      x[0] = of.add(x[0], x[1]);
      x[1] = of.exclusiveOr(
          x[0], of.rotateLeft(x[1], distances[(4 * group + round) % 8]));
    }
    x[0] = of.add(x[0], keys[(group + 1) % 3]);
    x[1] = of.add(of.add(x[1], keys[(group + 2) % 3]), of.constant(group + 1));
  }
  return x;
}

RandomQuad dtensor::createPhilox(OpBuilder &builder, Location loc,
                                 RandomQuad counter, RandomPair key) {
  Words of(builder, loc);
  RandomQuad x = counter;
  for (unsigned round = 0; round < 10; ++round) {
    RandomPair even = of.multiply(x[0], 0xD2511F53);
    RandomPair odd = of.multiply(x[2], 0xCD9E8D57);
    x = {of.exclusiveOr(of.exclusiveOr(odd[1], x[1]), key[0]), odd[0],
         of.exclusiveOr(of.exclusiveOr(even[1], x[3]), key[1]), even[0]};
    key = {of.add(key[0], of.constant(0x9E3779B9)),
           of.add(key[1], of.constant(0xBB67AE85))};
  }
  return x;
}
