//===- dtensor-opt.cpp - Passes of the project, one by one ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Passes.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "dtensor/Pipelines/Pipelines.h"
#include "dtensor/ShardingRules/Passes.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "dtensor/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  dtensor::registerDTensorCodegenPasses();
  dtensor::registerDTensorConversionPasses();
  dtensor::registerDTensorShardingRulesPasses();
  dtensor::registerLoweringPipelines();
  dtensor::registerDTensorTransformsPasses();
  dtensor::registerPartitionPipeline();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  dtensor::registerLoweringExtensions(registry);
  registry.insert<dtensor::DTensorDialect, dtensor::comm::CommDialect>();
  dtensor::registerShardingRules(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "DTensor's optimizer driver\n", registry));
}
