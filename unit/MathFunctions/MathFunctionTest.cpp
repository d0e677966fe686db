//===- MathFunctionTest.cpp - Errors and bits of functions ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes functions of 2^20 numbers on all levels that this machine supports.
// Checks their errors against the C library's functions of a wider type. Checks
// that all levels give the same bits, and that a vector and its remainder do.

#include "MathFunction.h"
#include "Digests.h"
#include "ElementwiseProgram.h"
#include "MathInputs.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace dtensor;
using llvm::StringRef;

namespace {

constexpr int64_t kNumInputs = 1 << 20;
/// Not a multiple of any vector length.
constexpr int64_t kNumOdd = 4093;

std::string getBody(const MathFunction &function) {
  return llvm::formatv("%z = math.{0} %x{1} : $", function.name,
                       function.numArguments == 2 ? ", %y" : "");
}

/// Prints hexadecimal digits, which are exact.
std::string print(double x) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%a", x);
  return text;
}

class MathFunctionTest : public ::testing::TestWithParam<MathFunction> {
protected:
  template <typename T>
  std::vector<T> compute(const Processor &processor, int64_t numElements) {
    ElementwiseProgram program(getBody(GetParam()), getName<T>(), getName<T>(),
                               numElements, processor);
    std::vector<T> results(numElements);
    program.run(getInputs<T>(0).data(), getInputs<T>(1).data(), results.data());
    return results;
  }

  template <typename T> static const std::vector<T> &getInputs(uint64_t seed) {
    static const std::vector<T> inputs[] = {makeMathInputs<T>(kNumInputs, 0),
                                            makeMathInputs<T>(kNumInputs, 1)};
    return inputs[seed];
  }

  template <typename T> static StringRef getName() {
    return sizeof(T) == 4 ? "f32" : "f64";
  }

  template <typename T>
  static std::string digest(const std::vector<T> &results, int64_t number) {
    return getDigest(sizeof(T) == 4 ? ElementType::F32 : ElementType::F64,
                     results.data(), number);
  }

  template <typename T> void test() {
    const std::vector<T> &x = getInputs<T>(0), &y = getInputs<T>(1);
    using Wide = std::conditional_t<sizeof(T) == 4, double, long double>;
    constexpr Wide kSmall = 64 * Wide(std::numeric_limits<T>::min());
    std::vector<Wide> expected(kNumInputs);
    for (int64_t i = 0; i < kNumInputs; ++i) {
      if constexpr (sizeof(T) == 4)
        expected[i] = GetParam().ofF64(x[i], y[i]);
      else
        expected[i] = GetParam().ofLongDouble(x[i], y[i]);
    }
    for (const Processor &processor : getRunnable()) {
      SCOPED_TRACE(processor.getName().str() + " " + getName<T>().str());
      std::vector<T> results = compute<T>(processor, kNumInputs);
      double most = 0;
      int64_t worst = 0;
      for (int64_t i = 0; i < kNumInputs; ++i) {
        double error = getError(results[i], expected[i]);
        // Without a fused multiply-add, small products lose digits.
        bool isSmall = std::abs(expected[i]) < kSmall;
        if (isSmall && !processor.hasFusedFunctions())
          error /= 2;
        if (error > most) {
          most = error;
          worst = i;
        }
      }
      EXPECT_LE(most, GetParam().bound)
          << print(results[worst]) << " of (" << print(x[worst]) << ", "
          << print(y[worst]) << ") and not "
          << print(static_cast<double>(expected[worst]));
      RecordProperty((getName<T>() + " " + processor.getName()).str(),
                     std::to_string(most));
      std::string name =
          (StringRef(GetParam().name) + " " + getName<T>()).str();
      EXPECT_EQ(digest(results, kNumInputs), findDigest(name, processor))
          << name;
      EXPECT_EQ(digest(compute<T>(processor, kNumOdd), kNumOdd),
                digest(results, kNumOdd));
    }
  }
};

TEST_P(MathFunctionTest, OfF32) { test<float>(); }
TEST_P(MathFunctionTest, OfF64) { test<double>(); }

INSTANTIATE_TEST_SUITE_P(Functions, MathFunctionTest,
                         ::testing::ValuesIn(getMathFunctions()),
                         [](const auto &info) { return info.param.name; });

} // namespace
