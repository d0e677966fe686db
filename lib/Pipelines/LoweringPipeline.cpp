//===- LoweringPipeline.cpp - Local view to LLVM --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Passes.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Pipelines/Pipelines.h"
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

void dtensor::buildCodegenPipeline(OpPassManager &manager,
                                   const LoweringOptions &options) {
  // Arenas belong to entry functions, and fusion sees one function at a time.
  manager.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  manager.addPass(createSymbolDCEPass());
  manager.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  manager.addPass(createResultsToDestinations());
  manager.addNestedPass<func::FuncOp>(createCopyLoopCarried());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  // What dtensor-copy-loop-carried cannot keep in one buffer.
  bufferize.allowReturnAllocsFromLoops = true;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addNestedPass<func::FuncOp>(createLinalgToLoops());
}

void dtensor::buildLowerToLLVMPipeline(OpPassManager &manager,
                                       const LoweringOptions &options) {
  buildCodegenPipeline(manager, options);
  manager.addPass(createConvertCommToRuntime());
  manager.addPass(createAddEntryWrapper());
  manager.addPass(createSCFToControlFlowPass());
  // bf16 is a storage type: arithmetic on it is done in f32.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  manager.addNestedPass<func::FuncOp>(
      arith::createArithEmulateUnsupportedFloats(emulate));
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {"f32", "f64"};
  extend.targetTypeStr = "f32";
  manager.addPass(math::createMathExtendToSupportedTypes(extend));
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  manager.addPass(arith::createArithExpandOpsPass(expand));
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
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
}
