//===- PartitionPipeline.cpp - Global view to local view ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Pipelines/PartitionPipeline.h"
#include "StructuredCanonicalizer.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Frontend/Shardy/Import/Passes.h"
#include "dtensor/Frontend/StableHLO/Import/Passes.h"
#include "dtensor/Frontend/TOSA/Import/Passes.h"
#include "dtensor/Frontend/Torch/Import/Passes.h"
#include "dtensor/Normalize/Passes.h"
#include "dtensor/Partition/Passes.h"
#include "dtensor/Planning/Passes.h"
#include "dtensor/Propagation/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace dtensor;

/// On the local view: fewer, smaller and later collectives.
static void buildOptimizeCollectivesPipeline(OpPassManager &manager,
                                             const PartitionOptions &options) {
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createHoistCollectives());
  functions.addPass(createScatterReductions());
  functions.addPass(createCancelGathers());
  functions.addPass(createMergeReductions());
  functions.addPass(createMergeEqualOps());
  functions.addPass(createBucketCollectives({options.bucketBytes}));
  // Equal collectives were merged before, and this pass may repeat some of
  // them.
  functions.addPass(createPlaceGathers({options.regather}));
  // The passes above merge and rewrite sums that begin with nothing.
  functions.addPass(createFoldUnitSums());
}

void dtensor::buildFrontendPipeline(OpPassManager &manager) {
  manager.addPass(createImportProcesses());
  manager.addPass(createWidenNarrowFolds());
  manager.addPass(createImportShardy());
  manager.addPass(createImportStableHLO());
  manager.addPass(createImportDonations());
  // TOSA's variables become globals.
  manager.addPass(createImportTosa());
  manager.addPass(createImportTMTensor());
  manager.addPass(createImportGlobals());
  manager.addPass(createImportBuffers());
}

void dtensor::buildImportPipeline(OpPassManager &manager, bool reassociate,
                                  bool frontends) {
  if (frontends)
    buildFrontendPipeline(manager);
  manager.addPass(createRaiseGathers());
  if (reassociate)
    manager.addPass(createRaiseScans());
}

/// Rewrites that need no mesh come first, since they would lose the layouts
/// that propagation writes.
void dtensor::buildPreparePipeline(OpPassManager &manager,
                                   const PartitionOptions &options) {
  manager.addPass(createDecomposeAggregates());
  manager.addPass(createSliceElements());
  manager.addPass(createWindowGathers());
  manager.addPass(createEraseUnusedResults());
  // A maximum and its position become two reductions, each of which can be
  // sharded.
  manager.addNestedPass<func::FuncOp>(createSplitArgmax());
  manager.addPass(createStructuredCanonicalizer());
  manager.addPass(createMergeEqualOps());

  if (options.strict)
    manager.addPass(createMarkWritten());
  // A specialized callee gets the layouts of its call.
  manager.addPass(createSpecializeCalls());
  manager.addPass(createCopyFactories());
}

static void buildPropagatePipeline(OpPassManager &manager,
                                   const PartitionOptions &options) {
  buildPreparePipeline(manager, options);
  manager.addPass(createSplitMesh({options.replicateUnknown}, options.choices));
  // The plan may bring values into layouts that the program does not ask for.
  if (options.search && !options.strict) {
    PlanLayoutsOptions plan;
    plan.replicateUnknown = options.replicateUnknown;
    plan.gather = options.gather;
    plan.machineFile = options.machine;
    plan.proposals = llvm::to_vector(ArrayRef<std::string>(options.plan));
    manager.addPass(createPlanLayouts(plan, options.pricedOn, options.choices));
  }
  PropagateLayoutsOptions propagate{options.replicateUnknown, options.explain};
  manager.addPass(createPropagateLayouts(propagate, *options.explanations));
}

static void buildRelayoutPipeline(OpPassManager &manager,
                                  const PartitionOptions &options) {
  // Copies of a callee that have equal layouts are merged again.
  manager.addPass(createMergeFunctions());
  InsertRelayoutsOptions insert{options.replicateUnknown, options.strict};
  manager.addPass(createInsertRelayouts(insert));
  manager.addPass(createShareRelayouts());
}

static void buildExpandPipeline(OpPassManager &manager,
                                const PartitionOptions &options) {
  ExpandSpmdOptions expand{options.replicateUnknown};
  manager.addPass(createExpandSpmd(expand));
}

static void buildOptimizePipeline(OpPassManager &manager,
                                  const PartitionOptions &options) {
  manager.addPass(createStructuredCanonicalizer());
  manager.addPass(createMergeEqualOps());
  manager.addPass(createComposeFetches());
  manager.addNestedPass<func::FuncOp>(createJoinFetches());
  buildOptimizeCollectivesPipeline(manager, options);
  // A program that could hang is rejected before it runs.
  manager.addPass(createVerifyUniform());
  manager.addPass(createInsertReleases());
}

void dtensor::buildPartitionStage(OpPassManager &manager, Stage stage,
                                  const PartitionOptions &options) {
  switch (stage) {
  case Stage::Import:
    return buildImportPipeline(manager, options.reassociate, options.frontends);
  case Stage::Propagate:
    return buildPropagatePipeline(manager, options);
  case Stage::Relayout:
    return buildRelayoutPipeline(manager, options);
  case Stage::Expand:
    return buildExpandPipeline(manager, options);
  case Stage::Optimize:
    return buildOptimizePipeline(manager, options);
  case Stage::Bufferize:
  case Stage::LLVM:
    break;
  }
  llvm_unreachable("no stage of partitioning");
}

void dtensor::buildPartitionPipeline(OpPassManager &manager,
                                     const PartitionOptions &options,
                                     Stage last) {
  for (Stage stage : {Stage::Import, Stage::Propagate, Stage::Relayout,
                      Stage::Expand, Stage::Optimize})
    if (stage <= last)
      buildPartitionStage(manager, stage, options);
}

void dtensor::registerPartitionPipeline() {
  PassPipelineRegistration<PartitionOptions>(
      "dtensor-partition",
      "partition the global view for a mesh: the program of one device",
      [](OpPassManager &manager, const PartitionOptions &options) {
        buildPartitionPipeline(manager, options);
      });
  PassPipelineRegistration<>(
      "dtensor-import", "turn a frontend's program into the project's dialects",
      [](OpPassManager &manager) { buildImportPipeline(manager); });
  PassPipelineRegistration<>(
      "dtensor-frontends",
      "the part of dtensor-import that reads frontends' dialects, and nothing "
      "else",
      buildFrontendPipeline);
  PassPipelineRegistration<PartitionOptions>(
      "dtensor-optimize-collectives",
      "fewer, smaller and later collectives of the local view",
      buildOptimizeCollectivesPipeline);
}
