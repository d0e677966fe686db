//===- DigestTest.cpp - Arithmetic has the same bits everywhere -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Computes arithmetic, conversions, small programs of elements, reductions and
// generated contractions on all levels that this machine supports, and compares
// the bits with those in a file. MathFunctionTest does the same for functions.

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

/// Numbers of many exponents, all finite, as a matrix.
#define MATRIX(type, integer, matrix)                                          \
  "%i = arith.bitcast %x : $ to @" integer ">\n"                               \
  "%n = arith.sitofp %i : @" integer "> to $\n"                                \
  "%m = tensor.expand_shape %n [[0, 1]] output_shape [128, 1024]"              \
  " : $ into " matrix "\n"
/// `combined` of %a and %b, from `start` on, over rows or columns; every
/// element of a row or column becomes the result of it.
#define REDUCTION(type, matrix, vector, axis, start, combined)                 \
  "%c0 = arith.constant " start " : " type "\n"                                \
  "%e0 = tensor.empty() : " vector "\n"                                        \
  "%f0 = linalg.fill ins(%c0 : " type ") outs(%e0 : " vector ") -> " vector    \
  "\n%r = linalg.reduce ins(%m : " matrix ") outs(%f0 : " vector               \
  ") dimensions = [" axis "] (%b: " type ", %a: " type ") {\n" combined        \
  "\nlinalg.yield %c : " type "\n}\n"                                          \
  "%e1 = tensor.empty() : " matrix "\n"                                        \
  "%s = linalg.broadcast ins(%r : " vector ") outs(%e1 : " matrix              \
  ") dimensions = [" axis "]\n"                                                \
  "%z = tensor.collapse_shape %s [[0, 1]] : " matrix " into !"
#define REDUCTIONS(type, integer, name, start, combined)                       \
  {name " of rows " type,                                                      \
   MATRIX(type, integer, "tensor<128x1024x" type ">")                          \
       REDUCTION(type, "tensor<128x1024x" type ">", "tensor<128x" type ">",    \
                 "1", start, combined),                                        \
   type, type},                                                                \
  {                                                                            \
    name " of columns " type,                                                  \
        MATRIX(type, integer, "tensor<128x1024x" type ">")                     \
            REDUCTION(type, "tensor<128x1024x" type ">",                       \
                      "tensor<1024x" type ">", "0", start, combined),          \
        type, type                                                             \
  }
#define ALL_REDUCTIONS(type, integer)                                          \
  REDUCTIONS(type, integer, "sum", "0.0", "%c = arith.addf %a, %b : " type),   \
      REDUCTIONS(type, integer, "maximum", "-1.0",                             \
                 "%c = arith.maximumf %a, %b : " type),                        \
      REDUCTIONS(type, integer, "sum of squares", "0.0",                       \
                 "%d = arith.mulf %b, %b : " type                              \
                 "\n%c = arith.addf %a, %d : " type),                          \
      REDUCTIONS(type, integer, "sum of roots", "0.0",                         \
                 "%d = math.absf %b : " type "\n%g = math.sqrt %d : " type     \
                 "\n%c = arith.addf %a, %g : " type),                          \
  {                                                                            \
    "contraction " type,                                                       \
        MATRIX(type, integer,                                                  \
               "tensor<128x1024x" type                                         \
               ">") "%e0 = tensor.empty() : tensor<1024x128x" type ">\n"       \
                    "%t = linalg.transpose ins(%m : tensor<128x1024x" type     \
                    ">)"                                                       \
                    " outs(%e0 : tensor<1024x128x" type                        \
                    ">) permutation = [1, 0]\n"                                \
                    "%c0 = arith.constant 0.0 : " type "\n"                    \
                    "%e1 = tensor.empty() : tensor<128x128x" type ">\n"        \
                    "%f1 = linalg.fill ins(%c0 : " type                        \
                    ") outs(%e1 : tensor<128x128x" type                        \
                    ">) -> tensor<128x128x" type ">\n"                         \
                    "%p = linalg.matmul ins(%m, %t : tensor<128x1024x" type    \
                    ">, tensor<1024x128x" type                                 \
                    ">) outs(%f1 : tensor<128x128x" type                       \
                    ">) -> tensor<128x128x" type ">\n"                         \
                    "%e2 = tensor.empty() : tensor<128x128x8x" type ">\n"      \
                    "%s = linalg.broadcast ins(%p : tensor<128x128x" type      \
                    ">) outs(%e2 : tensor<128x128x8x" type                     \
                    ">) dimensions = [2]\n"                                    \
                    "%z = tensor.collapse_shape %s [[0, 1, 2]] : "             \
                    "tensor<128x128x8x" type "> into !",                       \
        type, type                                                             \
  }

constexpr Case kCases[] = {
    ALL_REDUCTIONS("f32", "i32"),
    ALL_REDUCTIONS("f64", "i64"),
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
