//===- LongIterationsTest.cpp - Several vectors at a time -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Disassembly.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

// Code for the thread sanitizer has no vectors.
#if !__has_feature(thread_sanitizer)

using namespace dtensor;

namespace {

/// The divisions of whole vectors in a program that adds `rest` to tanh, which
/// has one division.
int64_t countDivisions(int64_t extent, llvm::StringRef rest = "absf") {
  std::string text = llvm::formatv(R"(
    func.func @main(%x: tensor<{0}xf32>) -> tensor<{0}xf32> {{
      %t = math.tanh %x : tensor<{0}xf32>
      %r = math.{1} %x : tensor<{0}xf32>
      %y = arith.addf %t, %r : tensor<{0}xf32>
      return %y : tensor<{0}xf32>
    })",
                                   extent, rest);
  Disassembly code(
      compileText(text, llvm::cantFail(Processor::get("x86-64-v3"))));
  return llvm::count_if(code.instructions, [](llvm::StringRef instruction) {
    return instruction.contains("vdivps") && instruction.contains("%ymm");
  });
}

TEST(LongIterations, FourVectorsAreComputedAtATime) {
  EXPECT_GE(countDivisions(4096), 4);
}

TEST(LongIterations, LongerChainsAreComputedByEight) {
  EXPECT_GE(countDivisions(4096, "exp"), 8);
  // Many elements would be left.
  EXPECT_LT(countDivisions(1000, "exp"), 8);
}

TEST(LongIterations, ShortRowsConsistOfVectorsToo) {
  EXPECT_GE(countDivisions(24), 1);
  EXPECT_GE(countDivisions(8), 1);
}

} // namespace

#endif
