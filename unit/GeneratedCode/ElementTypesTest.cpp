//===- ElementTypesTest.cpp - Code that needs nothing but the runtime -----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// LLVM replaces operations that a processor does not have by calls of the
// compiler's own library (`__truncdfhf2`, `__powisf2` ...). A compiled program
// is linked only with the runtime and the system's C and mathematical
// libraries.

#include "Disassembly.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <dlfcn.h>

using namespace dtensor;
using llvm::StringRef;

namespace {

#ifdef __x86_64__
constexpr const char *kProcessors[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4",
                                       "native"};
#else
constexpr const char *kProcessors[] = {"native"};
#endif
constexpr const char *kIntegers[] = {"i1", "i8", "i16", "i32", "i64"};
constexpr const char *kFloats[] = {"f16", "bf16", "f32", "f64"};
constexpr const char *kByteFloats[] = {
    "f8E5M2",     "f8E4M3FN",      "f8E4M3", "f8E5M2FNUZ",
    "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU"};

/// A program whose body is `ops`. It computes `%z0`, `%z1` and so on, of the
/// types `to`, from `%x` and `%y`. In `ops`, `$` stands for a tensor of 512
/// elements of `from`, and `@` for their type.
std::string makeProgram(StringRef ops, StringRef from,
                        llvm::ArrayRef<StringRef> to) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string type = ("tensor<512x" + from + ">").str();
  auto printTypes = [&] {
    llvm::interleaveComma(to, os, [&](StringRef element) {
      os << "tensor<512x" << element << ">";
    });
  };
  os << "func.func @main(%x: " << type << ", %y: " << type << ") -> (";
  printTypes();
  os << ") {\n";
  for (char c : ops) {
    if (c == '$')
      os << type;
    else if (c == '@')
      os << from;
    else
      os << c;
  }
  os << "\n  return ";
  llvm::interleaveComma(llvm::seq(to.size()), os,
                        [&](size_t i) { os << "%z" << i; });
  os << " : ";
  printTypes();
  os << "\n}\n";
  return text;
}

unsigned getWidth(StringRef type) {
  unsigned width = 0;
  type.ltrim("bf").getAsInteger(10, width);
  return width;
}

/// The symbols that neither the runtime nor the system's libraries define.
std::vector<std::string> findMissing(const Disassembly &code) {
  static void *const libm = dlopen("libm.so.6", RTLD_NOW);
  std::vector<std::string> missing;
  for (const std::string &name : code.undefined) {
    bool isDefined = StringRef(name).starts_with("dt_")
                         ? dlsym(RTLD_DEFAULT, name.c_str())
                         : dlsym(libm, name.c_str());
    if (!isDefined)
      missing.push_back(name);
  }
  return missing;
}

class ElementTypesTest : public ::testing::TestWithParam<const char *> {
protected:
  void expectLinked(StringRef ops, StringRef from,
                    llvm::ArrayRef<StringRef> to) {
    std::string text = makeProgram(ops, from, to);
    SCOPED_TRACE(text);
    Disassembly code(
        compileText(text, llvm::cantFail(Processor::get(GetParam()))));
    EXPECT_EQ(llvm::join(findMissing(code), ", "), "");
  }
};

TEST_P(ElementTypesTest, Conversions) {
  std::string ops;
  llvm::SmallVector<StringRef> to;
  auto convert = [&](StringRef op, StringRef type) {
    ops += llvm::formatv("%z{0} = arith.{1} %x : $ to tensor<512x{2}>\n",
                         to.size(), op, type);
    to.push_back(type);
  };
  for (StringRef type : kFloats) {
    ops.clear();
    to.clear();
    for (StringRef other : kFloats)
      if (getWidth(type) != getWidth(other))
        convert(getWidth(type) < getWidth(other) ? "extf" : "truncf", other);
    for (StringRef integer : kIntegers)
      for (StringRef op : {"fptosi", "fptoui"})
        convert(op, integer);
    expectLinked(ops, type, to);
  }
  for (StringRef type : kIntegers) {
    ops.clear();
    to.clear();
    for (StringRef other : kFloats)
      for (StringRef op : {"sitofp", "uitofp"})
        convert(op, other);
    expectLinked(ops, type, to);
  }
}

