//===- PipelinePlan.cpp - Plans with pipelined loops ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelinePlan.h"
#include "PipelineLoop.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Planning/PlanCost.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace dtensor;

/// The largest fraction of the bytes that may be left.
static constexpr double kAcceptStages = 0.9;
/// The largest number of loops that are also tried one by one. This happens
/// only if all of them together leave too many bytes.
static constexpr size_t kMaxAlone = 4;
static constexpr double kAcceptAll = 0.5;

namespace {
/// A module with its layouts.
struct Plan {
  PlanCost cost;
  /// The layouts that ops are forced to have. Nothing if nothing was tried.
  std::optional<ForcedLayouts> forced;
};
} // namespace

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

/// Searches a plan for a module whose layouts have been propagated in `graph`.
static std::optional<Plan> search(LayoutGraph &graph, ModuleOp module,
                                  MeshOp meshOp, bool replicateUnknown,
                                  bool gather) {
  Plan plan;
  plan.forced = searchPlan(graph, module, meshOp, replicateUnknown, gather);
  if (!plan.forced) {
    plan.cost = getPlanCost(graph);
    return plan;
  }
  FailureOr<LayoutGraph> found =
      LayoutGraph::build(module, meshOp, replicateUnknown);
  if (failed(found))
    return std::nullopt;
  propagateLayouts(*found, *plan.forced, nullptr);
  plan.cost = getPlanCost(*found);
  return plan;
}

/// Propagates the layouts of a module and searches a plan for it.
static std::optional<Plan> search(ModuleOp module, bool replicateUnknown,
                                  bool gather) {
  FailureOr<MeshOp> meshOp = getModuleMesh(module);
  if (failed(meshOp))
    return std::nullopt;
  FailureOr<LayoutGraph> graph =
      LayoutGraph::build(module, *meshOp, replicateUnknown);
  if (failed(graph))
    return std::nullopt;
  propagateLayouts(*graph, ForcedLayouts(), nullptr);
  return search(*graph, module, *meshOp, replicateUnknown, gather);
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
            Twine(uint64_t(cost.moved)) + " bytes, instead of about " +
            Twine(uint64_t(before.moved)) +
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

std::optional<ForcedLayouts>
dtensor::searchPipelinePlan(LayoutGraph &graph, ModuleOp module, MeshOp meshOp,
                            ArrayRef<StackedLoop> loops, bool replicateUnknown,
                            bool gather) {
  if (loops.empty())
    return searchPlan(graph, module, meshOp, replicateUnknown, gather);
  // The search changes the module, so it works on a copy.
  IRMapping mapping;
  OwningOpRef<ModuleOp> original(cast<ModuleOp>(module->clone(mapping)));
  auto originals = llvm::map_to_vector(
      loops, [&](const StackedLoop &found) { return found.getCopy(mapping); });
  std::optional<Plan> before =
      search(graph, module, meshOp, replicateUnknown, gather);
  if (!before)
    return std::nullopt;

  std::optional<Plan> best;
  OwningOpRef<ModuleOp> chosen;
  auto leaves = [&](double part) {
    return best && best->cost.moved < part * before->cost.moved;
  };
  auto tryStages = [&](ArrayRef<StackedLoop> some) {
    OwningOpRef<ModuleOp> staged =
        stage(*original, some, graph.getMesh(), graph.getMeshName());
    std::optional<Plan> plan = search(*staged, replicateUnknown, gather);
    if (!plan || (best && plan->cost.moved >= best->cost.moved))
      return;
    best = std::move(plan);
    chosen = std::move(staged);
  };
  tryStages(originals);
  if (loops.size() > 1 && loops.size() <= kMaxAlone && !leaves(kAcceptAll))
    for (const StackedLoop &found : originals)
      tryStages(found);
  if (!leaves(kAcceptStages))
    return std::move(before->forced);
  module.getBodyRegion().takeBody(chosen->getBodyRegion());
  remarkStages(module, best->cost, before->cost);
  return best->forced ? std::move(best->forced) : ForcedLayouts();
}
