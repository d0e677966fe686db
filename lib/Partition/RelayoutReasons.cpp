//===- RelayoutReasons.cpp - The reasons for relayouts --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutReasons.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dtensor;

static std::string getName(Operation *op) { return getSourceOp(op).str(); }

std::string RelayoutReasons::describeLayout(const Layout &layout) const {
  if (layout.isReplicated(graph.getMesh()))
    return "replicated";
  return "in layout [" + layout.str(graph.getMesh()) + "]";
}

std::string RelayoutReasons::describeOrigins(Operation *op, unsigned operand,
                                             ArrayRef<unsigned> dims,
                                             StringRef shards) const {
  auto origins = op->getAttrOfType<ArrayAttr>(kOriginsAttr);
  if (!origins || operand >= origins.size())
    return {};
  auto ofDims = cast<DictionaryAttr>(origins[operand]);
  std::string text;
  StringAttr last;
  for (unsigned dim : dims) {
    StringRef name = graph.getMesh().getName(dim);
    auto origin = ofDims.getAs<StringAttr>(name);
    if (!origin)
      continue;
    if (!text.empty())
      text += " and ";
    text += origin == last ? ("on " + name).str()
                           : (origin.getValue() + shards + " on " + name).str();
    last = origin;
  }
  return text;
}

std::string RelayoutReasons::describeContracted(const Site &site,
                                                unsigned factor) const {
  const DimList &dims = graph.getChoice(site).sharding[factor];
  std::string first;
  for (auto [operand, axes] : llvm::enumerate(site.rule->operands)) {
    auto axis = llvm::find_if(axes, [&](const AxisFactors &factors) {
      return llvm::is_contained(factors, factor);
    });
    if (axis == axes.end())
      continue;
    std::string text = "axis " + std::to_string(axis - axes.begin()) + " of " +
                       describeValue(site.uses[operand]->get()) + ", which ";
    std::string origins = describeOrigins(site.op, operand, dims, " shards");
    if (!origins.empty())
      return text + origins;
    if (first.empty())
      first = text;
  }
  if (first.empty())
    return {};
  SmallVector<StringRef> names;
  for (unsigned dim : dims)
    names.push_back(graph.getMesh().getName(dim));
  return first + "is sharded on " + llvm::join(names, "+");
}

std::string RelayoutReasons::describeContraction(const Site &site) const {
  const FactorSharding &sharding = graph.getChoice(site).sharding;
  std::string text;
  for (auto [factor, dims] : llvm::enumerate(sharding)) {
    if (dims.empty() ||
        site.rule->factors[factor].kind != FactorKind::Reduction)
      continue;
    std::string axis = describeContracted(site, factor);
    if (!axis.empty())
      text +=
          (text.empty() ? getName(site.op) + " contracts " : ", and ") + axis;
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

std::string RelayoutReasons::describeArrival(const Site &site,
                                             const Layout &layout) const {
  std::string value = describeValue(site.uses[0]->get());
  std::string number = std::to_string(site.uses[0]->getOperandNumber());
  std::string text =
      getName(site.op) + " needs operand " + number + " (" + value + ")";
  if (isa<func::ReturnOp>(site.op))
    text = "result " + number + " of the function (" + value + ") must be";
  else if (isa<ConstrainOp>(site.op) && site.op->hasAttr(kOriginsAttr))
    text = "the layout search wants " + value;
  else if (isa<ConstrainOp>(site.op))
    text = "the constraint on " + value + " wants it";
  else if (site.op->hasTrait<OpTrait::IsTerminator>())
    text = getName(site.op->getParentOp()) + " must yield " + value;
  return text + " " + describeLayout(layout);
}

std::string RelayoutReasons::describeEdge(const Site &site) const {
  return describePartial(*site.operands[0]) +
         describeArrival(site, graph.getArriving(site));
}

std::string RelayoutReasons::describeOperand(const Site &site, unsigned operand,
                                             const Layout &layout) const {
  return getName(site.op) + " needs operand " + std::to_string(operand) + " (" +
         describeValue(site.uses[operand]->get()) + ") " +
         describeLayout(layout);
}

std::string RelayoutReasons::describeNeed(const Site &site, unsigned operand,
                                          const Layout &layout) const {
  const Slot &slot = graph[*site.operands[operand]];
  std::string origins;
  for (auto [axis, dims] : llvm::enumerate(slot.state.layout.getAxes())) {
    std::string ofAxis = describeOrigins(
        site.op, operand, dims, " shards its axis " + std::to_string(axis));
    if (!ofAxis.empty())
      origins += (origins.empty() ? ", but " : " and ") + ofAxis;
  }
  return describePartial(*site.operands[operand]) +
         describeOperand(site, operand, layout) + origins;
}

std::string RelayoutReasons::describeMake(const Site &site, unsigned result,
                                          const Layout &expected) const {
  std::string text = describeContraction(site);
  if (!text.empty())
    return text + "; its result must be " + describeLayout(expected);
  // The combination was delayed from an earlier op.
  for (std::optional<SlotId> operand : site.operands)
    if (operand && text.empty())
      text = describePartial(*operand);
  return text + "the result of " + getName(site.op) + " must be " +
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
