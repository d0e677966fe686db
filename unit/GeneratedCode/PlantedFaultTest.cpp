//===- PlantedFaultTest.cpp - Faults of compiled programs are seen --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A test of the tests: if a buffer is shared that must not be, or a barrier is
// left out, a comparison of results must detect it. If two buffers of an arena
// get the same place, the check of the memory plan must detect it.

#include "dtensor/Codegen/Memory/BufferBounds.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Host/Compare.h"
#include "dtensor/Host/RandomInputs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// Both operands of the product are computed, and needed at the same time.
constexpr StringLiteral kTwoBuffers = R"mlir(
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %a = math.sin %x : tensor<8x8xf32>
  %b = math.cos %y : tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = math.tanh %p : tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
)mlir";

/// Buffers that are needed for a long or a short time, and across a loop.
constexpr StringLiteral kManyBuffers = R"mlir(
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant dense<0.0> : tensor<8x8xf32>
  %a = math.sin %x : tensor<8x8xf32>
  %b = math.cos %y : tensor<8x8xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = linalg.matmul ins(%b, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %p) -> tensor<8x8xf32> {
    %u = linalg.matmul ins(%t, %q : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
    %v = math.tanh %u : tensor<8x8xf32>
    %w = linalg.matmul ins(%v, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = math.sin %w : tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  %s = linalg.matmul ins(%r, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = math.exp %s : tensor<8x8xf32>
  return %e : tensor<8x8xf32>
}
)mlir";

/// Each iteration computes shards at their place in memory of the group, which
/// peers have read in the iteration before. There are more devices than most
/// machines have processors, so that some share a processor. A device that does
/// not wait overwrites data that its neighbour has not read yet.
constexpr StringLiteral kGatherInLoop = R"mlir(
dtensor.mesh @mesh <x=16>
func.func @main(%x: tensor<64x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<64x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  %ones = arith.constant dense<0.125> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %x) -> tensor<64x4xf32> {
    %e = math.tanh %t : tensor<64x4xf32>
    %whole = dtensor.constrain %e : tensor<64x4xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
    %mixer = dtensor.constrain %ones : tensor<64x64xf32> to #dtensor.layout<@mesh, [x, unsharded]>
    %es = tensor.empty() : tensor<64x4xf32>
    %fs = linalg.fill ins(%z : f32) outs(%es : tensor<64x4xf32>) -> tensor<64x4xf32>
    %n = linalg.matmul ins(%mixer, %whole : tensor<64x64xf32>, tensor<64x4xf32>) outs(%fs : tensor<64x4xf32>) -> tensor<64x4xf32>
    %a = arith.addf %n, %t : tensor<64x4xf32>
    scf.yield %a : tensor<64x4xf32>
  }
  return %r : tensor<64x4xf32>
}
)mlir";

class PlantedFaultTest : public ::testing::Test {
protected:
  using Plant = std::function<void(Stage, ModuleOp)>;

  void SetUp() override {
    DialectRegistry registry;
    registerProgramDialects(registry);
    context.emplace(registry, MLIRContext::Threading::DISABLED);
  }

  FailureOr<std::unique_ptr<CompiledProgram>>
  compile(StringRef text, const Plant &plant, bool verifyBuffers = false) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &*context);
    if (!module)
      return failure();
    CompileOptions options;
    options.kernels = Kernels::Generated;
    options.observer = plant;
    options.verifyBuffers = verifyBuffers;
    return CompiledProgram::compile(llvm::cantFail(findEntry(*module, "main")),
                                    options);
  }

  void run(StringRef text, const Plant &plant,
           std::vector<HostTensor> &results) {
    auto program = compile(text, plant);
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
    llvm::Error error = (*program)->run(*invocation);
    ASSERT_FALSE(static_cast<bool>(error));
    auto joined = invocation->joinResults();
    ASSERT_TRUE(static_cast<bool>(joined));
    results = std::move(*joined);
  }

  /// Whether a run with the fault gives another first result than one without
  /// it.
  bool isSeen(StringRef text, const Plant &plant) {
    std::vector<HostTensor> got, want;
    run(text, plant, got);
    run(text, [](Stage, ModuleOp) {}, want);
    return got.empty() || want.empty() ||
           compare(got.front(), want.front(), {}).has_value();
  }

  std::optional<MLIRContext> context;
};

