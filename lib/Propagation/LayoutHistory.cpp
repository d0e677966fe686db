//===- LayoutHistory.cpp - Where layouts come from ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Propagation/LayoutHistory.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "dtensor/Layout/Trace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace dtensor;

void LayoutHistory::add(SlotId slot, unsigned axis, unsigned dim, SiteId site) {
  const Site &where = graph[site];
  for (auto ends : {ArrayRef(where.operands), ArrayRef(where.results)})
    for (std::optional<SlotId> other : ends)
      if (other && other != slot &&
          graph[*other].state.layout.getShardedAxis(dim)) {
        const Step *before = find(*other, dim);
        SlotId origin = before ? before->origin : *other;
        steps[{slot, dim}] = {site, *other, origin};
        trace(TracedPart::Propagation, [&](llvm::raw_ostream &os) {
          os << describeSlot(slot) << " takes " << graph.getMesh().getName(dim)
             << " on axis " << axis << " from " << describeSlot(*other)
             << ", at " << describeSite(where);
        });
        return;
      }
}

void LayoutHistory::traceEnd() const {
  if (!isTraced(TracedPart::Propagation))
    return;
  for (SlotId slot : graph.getSlotIds())
    if (const Slot &what = graph[slot]; what.state.layout.isPartial())
      trace(TracedPart::Propagation, [&](llvm::raw_ostream &os) {
        os << describeSlot(slot) << " stays ["
           << what.state.layout.str(graph.getMesh()) << "]";
      });
  trace(TracedPart::Propagation,
        [](llvm::raw_ostream &os) { os << "all values have layouts"; });
}

const LayoutHistory::Step *LayoutHistory::find(SlotId slot,
                                               unsigned dim) const {
  auto it = steps.find({slot, dim});
  return it == steps.end() ? nullptr : &it->second;
}

/// Describes the argument whose memory a result reuses. The result shares the
/// layout of this argument.
static std::string describeDonor(func::FuncOp function, unsigned result) {
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto donated = function.getArgAttrOfType<IntegerAttr>(index, kDonatedAttr);
    if (donated && donated.getInt() == result &&
        function.getArgAttr(index, kLayoutAttr) ==
            function.getResultAttr(result, kLayoutAttr))
      return " (which takes the memory of " + describeValue(argument) + ")";
  }
  return {};
}

std::string LayoutHistory::describeSlot(SlotId slot) const {
  if (Value value = graph[slot].value)
    return describeValue(value);
  // Only results of functions and boundaries of a `local_map` have no value.
  for (SiteId around : graph.getSitesOf(slot)) {
    const Site &site = graph[around];
    if (!site.isEdge || site.results.front() != slot)
      continue;
    std::string number = std::to_string(site.uses.front()->getOperandNumber());
    if (isa<func::ReturnOp>(site.op))
      return "result " + number + " of the function" +
             describeDonor(site.op->getParentOfType<func::FuncOp>(),
                           site.uses.front()->getOperandNumber());
    return "operand " + number + " of " + getSourceOp(site.op).str();
  }
  return "a result of the function";
}

std::string LayoutHistory::describeSite(const Site &site) const {
  std::string text = getSourceOp(site.op).str();
  std::string position = getSourcePosition(site.op->getLoc());
  return position.empty() ? text : text + " (" + position + ")";
}

std::string LayoutHistory::describeOrigin(SlotId slot) const {
  const Slot &origin = graph[slot];
  Operation *op = origin.value ? origin.value.getDefiningOp() : nullptr;
  if (origin.priority == Slot::kNoPriority ||
      (isa_and_nonnull<ConstrainOp>(op) && op->hasAttr(kOriginsAttr)))
    return "the layout search";
  return "the annotation of " + describeSlot(slot);
}

SmallVector<std::pair<unsigned, std::string>>
LayoutHistory::getOrigins(SlotId slot) const {
  SmallVector<std::pair<unsigned, std::string>> origins;
  for (const DimList &axis : graph[slot].state.layout.getAxes())
    for (unsigned dim : axis) {
      const Step *step = find(slot, dim);
      origins.emplace_back(dim, describeOrigin(step ? step->origin : slot));
    }
  return origins;
}

void LayoutHistory::explainPartial(SlotId slot, llvm::raw_ostream &os) const {
  const Slot &what = graph[slot];
  for (PartialDim partial : what.state.layout.getPartial()) {
    os << "  it is partial(" << stringify(partial.combiner) << ") along "
       << graph.getMesh().getName(partial.dim);
    Operation *op = what.value ? what.value.getDefiningOp() : nullptr;
    const Site *site = op ? graph.getSite(op) : nullptr;
    if (what.priority != Slot::kNoPriority)
      os << ": its annotation says so\n";
    else if (!site)
      os << ": a loop adds up partial values\n";
    else
      os << ": " << describeSite(*site)
         << " makes or passes on partial values, and every user accepts them\n";
  }
}

void LayoutHistory::explainUsers(SlotId slot, llvm::raw_ostream &os) const {
  const Slot &what = graph[slot];
  for (SiteId around : graph.getSitesOf(slot)) {
    const Site &site = graph[around];
    for (auto [index, operand] : llvm::enumerate(site.operands)) {
      if (operand != slot)
        continue;
      Layout needed = site.isEdge
                          ? graph.getArriving(site)
                          : graph.getChoice(site).layouts.operands[index];
      if (needed == what.state.layout)
        continue;
      os << "  " << describeSite(site) << " needs it in layout ["
         << needed.str(graph.getMesh()) << "]: "
         << getLowerBound(graph.getMesh(), what.state.layout, needed,
                          what.state.shape, what.state.elementBits)
         << " bytes are received for that\n";
    }
  }
}

void LayoutHistory::explain(SlotId slot, llvm::raw_ostream &os) const {
  const Slot &what = graph[slot];
  const Layout &layout = what.state.layout;
  os << describeSlot(slot) << ": " << what.type << " has the layout ["
     << layout.str(graph.getMesh()) << "]\n";
  for (auto [axis, dims] : llvm::enumerate(layout.getAxes()))
    for (unsigned dim : dims) {
      os << "  axis " << axis << " is sharded on "
         << graph.getMesh().getName(dim) << ":\n";
      SlotId current = slot;
      while (const Step *step = find(current, dim)) {
        os << "    from " << describeSlot(step->from) << " through "
           << describeSite(graph[step->site]) << "\n";
        current = step->from;
      }
      os << "    " << describeOrigin(current) << " asks for it\n";
    }
  explainPartial(slot, os);
  if (!layout.isSharded() && !layout.isPartial()) {
    if (what.priority != Slot::kNoPriority)
      os << "  its annotation says so\n";
    else if (what.state.isFree)
      os << "  it costs nothing, so it is made in the layout that its user "
            "needs\n";
    else
      os << "  no sharding reaches it from an annotation\n";
  }
  explainUsers(slot, os);
}
