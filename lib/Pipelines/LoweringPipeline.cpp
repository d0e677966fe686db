//===- LoweringPipeline.cpp - Local view to LLVM --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Pipelines/LoweringPipeline.h"
#include "RunWhere.h"
#include "StructuredCanonicalizer.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "dtensor/Codegen/Kernels/Passes.h"
#include "dtensor/Codegen/LinalgExt/Passes.h"
#include "dtensor/Codegen/Loops/Passes.h"
#include "dtensor/Codegen/Math/Passes.h"
#include "dtensor/Codegen/Memory/BufferBounds.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Normalize/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace dtensor;

/// Adds passes on tensors, which reduce the number of passes over memory.
static void buildFusionPipeline(OpPassManager &manager,
                                const Processor &processor,
                                const LoweringOptions &options) {
  FuseElementwiseOptions fuse;
  fuse.fuseLocations = options.events;
  OpPassManager &whole = manager.nest<func::FuncOp>();
  whole.addPass(createDecomposeLinalgExt({processor.getVectorBytes()}));
  whole.addPass(createConvertElementwiseToLinalgPass());
  whole.addPass(createStructuredCanonicalizer());
  whole.addPass(createMergeEqualOps());
  whole.addPass(createPrepareLinalg());
  whole.addPass(createFuseElementwise(fuse));
  whole.addPass(createSplitArgmax());
  // Axes of extent 1 can hide that two operations share their loops.
  whole.addPass(createFoldUnitExtents());
  whole.addPass(createFuseElementwise(fuse));
  whole.addPass(createMergeEqualOps());
  if (options.fuseCollectives)
    whole.addPass(createFuseCollectives({options.cores}));
  // Within one process a gather of what devices compute in its place is free.
  if (options.fuseCollectives) {
    manager.addPass(createDivideReplicated());
    manager.addNestedPass<func::FuncOp>(createScatterReductions());
    manager.addPass(createInsertReleases());
  }
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createFuseBatches());
  functions.addPass(createFuseRows());
  functions.addPass(createMergeEqualOps());
  // Fuses again within a row: an exponential and its sum become one loop.
  functions.addPass(createFoldUnitExtents({/*useSlices=*/true}));
  functions.addPass(createMergeEqualOps());
  FuseElementwiseOptions inRow = fuse;
  inRow.keepInReductions = true;
  functions.addPass(createFuseElementwise(inRow));
  functions.addPass(createMergeEqualOps());
}

bool ProcessorNameParser::parse(llvm::cl::Option &option, StringRef argument,
                                StringRef text, std::string &name) {
  llvm::Expected<Processor> processor = Processor::parse(text);
  if (!processor)
    return option.error(llvm::toString(processor.takeError()), argument);
  name = text.str();
  return false;
}

/// The name was checked when it was set.
static Processor getProcessor(const LoweringOptions &options) {
  return llvm::cantFail(Processor::parse(options.processor));
}

static void buildBufferizePipeline(OpPassManager &manager,
                                   const LoweringOptions &options) {
  manager.addPass(createVerifyElementTypes());
  manager.addPass(createVerifySizes());
  // A program without a mesh was not normalized before.
  manager.addPass(createDecomposeAggregates());
  // Arenas belong to entry functions, and fusion sees one function at a time.
  manager.addPass(createForgetCallers());
  manager.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  manager.addPass(createSymbolDCEPass());
  manager.addNestedPass<func::FuncOp>(createSwitchesToBranches());
  // The partitioned program has other ops too. Events need marks of all.
  if (options.events)
    buildSourceMarks(manager);
  else
    manager.addNestedPass<func::FuncOp>(createMarkControlFlow());
  buildFusionPipeline(manager, getProcessor(options), options);
  if (options.kernels == Kernels::Auto)
    manager.addNestedPass<func::FuncOp>(createSelectKernels());
  manager.addNestedPass<func::FuncOp>(createSeparateDestinations());
  manager.addNestedPass<func::FuncOp>(createCopyOuterDestinations());
  manager.addPass(createResultsToDestinations());
  manager.addNestedPass<func::FuncOp>(createCopyLoopCarried());
  manager.addPass(createEliminateEmptyTensors());
  bufferization::OneShotBufferizePassOptions bufferize;
  // This is for values that dtensor-copy-loop-carried cannot keep in one
  // buffer.
  bufferize.allowReturnAllocsFromLoops = true;
  manager.addPass(createVerifyStructured());
  if (options.verifyBuffers)
    manager.addPass(createVerifyInPlace());
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createStructuredCanonicalizer());
  manager.addPass(createCSEPass());
  // The host is told which results are shared.
  manager.addNestedPass<func::FuncOp>(createShareBuffers());
}

