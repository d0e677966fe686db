//===- PlanPricer.cpp - The true price of layouts -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanPricer.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "dtensor/Prediction/StepPrediction.h"

using namespace mlir;
using namespace dtensor;

PlanPricer::PlanPricer(ModuleOp imported, llvm::StringRef entry,
                       const Machine &machine,
                       const LayoutChoiceOptions &options,
                       SharedChoices &choices, bool searches)
    : imported(imported), entry(entry), machine(machine),
      passes(imported.getContext()) {
  MeshOp meshOp = *imported.getOps<MeshOp>().begin();
  mesh = meshOp.getMesh();
  meshName = FlatSymbolRefAttr::get(meshOp);
  PartitionOptions partition;
  partition.replicateUnknown = options.replicateUnknown;
  partition.gather = options.gather;
  partition.strict = options.strict;
  partition.plan = options.proposals;
  partition.search = searches;
  partition.pricedOn = options.machine;
  partition.choices = &choices;
  for (Stage stage :
       {Stage::Propagate, Stage::Relayout, Stage::Expand, Stage::Optimize})
    buildPartitionStage(passes, stage, partition);
  // The same program is verified when it is compiled.
  passes.enableVerifier(false);
}

const PlanPricer::Price *PlanPricer::get(const SignatureLayouts &layouts) {
  std::string key;
  for (const auto &list : {layouts.arguments, layouts.results}) {
    for (const std::optional<Layout> &layout : list)
      key += (layout ? layout->str(mesh) : "-") + ' ';
    key += '/';
  }
  auto [known, isNew] = prices.try_emplace(key);
  if (isNew)
    known->second = compute(layouts);
  return known->second ? &*known->second : nullptr;
}

std::optional<PlanPricer::Price>
PlanPricer::compute(const SignatureLayouts &layouts) {
  // A plan that cannot be made is no error: others can.
  ScopedDiagnosticHandler quiet(imported.getContext(), [](Diagnostic &) {});
  OwningOpRef<ModuleOp> module = imported.clone();
  auto function = module->lookupSymbol<func::FuncOp>(entry);
  SignatureAttrs attrs(function);
  for (auto [index, layout] : llvm::enumerate(layouts.arguments))
    if (layout)
      attrs.ofArgument(index).set(kLayoutAttr,
                                  LayoutAttr::get(meshName, mesh, *layout));
  for (auto [index, layout] : llvm::enumerate(layouts.results))
    if (layout)
      attrs.ofResult(index).set(kLayoutAttr,
                                LayoutAttr::get(meshName, mesh, *layout));
  attrs.write();
  if (failed(passes.run(*module)))
    return std::nullopt;
  function = module->lookupSymbol<func::FuncOp>(entry);
  llvm::Expected<StepPrediction> step = predictStep(function, machine);
  if (!step) {
    llvm::consumeError(step.takeError());
    return std::nullopt;
  }
  Price price{step->getSeconds(), step->peakBytes, {}};
  bool isSameMesh = (*module->getOps<MeshOp>().begin()).getMesh() == mesh;
  auto read = [&](Attribute attribute) -> std::optional<Layout> {
    auto layout = dyn_cast_or_null<LayoutAttr>(attribute);
    if (!layout || !isSameMesh)
      return std::nullopt;
    llvm::Expected<Layout> resolved = layout.resolve(mesh);
    if (resolved)
      return std::move(*resolved);
    llvm::consumeError(resolved.takeError());
    return std::nullopt;
  };
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    price.layouts.arguments.push_back(
        read(function.getArgAttr(index, kLayoutAttr)));
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    price.layouts.results.push_back(
        read(function.getResultAttr(index, kLayoutAttr)));
  return price;
}
