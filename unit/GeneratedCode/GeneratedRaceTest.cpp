//===- GeneratedRaceTest.cpp - Races in compiled programs -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compiled programs must give the same results on several devices as on one.
// Under the thread sanitizer machine code is instrumented as well, so that it
// sees two devices that access the same memory without an order between them.
// The program then fails, unless a race was planted and is expected.

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Host/Compare.h"
#include "dtensor/Host/Invocation.h"
#include "dtensor/Host/RandomInputs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <atomic>

using namespace mlir;
using namespace dtensor;

static std::atomic<bool> racesAreExpected{false};
static std::atomic<int> numRaces{0};

#if __has_feature(thread_sanitizer)
// The sanitizer calls this function to decide whether a report is suppressed.
namespace __tsan {
class ReportDesc;
__attribute__((disable_sanitizer_instrumentation)) bool
OnReport(const ReportDesc *report, bool suppressed) {
  numRaces.fetch_add(1, std::memory_order_relaxed);
  return suppressed || racesAreExpected.load(std::memory_order_relaxed);
}
} // namespace __tsan
#endif

namespace {

/// Two products, the second with a sum over the devices.
constexpr StringLiteral kTensorParallel = R"mlir(
dtensor.mesh @mesh <x=2>
func.func @main(%in: tensor<6x16xf32>,
    %up: tensor<16x31xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %down: tensor<31x16xf32>) -> tensor<6x16xf32> {
  %h0 = arith.constant dense<0.0> : tensor<6x31xf32>
  %o0 = arith.constant dense<0.0> : tensor<6x16xf32>
  %h = linalg.matmul ins(%in, %up : tensor<6x16xf32>, tensor<16x31xf32>) outs(%h0 : tensor<6x31xf32>) -> tensor<6x31xf32>
  %a = math.tanh %h : tensor<6x31xf32>
  %out = linalg.matmul ins(%a, %down : tensor<6x31xf32>, tensor<31x16xf32>) outs(%o0 : tensor<6x16xf32>) -> tensor<6x16xf32>
  %r = math.exp %out : tensor<6x16xf32>
  return %r : tensor<6x16xf32>
}
)mlir";

/// Attention over a sharded sequence: keys and values are gathered.
constexpr StringLiteral kAttention = R"mlir(
dtensor.mesh @mesh <x=3>
func.func @main(
    %q: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %k: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %v: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %z = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<16x8xf32>
  %kt = linalg.transpose ins(%k : tensor<8x16xf32>) outs(%et : tensor<16x8xf32>) permutation = [1, 0]
  %es = tensor.empty() : tensor<8x8xf32>
  %fs = linalg.fill ins(%z : f32) outs(%es : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x16xf32>, tensor<16x8xf32>) outs(%fs : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%es : tensor<8x8xf32>) -> tensor<8x8xf32>
  %eo = tensor.empty() : tensor<8x16xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<8x16xf32>) -> tensor<8x16xf32>
  %o = linalg.matmul ins(%p, %v : tensor<8x8xf32>, tensor<8x16xf32>) outs(%fo : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %o : tensor<8x16xf32>
}
)mlir";

/// Each iteration computes shards at their place in memory of the group, which
/// peers have read in the iteration before.
constexpr StringLiteral kGatherInLoop = R"mlir(
dtensor.mesh @mesh <x=2>
func.func @main(%x: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  %em = tensor.empty() : tensor<8x8xf32>
  %ones = arith.constant dense<0.125> : tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %x) -> tensor<8x4xf32> {
    %e = math.tanh %t : tensor<8x4xf32>
    %whole = dtensor.constrain %e : tensor<8x4xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
    %mixer = dtensor.constrain %ones : tensor<8x8xf32> to #dtensor.layout<@mesh, [x, unsharded]>
    %es = tensor.empty() : tensor<8x4xf32>
    %fs = linalg.fill ins(%z : f32) outs(%es : tensor<8x4xf32>) -> tensor<8x4xf32>
    %n = linalg.matmul ins(%mixer, %whole : tensor<8x8xf32>, tensor<8x4xf32>) outs(%fs : tensor<8x4xf32>) -> tensor<8x4xf32>
    %a = arith.addf %n, %t : tensor<8x4xf32>
    scf.yield %a : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}
)mlir";

/// Sums in memory of the group, each of which replaces another one.
constexpr StringLiteral kSharedSums = R"mlir(
dtensor.mesh @mesh <x=2, y=2>
func.func @main(%a: tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>})
    -> tensor<16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %columns = linalg.reduce ins(%a : tensor<16x16xf32>) outs(%f : tensor<16xf32>) dimensions = [0]
    (%in: f32, %acc: f32) { %s = arith.addf %in, %acc : f32  linalg.yield %s : f32 }
  %rows = linalg.reduce ins(%a : tensor<16x16xf32>) outs(%f : tensor<16xf32>) dimensions = [1]
    (%in: f32, %acc: f32) { %s = arith.addf %in, %acc : f32  linalg.yield %s : f32 }
  %c = dtensor.constrain %columns : tensor<16xf32> to #dtensor.layout<@mesh, [unsharded]>
  %ec = math.tanh %c : tensor<16xf32>
  %r = dtensor.constrain %rows : tensor<16xf32> to #dtensor.layout<@mesh, [unsharded]>
  %er = math.tanh %r : tensor<16xf32>
  %sum = arith.addf %ec, %er : tensor<16xf32>
  return %sum : tensor<16xf32>
}
)mlir";

