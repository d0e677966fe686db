//===- ring.cpp - Runs a program with ops of another project --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ring.h"
#include "dtensor/Driver/Signature.h"
#include "dtensor/ExecutionEngine/JIT.h"
#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Host/Invocation.h"
#include "dtensor/Pipelines/InitAll.h"
#include "dtensor/Pipelines/LoweringPipeline.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

#include "RingDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Ring.cpp.inc"

void ring::RingDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Ring.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// The lowering: ops on components to those that DTensor compiles
//===----------------------------------------------------------------------===//

namespace {

struct LowerRamp : OpRewritePattern<ring::RampOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ring::RampOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    Value first = op.getFirst();
    if (!first)
      first = arith::ConstantIndexOp::create(rewriter, loc, 0);
    SmallVector<Value> extents;
    if (op.getExtent())
      extents.push_back(op.getExtent());
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, extents);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange(type), ValueRange(), empty,
        ArrayRef{rewriter.getMultiDimIdentityMap(1)},
        ArrayRef{utils::IteratorType::parallel},
        [&](OpBuilder &body, Location loc, ValueRange) {
          Value position = linalg::IndexOp::create(body, loc, 0);
          position = arith::AddIOp::create(body, loc, position, first);
          position = arith::IndexCastOp::create(body, loc, body.getI64Type(),
                                                position);
          Value number =
              arith::SIToFPOp::create(body, loc, body.getF32Type(), position);
          linalg::YieldOp::create(body, loc, number);
        });
    return success();
  }
};

/// Lowers rotations of whole rings. The expansion has replaced all other
/// rotations.
struct LowerRotate : OpRewritePattern<ring::RotateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ring::RotateOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    int64_t extent = type.getDimSize(0);
    int64_t by = op.getBy() % extent;
    auto getAttr = [&](int64_t number) -> SmallVector<OpFoldResult> {
      return {rewriter.getIndexAttr(number)};
    };
    Value result = tensor::EmptyOp::create(rewriter, loc, type, ValueRange());
    auto move = [&](int64_t from, int64_t count, int64_t to) {
      Value slice = tensor::ExtractSliceOp::create(
          rewriter, loc, op.getSource(), getAttr(from), getAttr(count),
          getAttr(1));
      result = tensor::InsertSliceOp::create(rewriter, loc, slice, result,
                                             getAttr(to), getAttr(count),
                                             getAttr(1));
    };
    move(by, extent - by, 0);
    move(0, by, extent - by);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerRing : PassWrapper<LowerRing, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerRing)

  StringRef getArgument() const override { return "lower-ring"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect,
                    tensor::TensorDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerRamp, LowerRotate>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The pipeline, in two parts: signatures are read of the local view
//===----------------------------------------------------------------------===//

static void buildPartition(OpPassManager &manager) {
  dtensor::PartitionOptions options;
  options.frontends = false;
  dtensor::buildPartitionPipeline(manager, options);
}

static void buildLowering(OpPassManager &manager,
                          const dtensor::Processor &processor) {
  manager.addNestedPass<func::FuncOp>(std::make_unique<LowerRing>());
  dtensor::LoweringOptions options;
  options.processor = processor.str();
  dtensor::buildLowerToLLVMPipeline(manager, options);
}

//===----------------------------------------------------------------------===//
// A program, and a run of it on any number of devices
//===----------------------------------------------------------------------===//

static constexpr int64_t kExtent = 18;
static constexpr int64_t kBy = 5;

static std::string getProgram(int64_t devices) {
  return llvm::formatv(R"(
dtensor.mesh @mesh <x={0}>
func.func @main(%a: tensor<{1}xf32> {{dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<{1}xf32> {{dtensor.layout = #dtensor.layout<@mesh, [x]>}) {{
  %ramp = ring.ramp : tensor<{1}xf32>
  %sum = arith.addf %a, %ramp : tensor<{1}xf32>
  %result = ring.rotate %sum by {2} : tensor<{1}xf32>
  return %result : tensor<{1}xf32>
}
)",
                       devices, kExtent, kBy)
      .str();
}

/// Runs the program. `input` is the whole of `%a`, and the returned vector is
/// the whole result.
static std::vector<float> run(MLIRContext *context, int64_t devices,
                              std::shared_ptr<dtensor::HostTensor> input) {
  llvm::ExitOnError check("ring: ");
  auto require = [&](bool isDone, const char *step) {
    if (!isDone)
      check(llvm::createStringError(step));
  };
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(getProgram(devices), "ring.mlir"),
      llvm::SMLoc());
  OwningOpRef<ModuleOp> module = dtensor::parseSource(sources, context);
  require(bool(module), "cannot parse the program");

  PassManager partition(context);
  buildPartition(partition);
  require(succeeded(partition.run(*module)), "cannot partition the program");
  llvm::outs() << "// " << devices << " devices\n" << *module << "\n";
  dtensor::Signature signature =
      check(dtensor::readSignature(module->lookupSymbol<func::FuncOp>("main")));

  dtensor::Processor processor;
  PassManager lowering(context);
  buildLowering(lowering, processor);
  require(succeeded(lowering.run(*module)), "cannot lower the program");
  std::unique_ptr<dtensor::JIT> code =
      check(dtensor::JIT::create(*module, processor));
  DtProgram program = check(code->lookup("main"));

  dtensor::Invocation invocation =
      check(dtensor::Invocation::create(signature, {input}));
  std::unique_ptr<DtContext, decltype(&dt_context_destroy)> runtime(
      dt_context_create(1, &devices, /*workers=*/0), dt_context_destroy);
  require(runtime && dt_set_stack(runtime.get(), code->getStackBytes()) == 0,
          "not enough memory");
  if (dt_run(runtime.get(), program, invocation.getArguments()) != 0)
    require(false, dt_error(runtime.get()));
  std::vector<dtensor::HostTensor> results = check(invocation.joinResults());
  return results.front().getElements<float>().vec();
}

int main() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  dtensor::registerCoreDialects(registry);
  dtensor::registerLoweringExtensions(registry);
  ring::registerRing(registry);
  MLIRContext context(registry);

  auto input = std::make_shared<dtensor::HostTensor>(llvm::cantFail(
      dtensor::HostTensor::create(dtensor::ElementType::F32, {kExtent})));
  for (auto [position, value] : llvm::enumerate(input->getElements<float>()))
    value = 100.0f * position * position;

  for (int64_t devices : {1, 4, 7, 20}) {
    std::vector<float> results = run(&context, devices, input);
    for (int64_t position = 0; position < kExtent; ++position) {
      int64_t from = (position + kBy) % kExtent;
      float expected = 100.0f * from * from + from;
      if (results[position] != expected) {
        llvm::errs() << "at " << position << ": expected " << expected
                     << ", found " << results[position] << "\n";
        return 1;
      }
    }
    llvm::outs() << devices << " devices: all " << kExtent
                 << " elements as expected\n";
  }
  return 0;
}
