//===- CarriedValues.cpp - Carried values left whole ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedLayouts.h"
#include "Proposals.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/OpCost.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace dtensor;

/// The largest fraction by which the memory for arguments and carried values
/// may grow to avoid repeated gathers.
constexpr double kMaxGrowth = 0.25;
/// The largest number of uses of carried values that are examined.
constexpr unsigned kMaxUses = 6;

/// Whether the slot is that of a result of a `local_map`, which declares its
/// layout along the manual dimensions.
static bool isDeclared(const Slot &slot) {
  return slot.value && slot.value.getDefiningOp<LocalMapOp>();
}

/// Whether the op's result is a part of its first operand.
static bool takesPart(Operation *op) {
  return isa<linalg_ext::DynamicSliceOp, tensor::ExtractSliceOp>(op);
}

/// The operands that the op passes on without computing anything.
static SmallVector<unsigned> getHandedOn(Operation *op) {
  if (takesPart(op) || isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return {0};
  if (auto update = dyn_cast<linalg_ext::DynamicUpdateSliceOp>(op))
    return {update.getUpdateMutable().getOperandNumber(),
            update.getDestMutable().getOperandNumber()};
  // The op is a copy or a broadcast.
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (generic && generic.getNumDpsInputs() == 1 &&
      generic.getNumDpsInits() == 1 &&
      generic.getBody()->getTerminator()->getOperand(0) ==
          generic.getBody()->getArgument(0))
    return {0};
  return {};
}

/// A slot that a value is passed on from, and whether only a part of it is
/// passed on.
struct Before {
  SlotId slot;
  bool isPart;
};

/// The slots that the value at `slot` is passed on from, back to the ops that
/// compute it. Empty if no loop carries the value.
static SmallVector<Before> getCarriedBefore(LayoutGraph &graph, SlotId slot) {
  llvm::MapVector<SlotId, bool> visited;
  bool anyCarried = false;
  visited.insert({slot, false});
  for (unsigned i = 0; i < visited.size(); ++i) {
    auto [current, isPart] = visited.getArrayRef()[i];
    anyCarried |= isCarried(graph[current]);
    for (SiteId around : graph.getSitesOf(current)) {
      const Site &site = graph[around];
      if (!llvm::is_contained(site.results, current))
        continue;
      if (site.isEdge) {
        // On the other side of a border the value has another layout.
        if (!site.border)
          visited.insert({*site.operands[0], isPart});
        continue;
      }
      for (unsigned operand : getHandedOn(site.op))
        if (site.operands[operand])
          visited.insert(
              {*site.operands[operand], isPart || takesPart(site.op)});
    }
  }
  SmallVector<Before> before;
  // Annotated values and factories keep their layouts.
  for (auto [id, isPart] : visited)
    if (const Slot &current = graph[id];
        anyCarried && current.priority == Slot::kNoPriority &&
        !current.state.isFree && !isDeclared(current))
      before.push_back({id, isPart});
  return before;
}

/// The mesh dimensions that shard `from` and not `to`.
static DimList getGathered(const Layout &from, const Layout &to) {
  DimList gathered;
  for (const DimList &dims : from.getAxes())
    for (unsigned dim : dims)
      if (!to.getShardedAxis(dim))
        gathered.push_back(dim);
  return gathered;
}

/// The bytes that a device holds for arguments and carried values.
static double getHeldBytes(LayoutGraph &graph) {
  double bytes = 0;
  for (const Slot &slot : graph.getSlots())
    if (isa_and_nonnull<BlockArgument>(slot.value))
      bytes += getLocalBytes(graph.getMesh(), slot.state, slot.state.layout);
  return bytes;
}

namespace {

/// Finds carried values that are gathered where they are read: in the loop,
/// after it, or from a stack of carried values. The graph is that of the
/// module, has propagated layouts, and must outlive this object.
class CarriedLister {
public:
  CarriedLister(LayoutGraph &graph, ModuleOp module);

  /// The number of uses that gather a carried value.
  unsigned getNumUses() const { return perUse.size(); }

  /// The values that these uses read, with all values on the way from the loop,
  /// each with its layout without the mesh dimensions that are gathered.
  std::vector<CarriedLayout> get(ArrayRef<unsigned> uses) const;
  /// The fraction by which the memory for arguments and carried values would
  /// grow.
  double getGrowth(ArrayRef<unsigned> uses) const;

private:
  struct Gathered {
    DimList gathered;
    /// Whether only parts of the carried value are gathered. Then no device
    /// would hold all of it without this change.
    bool isPart = true;
  };
  using Changes = llvm::MapVector<SlotId, Gathered>;

  void addUse(SlotId slot, const Layout &needed);
  Changes join(ArrayRef<unsigned> uses) const;

  LayoutGraph &graph;
  double held;
  SlotHolders holders;
  llvm::SmallDenseSet<std::pair<SlotId, unsigned>> seen;
  std::vector<Changes> perUse;
};

} // namespace

CarriedLister::CarriedLister(LayoutGraph &graph, ModuleOp module)
    : graph(graph), held(getHeldBytes(graph)), holders(graph, module) {
  for (const Site &site : graph.getSites()) {
    if (site.isEdge) {
      addUse(*site.operands[0], graph.getArriving(site));
      continue;
    }
    for (auto [slot, needed] :
         llvm::zip_equal(site.operands, graph.getChoice(site).layouts.operands))
      if (slot && !graph[*slot].state.isFree)
        addUse(*slot, needed);
  }
}

void CarriedLister::addUse(SlotId slot, const Layout &needed) {
  DimList gathered;
  for (unsigned dim : getGathered(graph[slot].state.layout, needed))
    if (seen.insert({slot, dim}).second)
      gathered.push_back(dim);
  if (gathered.empty())
    return;
  Changes changes;
  for (auto [before, isPart] : getCarriedBefore(graph, slot)) {
    const Layout &layout = graph[before].state.layout;
    if (getWithout(layout, gathered) != layout)
      changes[before] = {gathered, isPart};
  }
  if (!changes.empty())
    perUse.push_back(std::move(changes));
}

CarriedLister::Changes CarriedLister::join(ArrayRef<unsigned> uses) const {
  Changes changes;
  for (unsigned number : uses)
    for (const auto &[slot, change] : perUse[number]) {
      llvm::append_range(changes[slot].gathered, change.gathered);
      changes[slot].isPart &= change.isPart;
    }
  return changes;
}

std::vector<CarriedLayout> CarriedLister::get(ArrayRef<unsigned> uses) const {
  std::vector<CarriedLayout> carried;
  for (const auto &[id, change] : join(uses)) {
    Layout layout = getWithout(graph[id].state.layout, change.gathered);
    carried.push_back(holders.get(id, layout.withoutPartial()));
  }
  return carried;
}

double CarriedLister::getGrowth(ArrayRef<unsigned> uses) const {
  double more = 0;
  for (const auto &[id, change] : join(uses)) {
    const Slot &slot = graph[id];
    if (!change.isPart || !isCarried(slot))
      continue;
    Layout layout =
        getWithout(slot.state.layout, change.gathered).withoutPartial();
    more += getLocalBytes(graph.getMesh(), slot.state, layout) -
            getLocalBytes(graph.getMesh(), slot.state, slot.state.layout);
  }
  return more / held;
}

bool dtensor::tryCarriedValues(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  CarriedLister lister(*graph, plan.getModule());
  auto price = [&](ArrayRef<unsigned> uses) -> std::optional<PlanCost> {
    Change change = makeCarriedChange(lister.get(uses), graph->getMesh());
    double growth = lister.getGrowth(uses);
    if (growth > kMaxGrowth) {
      std::string text;
      llvm::raw_string_ostream(text)
          << llvm::format("not tried, since devices would hold %.0f%% more of "
                          "arguments and carried values, and at most %.0f%% "
                          "are allowed: ",
                          100 * growth, 100 * kMaxGrowth)
          << change.description;
      plan.noteLimit("carried-values", std::move(text));
      return std::nullopt;
    }
    std::optional<PlanTrial> trial = plan.tryOut(change);
    if (!trial)
      return std::nullopt;
    plan.isBetter(trial->cost, change);
    return trial->cost;
  };
  std::vector<std::pair<PlanCost, unsigned>> candidates;
  unsigned numUses = std::min(lister.getNumUses(), kMaxUses);
  if (numUses < lister.getNumUses())
    plan.noteLimit("carried-values",
                   std::to_string(numUses) + " of " +
                       std::to_string(lister.getNumUses()) +
                       " uses that gather a carried value are examined");
  for (unsigned use = 0; use < numUses; ++use)
    if (std::optional<PlanCost> cost = price(use))
      candidates.emplace_back(*cost, use);
  // Candidates that are good alone are likely to be good in combination.
  llvm::stable_sort(candidates, [](const auto &a, const auto &b) {
    return a.first < b.first;
  });
  SmallVector<unsigned> uses, chosen;
  PlanCost least = *plan.getCost();
  for (const auto &[alone, use] : candidates) {
    uses.push_back(use);
    std::optional<PlanCost> cost = price(uses);
    if (!cost || !(*cost < least))
      continue;
    chosen = uses;
    least = *cost;
  }
  if (chosen.empty())
    return false;
  plan.adopt(makeCarriedChange(lister.get(chosen), graph->getMesh()), least);
  return true;
}
