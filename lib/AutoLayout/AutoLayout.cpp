//===- AutoLayout.cpp - Layouts chosen for the user -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/AutoLayout/AutoLayout.h"
#include "LayoutSearch.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Layout/SharedChoices.h"
#include "dtensor/Machine/AbstractMachine.h"
#include "dtensor/Pipelines/PartitionPipeline.h"

using namespace mlir;
using namespace dtensor;

/// The number of sites beyond which a program is large.
static constexpr size_t kLargeProgram = 100;

static LogicalResult
runPasses(ModuleOp module, llvm::function_ref<void(OpPassManager &)> build) {
  PassManager passes(module.getContext());
  build(passes);
  return passes.run(module);
}

FailureOr<AutoLayout>
dtensor::chooseLayouts(func::FuncOp source,
                       const LayoutChoiceOptions &options) {
  Location loc = UnknownLoc::get(source.getContext());
  std::string name = source.getName().str();
  OwningOpRef<ModuleOp> imported = source->getParentOfType<ModuleOp>().clone();
  if (failed(runPasses(*imported, [](OpPassManager &passes) {
        buildImportPipeline(passes);
      })))
    return failure();
  if (options.memoryPerDevice)
    (*imported)->setAttr(kMemoryPerDeviceAttr,
                         Builder(source.getContext())
                             .getI64IntegerAttr(*options.memoryPerDevice));
  FailureOr<MeshOp> meshOp = getModuleMesh(*imported);
  if (failed(meshOp))
    return failure();
  if (!*meshOp)
    return emitError(loc, "layouts are chosen for a mesh, and the program has "
                          "none: give --mesh, or --devices with --auto-mesh");
  Mesh mesh = meshOp->getMesh();
  auto entry = imported->lookupSymbol<func::FuncOp>(name);
  if (entry.getNumArguments() != source.getNumArguments() ||
      entry.getNumResults() != source.getNumResults())
    return emitError(loc, "layouts are chosen by position, but the import "
                          "changes the number of arguments or results");

  Machine machine = options.machine ? *options.machine
                                    : getAbstractMachine(mesh.getNumDevices());
  if (llvm::Error error = machine.checkFits(mesh))
    return emitError(loc, llvm::toString(std::move(error)));

  OwningOpRef<ModuleOp> prepared = imported->clone();
  PartitionOptions partition;
  partition.replicateUnknown = options.replicateUnknown;
  partition.strict = options.strict;
  if (failed(runPasses(*prepared, [&](OpPassManager &passes) {
        buildPreparePipeline(passes, partition);
      })))
    return failure();
  SharedChoices choices;
  FailureOr<LayoutGraph> graph =
      LayoutGraph::build(*prepared, *prepared->getOps<MeshOp>().begin(),
                         options.replicateUnknown, &choices);
  if (failed(graph))
    return failure();
  LayoutProblem problem(
      *graph, prepared->lookupSymbol<func::FuncOp>(name), machine,
      options.memoryPerDevice.value_or(std::numeric_limits<int64_t>::max()));
  // The search for less communication takes longer than all other passes. For
  // a large program it is run only with the most promising layouts.
  bool isLarge = graph->getSites().size() > kLargeProgram;
  PlanPricer pricer(*imported, name, machine, options, choices,
                    /*searches=*/!isLarge);
  PlanPricer full(*imported, name, machine, options, choices);
  LayoutSearch search(problem, pricer, entry, options, graph->getSites().size(),
                      isLarge ? &full : nullptr);
  AutoLayout result;
  result.mesh = mesh;
  result.memoryPerDevice = options.memoryPerDevice;
  result.problem = problem.getProblem();
  result.problem.name = name;
  if (llvm::Error error = search.run())
    return emitError(loc, llvm::toString(std::move(error)));
  // They may still find a better plan.
  result.decisions = search.getDecisions();
  result.arguments = search.getLayouts().arguments;
  result.results = search.getLayouts().results;
  result.numPriced = pricer.getNumPriced();
  result.solution = search.getSolution();
  PlanPricer::Price price = search.getPrice();
  if (isLarge)
    if (const PlanPricer::Price *found = full.get(search.getLayouts()))
      price = *found;
  result.seconds = price.seconds;
  result.peakBytes = price.peakBytes;
  if (options.memoryPerDevice && price.peakBytes > *options.memoryPerDevice)
    return emitError(loc) << "no layouts were found that fit: required at most "
                          << *options.memoryPerDevice
                          << " bytes per device, found " << price.peakBytes
                          << "; use more devices, or more memory";
  return result;
}
