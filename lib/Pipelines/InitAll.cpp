//===- InitAll.cpp - Registers dialects and passes ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Pipelines/InitAll.h"
#include "dtensor/Analysis/Passes.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "dtensor/Codegen/Kernels/Passes.h"
#include "dtensor/Codegen/LinalgExt/Passes.h"
#include "dtensor/Codegen/Loops/Passes.h"
#include "dtensor/Codegen/Math/Passes.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/Shardy/IR/Shardy.h"
#include "dtensor/Frontend/Shardy/Import/Passes.h"
#include "dtensor/Frontend/StableHLO/IR/Check.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "dtensor/Frontend/StableHLO/Import/Passes.h"
#include "dtensor/Frontend/TOSA/Import/Passes.h"
#include "dtensor/Frontend/Torch/IR/TMTensor.h"
#include "dtensor/Frontend/Torch/IR/TorchDialect.h"
#include "dtensor/Frontend/Torch/Import/Passes.h"
#include "dtensor/Normalize/Passes.h"
#include "dtensor/Partition/Passes.h"
#include "dtensor/Pipelines/LoweringPipeline.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "dtensor/Planning/Passes.h"
#include "dtensor/Propagation/Passes.h"
#include "dtensor/ShardingRules/Passes.h"
#include "dtensor/ShardingRules/ShardingRules.h"

using namespace dtensor;

void dtensor::registerCoreDialects(mlir::DialectRegistry &registry) {
  registry.insert<DTensorDialect, comm::CommDialect,
                  linalg_ext::LinalgExtDialect>();
  registerShardingRules(registry);
}

void dtensor::registerFrontends(mlir::DialectRegistry &registry) {
  registry.insert<check::CheckDialect, chlo::ChloDialect,
                  interpreter::InterpreterDialect, sdy::ShardyDialect,
                  stablehlo::StableHLODialect, tm_tensor::TMTensorDialect,
                  torch::TorchDialect>();
}

void dtensor::registerAllDialects(mlir::DialectRegistry &registry) {
  registerCoreDialects(registry);
  registerFrontends(registry);
}

void dtensor::registerAllPasses() {
  registerDTensorAnalysisPasses();
  registerDTensorCollectivesPasses();
  registerDTensorConversionPasses();
  registerDTensorFusionPasses();
  registerDTensorKernelsPasses();
  registerDTensorLinalgExtCodegenPasses();
  registerDTensorLoopsPasses();
  registerDTensorMathPasses();
  registerDTensorMemoryPasses();
  registerDTensorNormalizePasses();
  registerDTensorOutliningPasses();
  registerDTensorPartitionPasses();
  registerDTensorPlanningPasses();
  registerDTensorPropagationPasses();
  registerDTensorShardingRulesPasses();
  registerDTensorShardyImportPasses();
  registerDTensorStableHLOImportPasses();
  registerDTensorTOSAImportPasses();
  registerDTensorTorchImportPasses();
  registerLoweringPipelines();
  registerPartitionPipeline();
}
