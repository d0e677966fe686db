//===- HostObjectsTest.cpp - Code that is compiled in parts ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ExecutionEngine/HostObjects.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/ExecutionEngine/JIT.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dtensor;

namespace {

class HostObjectsTest : public ::testing::Test {
protected:
  HostObjectsTest() {
    DialectRegistry registry;
    registerProgramDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// An entry that adds the numbers below `count` to what its first argument
  /// points to, each in a function of its own, which takes it from a table.
  OwningOpRef<ModuleOp> makeModule(unsigned count) {
    std::string text, calls;
    llvm::raw_string_ostream os(text), calling(calls);
    for (unsigned i = 0; i < count; ++i) {
      os << "llvm.mlir.global internal constant @c" << i << "(" << i
         << " : i64) : i64\n"
         << "llvm.func internal @f" << i
         << "(%sum: !llvm.ptr) attributes {passthrough = [\"noinline\"]} {\n"
         << "  %p = llvm.mlir.addressof @c" << i << " : !llvm.ptr\n"
         << "  %n = llvm.load %p : !llvm.ptr -> i64\n"
         << "  %a = llvm.load %sum : !llvm.ptr -> i64\n"
         << "  %b = llvm.add %a, %n : i64\n"
         << "  llvm.store %b, %sum : i64, !llvm.ptr\n"
         << "  llvm.return\n}\n";
      calling << "  llvm.call @f" << i << "(%sum) : (!llvm.ptr) -> ()\n";
    }
    os << "llvm.func @main__entry(%device: !llvm.ptr, %arguments: !llvm.ptr) {"
       << "\n  %sum = llvm.load %arguments : !llvm.ptr -> !llvm.ptr\n"
       << calls << "  llvm.return\n}\n";
    return parseSourceString<ModuleOp>(text, &context);
  }

  MLIRContext context;
};

TEST_F(HostObjectsTest, ManyFunctionsAreCompiledInParts) {
  for (auto [count, parts] :
       {std::pair{4u, 1u}, std::pair{70u, 2u}, std::pair{200u, 4u}}) {
    OwningOpRef<ModuleOp> module = makeModule(count);
    ASSERT_TRUE(module);
    llvm::Expected<HostObjects> objects =
        compileForHost(*module, Processor(), /*optimize=*/true);
    ASSERT_TRUE(static_cast<bool>(objects));
    EXPECT_EQ(objects->files.size(), parts);
    EXPECT_EQ(objects->names, std::vector<std::string>{"main__entry"});
  }
}

TEST_F(HostObjectsTest, WhatRunsOnceIsNotDivided) {
  OwningOpRef<ModuleOp> module = makeModule(70);
  ASSERT_TRUE(module);
  llvm::Expected<HostObjects> objects =
      compileForHost(*module, Processor(), /*optimize=*/false);
  ASSERT_TRUE(static_cast<bool>(objects));
  EXPECT_EQ(objects->files.size(), 1u);
}

TEST_F(HostObjectsTest, PartsCallEachOther) {
  OwningOpRef<ModuleOp> module = makeModule(200);
  ASSERT_TRUE(module);
  llvm::Expected<std::unique_ptr<JIT>> code = JIT::create(*module);
  ASSERT_TRUE(static_cast<bool>(code));
  llvm::Expected<DtProgram> program = (*code)->lookup("main");
  ASSERT_TRUE(static_cast<bool>(program));
  int64_t sum = 0;
  void *arguments[] = {&sum};
  (*program)(nullptr, arguments);
  EXPECT_EQ(sum, 199 * 200 / 2);
}

} // namespace
