//===- RelayoutReasons.cpp - Why something is communicated ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutReasons.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"

using namespace mlir;
using namespace dtensor;

static std::string getName(Operation *op) { return getSourceOp(op).str(); }

/// Who asked for the layout of an operand, after `before`; empty if nobody did.
static std::string getOrigin(Operation *op, unsigned operand,
                             StringRef before) {
  auto origins = op->getAttrOfType<ArrayAttr>(kOriginsAttr);
  StringRef text = origins && operand < origins.size()
                       ? cast<StringAttr>(origins[operand]).getValue()
                       : StringRef();
  return text.empty() ? std::string() : (before + text).str();
}

std::string RelayoutReasons::describeLayout(const Layout &layout) const {
  if (layout.isReplicated(graph.getMesh()))
    return "replicated";
  return "as [" + layout.str(graph.getMesh()) + "]";
}

std::string RelayoutReasons::describeContraction(const Site &site) const {
  const FactorSharding &sharding = graph.getChoice(site).sharding;
  std::string text;
  for (auto [factor, dims] : llvm::enumerate(sharding)) {
    if (dims.empty() ||
        site.rule->factors[factor].kind != FactorKind::Reduction)
      continue;
    for (auto [operand, axes] : llvm::enumerate(site.rule->operands)) {
      auto axis = llvm::find_if(axes, [&](const AxisFactors &factors) {
        return llvm::is_contained(factors, factor);
      });
      if (axis == axes.end())
        continue;
      std::string names;
      for (unsigned dim : dims)
        names +=
            (names.empty() ? "" : "+") + graph.getMesh().getName(dim).str();
      text += (text.empty() ? getName(site.op) : " and") + " contracts axis " +
              std::to_string(axis - axes.begin()) + " of " +
              describeValue(site.uses[operand]->get()) + ", sharded on " +
              names + getOrigin(site.op, operand, " ");
      break;
    }
  }
  return text;
}

const Site *
RelayoutReasons::findReduction(SlotId slot,
                               SmallVectorImpl<SlotId> &seen) const {
  if (llvm::is_contained(seen, slot))
    return nullptr;
  seen.push_back(slot);
  for (SiteId around : graph.getSitesOf(slot)) {
    const Site &site = graph[around];
    if (!llvm::is_contained(site.results, slot))
      continue;
    if (!site.isEdge && !describeContraction(site).empty())
      return &site;
    for (std::optional<SlotId> operand : site.operands)
      if (operand && graph[*operand].state.layout.isPartial())
        if (const Site *reduction = findReduction(*operand, seen))
          return reduction;
  }
  return nullptr;
}

std::string RelayoutReasons::describePartial(SlotId slot) const {
  if (!graph[slot].state.layout.isPartial())
    return {};
  SmallVector<SlotId> seen;
  const Site *reduction = findReduction(slot, seen);
  return reduction ? describeContraction(*reduction) + "; " : std::string();
}

bool RelayoutReasons::contracts(const Site &site) const {
  return !describeContraction(site).empty();
}

bool RelayoutReasons::isContracted(SlotId slot) const {
  SmallVector<SlotId> seen;
  return graph[slot].state.layout.isPartial() && findReduction(slot, seen);
}

std::string RelayoutReasons::describeTarget(const Site &site) const {
  if (isa<func::ReturnOp>(site.op))
    return "result " + std::to_string(site.uses[0]->getOperandNumber()) +
           " of the function";
  if (isa<ConstrainOp>(site.op) && site.op->hasAttr(kOriginsAttr))
    return "for all users, " + describeValue(site.uses[0]->get());
  if (isa<ConstrainOp>(site.op))
    return "the annotation of " + describeValue(site.uses[0]->get());
  if (site.op->hasTrait<OpTrait::IsTerminator>())
    return "what " + getName(site.op->getParentOp()) + " hands on";
  return "operand " + std::to_string(site.uses[0]->getOperandNumber()) +
         " of " + getName(site.op);
}

std::string RelayoutReasons::describeEdge(const Site &site) const {
  return describePartial(*site.operands[0]) + describeTarget(site) +
         " is needed " + describeLayout(graph.getArriving(site));
}

std::string RelayoutReasons::describeNeed(const Site &site, unsigned operand,
                                          const Layout &layout) const {
  return describePartial(*site.operands[operand]) + getName(site.op) +
         " needs operand " + std::to_string(operand) + " (" +
         describeValue(site.uses[operand]->get()) + ") " +
         describeLayout(layout) +
         getOrigin(site.op, operand, ", which is sharded ");
}

std::string RelayoutReasons::describeMake(const Site &site, unsigned result,
                                          const Layout &expected) const {
  std::string text = describeContraction(site);
  if (!text.empty())
    return text + "; result is needed " + describeLayout(expected);
  // Put off from an op before.
  for (std::optional<SlotId> operand : site.operands)
    if (operand && text.empty())
      text = describePartial(*operand);
  return text + getName(site.op) + " result is needed " +
         describeLayout(expected);
}

std::string RelayoutReasons::describeLayouts(const Site &site,
                                             const OpLayouts &layouts) const {
  std::string text;
  auto add = [&](std::optional<SlotId> slot, Value value,
                 const Layout &layout) {
    if (!slot || graph[*slot].state.isFree)
      return;
    text += (text.empty() ? "" : ", ") + describeValue(value) + " [" +
            layout.str(graph.getMesh()) + "]";
  };
  for (auto [slot, use, layout] :
       llvm::zip_equal(site.operands, site.uses, layouts.operands))
    add(slot, use->get(), layout);
  for (auto [slot, result, layout] :
       llvm::zip_equal(site.results, site.op->getResults(), layouts.results))
    add(slot, result, layout);
  return text;
}
