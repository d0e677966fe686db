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

  /// An entry that adds the numbers below `count` to the number at its first
  /// argument. Each is added by a function of its own, whose address is in a
  /// table.
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

  /// `@main__entry` calls `@inner`, whose body is `deepest`. Each has the given
  /// number of bytes on the stack.
  llvm::Expected<HostObjects> compileFrames(llvm::StringRef outerBytes,
                                            llvm::StringRef innerBytes,
                                            llvm::StringRef deepest) {
    auto function = [](llvm::StringRef head, llvm::StringRef bytes,
                       llvm::StringRef callee) {
      return ("llvm.func " + head +
              " attributes {passthrough = [\"noinline\"]} {\n"
              "  %one = llvm.mlir.constant(1 : i8) : i8\n"
              "  %n = " +
              bytes +
              "\n"
              "  %p = llvm.alloca %n x i8 : (i64) -> !llvm.ptr\n"
              "  llvm.store volatile %one, %p : i8, !llvm.ptr\n"
              "  llvm.call @" +
              callee +
              "(%arguments, %p) : (!llvm.ptr, !llvm.ptr) -> ()\n"
              "  llvm.store volatile %one, %p : i8, !llvm.ptr\n"
              "  llvm.return\n}\n")
          .str();
    };
    std::string arguments = "(%device: !llvm.ptr, %arguments: !llvm.ptr)";
    module = parseSourceString<ModuleOp>(
        "llvm.func @dt_other(!llvm.ptr, !llvm.ptr)\n" +
            function("@main__entry" + arguments, outerBytes, "inner") +
            function("internal @inner" + arguments, innerBytes, deepest),
        &context);
    return compileForHost(*module, Processor(), /*optimize=*/true);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr const char *kManyBytes = "llvm.mlir.constant(100000 : i64) : i64";
constexpr const char *kFewBytes = "llvm.mlir.constant(3000 : i64) : i64";

TEST_F(HostObjectsTest, StackIsThatOfTheDeepestCalls) {
  llvm::Expected<HostObjects> objects =
      compileFrames(kManyBytes, kFewBytes, "dt_other");
  ASSERT_TRUE(static_cast<bool>(objects));
  EXPECT_GT(objects->stackBytes, 103000);
  EXPECT_LT(objects->stackBytes, 104000);
  // Without calls there is a single frame.
  objects = compileForHost(*makeModule(70), Processor(), /*optimize=*/true);
  ASSERT_TRUE(static_cast<bool>(objects));
  EXPECT_EQ(objects->files.size(), 2u);
  EXPECT_GT(objects->stackBytes, 0);
  EXPECT_LT(objects->stackBytes, 1000);
}

TEST_F(HostObjectsTest, StackHasFunctionsThatTheRuntimeCalls) {
  module = parseSourceString<ModuleOp>(R"(
    llvm.func @dt_other(!llvm.ptr, !llvm.ptr)
    llvm.func @main__entry(%device: !llvm.ptr, %arguments: !llvm.ptr) {
      %n = llvm.mlir.constant(3000 : i64) : i64
      %p = llvm.alloca %n x i8 : (i64) -> !llvm.ptr
      %inner = llvm.mlir.addressof @inner : !llvm.ptr
      llvm.call @dt_other(%inner, %p) : (!llvm.ptr, !llvm.ptr) -> ()
      llvm.return
    }
    llvm.func internal @inner(%device: !llvm.ptr) {
      %n = llvm.mlir.constant(100000 : i64) : i64
      %p = llvm.alloca %n x i8 : (i64) -> !llvm.ptr
      llvm.call @dt_other(%device, %p) : (!llvm.ptr, !llvm.ptr) -> ()
      llvm.return
    }
  )",
                                       &context);
  llvm::Expected<HostObjects> objects =
      compileForHost(*module, Processor(), /*optimize=*/true);
  ASSERT_TRUE(static_cast<bool>(objects));
  EXPECT_GT(objects->stackBytes, 103000);
}

TEST_F(HostObjectsTest, StackThatIsNotKnownIsAnError) {
  llvm::Expected<HostObjects> objects = compileFrames(
      kFewBytes, "llvm.load %arguments : !llvm.ptr -> i64", "dt_other");
  ASSERT_FALSE(static_cast<bool>(objects));
  EXPECT_EQ(llvm::toString(objects.takeError()),
            "required: functions with frames of a known size; found: 'inner'");
  objects = compileFrames(kFewBytes, kFewBytes, "inner");
  ASSERT_FALSE(static_cast<bool>(objects));
  EXPECT_EQ(llvm::toString(objects.takeError()),
            "required: no recursion; found: 'inner', which calls itself");
}

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
