//===- QuotientTest.cpp - Quotients by one divisor ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Quotients of f32 by one divisor are corrected products with its reciprocal.
// They must have the bits of quotients.

#include "Digests.h"
#include "ElementwiseProgram.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace dtensor;

namespace {

/// The inverse of an odd number modulo 2^64.
uint64_t invert(uint64_t odd) {
  uint64_t inverse = odd;
  for (int i = 0; i < 6; ++i)
    inverse *= 2 - odd * inverse;
  return inverse;
}

float divideByReciprocal(float x, float d) {
  float r = 1.0f / d;
  float near = x * r;
  return std::fma(std::fma(-near, d, x), r, near);
}

/// All mantissas X and D whose quotient is closest to the middle between two
/// numbers. The middle is M / 2^(k+1), with M odd and of 25 digits, if X 2^k /
/// D has 24 digits before the point. So 2^(k+1) X - M D is a small number `n`,
/// and M is known modulo a power of two.
TEST(QuotientTest, ClosestToTies) {
  constexpr uint64_t kLeast = 1 << 23, kBound = 1 << 24;
  int64_t numCases = 0, numWrong = 0;
  for (uint64_t d = kLeast; d < kBound; ++d) {
    int shift = __builtin_ctzll(d);
    uint64_t inverse = invert(d >> shift);
    for (int64_t n : {-2, -1, 1, 2}) {
      if (n % (int64_t(1) << shift) != 0)
        continue;
      for (int k : {23, 24}) {
        uint64_t step = uint64_t(1) << (k + 1 - shift);
        uint64_t least = (-(n >> shift) * inverse) & (step - 1);
        for (uint64_t m = least; m < 2 * kBound; m += step) {
          uint64_t x = (m * d + n) >> (k + 1);
          if (m < kBound || m % 2 == 0 || x < kLeast || x >= kBound ||
              (k == 23) != (x >= d))
            continue;
          float dividend = static_cast<float>(x),
                divisor = static_cast<float>(d);
          ++numCases;
          numWrong +=
              divideByReciprocal(dividend, divisor) != dividend / divisor;
        }
      }
    }
  }
  EXPECT_GT(numCases, 11 << 20);
  EXPECT_EQ(numWrong, 0);
}

/// Numbers of all kinds by divisors of all kinds.
TEST(QuotientTest, GeneratedCode) {
  constexpr int64_t kNumInputs = (1 << 16) + 7;
  std::mt19937 random(1);
  std::vector<uint32_t> x(kNumInputs);
  for (int64_t i = 0; i < kNumInputs; ++i) {
    x[i] = static_cast<uint32_t>(random());
    // Most of the vectors have no number for which there is a division.
    if (i % 1024 >= 256)
      x[i] = (x[i] & 0x807fffff) | ((127 - 90 + x[i] / 8 % 180) << 23);
    // Zeros with signs, infinities, NaN, and subnormal numbers.
    if (i % 1024 < 64)
      x[i] &= (i % 8 < 4) ? 0x80000000 : (i % 8 < 6) ? 0x807fffff : ~0u;
    if (i % 1024 == 256)
      x[i] = (i / 1024) % 2 ? 0xff800000 : 0x7fc00000;
  }
  std::vector<uint32_t> divisors = {
      0x00000000, 0x80000000, 0x7f800000, 0x7fc00000, 0x00000001, 0x3f800000,
      0x3fffffff, 0x4bffffff, 0x33800000, 0x337fffff, 0x4b800000, 0xc0490fdb};
  for (int i = 0; i < 50; ++i)
    divisors.push_back((random() & 0x807fffff) |
                       ((127 - 24 + random() % 48) << 23));
  for (const Processor &processor : getRunnable()) {
    SCOPED_TRACE(processor.getName().str());
    ElementwiseProgram program("%c0 = arith.constant 0 : index\n"
                               "%d = tensor.extract %y[%c0] : $\n"
                               "%w = tensor.empty() : $\n"
                               "%all = linalg.fill ins(%d : f32) outs(%w : $) "
                               "-> $\n"
                               "%z = arith.divf %x, %all : $",
                               "f32", "f32", kNumInputs, processor);
    std::vector<uint32_t> y(kNumInputs), results(kNumInputs);
    for (uint32_t divisor : divisors) {
      y[0] = divisor;
      program.run(x.data(), y.data(), results.data());
      int64_t numWrong = 0;
      for (int64_t i = 0; i < kNumInputs; ++i) {
        float dividend, d, result;
        std::memcpy(&dividend, &x[i], sizeof(float));
        std::memcpy(&d, &divisor, sizeof(float));
        std::memcpy(&result, &results[i], sizeof(float));
        float expected = dividend / d;
        numWrong += std::isnan(expected)
                        ? !std::isnan(result)
                        : std::memcmp(&expected, &result, sizeof(float)) != 0;
      }
      EXPECT_EQ(numWrong, 0) << "divisor " << std::hex << divisor;
    }
  }
}

} // namespace