/// Results that devices write together: a sum, a gathered tensor, and a sum
/// that each device reads as well.
constexpr StringLiteral kSharedResults = R"mlir(
dtensor.mesh @mesh <x=2, y=2>
func.func @main(%a: tensor<4x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y, unsharded]>},
    %b: tensor<128x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>})
    -> (tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>},
        tensor<128x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>},
        tensor<128xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
        tensor<128xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<4x64xf32>) outs(%f : tensor<64xf32>) dimensions = [0]
  %g = math.absf %b : tensor<128x64xf32>
  %er = tensor.empty() : tensor<128xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<128xf32>) -> tensor<128xf32>
  %rows = linalg.reduce {arith.addf} ins(%b : tensor<128x64xf32>) outs(%fr : tensor<128xf32>) dimensions = [1]
  %h = math.tanh %rows : tensor<128xf32>
  return %sum, %g, %rows, %h : tensor<64xf32>, tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>
}
)mlir";

class GeneratedRaceTest : public ::testing::Test {
protected:
  void SetUp() override {
    DialectRegistry registry;
    registerProgramDialects(registry);
    // Compilation is not tested here.
    context.emplace(registry, MLIRContext::Threading::DISABLED);
    numRaces = 0;
  }

  /// Checks that the results of a few runs are the same; returns those of the
  /// last.
  void run(StringRef text, const CompileOptions &options, bool onOneDevice,
           std::vector<HostTensor> &results) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &*context);
    ASSERT_TRUE(module);
    if (onOneDevice)
      shrinkMeshes(*module);
    auto entry = findEntry(*module, "main");
    ASSERT_TRUE(static_cast<bool>(entry));
    auto program = CompiledProgram::compile(*entry, options);
    ASSERT_TRUE(succeeded(program));
    std::vector<std::shared_ptr<HostTensor>> inputs;
    for (const ValueSignature &argument :
         (*program)->getSignature().arguments) {
      auto input =
          makeRandomInput(argument.elementType, argument.shape,
                          RandomInputs{/*seed=*/1}, /*argument=*/inputs.size());
      ASSERT_TRUE(static_cast<bool>(input));
      inputs.push_back(std::make_shared<HostTensor>(std::move(*input)));
    }
    auto invocation = Invocation::create((*program)->getSignature(), inputs);
    ASSERT_TRUE(static_cast<bool>(invocation));
    for (int i = 0; i < 3; ++i) {
      llvm::Error error = (*program)->run(*invocation);
      ASSERT_FALSE(static_cast<bool>(error));
    }
    auto joined = invocation->joinResults();
    ASSERT_TRUE(static_cast<bool>(joined));
    results = std::move(*joined);
  }

  void expectOrderedAndRight(StringRef text) {
    for (Kernels kernels : {Kernels::Auto, Kernels::Generated}) {
      CompileOptions options;
      options.kernels = kernels;
      std::vector<HostTensor> got, want;
      run(text, options, /*onOneDevice=*/false, got);
      run(text, options, /*onOneDevice=*/true, want);
      ASSERT_EQ(got.size(), want.size());
      for (auto [one, other] : llvm::zip(got, want)) {
        std::optional<Difference> difference = compare(one, other, {});
        EXPECT_FALSE(difference) << difference->str();
      }
    }
    EXPECT_EQ(numRaces, 0);
  }

  std::optional<MLIRContext> context;
};

TEST_F(GeneratedRaceTest, TensorParallel) {
  expectOrderedAndRight(kTensorParallel);
}

TEST_F(GeneratedRaceTest, Attention) { expectOrderedAndRight(kAttention); }

TEST_F(GeneratedRaceTest, GatherInLoop) {
  expectOrderedAndRight(kGatherInLoop);
}

TEST_F(GeneratedRaceTest, SharedSums) { expectOrderedAndRight(kSharedSums); }

TEST_F(GeneratedRaceTest, SharedResults) {
  expectOrderedAndRight(kSharedResults);
}

/// A test of the tests: without the barriers before writes to memory of the
/// group, the sanitizer must see machine code write data that peers still read.
TEST_F(GeneratedRaceTest, MissingBarrierIsSeen) {
  int64_t numErased = 0;
  CompileOptions options;
  options.kernels = Kernels::Generated;
  options.observer = [&](Stage stage, ModuleOp module) {
    if (stage == Stage::LLVM)
      module.walk([&](LLVM::CallOp call) {
        if (call.getCallee() != StringRef("dt_barrier"))
          return;
        call.erase();
        ++numErased;
      });
  };
  std::vector<HostTensor> results;
  racesAreExpected = true;
  run(kGatherInLoop, options, /*onOneDevice=*/false, results);
  racesAreExpected = false;
  EXPECT_GT(numErased, 0);
#if __has_feature(thread_sanitizer)
  EXPECT_GT(numRaces, 0);
#endif
}

} // namespace
