//===- CompilerTest.cpp - Tests of compile() ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Compiler.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

using namespace dt;

namespace {

constexpr const char *kMatmul = R"(
func.func @main(%a: tensor<2x3xi32>, %b: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %c = linalg.matmul ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>)
      outs(%zero : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %c : tensor<2x2xi32>
})";

constexpr const char *kAddOne = R"(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %y = stablehlo.add %x, %one : tensor<8xf32>
  return %y : tensor<8xf32>
})";

const Mesh kMesh = {{"x", 3}, {"y", 2}};

CompileOptions withLayouts() {
  CompileOptions options;
  options.mesh = kMesh;
  options.argument_layouts = {{0, "y,x"}, {1, "x,unsharded"}};
  return options;
}

std::string getError(const char *source, const CompileOptions &options = {}) {
  try {
    compile(source, options);
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

TEST(CompilerTest, ChoosesLayouts) {
  CompileOptions options;
  options.mesh = Mesh{{"x", 2}};
  ChosenLayouts chosen = choose_layouts(kAddOne, options);
  EXPECT_GT(chosen.seconds, 0);
  // Halves of the argument, of the result and of the constant at most.
  EXPECT_GE(chosen.peak_bytes, 32);
  EXPECT_LE(chosen.peak_bytes, 48);
  EXPECT_NE(chosen.explanation.find("arg0 %x: x; second best unsharded"),
            std::string::npos)
      << chosen.explanation;
  CompileOptions again;
  again.layouts = chosen.layouts;
  EXPECT_EQ(compile(kAddOne, again).arguments()[0].layout.str(), "x");

  ChoiceOptions choice;
  choice.devices = 4;
  ChosenLayouts withMesh = choose_layouts(kAddOne, {}, choice);
  EXPECT_LT(withMesh.seconds, chosen.seconds);

  choice.memory_per_device = 8;
  try {
    choose_layouts(kAddOne, {}, choice);
    FAIL() << "an argument fits that is too large";
  } catch (const Error &error) {
    EXPECT_NE(std::string(error.what()).find("required at most 8 bytes"),
              std::string::npos)
        << error.what();
  }
}

/// A machine on which a message costs much, or computing.
static std::string makeMachine(double operations, double latency) {
  std::ostringstream text;
  text << R"({"name": "test", "device": {"operations": {"other": )"
       << operations << R"(}, "memory_bandwidth": 1e12, "memory_bytes": 1e9},)"
       << R"("levels": [{"name": "host", "size": 4, "latency": )" << latency
       << R"(, "bandwidth": 1e12}]})";
  return text.str();
}

TEST(CompilerTest, PlansForTheMachine) {
  constexpr const char *kSource = R"(
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
})";
  CompileOptions options;
  options.mesh = Mesh{{"x", 4}};
  options.argument_layouts = {{0, "unsharded,unsharded"}};
  options.result_layouts = {{0, "unsharded,unsharded"}};
  options.machine = makeMachine(/*operations=*/1e9, /*latency=*/1e-9);
  ChosenLayouts dear = choose_layouts(kSource, options);
  EXPECT_NE(dear.explanation.find("arg1 %w: unsharded,x"), std::string::npos)
      << dear.explanation;
  options.machine = makeMachine(/*operations=*/1e15, /*latency=*/1e-3);
  ChosenLayouts slow = choose_layouts(kSource, options);
  EXPECT_NE(slow.explanation.find("arg1 %w: unsharded,unsharded"),
            std::string::npos)
      << slow.explanation;

  options.machine = R"({"name": "test"})";
  try {
    compile(kSource, options);
    FAIL() << "a machine without devices";
  } catch (const Error &error) {
    EXPECT_NE(std::string(error.what()).find("device"), std::string::npos)
        << error.what();
  }
}

TEST(CompilerTest, CompilesAndRuns) {
  Executable program = compile(kMatmul, withLayouts());
  EXPECT_EQ(program.mesh(), kMesh);
  ASSERT_EQ(program.arguments().size(), 2u);
  EXPECT_EQ(program.arguments()[0].name, "a");
  EXPECT_EQ(program.arguments()[0].layout.str(), "y,x");
  EXPECT_EQ(program.results()[0].layout.str(), "y,unsharded");
  EXPECT_NE(program.report().find("all_reduce"), std::string::npos);
  DTensor a =
      distribute_tensor(Tensor::from<int32_t>({1, 2, 3, 4, 5, 6}, {2, 3}),
                        program.arguments()[0].layout);
  DTensor b =
      distribute_tensor(Tensor::from<int32_t>({6, 5, 4, 3, 2, 1}, {3, 2}),
                        program.arguments()[1].layout);
  std::vector<DTensor> arguments = {a, b};
  DTensor c = program.run(arguments)[0];
  EXPECT_TRUE(c.to_local(4).equals(Tensor::from<int32_t>({20, 14}, {1, 2})));
  EXPECT_TRUE(c.to_local(5).equals(Tensor::from<int32_t>({56, 41}, {1, 2})));
}

