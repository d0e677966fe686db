//===- ParseSourceTest.cpp - Names of the source survive parsing ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace dtensor;

namespace {

class ParseSource : public ::testing::Test {
protected:
  ParseSource() {
    context
        .loadDialect<arith::ArithDialect, func::FuncDialect, scf::SCFDialect>();
  }

  OwningOpRef<ModuleOp> parse(llvm::StringRef text) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(text, "program.mlir"), llvm::SMLoc());
    return parseSource(sources, &context);
  }

  MLIRContext context;
};

constexpr llvm::StringLiteral kProgram = R"(
func.func @main(%first: index, %1: i1) -> index {
  %0 = arith.addi %first, %first : index
  %pair:2 = scf.if %1 -> (index, index) {
    scf.yield %0, %first : index, index
  } else {
    scf.yield %first, %0 : index, index
  }
  %low, %both:2 = scf.for %i = %0 to %0 step %0
      iter_args(%x = %0, %y = %0, %z = %0) -> (index, index, index) {
    scf.yield %x, %i, %z : index, index, index
  }
  return %low : index
}
)";

TEST_F(ParseSource, KeepsNamesOfAllValues) {
  OwningOpRef<ModuleOp> module = parse(kProgram);
  ASSERT_TRUE(module);
  for (llvm::StringRef name :
       {"%first", "%1", "%0", "%pair#0", "%pair#1", "%low", "%both#0",
        "%both#1", "%i", "%x", "%y", "%z"}) {
    Value value = findBySourceName(*module, name);
    ASSERT_TRUE(value) << name.str();
    EXPECT_EQ(getSourceName(value), name);
  }
  auto loop = findBySourceName(*module, "both#1").getDefiningOp<scf::ForOp>();
  ASSERT_TRUE(loop);
  EXPECT_EQ(findBySourceName(*module, "both#1"), loop.getResult(2));
  EXPECT_EQ(findBySourceName(*module, "%z"), loop.getRegionIterArg(2));
  EXPECT_FALSE(findBySourceName(*module, "%nobody"));
  EXPECT_FALSE(findBySourceName(*module, "%low#1"));
}

TEST_F(ParseSource, KeepsThePlaceUnderTheName) {
  OwningOpRef<ModuleOp> module = parse(kProgram);
  Location location = findBySourceName(*module, "%0").getLoc();
  auto file = location->findInstanceOf<FileLineColLoc>();
  ASSERT_TRUE(file);
  EXPECT_EQ(file.getFilename(), "program.mlir");
  EXPECT_EQ(file.getLine(), 3u);
}

TEST_F(ParseSource, TakesAModuleThatTheTextSpells) {
  OwningOpRef<ModuleOp> module =
      parse("module @given { func.func private @f() }");
  ASSERT_TRUE(module);
  EXPECT_EQ(module->getSymName(), "given");
}

TEST_F(ParseSource, VerifiesTheModuleAroundTheText) {
  ScopedDiagnosticHandler silent(&context, [](Diagnostic &) {});
  EXPECT_FALSE(parse("func.func private @f()\nfunc.func private @f()"));
  EXPECT_FALSE(parse("func.func @f(%a: index) -> i1 { return %a : index }"));
  EXPECT_FALSE(parse("what is this"));
}

TEST_F(ParseSource, ReportsAMissingFile) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_FALSE(parseSource("no such file.mlir", &context));
  EXPECT_NE(message.find("no such file.mlir"), std::string::npos) << message;
}

TEST_F(ParseSource, FindsTheNameInsideOtherLocations) {
  OwningOpRef<ModuleOp> module = parse(kProgram);
  Value value = findBySourceName(*module, "%0");
  Location named = value.getLoc();
  Location unknown = UnknownLoc::get(&context);
  value.setLoc(FusedLoc::get(&context, {unknown, named}));
  EXPECT_EQ(getSourceName(value), "%0");
  value.setLoc(CallSiteLoc::get(named, unknown));
  EXPECT_EQ(getSourceName(value), "%0");
  value.setLoc(unknown);
  EXPECT_EQ(getSourceName(value), "");
  EXPECT_EQ(describeValue(value), "the result of arith.addi");
}

} // namespace