/// Adds passes on buffers: a place for each buffer, and loops for structured
/// operations.
static void buildLoopsPipeline(OpPassManager &manager,
                               const LoweringOptions &options) {
  Processor processor = getProcessor(options);
  manager.addNestedPass<func::FuncOp>(createPlaceResults());
  manager.addNestedPass<func::FuncOp>(createStreamBoxes());
  manager.addNestedPass<func::FuncOp>(createPlaceProducers());
  manager.addNestedPass<func::FuncOp>(
      createBlockProducts({processor.getVectorBytes()}));
  manager.addNestedPass<func::FuncOp>(createWidenAccumulators());
  // Rows that are written in this way need not be asked for.
  manager.addNestedPass<func::FuncOp>(createBypassCaches());
  manager.addNestedPass<func::FuncOp>(createOrderReductions());
  manager.addNestedPass<func::FuncOp>(createPlanMemory());
  if (options.verifyBuffers)
    manager.addNestedPass<func::FuncOp>(createVerifyMemoryPlan());
  manager.addNestedPass<func::FuncOp>(
      createLinalgExtToLoops({processor.fusesMultiplyAdd()}));
  // Vectors of 32 bytes are divided in half of the time that those of 64 bytes
  // take, and fast math needs no correction.
  bool correctsQuotients = processor.getVectorBytes() >= 64 &&
                           processor.fusesMultiplyAdd() && !options.fastMath;
  manager.addNestedPass<func::FuncOp>(
      createLinalgToLoops({processor.getVectorBytes(), correctsQuotients}));
  manager.addNestedPass<func::FuncOp>(createGuardIntegerDivision());
}

static void buildLLVMPipeline(OpPassManager &manager,
                              const LoweringOptions &options) {
  auto addWhereUsed = [&](StringRef dialect, std::unique_ptr<Pass> pass) {
    manager.addNestedPass<func::FuncOp>(
        createRunWhere(isOfDialect(dialect), std::move(pass)));
  };
  manager.addPass(createConvertCommToRuntime({options.events}));
  manager.addPass(createConvertKernelsToRuntime());
  if (options.events)
    manager.addPass(createInsertEvents());
  // These come before the passes that expand ops, so that those run only once
  // on equal loops and layers.
  manager.addPass(createDivideLoops());
  manager.addPass(createOutlineLoops());
  manager.addPass(createAddEntryWrapper({options.fastMath}));
  manager.addPass(createOutlineLayers());
  manager.addNestedPass<func::FuncOp>(createExpandBareBuffers());
  Processor processor = getProcessor(options);
  // Some functions of complex numbers become functions of their parts.
  addWhereUsed("complex", createConvertComplexToStandardPass());
  // bf16 is a storage type: arithmetic on it is done in f32. The same holds for
  // f16 if the processor cannot convert it.
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
  addWhereUsed("math", math::createMathExtendToSupportedTypes(extend));
  if (options.fastMath)
    manager.addNestedPass<func::FuncOp>(createRelaxFloats());
  manager.addNestedPass<func::FuncOp>(createExpandMath(
      {processor.fusesMultiplyAdd(), processor.convertsHalves()}));
  manager.addPass(createConvertMathToRuntime({processor.hasFusedFunctions()}));
  manager.addPass(createPowersToFunctions());
  manager.addPass(createSplitFunctions());
  manager.addPass(createSCFToControlFlowPass());
  addWhereUsed("math", createConvertMathToLLVMPass());
  // This adds functions to the module.
  manager.addPass(
      createRunWhere(isOfDialect("math"), createConvertMathToLibmPass()));
  manager.addNestedPass<func::FuncOp>(
      memref::createExpandStridedMetadataPass());
  addWhereUsed("affine", createLowerAffinePass());
  addWhereUsed("complex", createConvertComplexToLLVMPass());
  addWhereUsed("vector", createConvertVectorToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createBFloatsToIntegers());
  manager.addPass(createMarkNoAlias());
}

void dtensor::buildSourceMarks(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(createMarkSourceOps());
}

void dtensor::buildCodegenPipeline(OpPassManager &manager,
                                   const LoweringOptions &options) {
  buildBufferizePipeline(manager, options);
  buildLoopsPipeline(manager, options);
}

void dtensor::buildLoweringStage(OpPassManager &manager, Stage stage,
                                 const LoweringOptions &options) {
  if (stage == Stage::Bufferize)
    return buildBufferizePipeline(manager, options);
  assert(stage == Stage::LLVM && "no stage of lowering");
  buildLoopsPipeline(manager, options);
  buildLLVMPipeline(manager, options);
}

void dtensor::buildLowerToLLVMPipeline(OpPassManager &manager,
                                       const LoweringOptions &options) {
  buildLoweringStage(manager, Stage::Bufferize, options);
  buildLoweringStage(manager, Stage::LLVM, options);
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
