//===- CarriedLayouts.cpp - What loops carry and gather -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedLayouts.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/OpCost.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

/// How much more may be held for what need not be gathered again.
constexpr double kMaxGrowth = 0.25;

/// Whether the slot is that of an argument of a loop's regions.
static bool isCarried(const Slot &slot) {
  auto argument = dyn_cast_or_null<BlockArgument>(slot.value);
  return argument &&
         isa<scf::ForOp, scf::WhileOp>(argument.getOwner()->getParentOp());
}

/// Whether the op's result is a part of its first operand, or all of it.
static bool takesPart(Operation *op) {
  return isa<linalg_ext::DynamicSliceOp, tensor::ExtractSliceOp,
             tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

/// The slots that what is at `slot` is handed on from, up to what is computed;
/// none if no loop carries it.
static SmallVector<int> getCarriedBefore(LayoutGraph &graph, int slot) {
  llvm::SetVector<int> visited;
  SmallVector<int> handedOn;
  bool anyCarried = false;
  visited.insert(slot);
  for (unsigned i = 0; i < visited.size(); ++i) {
    const Slot &current = graph.getSlots()[visited[i]];
    anyCarried |= isCarried(current);
    bool isComputed = false;
    for (int number : graph.getSitesOf(visited[i])) {
      const Site &site = graph.getSites()[number];
      if (!llvm::is_contained(site.results, visited[i]))
        continue;
      bool hands = site.isEdge || takesPart(site.op);
      if (hands && site.operands[0] >= 0)
        visited.insert(site.operands[0]);
      isComputed |= !hands;
    }
    // What is annotated stays what it is.
    if (!isComputed && current.priority == Slot::kNoPriority)
      handedOn.push_back(visited[i]);
  }
  if (!anyCarried)
    handedOn.clear();
  return handedOn;
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

static Layout getWithout(const Layout &layout, ArrayRef<unsigned> gathered) {
  Layout without = layout;
  for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
    DimList dims;
    for (unsigned dim : layout.getAxis(axis))
      if (!llvm::is_contained(gathered, dim))
        dims.push_back(dim);
    without.setAxis(axis, dims);
  }
  return without;
}

/// What a device holds of arguments and carried values.
static double getHeldBytes(LayoutGraph &graph) {
  double bytes = 0;
  for (const Slot &slot : graph.getSlots())
    if (isa_and_nonnull<BlockArgument>(slot.value))
      bytes += getLocalBytes(graph.getMesh(), slot.state, slot.state.layout);
  return bytes;
}

namespace {

class Lister {
public:
  Lister(LayoutGraph &graph, ModuleOp module) : graph(graph) {
    for (auto function : module.getOps<func::FuncOp>())
      for (unsigned index : llvm::seq(function.getNumResults()))
        functionOf[graph.getResultSlot(function, index)] = {function, index};
  }

  std::vector<std::vector<CarriedLayout>> run() {
    for (const Site &site : graph.getSites()) {
      if (site.isEdge) {
        addUse(site.operands[0],
               graph.getSlots()[site.results[0]].state.layout);
        continue;
      }
      for (auto [slot, needed] : llvm::zip_equal(
               site.operands, graph.getChoice(site).layouts.operands))
        if (slot >= 0 && !graph.getSlots()[slot].state.isFree)
          addUse(slot, needed);
    }
    std::vector<std::vector<CarriedLayout>> sets;
    double held = getHeldBytes(graph);
    // One set is the union already.
    if (gatheredSets.size() > 1)
      addSet(sets, gatheredOf, held);
    for (const SlotDims &set : gatheredSets)
      addSet(sets, set, held);
    return sets;
  }

private:
  using SlotDims = llvm::MapVector<int, DimList>;

  void addUse(int slot, const Layout &needed) {
    DimList gathered;
    for (unsigned dim :
         getGathered(graph.getSlots()[slot].state.layout, needed))
      if (seen.insert({slot, dim}).second)
        gathered.push_back(dim);
    if (gathered.empty())
      return;
    SlotDims set;
    for (int before : getCarriedBefore(graph, slot)) {
      const Layout &layout = graph.getSlots()[before].state.layout;
      if (getWithout(layout, gathered) == layout)
        continue;
      set[before] = gathered;
      llvm::append_range(gatheredOf[before], gathered);
    }
    if (!set.empty())
      gatheredSets.push_back(std::move(set));
  }

  void addSet(std::vector<std::vector<CarriedLayout>> &sets,
              const SlotDims &set, double held) const {
    std::vector<CarriedLayout> carried;
    double more = 0;
    for (const auto &[number, gathered] : set) {
      const Slot &slot = graph.getSlots()[number];
      Layout layout = getWithout(slot.state.layout, gathered).withoutPartial();
      if (isCarried(slot))
        more += getLocalBytes(graph.getMesh(), slot.state, layout) -
                getLocalBytes(graph.getMesh(), slot.state, slot.state.layout);
      auto [function, result] = functionOf.lookup(number);
      carried.push_back({slot.value, function, result, std::move(layout)});
    }
    if (more <= kMaxGrowth * held && !llvm::is_contained(sets, carried))
      sets.push_back(std::move(carried));
  }

  LayoutGraph &graph;
  llvm::DenseMap<int, std::pair<func::FuncOp, unsigned>> functionOf;
  llvm::SmallDenseSet<std::pair<int, unsigned>> seen;
  /// What is gathered of what is handed on to one use, and to all.
  std::vector<SlotDims> gatheredSets;
  SlotDims gatheredOf;
};

} // namespace

std::vector<std::vector<CarriedLayout>>
dtensor::listGatheredCarried(LayoutGraph &graph, ModuleOp module) {
  return Lister(graph, module).run();
}

/// Sets one of the layouts that an op has for `count` values.
static void setLayout(Operation *op, StringRef name, size_t count, size_t index,
                      Attribute layout) {
  SmallVector<Attribute> layouts(count, UnitAttr::get(op->getContext()));
  if (auto known = op->getAttrOfType<ArrayAttr>(name))
    layouts.assign(known.begin(), known.end());
  layouts[index] = layout ? layout : UnitAttr::get(op->getContext());
  if (llvm::all_of(layouts, llvm::IsaPred<UnitAttr>))
    op->removeAttr(name);
  else
    op->setAttr(name, ArrayAttr::get(op->getContext(), layouts));
}

/// Annotates the value, or takes the annotation away if there is no layout.
static void annotate(const CarriedLayout &carried, Attribute layout) {
  auto setOrRemove = [&](auto set, auto remove) {
    if (layout)
      set();
    else
      remove();
  };
  if (!carried.value) {
    func::FuncOp function = carried.function;
    setOrRemove(
        [&] { function.setResultAttr(carried.result, kLayoutAttr, layout); },
        [&] {
          function.removeResultAttr(
              carried.result,
              StringAttr::get(function.getContext(), kLayoutAttr));
        });
    return;
  }
  auto argument = dyn_cast<BlockArgument>(carried.value);
  if (!argument) {
    auto result = cast<OpResult>(carried.value);
    setLayout(result.getOwner(), kLayoutsAttr,
              result.getOwner()->getNumResults(), result.getResultNumber(),
              layout);
    return;
  }
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto function = dyn_cast<func::FuncOp>(parent)) {
    unsigned number = argument.getArgNumber();
    setOrRemove([&] { function.setArgAttr(number, kLayoutAttr, layout); },
                [&] { function.removeArgAttr(number, kLayoutAttr); });
    return;
  }
  size_t count = 0, place = 0;
  for (Region &region : parent->getRegions())
    for (BlockArgument each : region.getArguments()) {
      if (each == argument)
        place = count;
      ++count;
    }
  setLayout(parent, kBlockLayoutsAttr, count, place, layout);
}

void dtensor::annotateCarried(ArrayRef<CarriedLayout> carried,
                              LayoutGraph &graph) {
  for (const CarriedLayout &each : carried)
    annotate(each, LayoutAttr::get(graph.getMeshName(), graph.getMesh(),
                                   each.layout));
}

void dtensor::removeCarried(ArrayRef<CarriedLayout> carried) {
  for (const CarriedLayout &each : carried)
    annotate(each, Attribute());
}
