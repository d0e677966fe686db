//===- ApproximateTest.cpp - Functions with the flag afn ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A function that may be approximated has an error below four units in the last
// place. Subnormal arguments and results may be taken for zero. Infinities and
// NaN are as in C.

#include "Digests.h"
#include "ElementwiseProgram.h"
#include "MathFunction.h"
#include "MathInputs.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace dtensor;

namespace {

constexpr int64_t kNumInputs = 1 << 20;

class ApproximateTest : public ::testing::TestWithParam<MathFunction> {};

float flush(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.f, x) : x;
}

TEST_P(ApproximateTest, OfF32) {
  std::vector<float> x = makeMathInputs<float>(kNumInputs, 0);
  for (const Processor &processor : getRunnable()) {
    SCOPED_TRACE(processor.getName().str());
    ElementwiseProgram program(
        llvm::formatv("%z = math.{0} %x fastmath<afn> : $", GetParam().name)
            .str(),
        "f32", "f32", kNumInputs, processor);
    std::vector<float> results(kNumInputs);
    program.run(x.data(), x.data(), results.data());
    for (int64_t i = 0; i < kNumInputs; ++i) {
      double expected = GetParam().ofF64(x[i], 0);
      if (getError(results[i], expected) < 4 ||
          getError(results[i], GetParam().ofF64(flush(x[i]), 0)) < 4 ||
          results[i] == flush(static_cast<float>(expected)))
        continue;
      FAIL() << results[i] << " of " << x[i] << " and not " << expected;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Functions, ApproximateTest,
    ::testing::ValuesIn(llvm::to_vector(llvm::make_filter_range(
        getMathFunctions(),
        [](const MathFunction &function) {
          return llvm::is_contained({"exp", "log", "tanh"},
                                    llvm::StringRef(function.name));
        }))),
    [](const auto &info) { return info.param.name; });

} // namespace
