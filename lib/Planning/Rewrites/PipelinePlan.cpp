//===- PipelinePlan.cpp - Plans with pipelined loops ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelinePlan.h"
#include "../Proposals/Proposals.h"
#include "PipelineLoop.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Planning/PlanCost.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace dtensor;

/// The largest number of loops that are also tried one by one. This happens
/// only if all of them together leave more than this fraction of the bytes.
static constexpr size_t kMaxAlone = 4;
static constexpr double kMuchLeft = 0.5;

/// Describes why devices pass on the carried values of `found`.
static std::string describe(const StackedLoop &found, const Mesh &mesh) {
  std::string dims;
  for (unsigned dim : found.dims)
    dims += (dims.empty() ? "" : "+") + mesh.getName(dim).str();
  return (getSourceOp(found.loop) + " steps through " +
          describeValue(found.sharded) + ", which is sharded on " + dims +
          ": each device runs the iterations whose positions it holds")
      .str();
}

/// Emits a remark that says which plan was taken, and instead of which one.
static void remarkStages(ModuleOp module, const PlanCost &cost,
                         const PlanCost &before) {
  module.walk([&](LocalMapOp map) {
    auto text = map->getAttrOfType<StringAttr>(kStagesAttr);
    if (!text)
      return;
    remark::passed(map.getLoc(), remark::RemarkOpts::name("stages").category(
                                     "dtensor-layouts"))
        << (text.getValue() + "; the program receives about " +
            Twine(uint64_t(cost.received)) + " bytes, instead of about " +
            Twine(uint64_t(before.received)) +
            " if every device ran every iteration")
               .str();
  });
}

/// Makes a copy of the module in which these loops are pipelined.
static OwningOpRef<ModuleOp> stage(ModuleOp module, ArrayRef<StackedLoop> loops,
                                   const Mesh &mesh,
                                   FlatSymbolRefAttr meshName) {
  IRMapping mapping;
  OwningOpRef<ModuleOp> staged(cast<ModuleOp>(module->clone(mapping)));
  // Later loops may use values that come from earlier ones as stacks.
  for (const StackedLoop &found : llvm::reverse(loops)) {
    StackedLoop copy = found.getCopy(mapping);
    pipelineLoop(copy, mesh, meshName, describe(found, mesh));
  }
  return staged;
}

bool dtensor::planStages(Plan &plan, llvm::function_ref<bool(Plan &)> search) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  ModuleOp module = plan.getModule();
  std::vector<StackedLoop> loops = findStackedLoops(*graph, module);
  if (loops.empty())
    return search(plan);
  // The search changes the module, so stages are made of a copy.
  IRMapping mapping;
  OwningOpRef<ModuleOp> original(cast<ModuleOp>(module->clone(mapping)));
  auto originals = llvm::map_to_vector(
      loops, [&](const StackedLoop &found) { return found.getCopy(mapping); });
  Rules broken = plan.getBroken();
  bool changed = search(plan);
  const PlanCost *cost = plan.getCost();
  if (!cost)
    return changed;
  PlanCost before = *cost;
  Plan::Options options = plan.getOptions();
  options.broken = broken;
  OwningOpRef<ModuleOp> chosen;
  std::unique_ptr<Plan> best;
  auto tryStages = [&](ArrayRef<StackedLoop> some) {
    OwningOpRef<ModuleOp> staged =
        stage(*original, some, graph->getMesh(), graph->getMeshName());
    auto other = std::make_unique<Plan>(*staged, options);
    search(*other);
    const PlanCost *found = other->getCost();
    if (!found || (best && !(*found < *best->getCost())))
      return;
    best = std::move(other);
    chosen = std::move(staged);
  };
  tryStages(originals);
  if (loops.size() > 1 && loops.size() <= kMaxAlone &&
      (!best || best->getCost()->received > kMuchLeft * before.received))
    for (const StackedLoop &found : originals)
      tryStages(found);
  if (!best || !(*best->getCost() < before))
    return changed;
  plan.take(*best);
  remarkStages(module, *plan.getCost(), before);
  return true;
}
