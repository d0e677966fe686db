//===- LargePowersTest.cpp - Powers next to the largest number ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// SLEEF's power of f64 is infinite if the result is within 2 millionths of the
// largest number. The runtime's powers must be finite exactly where the rounded
// result is.

#include "Digests.h"
#include "ElementwiseProgram.h"
#include "MathFunction.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace dtensor;

namespace {

constexpr int64_t kNumInputs = (1 << 16) + 3;

TEST(LargePowersTest, OfF64) {
  std::vector<double> x(kNumInputs), y(kNumInputs);
  std::mt19937_64 random(1);
  auto draw = [&] { return std::ldexp(double(random() >> 11), -53); };
  for (int64_t i = 0; i < kNumInputs; ++i) {
    // The bases have all exponents, and negative ones have odd powers.
    x[i] = std::ldexp(1 + draw(), static_cast<int>(random() % 2000) - 1000);
    if (i % 4 == 0)
      x[i] = 1 + draw();
    long double log = 1024 + 3e-6L * (static_cast<long double>(draw()) - 0.9L);
    y[i] = static_cast<double>(log / std::log2(static_cast<long double>(x[i])));
    if (i % 4 == 1) {
      y[i] = 3 + 2 * static_cast<double>(random() % 200);
      x[i] = -static_cast<double>(std::exp2(log / y[i]));
    }
  }
  std::vector<double> fused;
  for (const Processor &processor : getRunnable()) {
    SCOPED_TRACE(processor.getName().str());
    ElementwiseProgram program("%z = math.powf %x, %y : $", "f64", "f64",
                               kNumInputs, processor);
    std::vector<double> results(kNumInputs);
    program.run(x.data(), y.data(), results.data());
    double most = 0;
    int64_t numFinite = 0, numInfinite = 0;
    for (int64_t i = 0; i < kNumInputs; ++i) {
      (std::isinf(results[i]) ? numInfinite : numFinite) += 1;
      long double expected = std::pow(static_cast<long double>(x[i]),
                                      static_cast<long double>(y[i]));
      most = std::max(most, getError(results[i], expected));
    }
    EXPECT_LE(most, 1.25);
    EXPECT_GT(numFinite, kNumInputs / 2);
    EXPECT_GT(numInfinite, kNumInputs / 64);
    RecordProperty(processor.getName().str(), std::to_string(most));
    if (!processor.hasFusedFunctions())
      continue;
    if (fused.empty())
      fused = results;
    EXPECT_EQ(results, fused);
  }
}

} // namespace