TEST_F(PlantedFaultTest, WithoutFaultNothingIsSeen) {
  EXPECT_FALSE(isSeen(kTwoBuffers, [](Stage, ModuleOp) {}));
  EXPECT_FALSE(isSeen(kGatherInLoop, [](Stage, ModuleOp) {}));
}

TEST_F(PlantedFaultTest, SharedBufferIsSeen) {
  int64_t numShared = 0;
  EXPECT_TRUE(isSeen(kTwoBuffers, [&](Stage stage, ModuleOp module) {
    if (stage != Stage::Bufferize)
      return;
    // Two buffers of one type that are needed at the same time.
    SmallVector<memref::AllocOp> allocs;
    module.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    for (size_t i = 1; i < allocs.size() && numShared == 0; ++i)
      if (allocs[i].getType() == allocs[0].getType()) {
        allocs[i].getResult().replaceAllUsesWith(allocs[0].getResult());
        ++numShared;
      }
  }));
  EXPECT_EQ(numShared, 1);
}

/// Gives one buffer of the plan the place of another one. Returns whether there
/// are two such buffers at different places.
static bool moveBuffer(Operation *function, size_t from, size_t to) {
  SmallVector<memref::ViewOp> buffers;
  function->walk([&](memref::ViewOp view) {
    Operation *arena = view.getSource().getDefiningOp();
    if (arena && arena->hasAttr(kArenaAttr))
      buffers.push_back(view);
  });
  if (std::max(from, to) >= buffers.size())
    return false;
  auto getShift = [&](size_t i) {
    return *getConstantIntValue(buffers[i].getByteShift());
  };
  if (buffers[from].getType() != buffers[to].getType() ||
      getShift(from) == getShift(to))
    return false;
  OpBuilder builder(buffers[from]);
  buffers[from].getByteShiftMutable().assign(arith::ConstantIndexOp::create(
      builder, buffers[from].getLoc(), getShift(to)));
  return true;
}

TEST_F(PlantedFaultTest, MovedBufferIsSeenByTheCheckOfThePlan) {
  std::vector<HostTensor> want, got;
  auto plantNothing = [](Stage, ModuleOp) {};
  run(kManyBuffers, plantNothing, want);
  int64_t numWrong = 0;
  constexpr size_t kNumBuffers = 8;
  for (size_t from = 0; from < kNumBuffers; ++from)
    for (size_t to = 0; to < kNumBuffers; ++to) {
      bool isMoved = false;
      context->registerActionHandler(
          [&](function_ref<void()> execute, const tracing::Action &action) {
            execute();
            const auto *pass = dyn_cast<PassExecutionAction>(&action);
            if (pass && pass->getPass().getArgument() == "dtensor-plan-memory")
              isMoved |= moveBuffer(pass->getOp(), from, to);
          });
      run(kManyBuffers, plantNothing, got);
      if (!compare(got.front(), want.front(), {}))
        continue;
      ++numWrong;
      std::string message;
      ScopedDiagnosticHandler handler(&*context, [&](Diagnostic &diagnostic) {
        message += diagnostic.str();
      });
      EXPECT_TRUE(isMoved);
      EXPECT_TRUE(
          failed(compile(kManyBuffers, plantNothing, /*verifyBuffers=*/true)));
      EXPECT_TRUE(StringRef(message).contains(
          "the compiler has given a buffer that is read to another tensor"))
          << "buffer " << from << " in the place of " << to << ": " << message;
    }
  context->registerActionHandler(nullptr);
  EXPECT_GT(numWrong, 8);
}

#if !__has_feature(thread_sanitizer)
// GeneratedRaceTest tests that the sanitizer sees such a race.
TEST_F(PlantedFaultTest, MissingBarrierIsSeen) {
  int64_t numErased = 0;
  Plant plant = [&](Stage stage, ModuleOp module) {
    if (stage != Stage::LLVM)
      return;
    module.walk([&](LLVM::CallOp call) {
      if (call.getCallee() != StringRef("dt_barrier"))
        return;
      call.erase();
      ++numErased;
    });
  };
  // On a machine with more processors than devices this takes some luck.
  bool isSeenOnce = false;
  for (int turn = 0; turn < 20 && !isSeenOnce; ++turn)
    isSeenOnce = isSeen(kGatherInLoop, plant);
  EXPECT_TRUE(isSeenOnce);
  EXPECT_GT(numErased, 0);
}
#endif

} // namespace
