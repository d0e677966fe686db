//===- LoweringPipeline.cpp - Local view to LLVM --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Passes.h"
#include "dtensor/Conversion/BufferBounds.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Pipelines/Pipelines.h"
#include "dtensor/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace dtensor;

namespace {
/// `convert-math-to-funcs` by a pass that sees one module: upstream's keeps the
/// functions that it has made, also when it runs on another module.
class PowersToFunctions
    : public PassWrapper<PowersToFunctions, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PowersToFunctions)

  StringRef getArgument() const override {
    return "dtensor-powers-to-functions";
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    create()->getDependentDialects(registry);
  }

  void runOnOperation() override {
    OpPassManager once(ModuleOp::getOperationName());
    once.addPass(create());
    if (failed(runPipeline(once, getOperation())))
      signalPassFailure();
  }

private:
  /// Integer powers become loops, of floats too: llvm.powi is a call of the
  /// compiler's own library.
  static std::unique_ptr<Pass> create() { return createConvertMathToFuncs(); }
};
} // namespace

namespace {
/// To verify after each pass takes a quarter of the time of compilation. But
/// structured ops that fusion has taken apart wrongly say so only until they
/// are loops.
class VerifyStructured
    : public PassWrapper<VerifyStructured, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyStructured)

  StringRef getArgument() const override { return "dtensor-verify-structured"; }

  void runOnOperation() override {
    if (failed(verify(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

namespace {
/// LLVM has no floats of fewer than 16 bits, and the runtime no longer ones
/// than f64. Import of StableHLO leaves none.
class VerifyElementTypes
    : public PassWrapper<VerifyElementTypes, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyElementTypes)

  StringRef getArgument() const override {
    return "dtensor-verify-element-types";
  }

  void runOnOperation() override {
    WalkResult walked = getOperation().walk([](Operation *op) {
      for (TypeRange types :
           {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
        for (Type type : types) {
          Type element = getElementTypeOrSelf(type);
          if (!isa<FloatType>(element) || element.isF16() || element.isBF16() ||
              element.isF32() || element.isF64())
            continue;
          op->emitError("'")
              << op->getName() << "' has elements of " << element
              << "; required: f16, bf16, f32 or f64, or a program of StableHLO "
                 "for floats of 4 to 8 bits";
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

/// On tensors: fewer passes over memory.
static void buildFusionPipeline(OpPassManager &manager,
                                const Processor &processor) {
  auto addFunctionPass = [&](std::unique_ptr<Pass> pass) {
    manager.addNestedPass<func::FuncOp>(std::move(pass));
  };
  addFunctionPass(createDecomposeLinalgExt({processor.getVectorBytes()}));
  addFunctionPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  addFunctionPass(createPrepareLinalg());
  addFunctionPass(createFuseElementwise());
  addFunctionPass(createSplitArgmax());
  // Axes of extent 1 hide that two operations share their loops.
  manager.addPass(createLinalgFoldUnitExtentDimsPass());
  addFunctionPass(createFuseElementwise());
  manager.addPass(createCSEPass());
  addFunctionPass(createFuseRows());
  manager.addPass(std::make_unique<VerifyStructured>());
  manager.addPass(createCSEPass());
  // Within a row again: an exponential and the sum of it are one loop.
  LinalgFoldUnitExtentDimsPassOptions rows;
  rows.useRankReducingSlices = true;
  manager.addPass(createLinalgFoldUnitExtentDimsPass(rows));
  manager.addPass(createCSEPass());
  FuseElementwiseOptions inRow;
  inRow.keepInReductions = true;
  addFunctionPass(createFuseElementwise(inRow));
  addFunctionPass(createRelaxReductions());
  manager.addPass(createCSEPass());
}

bool ProcessorNameParser::parse(llvm::cl::Option &option, StringRef argument,
                                StringRef text, std::string &name) {
  llvm::Expected<Processor> processor = Processor::parse(text);
  if (!processor)
    return option.error(llvm::toString(processor.takeError()), argument);
  name = text.str();
  return false;
}

/// Whoever sets the name has asked whether there is such a processor.
static Processor getProcessor(const LoweringOptions &options) {
  return llvm::cantFail(Processor::parse(options.processor));
}

void dtensor::buildCodegenPipeline(OpPassManager &manager,
                                   const LoweringOptions &options) {
  Processor processor = getProcessor(options);
  manager.addPass(std::make_unique<VerifyElementTypes>());
  // A program without a mesh comes as it was written.
  manager.addPass(createDecomposeAggregates());
  // Arenas belong to entry functions, and fusion sees one function at a time.
  manager.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  manager.addPass(createSymbolDCEPass());
  manager.addNestedPass<func::FuncOp>(createSwitchesToBranches());
  buildFusionPipeline(manager, processor);
  if (options.kernels == Kernels::Auto)
    manager.addNestedPass<func::FuncOp>(createSelectKernels());
  manager.addNestedPass<func::FuncOp>(createSeparateDestinations());
  manager.addNestedPass<func::FuncOp>(createCopyOuterDestinations());
  manager.addPass(createResultsToDestinations());
  manager.addNestedPass<func::FuncOp>(createCopyLoopCarried());
  manager.addPass(createEliminateEmptyTensors());
  bufferization::OneShotBufferizePassOptions bufferize;
  // What dtensor-copy-loop-carried cannot keep in one buffer.
  bufferize.allowReturnAllocsFromLoops = true;
  manager.addPass(std::make_unique<VerifyStructured>());
  if (options.verifyBuffers)
    manager.addPass(createVerifyInPlace());
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addNestedPass<func::FuncOp>(createShareBuffers());
  manager.addNestedPass<func::FuncOp>(createPlaceProducers());
  manager.addNestedPass<func::FuncOp>(
      createBlockProducts({processor.getVectorBytes()}));
  manager.addNestedPass<func::FuncOp>(createWidenAccumulators());
  manager.addNestedPass<func::FuncOp>(createPlanMemory());
  if (options.verifyBuffers)
    manager.addNestedPass<func::FuncOp>(createVerifyMemoryPlan());
  manager.addNestedPass<func::FuncOp>(
      createLinalgExtToLoops({processor.fusesMultiplyAdd()}));
  manager.addNestedPass<func::FuncOp>(
      createLinalgToLoops({processor.getVectorBytes()}));
  manager.addNestedPass<func::FuncOp>(createGuardIntegerDivision());
}

void dtensor::buildLowerToLLVMPipeline(OpPassManager &manager,
                                       const LoweringOptions &options) {
  buildCodegenPipeline(manager, options);
  manager.addPass(createConvertCommToRuntime());
  manager.addPass(createConvertKernelsToRuntime());
  // Before what makes many ops of one: equal loops go through that once.
  manager.addPass(createOutlineLoops());
  Processor processor = getProcessor(options);
  // Functions of complex numbers are some of their parts.
  manager.addPass(createConvertComplexToStandardPass());
  // bf16 is a storage type: arithmetic on it is done in f32. So is f16 where
  // the processor cannot even convert it.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  if (!processor.convertsHalves())
    emulate.sourceTypeStrs = {"bf16", "f16"};
  emulate.targetTypeStr = "f32";
  manager.addNestedPass<func::FuncOp>(
      arith::createArithEmulateUnsupportedFloats(emulate));
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {"f32", "f64"};
  extend.targetTypeStr = "f32";
  manager.addPass(math::createMathExtendToSupportedTypes(extend));
  manager.addNestedPass<func::FuncOp>(createExpandMath(
      {processor.fusesMultiplyAdd(), processor.convertsHalves()}));
  manager.addPass(createConvertMathToRuntime({processor.hasFusedFunctions()}));
  manager.addPass(std::make_unique<PowersToFunctions>());
  manager.addPass(createAddEntryWrapper());
  manager.addPass(createOutlineLayers());
  manager.addPass(createSplitFunctions());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addNestedPass<func::FuncOp>(
      memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createBFloatsToIntegers());
  manager.addPass(createMarkNoAlias());
}

void dtensor::registerLoweringPipelines() {
  PassPipelineRegistration<LoweringOptions>(
      "dtensor-codegen", "lower the local view on tensors to loops on buffers",
      buildCodegenPipeline);
  PassPipelineRegistration<LoweringOptions>(
      "dtensor-to-llvm", "lower the local view on tensors to the LLVM dialect",
      buildLowerToLLVMPipeline);
}

void dtensor::registerLoweringExtensions(DialectRegistry &registry) {
  registerAllExtensions(registry);
  registerViewBounds(registry);
}
