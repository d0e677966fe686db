//===- ScalarOpTest.cpp - arith, math and complex on elements -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretText.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace dtensor;
using namespace dtensor::reference;
using namespace mlir;

namespace {

class ScalarOpTest : public InterpretText {
protected:
  /// `%r = OP %a, %b : TYPE` of two constants.
  template <typename T>
  T evaluate(StringRef op, StringRef type, StringRef a, StringRef b) {
    std::vector<T> values =
        get<T>(llvm::formatv("func.func @main() -> {1} {{\n"
                             "%a = arith.constant {2} : {1}\n"
                             "%b = arith.constant {3} : {1}\n"
                             "%r = {0} %a, %b : {1}\nreturn %r : {1}\n}",
                             op, type, a, b)
                   .str());
    return values.empty() ? T() : values.front();
  }
  /// `%r = OP %a : FROM to TO`.
  template <typename T>
  T convert(StringRef op, StringRef from, StringRef to, StringRef a) {
    std::vector<T> values =
        get<T>(llvm::formatv("func.func @main() -> {2} {{\n"
                             "%a = arith.constant {3} : {1}\n"
                             "%r = {0} %a : {1} to {2}\nreturn %r : {2}\n}",
                             op, from, to, a)
                   .str());
    return values.empty() ? T() : values.front();
  }
};

TEST_F(ScalarOpTest, IntegersWrapAround) {
  EXPECT_EQ(evaluate<int8_t>("arith.addi", "i8", "100", "100"), -56);
  EXPECT_EQ(evaluate<int32_t>("arith.muli", "i32", "65536", "65536"), 0);
  EXPECT_EQ(evaluate<int8_t>("arith.divsi", "i8", "-128", "-1"), -128);
  EXPECT_EQ(evaluate<int8_t>("arith.remsi", "i8", "-128", "-1"), 0);
}

TEST_F(ScalarOpTest, QuotientsRoundAsTheirNamesSay) {
  EXPECT_EQ(evaluate<int32_t>("arith.divsi", "i32", "-7", "2"), -3);
  EXPECT_EQ(evaluate<int32_t>("arith.floordivsi", "i32", "-7", "2"), -4);
  EXPECT_EQ(evaluate<int32_t>("arith.ceildivsi", "i32", "7", "2"), 4);
  EXPECT_EQ(evaluate<int32_t>("arith.ceildivsi", "i32", "-7", "2"), -3);
  EXPECT_EQ(evaluate<int32_t>("arith.remsi", "i32", "-7", "2"), -1);
  EXPECT_EQ(evaluate<uint8_t>("arith.divui", "i8", "-56", "3"), 66);
  EXPECT_EQ(evaluate<uint8_t>("arith.ceildivui", "i8", "-56", "3"), 67);
}

TEST_F(ScalarOpTest, TruthValuesHaveASignWhereItCounts) {
  EXPECT_EQ(convert<int32_t>("arith.extsi", "i1", "i32", "1"), -1);
  EXPECT_EQ(convert<int32_t>("arith.extui", "i1", "i32", "1"), 1);
  EXPECT_EQ(convert<float>("arith.sitofp", "i1", "f32", "1"), -1);
  EXPECT_EQ(convert<float>("arith.uitofp", "i1", "f32", "1"), 1);
  EXPECT_EQ(evaluate<int8_t>("arith.maxsi", "i1", "1", "0"), 0);
}

TEST_F(ScalarOpTest, ExtremesOfNaNsAndZeros) {
  StringRef nan = "0x7FC00000";
  EXPECT_TRUE(std::isnan(evaluate<float>("arith.maximumf", "f32", nan, "1.0")));
  EXPECT_EQ(evaluate<float>("arith.maxnumf", "f32", nan, "1.0"), 1);
  EXPECT_EQ(evaluate<float>("arith.minnumf", "f32", "1.0", nan), 1);
  EXPECT_FALSE(
      std::signbit(evaluate<float>("arith.maximumf", "f32", "-0.0", "0.0")));
  EXPECT_TRUE(
      std::signbit(evaluate<float>("arith.minimumf", "f32", "0.0", "-0.0")));
}

TEST_F(ScalarOpTest, ConversionsRoundOnce) {
  // Halfway between two floats, and a bit more than that.
  EXPECT_EQ(convert<float>("arith.sitofp", "i64", "f32", "9007199791611905"),
            9007200328482816.0f);
  EXPECT_EQ(convert<float>("arith.truncf", "f64", "f32", "1.0e300"), INFINITY);
  EXPECT_EQ(convert<int32_t>("arith.fptosi", "f32", "i32", "-2.75"), -2);
  EXPECT_EQ(convert<int32_t>("arith.bitcast", "f32", "i32", "1.0"), 0x3F800000);
}

TEST_F(ScalarOpTest, FusedProductsRoundOnce) {
  // 1 - 2^-46 is lost if the product is rounded by itself.
  EXPECT_EQ(get<float>(R"(func.func @main() -> f32 {
    %a = arith.constant 0x3F800001 : f32
    %b = arith.constant 0x3F7FFFFE : f32
    %c = arith.constant -1.0 : f32
    %r = math.fma %a, %b, %c : f32
    return %r : f32 })"),
            std::vector<float>({std::fma(1.00000012f, 0.99999988f, -1.0f)}));
}

TEST_F(ScalarOpTest, PowersOfIntegers) {
  EXPECT_EQ(evaluate<int32_t>("math.ipowi", "i32", "-3", "3"), -27);
  EXPECT_EQ(evaluate<int32_t>("math.ipowi", "i32", "-1", "-3"), -1);
  EXPECT_EQ(evaluate<int32_t>("math.ipowi", "i32", "2", "-1"), 0);
}

TEST_F(ScalarOpTest, BodiesHaveControlFlow) {
  // The sum of i * i below each position, and 100 where that is odd.
  EXPECT_EQ(get<int64_t>(R"(func.func @main() -> tensor<4xindex> {
    %table = arith.constant dense<[0, 1, 4, 9]> : tensor<4xindex>
    %r = tensor.generate {
    ^bb0(%n: index):
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %s = scf.for %i = %0 to %n step %1 iter_args(%t = %0) -> index {
        %square = tensor.extract %table[%i] : tensor<4xindex>
        %u = arith.addi %t, %square : index
        scf.yield %u : index
      }
      %2 = arith.constant 2 : index
      %rest = arith.remui %s, %2 : index
      %odd = arith.cmpi eq, %rest, %1 : index
      %v = scf.if %odd -> index {
        %100 = arith.constant 100 : index
        scf.yield %100 : index
      } else {
        scf.yield %s : index
      }
      tensor.yield %v : index
    } : tensor<4xindex>
    return %r : tensor<4xindex> })"),
            std::vector<int64_t>({0, 0, 100, 100}));
}

} // namespace
