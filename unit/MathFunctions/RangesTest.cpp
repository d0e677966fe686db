//===- RangesTest.cpp - Functions of numbers that have bounds -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// exp and log are shorter where the operations before them bound their
// operands. They must have the bits of the same functions of unknown numbers.

#include "Digests.h"
#include "ElementwiseProgram.h"
#include "gtest/gtest.h"
#include <array>
#include <cmath>
#include <cstring>
#include <random>

using namespace dtensor;

namespace {

constexpr int64_t kNumInputs = (1 << 20) + 5;

using Numbers = std::vector<float>;

Numbers run(llvm::StringRef body, const Numbers &x,
            const Processor &processor) {
  ElementwiseProgram program(body, "f32", "f32", kNumInputs, processor);
  Numbers results(kNumInputs);
  program.run(x.data(), x.data(), results.data());
  return results;
}

int64_t countDifferent(const Numbers &first, const Numbers &second) {
  int64_t number = 0;
  for (int64_t i = 0; i < kNumInputs; ++i)
    number += std::isnan(first[i])
                  ? !std::isnan(second[i])
                  : std::memcmp(&first[i], &second[i], sizeof(float)) != 0;
  return number;
}

/// Random bits, numbers in [-100, 100), and some infinities and NaN.
Numbers makeInputs() {
  Numbers x(kNumInputs);
  std::mt19937 random(1);
  for (int64_t i = 0; i < kNumInputs; ++i) {
    auto bits = static_cast<uint32_t>(random());
    if (i % 1000 < 4)
      bits = std::array<uint32_t, 4>{0x7f800000, 0xff800000, 0x7fc00000,
                                     0xffc00fff}[i % 1000];
    std::memcpy(&x[i], &bits, sizeof(float));
    if (i % 4 > 1 && std::isfinite(x[i]))
      x[i] = static_cast<float>(static_cast<double>(bits) * 200 / 0x1p32 - 100);
  }
  return x;
}

/// `bound` computes `%t`, which has bounds, from `%x`.
void compare(const std::string &bound, const std::string &function) {
  Numbers x = makeInputs();
  for (const Processor &processor : getRunnable()) {
    SCOPED_TRACE(processor.getName().str() + ": " + bound + function);
    Numbers together =
        run(bound + "\n%z = math." + function + " %t : $", x, processor);
    Numbers bounded = run(bound + "\n%zero = arith.constant dense<-0.0> : $\n"
                                  "%z = arith.addf %t, %zero : $",
                          x, processor);
    Numbers separate =
        run("%z = math." + function + " %x : $", bounded, processor);
    EXPECT_EQ(countDifferent(together, separate), 0);
  }
}

TEST(RangesTest, Exponential) {
  compare("%t = math.tanh %x : $", "exp");
  compare("%least = arith.constant dense<-87.0> : $\n"
          "%most = arith.constant dense<88.0> : $\n"
          "%u = arith.maximumf %x, %least : $\n"
          "%t = arith.minimumf %u, %most : $",
          "exp");
}

TEST(RangesTest, Logarithm) {
  compare("%one = arith.constant dense<1.0> : $\n"
          "%e = math.exp %x : $\n"
          "%t = arith.addf %e, %one : $",
          "log");
  compare("%least = arith.constant dense<1.17549435E-38> : $\n"
          "%u = math.absf %x : $\n"
          "%t = arith.addf %u, %least : $",
          "log");
  compare("%t = arith.mulf %x, %x : $", "log");
}

} // namespace
