//===- ProducerWalkTest.cpp - From an op back to its producers ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProducerWalk.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dtensor;

namespace {

using Names = std::vector<std::string>;

/// The names of the ops to which the walk from `test.root` comes. All are taken
/// but the one named `left`.
Names walk(llvm::StringRef text, llvm::StringRef left = "") {
  MLIRContext context;
  context.allowUnregisteredDialects();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context));
  Names visited;
  module->walk([&](Operation *root) {
    if (root->getName().getStringRef() != "test.root")
      return;
    walkProducers(root, [&](Operation *op) {
      visited.push_back(op->getName().getStringRef().str());
      return visited.back() != left;
    });
  });
  return visited;
}

constexpr const char *kDiamond = R"mlir(
  %a = "test.a"() : () -> i32
  %b = "test.b"(%a) : (i32) -> i32
  %c = "test.c"(%a, %b) : (i32, i32) -> i32
  %unread = "test.unread"(%a) : (i32) -> i32
  "test.root"(%a, %c, %b) : (i32, i32, i32) -> ()
)mlir";

TEST(ProducerWalk, VisitsReadersFirst) {
  EXPECT_EQ(walk(kDiamond), Names({"test.c", "test.b", "test.a"}));
}

/// Only other ops that were taken lead behind an op that was not.
TEST(ProducerWalk, StopsAtWhatIsNotTaken) {
  EXPECT_EQ(walk(kDiamond, "test.c"), Names({"test.c", "test.b", "test.a"}));
  EXPECT_EQ(walk(R"mlir(
    %a = "test.a"() : () -> i32
    %b = "test.b"(%a) : (i32) -> i32
    "test.root"(%b) : (i32) -> ()
  )mlir",
                 "test.b"),
            Names({"test.b"}));
}

TEST(ProducerWalk, StaysInTheBlock) {
  EXPECT_EQ(walk(R"mlir(
    %outer = "test.outer"() : () -> i32
    "test.region"() ({
    ^bb0(%argument: i32):
      %a = "test.a"(%outer, %argument) : (i32, i32) -> i32
      %b = "test.b"() ({
        %inner = "test.inner"(%a) : (i32) -> i32
      }) : () -> i32
      "test.root"(%b, %a, %argument) : (i32, i32, i32) -> ()
    }) : () -> ()
  )mlir"),
            Names({"test.b", "test.a"}));
}

} // namespace
