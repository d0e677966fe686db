//===- ProcessorCodeTest.cpp - Instructions that a processor has ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Code for the levels of x86-64 and for AArch64 is compiled on every machine,
// and its instructions are checked.

#include "Disassembly.h"
#include "gtest/gtest.h"

// Code for the thread sanitizer has no vectors.
#if !__has_feature(thread_sanitizer)

using namespace dtensor;
using llvm::StringRef;

namespace {

struct Program {
  const char *name;
  const char *text;
  /// Whether it has fused sums of products.
  bool fuses;
};

constexpr Program kPrograms[] = {
    {"exponentials of rows", R"(
      func.func @main(%x: tensor<64x512xf32>) -> tensor<64x512xf32> {
        %e = tensor.empty() : tensor<64x512xf32>
        %y = linalg.softmax dimension(1) ins(%x : tensor<64x512xf32>)
            outs(%e : tensor<64x512xf32>) -> tensor<64x512xf32>
        return %y : tensor<64x512xf32>
      })",
     true},
    {"elementary functions", R"(
      func.func @main(%x: tensor<512xf32>) -> tensor<512xf32> {
        %0 = math.tanh %x : tensor<512xf32>
        %1 = math.log %0 : tensor<512xf32>
        %2 = math.sin %1 : tensor<512xf32>
        %3 = math.erf %2 : tensor<512xf32>
        %4 = math.log1p %3 : tensor<512xf32>
        %5 = math.atan2 %4, %x : tensor<512xf32>
        return %5 : tensor<512xf32>
      })",
     true},
    {"product", R"(
      func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>,
                      %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
        %d = linalg.matmul
            ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
            outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
        return %d : tensor<64x64xf32>
      })",
     true},
    {"product of halves", R"(
      func.func @main(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>,
                      %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
        %d = linalg.matmul
            ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>)
            outs(%c : tensor<64x64xf16>) -> tensor<64x64xf16>
        return %d : tensor<64x64xf16>
      })",
     true},
    {"transpose", R"(
      func.func @main(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
        %e = tensor.empty() : tensor<256x256xf32>
        %y = linalg.transpose ins(%x : tensor<256x256xf32>)
            outs(%e : tensor<256x256xf32>) permutation = [1, 0]
        return %y : tensor<256x256xf32>
      })",
     false},
    {"bf16", R"(
      func.func @main(%x: tensor<512xbf16>) -> tensor<512xbf16> {
        %0 = arith.addf %x, %x : tensor<512xbf16>
        %1 = math.exp %0 : tensor<512xbf16>
        return %1 : tensor<512xbf16>
      })",
     true},
    {"integers", R"(
      func.func @main(%x: tensor<512xi32>) -> tensor<512xi32> {
        %0 = arith.addi %x, %x : tensor<512xi32>
        %1 = math.ctpop %0 : tensor<512xi32>
        return %1 : tensor<512xi32>
      })",
     false},
};

class ProcessorCodeTest : public ::testing::TestWithParam<Program> {
protected:
  Disassembly compileFor(StringRef name,
                         StringRef triple = "x86_64-linux-gnu") {
    return Disassembly(compileText(
        GetParam().text, llvm::cantFail(Processor::get(name, triple))));
  }

  static void expectNone(const Disassembly &code, StringRef text) {
    const std::string *found = code.find(text);
    EXPECT_EQ(found, nullptr) << *found;
  }
};

/// The names of instructions of AVX and later begin with `v`. `verr` and the
/// like belong to the operating system.
bool isVex(StringRef instruction) {
  return instruction.ltrim().starts_with("v");
}

TEST_P(ProcessorCodeTest, SecondLevel) {
  Disassembly code = compileFor("x86-64-v2");
  EXPECT_NE(code.find("%xmm"), nullptr);
  for (const std::string &instruction : code.instructions)
    EXPECT_FALSE(isVex(instruction)) << instruction;
  // Even if the processor has no such instruction, a product and a sum must not
  // be a call.
  EXPECT_EQ(code.undefined.count("fmaf"), 0u);
  EXPECT_EQ(code.undefined.count("fma"), 0u);
}

TEST_P(ProcessorCodeTest, ThirdLevel) {
  Disassembly code = compileFor("x86-64-v3");
  EXPECT_NE(code.find("%ymm"), nullptr);
  EXPECT_EQ(code.find("vfm") != nullptr || code.find("vfnm") != nullptr,
            GetParam().fuses);
  expectNone(code, "%zmm");
  // Masks, and registers that only AVX-512 has.
  expectNone(code, "%k");
  for (int i = 16; i < 32; ++i) {
    expectNone(code, "%xmm" + std::to_string(i));
    expectNone(code, "%ymm" + std::to_string(i));
  }
}

TEST_P(ProcessorCodeTest, FourthLevel) {
  Disassembly code = compileFor("x86-64-v4");
  EXPECT_NE(code.find("%zmm"), nullptr);
  EXPECT_EQ(code.find("vfm") != nullptr || code.find("vfnm") != nullptr,
            GetParam().fuses);
}

TEST_P(ProcessorCodeTest, AArch64) {
  for (StringRef name : {"generic", "neoverse-n1", "neoverse-v2"}) {
    SCOPED_TRACE(name.str());
    Disassembly code = compileFor(name, "aarch64-linux-gnu");
    EXPECT_NE(code.find(".4s"), nullptr);
    EXPECT_EQ(code.find("fmla") != nullptr || code.find("fmls") != nullptr,
              GetParam().fuses);
    // Vectors of scalable length.
    for (int i = 0; i < 32; ++i)
      expectNone(code, "z" + std::to_string(i) + ".");
    // Functions of the compiler's own library must not be called.
    for (const std::string &function : code.undefined)
      EXPECT_FALSE(StringRef(function).starts_with("__")) << function;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, ProcessorCodeTest,
                         ::testing::ValuesIn(kPrograms), [](const auto &info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

} // namespace

#endif