// These are only stored, so there is nothing but conversions.
TEST_P(ElementTypesTest, FloatsOfEightBits) {
  for (StringRef type : kByteFloats) {
    std::string ops;
    llvm::SmallVector<StringRef> to(std::begin(kFloats), std::end(kFloats));
    for (auto [i, other] : llvm::enumerate(kFloats))
      ops += llvm::formatv("%z{0} = arith.extf %x : $ to tensor<512x{1}>\n", i,
                           other);
    expectLinked(ops, type, to);
    for (StringRef other : kFloats)
      expectLinked(
          llvm::formatv("%z0 = arith.truncf %x : $ to tensor<512x{0}>", type)
              .str(),
          other, type);
    expectLinked(R"(%c = arith.constant dense<1.0> : $
                    %0 = tensor.concat dim(0) %c, %y : ($, $) -> tensor<1024x@>
                    %z0 = tensor.extract_slice %0[256][512][1]
                      : tensor<1024x@> to $)",
                 type, type);
  }
}

TEST_P(ElementTypesTest, ArithmeticOfFloats) {
  for (StringRef type : kFloats)
    expectLinked(R"(%0 = arith.addf %x, %y : $
                    %1 = arith.divf %0, %y : $
                    %2 = arith.maximumf %1, %x : $
                    %3 = arith.minnumf %2, %y : $
                    %4 = arith.cmpf olt, %3, %x : $
                    %5 = arith.select %4, %2, %3 : tensor<512xi1>, $
                    %6 = arith.negf %5 : $
                    %7 = arith.remf %6, %y : $
                    %z0 = math.fma %7, %x, %y : $)",
                 type, type);
}

TEST_P(ElementTypesTest, ArithmeticOfIntegers) {
  for (StringRef type : kIntegers)
    expectLinked(R"(%0 = arith.muli %x, %y : $
                    %1 = arith.divsi %0, %y : $
                    %2 = arith.remui %1, %x : $
                    %3 = arith.floordivsi %2, %y : $
                    %4 = arith.maxsi %3, %x : $
                    %5 = arith.shrui %4, %y : $
                    %6 = math.ctlz %5 : $
                    %7 = math.ctpop %6 : $
                    %z0 = math.ipowi %7, %y : $)",
                 type, type);
}

TEST_P(ElementTypesTest, FunctionsOfFloats) {
  for (StringRef type : kFloats) {
    expectLinked(R"(%0 = math.exp %x : $
                    %1 = math.tanh %0 : $
                    %2 = math.powf %1, %y : $
                    %3 = math.sin %2 : $
                    %4 = math.log1p %3 : $
                    %5 = math.erf %4 : $
                    %6 = math.cbrt %5 : $
                    %7 = math.floor %6 : $
                    %z0 = math.rsqrt %7 : $)",
                 type, type);
    expectLinked(R"(%i = arith.fptosi %y : $ to tensor<512xi32>
                    %z0 = math.fpowi %x, %i : $, tensor<512xi32>)",
                 type, type);
  }
}

TEST_P(ElementTypesTest, ComplexNumbers) {
  for (StringRef type : {"complex<f32>", "complex<f64>"})
    expectLinked(R"(%e = tensor.empty() : $
                    %z0 = linalg.map ins(%x, %y : $, $) outs(%e : $)
                      (%a: @, %b: @, %c: @) {
                        %0 = complex.mul %a, %b : @
                        %1 = complex.div %0, %b : @
                        %2 = complex.exp %1 : @
                        linalg.yield %2 : @
                      })",
                 type, type);
}

TEST_P(ElementTypesTest, Products) {
  for (StringRef type :
       {"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"})
    expectLinked(R"(%a = tensor.expand_shape %x [[0, 1]] output_shape [16, 32]
                      : $ into tensor<16x32x@>
                    %b = tensor.expand_shape %y [[0, 1]] output_shape [32, 16]
                      : $ into tensor<32x16x@>
                    %e = tensor.empty() : tensor<16x16x@>
                    %p = linalg.matmul
                      ins(%a, %b : tensor<16x32x@>, tensor<32x16x@>)
                      outs(%e : tensor<16x16x@>) -> tensor<16x16x@>
                    %c = tensor.collapse_shape %p [[0, 1]]
                      : tensor<16x16x@> into tensor<256x@>
                    %z0 = tensor.concat dim(0) %c, %c
                      : (tensor<256x@>, tensor<256x@>) -> $)",
                 type, type);
}

INSTANTIATE_TEST_SUITE_P(Processors, ElementTypesTest,
                         ::testing::ValuesIn(kProcessors),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

} // namespace
