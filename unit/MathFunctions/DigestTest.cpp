//===- DigestTest.cpp - Arithmetic has the same bits everywhere -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes arithmetic, conversions and small programs of elements on all levels
// that this machine supports, and compares the bits with those in a file.
// MathFunctionTest does the same for functions.

#include "Digests.h"
#include "ElementwiseProgram.h"
#include "MathInputs.h"
#include "gtest/gtest.h"

using namespace dtensor;
using llvm::StringRef;

namespace {

/// In the body, as in ElementwiseProgram, `@` stands for `tensor<Nx`. The name
/// of another element type and a `>` follow it.
struct Case {
  const char *name;
  const char *body;
  const char *from = "f32", *to = "f32";
};

#define BINARY(name, type)                                                     \
  {#name " " type, "%z = arith." #name " %x, %y : $", type, type}
#define UNARY(name, type)                                                      \
  {#name " " type, "%z = math." #name " %x : $", type, type}
#define ARITHMETIC(type)                                                       \
  BINARY(addf, type), BINARY(subf, type), BINARY(mulf, type),                  \
      BINARY(divf, type), BINARY(maximumf, type), BINARY(minimumf, type),      \
      BINARY(maxnumf, type), BINARY(minnumf, type), UNARY(floor, type),        \
      UNARY(ceil, type), UNARY(round, type), UNARY(roundeven, type),           \
      UNARY(trunc, type),                                                      \
      {"product and sum " type,                                                \
       "%0 = arith.mulf %x, %y : $\n%z = arith.addf %0, %x : $", type, type},  \
  {                                                                            \
    "fma " type, "%z = math.fma %x, %y, %x : $", type, type                    \
  }
/// Computes in the narrow type, in which each op rounds.
#define NARROW(type)                                                           \
  {"truncf f32 " type, "%0 = arith.truncf %x : $ to @" type ">\n"              \
                       "%z = arith.extf %0 : @" type "> to !"},                \
      {"truncf f64 " type,                                                     \
       "%0 = arith.truncf %x : $ to @" type ">\n"                              \
       "%z = arith.extf %0 : @" type "> to !",                                 \
       "f64", "f64"},                                                          \
      {"arithmetic " type, "%0 = arith.truncf %x : $ to @" type ">\n"          \
                           "%1 = arith.truncf %y : $ to @" type ">\n"          \
                           "%2 = arith.mulf %0, %1 : @" type ">\n"             \
                           "%3 = arith.addf %2, %0 : @" type ">\n"             \
                           "%4 = arith.divf %3, %1 : @" type ">\n"             \
                           "%5 = math.sqrt %4 : @" type ">\n"                  \
                           "%z = arith.extf %5 : @" type "> to !"},            \
      {"functions " type, "%0 = arith.truncf %x : $ to @" type ">\n"           \
                          "%1 = math.exp %0 : @" type ">\n"                    \
                          "%2 = math.sin %1 : @" type ">\n"                    \
                          "%3 = math.log1p %2 : @" type ">\n"                  \
                          "%z = arith.extf %3 : @" type "> to !"}

constexpr Case kCases[] = {
    ARITHMETIC("f32"),
    ARITHMETIC("f64"),
    NARROW("f16"),
    NARROW("bf16"),
    {"extf f32 f64", "%z = arith.extf %x : $ to !", "f32", "f64"},
    {"truncf f64 f32", "%z = arith.truncf %x : $ to !", "f64", "f32"},
    {"bits f32",
     "%0 = arith.bitcast %x : $ to @i32>\n%z = arith.sitofp %0 : @i32> to !"},
    {"bits f64",
     "%0 = arith.bitcast %x : $ to @i64>\n%z = arith.uitofp %0 : @i64> to !",
     "f64", "f64"},
    {"gelu", R"(%half = arith.constant dense<0.5> : $
                %one = arith.constant dense<1.0> : $
                %a = arith.constant dense<0.044715> : $
                %b = arith.constant dense<0.7978846> : $
                %0 = arith.mulf %x, %x : $
                %1 = arith.mulf %0, %x : $
                %2 = arith.mulf %1, %a : $
                %3 = arith.addf %2, %x : $
                %4 = arith.mulf %3, %b : $
                %5 = math.tanh %4 : $
                %6 = arith.addf %5, %one : $
                %7 = arith.mulf %6, %x : $
                %z = arith.mulf %7, %half : $)"},
    {"silu", R"(%one = arith.constant dense<1.0> : $
                %0 = arith.negf %x : $
                %1 = math.exp %0 : $
                %2 = arith.addf %1, %one : $
                %z = arith.divf %x, %2 : $)"},
    {"softplus f64", R"(%0 = math.absf %x : $
                %1 = arith.negf %0 : $
                %2 = math.exp %1 : $
                %3 = math.log1p %2 : $
                %4 = arith.maximumf %x, %y : $
                %z = arith.addf %3, %4 : $)",
     "f64", "f64"},
    {"polar f64", R"(%0 = arith.mulf %x, %x : $
                %1 = arith.mulf %y, %y : $
                %2 = arith.addf %0, %1 : $
                %3 = math.sqrt %2 : $
                %4 = math.atan2 %y, %x : $
                %5 = math.cos %4 : $
                %z = arith.mulf %3, %5 : $)",
     "f64", "f64"},
};

constexpr int64_t kNumInputs = 1 << 17;

std::string spellTypes(StringRef body) {
  std::string text;
  for (char c : body) {
    if (c == '@')
      text += "tensor<" + std::to_string(kNumInputs) + "x";
    else
      text += c;
  }
  return text;
}

class DigestTest : public ::testing::TestWithParam<Case> {
protected:
  template <typename T> void test() {
    const Case &each = GetParam();
    std::vector<T> x = makeMathInputs<T>(kNumInputs, 0);
    std::vector<T> y = makeMathInputs<T>(kNumInputs, 1);
    bool isF32 = StringRef(each.to) == "f32";
    ElementType type = isF32 ? ElementType::F32 : ElementType::F64;
    std::vector<char> z(kNumInputs * getByteSize(type));
    for (const Processor &processor : getRunnable()) {
      SCOPED_TRACE(processor.getName().str());
      ElementwiseProgram program(spellTypes(each.body), each.from, each.to,
                                 kNumInputs, processor);
      program.run(x.data(), y.data(), z.data());
      EXPECT_EQ(getDigest(type, z.data(), kNumInputs),
                findDigest(each.name, processor))
          << each.name;
    }
  }
};

TEST_P(DigestTest, HasTheBitsOfTheFile) {
  if (StringRef(GetParam().from) == "f32")
    test<float>();
  else
    test<double>();
}

INSTANTIATE_TEST_SUITE_P(Cases, DigestTest, ::testing::ValuesIn(kCases),
                         [](const auto &info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

} // namespace