TEST(CompilerTest, TakesLayoutsAsJSON) {
  CompileOptions options;
  options.layouts = R"({"mesh": {"x": 2}, "args": [[["x"]]]})";
  Executable program = compile(kAddOne, options);
  EXPECT_EQ(program.results()[0].layout.str(), "x");
}

TEST(CompilerTest, CompilesOnce) {
  CompileOptions options;
  options.file_name = "once.mlir";
  CompileCounts before = compile_counts();
  compile(kAddOne, options);
  compile(kAddOne, options);
  CompileCounts after = compile_counts();
  EXPECT_EQ(after.compiled, before.compiled + 1);
  EXPECT_EQ(after.found_in_memory, before.found_in_memory + 1);
  options.argument_layouts[0] = "x";
  options.mesh = Mesh({{"x", 2}});
  EXPECT_EQ(compile(kAddOne, options).mesh().size(), 2);
  EXPECT_EQ(compile_counts().compiled, before.compiled + 2);
}

TEST(CompilerTest, FastMathIsAnotherProgram) {
  CompileOptions exact, fast;
  exact.file_name = fast.file_name = "fast.mlir";
  fast.fast_math = true;
  CompileCounts before = compile_counts();
  compile(kAddOne, exact);
  compile(kAddOne, fast);
  EXPECT_EQ(compile_counts().compiled, before.compiled + 2);
  EXPECT_EQ(lower(kAddOne, Stage::llvm, exact).find("fastmath"),
            std::string::npos);
  EXPECT_NE(lower(kAddOne, Stage::llvm, fast).find("fastmath"),
            std::string::npos);
}

TEST(CompilerTest, ErrorsHaveTheirPlace) {
  CompileOptions options;
  options.file_name = "bad.mlir";
  EXPECT_EQ(
      getError("func.func @main() {\n  return %x\n}", options).substr(0, 15),
      "bad.mlir:2:12: ");
  EXPECT_EQ(getError(kAddOne,
                     [] {
                       CompileOptions options;
                       options.entry = "other";
                       return options;
                     }()),
            "the program has no public function 'other'; it has 'main'");
  options.argument_layouts[0] = "x";
  EXPECT_NE(getError(kAddOne, options).find("mesh"), std::string::npos);
  options = {};
  options.processor = "no-such-processor";
  EXPECT_NE(getError(kAddOne, options).find("no-such-processor"),
            std::string::npos);
}

TEST(CompilerTest, TheNextProgramAfterAnErrorCompiles) {
  EXPECT_NE(getError("nonsense"), "");
  EXPECT_EQ(compile(kAddOne).arguments().size(), 1u);
}

TEST(CompilerTest, WarningsAreGivenOn) {
  CompileOptions options;
  options.mesh = kMesh;
  std::vector<std::string> warnings;
  options.warn = [&](const std::string &text) { warnings.push_back(text); };
  compile(kAddOne, options);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("nothing is sharded"), std::string::npos);
}

TEST(CompilerTest, ManyThreadsCompileAndRun) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      CompileOptions options;
      options.mesh = Mesh({{"x", 1 + i % 4}});
      options.argument_layouts[0] = "x";
      Executable program = compile(kAddOne, options);
      std::vector<float> ones(8, 1);
      std::vector<DTensor> arguments = {distribute_tensor(
          Tensor::from<float>(ones, {8}), program.arguments()[0].layout)};
      for (int run = 0; run < 10; ++run)
        arguments = program.run(arguments);
      right += arguments[0].full_tensor().elements<float>()[7] == 11;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 8);
}

TEST(CompilerTest, ShowsStagesAndExplains) {
  EXPECT_NE(lower(kMatmul, Stage::expand, withLayouts()).find("comm."),
            std::string::npos);
  EXPECT_NE(explain(kMatmul, "%c", withLayouts()).find("y,unsharded"),
            std::string::npos);
}

} // namespace
