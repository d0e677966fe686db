//===- VectorFunctionsTest.cpp - Functions are called for vectors ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A loop whose trip count is a multiple of every vector length must not call a
// function of one number. Code for the levels of x86-64 is compiled on every
// machine, and its calls are checked.

#include "Disassembly.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <dlfcn.h>

// Code for the thread sanitizer has no vectors.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)

using namespace dtensor;
using llvm::StringRef;

namespace {

struct Function {
  StringRef name;
  unsigned numArguments;
};

constexpr Function kFunctions[] = {
#define DT_MATH_FUNCTION(name, arity, accuracy) {#name, arity},
#include "dtensor/Runtime/MathFunctions.def"
    {"rsqrt", 1}, {"sqrt", 1}, {"floor", 1}, {"round", 1}, {"roundeven", 1},
};

struct Level {
  const char *name;
  /// The suffixes of the functions of vectors of f64, and of f32.
  const char *suffixes[2];
};

constexpr Level kLevels[] = {
    {"x86-64-v2", {"_f64x2_unfused", "_f32x4_unfused"}},
    {"x86-64-v3", {"_f64x4", "_f32x8"}},
    {"x86-64-v4", {"_f64x8", "_f32x16"}},
};

class VectorFunctionsTest : public ::testing::TestWithParam<Level> {
protected:
  /// The calls of the program, except those of the runtime's entry points.
  std::string getCalls(StringRef body, StringRef type) {
    std::string text = llvm::formatv(
        "func.func @main(%x: tensor<512x{0}>, %y: tensor<512x{0}>) -> "
        "tensor<512x{0}> {{\n{1} : tensor<512x{0}>\n"
        "return %z : tensor<512x{0}>\n}",
        type, body);
    Disassembly code(
        compileText(text, llvm::cantFail(Processor::get(GetParam().name))));
    return llvm::join(code.undefined, " ");
  }
};

TEST_P(VectorFunctionsTest, OneCallForAVector) {
  for (const Function &function : kFunctions)
    for (bool isF32 : {false, true}) {
      std::string op = function.name == "pow" ? "powf" : function.name.str();
      std::string body = llvm::formatv(
          "%z = math.{0} %x{1}", op, function.numArguments == 2 ? ", %y" : "");
      SCOPED_TRACE(body + (isF32 ? " of f32" : " of f64"));
      std::string calls = getCalls(body, isF32 ? "f32" : "f64");
      std::string name =
          "dt_" + function.name.str() + GetParam().suffixes[isF32];
      // The function, or none if the compiler computes it itself.
      if (!calls.empty())
        EXPECT_EQ(calls, name);
      if (!isF32 && dlsym(RTLD_DEFAULT, name.c_str()))
        EXPECT_EQ(calls, name);
    }
}

TEST_P(VectorFunctionsTest, OfComplexNumbers) {
  for (StringRef type : {"f32", "f64"}) {
    std::string text = llvm::formatv(R"(
      func.func @main(%x: tensor<512xcomplex<{0}>>)
          -> tensor<512xcomplex<{0}>> {{
        %e = tensor.empty() : tensor<512xcomplex<{0}>>
        %z = linalg.map ins(%x : tensor<512xcomplex<{0}>>)
            outs(%e : tensor<512xcomplex<{0}>>)
            (%a: complex<{0}>, %b: complex<{0}>) {{
          %0 = complex.exp %a : complex<{0}>
          %1 = complex.sin %0 : complex<{0}>
          linalg.yield %1 : complex<{0}>
        }
        return %z : tensor<512xcomplex<{0}>>
      })",
                                     type);
    Disassembly code(
        compileText(text, llvm::cantFail(Processor::get(GetParam().name))));
    unsigned numFunctions = 0;
    for (StringRef name : code.undefined) {
      // The runtime's functions alone, except for a copy of the result.
      EXPECT_TRUE(name.starts_with("dt_") || name == "memcpy") << name.str();
      if (name == "memcpy")
        continue;
      EXPECT_TRUE(name.ends_with(GetParam().suffixes[type == "f32"]))
          << name.str();
      ++numFunctions;
    }
    EXPECT_NE(numFunctions, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, VectorFunctionsTest,
                         ::testing::ValuesIn(kLevels), [](const auto &info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

} // namespace

#endif
