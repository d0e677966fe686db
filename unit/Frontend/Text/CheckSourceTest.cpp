//===- CheckSourceTest.cpp - Texts that crash upstream's parser -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/CheckSource.h"
#include "mlir/IR/Diagnostics.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace dtensor;

namespace {

/// The error, after its line and column; empty if there is none.
std::string check(llvm::StringRef text) {
  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    auto loc = cast<FileLineColLoc>(diagnostic.getLocation());
    message = std::to_string(loc.getLine()) + ":" +
              std::to_string(loc.getColumn()) + " " + diagnostic.str();
  });
  bool passed = succeeded(
      checkSource(llvm::MemoryBufferRef(text, "program.mlir"), &context));
  EXPECT_EQ(passed, message.empty());
  return message;
}

TEST(CheckSource, RejectsListsThatAreNone) {
  EXPECT_EQ(check("\n%0 = linalg.reduce ins(%a) outs(%b) dimensions = [?]"),
            "2:37 'linalg.reduce' required: dimensions as numbers with commas "
            "between them in brackets; found: '?'");
  EXPECT_NE(check("linalg.transpose ins(%a) outs(%b) permutation = [1 0]"), "");
  EXPECT_NE(check("linalg.broadcast ins(%a) outs(%b) dimensions = [1, "), "");
  EXPECT_NE(check("linalg.reduce { arith.addf } ins(%a) outs(%b)\n"
                  "    dimensions=[%x]"),
            "");
  EXPECT_EQ(check("linalg.reduce ins(%a) outs(%b) dimensions = 0, 1]\n"),
            "1:32 'linalg.reduce' required: dimensions as numbers with commas "
            "between them in brackets; found: '0, 1]'");
  EXPECT_NE(check("linalg.transpose ins(%a) outs(%b) permutation ="), "");
}

TEST(CheckSource, RejectsTransposesOfNoAxes) {
  EXPECT_EQ(
      check("linalg.transpose ins(%a) outs(%b) permutation = []"),
      "1:35 'linalg.transpose' has no axes to transpose; use its operand");
}

TEST(CheckSource, RejectsNegativeAxesOfConcatenations) {
  EXPECT_EQ(check("%0 = tensor.concat dim(-1) %a, %a"),
            "1:20 'tensor.concat' required: an axis from 0 on; found: '-1'");
}

TEST(CheckSource, RejectsHugeNumbersOfResults) {
  EXPECT_EQ(check("%1 = foo %0#12, %a.b#65535 {x = #attr<1>, y = #123456}"),
            "");
  EXPECT_EQ(check("%1 = foo %0#862426519"),
            "1:12 required: a result numbered below 65536; found: '862426519'");
  EXPECT_EQ(check("%1 = foo\n  %a.b#99999999999999999999999"),
            "2:7 required: a result numbered below 65536; found: "
            "'99999999999999999999999'");
}

/// `open` repeated `count` times, followed by as many `close`.
std::string nest(llvm::StringRef open, llvm::StringRef close, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += open;
  for (unsigned i = 0; i < count; ++i)
    text += close;
  return text;
}

TEST(CheckSource, RejectsDeepNesting) {
  EXPECT_EQ(check("module {" + nest("scf.if %c {\n", "}", 1000) + "}"), "");
  EXPECT_EQ(check("module {" +
                  nest("\"scf.if\"(%c) ({\n", "}) : () -> ()\n", 1000) + "}"),
            "");
  std::string braces =
      "required: at most 1024 braces within each other, of "
      "regions and attributes; move inner regions to functions";
  EXPECT_EQ(check(nest("scf.if %c {\n", "}", 1025)), "1025:11 " + braces);
  EXPECT_EQ(check(nest("\"scf.if\"(%c) ({\n", "})", 100000)),
            "1025:15 " + braces);
  std::string brackets = "1:4097 required: at most 4096 brackets within each "
                         "other";
  for (auto [open, close] : {std::pair{"[", "]"}, {"(", ")"}, {"<", ">"}}) {
    EXPECT_EQ(check(nest(open, close, 4096)), "");
    EXPECT_EQ(check(nest(open, close, 4097)), brackets);
  }
  // None of these is a bracket that stays open.
  EXPECT_EQ(check(nest("affine_set<(d0) : (d0 <= 3, d0 >= 0)> -> ", "", 5000)),
            "");
  EXPECT_EQ(check(nest("\"\\\"{\"\n// {\n", "", 2000)), "");
}

TEST(CheckSource, AcceptsEverythingElse) {
  EXPECT_EQ(check("%0 = tensor.concat dim(1) %a, %a"), "");
  EXPECT_EQ(check("tensor.concat"), "");
  EXPECT_EQ(check("linalg.reduce ins(%a) outs(%b) dimensions = [0, -1 ,2]"),
            "");
  EXPECT_EQ(check("linalg.reduce ins(%a) outs(%b) dimensions = []"), "");
  EXPECT_EQ(check("linalg.reduce ins(%a) outs(%b) dimensions = [0,\n 1]"), "");
  EXPECT_EQ(check("linalg.reduce ins(%a) {dimensions = array<i64: 1>}"), "");
  EXPECT_EQ(check("// linalg.reduce dimensions = [?]"), "");
  EXPECT_EQ(check("linalg.reduce ins(%a) {x = \"dimensions = [?]\"}"), "");
  EXPECT_EQ(check("other.op dimensions = [?]"), "");
}

} // namespace
