//===- OneLineDiagnosticsTest.cpp - The shape of messages -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace dtensor;

namespace {

TEST(OneLineDiagnostics, SaysWhereWhatAndHowMany) {
  MLIRContext context;
  std::string text;
  llvm::raw_string_ostream os(text);
  Location place = FileLineColLoc::get(&context, "mlp.mlir", 12, 8);
  Location named = NameLoc::get(StringAttr::get(&context, "v"), place);
  {
    OneLineDiagnostics diagnostics(&context, os);
    emitWarning(named, "nothing is sharded");
    InFlightDiagnostic error = emitError(named, "first\n  of two lines");
    error.attachNote(UnknownLoc::get(&context)) << "a note";
    error.report();
    emitError(place, "second");
    EXPECT_EQ(diagnostics.getNumErrors(), 2u);
  }
  EXPECT_EQ(text, "warning: mlp.mlir:12:8: nothing is sharded\n"
                  "error: mlp.mlir:12:8: first of two lines\n"
                  "note: a note\n"
                  "note: 1 more error\n");
}

TEST(OneLineDiagnostics, NamesTheOpOfTheSource) {
  MLIRContext context;
  context.loadDialect<BuiltinDialect>();
  std::string text;
  llvm::raw_string_ostream os(text);
  Location place = FileLineColLoc::get(&context, "mlp.mlir", 12, 8);
  Location imported = FusedLoc::get(
      &context, {place}, StringAttr::get(&context, "builtin.module"));
  {
    OneLineDiagnostics diagnostics(&context, os);
    emitWarning(imported, "'linalg.contract' op needs two operands");
    emitWarning(imported, "'builtin.module' op needs a name");
    emitWarning(imported, "nothing of the 'linalg.contract' op is sharded");
    emitWarning(place, "'linalg.contract' op needs two operands");
  }
  EXPECT_EQ(
      text,
      "warning: mlp.mlir:12:8: 'builtin.module' op (imported as "
      "'linalg.contract') needs two operands\n"
      "warning: mlp.mlir:12:8: 'builtin.module' op needs a name\n"
      "warning: mlp.mlir:12:8: nothing of the 'linalg.contract' op is "
      "sharded\n"
      "warning: mlp.mlir:12:8: 'linalg.contract' op needs two operands\n");
}

TEST(OneLineDiagnostics, KnowsThePositionOfALocation) {
  MLIRContext context;
  EXPECT_EQ(getSourcePosition(UnknownLoc::get(&context)), "");
  EXPECT_EQ(getSourcePosition(FileLineColLoc::get(&context, "a.mlir", 3, 4)),
            "a.mlir:3:4");
  EXPECT_EQ(getSourcePosition(FileLineColLoc::get(&context, "a.mlir", 0, 0)),
            "a.mlir");
}

} // namespace
