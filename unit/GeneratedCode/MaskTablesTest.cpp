//===- MaskTablesTest.cpp - Tables that LLVM reads wrongly ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/ExecutionEngine/JIT.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// An entry that replaces each position `i` at its arguments' addresses by
/// `table[i] & mask`.
std::string makeProgram(StringRef type, StringRef table, int64_t mask) {
  return llvm::formatv(R"(
    llvm.mlir.global private constant @table(dense<{1}> : tensor<{3}x{0}>) : !llvm.array<{3} x {0}>
    llvm.func @main__entry(%device: !llvm.ptr, %arguments: !llvm.ptr) {{
      %p = llvm.load %arguments : !llvm.ptr -> !llvm.ptr
      %i = llvm.load %p : !llvm.ptr -> i64
      %t = llvm.mlir.addressof @table : !llvm.ptr
      %e = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, {0}
      %x = llvm.load %e : !llvm.ptr -> {0}
      %m = llvm.mlir.constant({2} : {0}) : {0}
      %a = llvm.and %x, %m : {0}
      llvm.store %a, %p : {0}, !llvm.ptr
      llvm.return
    })",
                       type, table, mask, table.count(',') + 1)
      .str();
}

TEST(MaskTables, EachPositionHasItsElement) {
  DialectRegistry registry;
  registerProgramDialects(registry);
  MLIRContext context(registry);
  for (StringRef type : {"i32", "i64"})
    for (const std::vector<int64_t> &table :
         {std::vector<int64_t>{0, 1}, std::vector<int64_t>{0, 1, 3, 7}})
      for (int64_t mask : {1, 2, 6}) {
        std::string text;
        llvm::raw_string_ostream os(text);
        os << "[";
        llvm::interleaveComma(table, os);
        os << "]";
        auto module = parseSourceString<ModuleOp>(makeProgram(type, text, mask),
                                                  &context);
        ASSERT_TRUE(module);
        auto code = JIT::create(*module);
        ASSERT_TRUE(static_cast<bool>(code));
        auto program = (*code)->lookup("main");
        ASSERT_TRUE(static_cast<bool>(program));
        for (auto [i, element] : llvm::enumerate(table)) {
          int64_t position = i;
          void *argument = &position;
          (*program)(nullptr, &argument);
          EXPECT_EQ(type == "i32" ? int32_t(position) : position,
                    element & mask)
              << text << " & " << mask << " at " << i;
        }
      }
}

} // namespace
