//===- NumberTest.cpp - One element of any type ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace dtensor;
using namespace dtensor::reference;

namespace {

// Computed by hand from the formats: f16 has 11 digits and exponents from -14,
// bf16 has 8 and from -126.

TEST(NumberTest, RoundsToNearestTiesToEven) {
  EXPECT_EQ(roundFloat(ElementType::F16, 2049.0), 2048);
  EXPECT_EQ(roundFloat(ElementType::F16, 2051.0), 2052);
  EXPECT_EQ(roundFloat(ElementType::BF16, 257.0), 256);
  EXPECT_EQ(roundFloat(ElementType::BF16, 259.0), 260);
  EXPECT_EQ(roundFloat(ElementType::F32, 16777217.0), 16777216);
  EXPECT_EQ(roundFloat(ElementType::F64, 9007199254740993.0L),
            9007199254740992.0);
}

TEST(NumberTest, RoundsSmallNumbersToTheLeastSteps) {
  EXPECT_EQ(roundFloat(ElementType::F16, 0x1.8p-24), 0x1p-23);
  EXPECT_EQ(roundFloat(ElementType::F16, 0x1p-25), 0);
  EXPECT_EQ(roundFloat(ElementType::F16, 0x1.1p-25), 0x1p-24);
  EXPECT_EQ(roundFloat(ElementType::BF16, 0x1p-133), 0x1p-133);
  EXPECT_EQ(roundFloat(ElementType::BF16, 0x1p-135), 0);
  EXPECT_TRUE(std::signbit(roundFloat(ElementType::BF16, -0x1p-140)));
}

TEST(NumberTest, RoundsLargeNumbersToInfinity) {
  EXPECT_EQ(roundFloat(ElementType::F16, 65519.0), 65504);
  EXPECT_EQ(roundFloat(ElementType::F16, 65520.0), INFINITY);
  EXPECT_EQ(roundFloat(ElementType::BF16, -0x1.FEp127), -0x1.FEp127);
  EXPECT_EQ(roundFloat(ElementType::BF16, -0x1.FFp127), -INFINITY);
  EXPECT_TRUE(std::isnan(roundFloat(ElementType::F16, NAN)));
}

TEST(NumberTest, RoundsOnceFromALongDouble) {
  // Halfway between two floats, except for a bit that a double does not hold.
  long double value = 1 + 0x1p-24L + 0x1p-60L;
  EXPECT_EQ(roundFloat(ElementType::F32, value), 1 + 0x1p-23);
  EXPECT_EQ(roundFloat(ElementType::F32, double(value)), 1);
}

TEST(NumberTest, WrapsIntegers) {
  EXPECT_EQ(wrapInteger(ElementType::I8, 200), -56);
  EXPECT_EQ(wrapInteger(ElementType::I16, -32769), 32767);
  EXPECT_EQ(wrapInteger(ElementType::I32, int64_t(1) << 32 | 5), 5);
  EXPECT_EQ(wrapInteger(ElementType::I1, 3), 1);
  EXPECT_EQ(getUnsigned(ElementType::I8, -56), 200u);
  EXPECT_EQ(getUnsigned(ElementType::I64, -1), UINT64_MAX);
  EXPECT_EQ(getSigned(ElementType::I1, 1), -1);
}

TEST(NumberTest, RoundsOnceToFloatsOfEightBits) {
  EXPECT_EQ(roundFloat(ElementType::F8E4M3FN, 17.0), 16);
  EXPECT_EQ(roundFloat(ElementType::F8E4M3FN, 19.0), 20);
  EXPECT_TRUE(std::isnan(roundFloat(ElementType::F8E4M3FN, 465.0)));
  EXPECT_EQ(roundFloat(ElementType::F8E5M2, 1e30), INFINITY);
  EXPECT_FALSE(std::signbit(roundFloat(ElementType::F8E4M3FNUZ, -0.0)));
  // Rounded to f64 first, this would be a tie, and then 16.
  EXPECT_EQ(roundFloat(ElementType::F8E4M3FN, 17.0L + 0x1p-58L), 18);
  EXPECT_EQ(roundFloat(ElementType::F8E4M3FN, 17.0L - 0x1p-58L), 16);
}

TEST(NumberTest, StoresAndLoadsEveryType) {
  for (ElementType type : {ElementType::I1, ElementType::I8, ElementType::I16,
                           ElementType::I32, ElementType::I64}) {
    HostTensor tensor = llvm::cantFail(HostTensor::create(type, {2}));
    store(tensor, 1, Number::ofInteger(-3));
    EXPECT_EQ(load(tensor, 0).integer, 0) << stringify(type).str();
    EXPECT_EQ(load(tensor, 1).integer, type == ElementType::I1 ? 1 : -3);
  }
  for (ElementType type :
       {ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64,
        ElementType::C64, ElementType::C128}) {
    HostTensor tensor = llvm::cantFail(HostTensor::create(type, {2}));
    store(tensor, 1, Number::ofFloat(0.1, -0.1));
    Number number = load(tensor, 1);
    Number want = roundTo(type, Number::ofFloat(0.1, -0.1));
    EXPECT_EQ(number.real, want.real) << stringify(type).str();
    EXPECT_EQ(number.imaginary, want.imaginary);
    EXPECT_NEAR(number.real, 0.1, 1e-3);
    EXPECT_EQ(number.imaginary, isComplex(type) ? -number.real : 0);
  }
}

} // namespace
