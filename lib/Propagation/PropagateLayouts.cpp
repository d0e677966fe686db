//===- PropagateLayouts.cpp - Give every tensor value a layout ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Propagation/Passes.h"
#include "dtensor/Propagation/PropagatedLayouts.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {
#define GEN_PASS_DEF_PROPAGATELAYOUTS
#include "dtensor/Propagation/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Records on ops the annotations that asked for the layouts of their operands,
/// so that reasons can name them. Only ops around which data moves, or that
/// make partial results, get this attribute.
void writeOrigins(LayoutGraph &graph, const LayoutHistory &history,
                  MLIRContext *context) {
  auto differ = [&](ArrayRef<std::optional<SlotId>> slots,
                    ArrayRef<Layout> layouts) {
    return llvm::any_of(llvm::zip_equal(slots, layouts), [&](auto pair) {
      auto [slot, layout] = pair;
      return slot && graph[*slot].state.layout != layout;
    });
  };
  for (const Site &site : graph.getSites()) {
    // The attribute of an earlier run says more, since all values are annotated
    // by now.
    if (site.isEdge || site.op->hasAttr(kOriginsAttr))
      continue;
    const Choice &choice = graph.getChoice(site);
    bool reduces = llvm::any_of(choice.layouts.results, [](const Layout &made) {
      return made.isPartial();
    });
    if (!reduces && !differ(site.operands, choice.layouts.operands) &&
        !differ(site.results, choice.layouts.results))
      continue;
    // Equal callees are merged, even if different annotations asked for their
    // layouts.
    auto function = site.op->getParentOfType<func::FuncOp>();
    if (function && function.isPrivate())
      continue;
    SmallVector<Attribute> origins;
    for (std::optional<SlotId> slot : site.operands) {
      NamedAttrList ofDims;
      if (slot)
        for (const auto &[dim, origin] : history.getOrigins(*slot))
          ofDims.set(graph.getMesh().getName(dim),
                     StringAttr::get(context, origin));
      origins.push_back(ofDims.getDictionary(context));
    }
    site.op->setAttr(kOriginsAttr, ArrayAttr::get(context, origins));
  }
}

/// Warns of maps in which nothing is sharded along the dimensions that are left
/// to the compiler. All devices along such a dimension compute the same values.
void warnOfUnused(LayoutGraph &graph, ModuleOp module) {
  const Mesh &mesh = graph.getMesh();
  llvm::MapVector<LocalMapOp, DimList> unused;
  module.walk<WalkOrder::PreOrder>([&](LocalMapOp map) {
    DimList free = map.getFreeDims(mesh);
    if (!free.empty() && !map->hasAttr(kStagesAttr) &&
        !map->getParentOfType<LocalMapOp>())
      unused[map] = free;
  });
  if (unused.empty())
    return;
  auto use = [&](Operation *op, auto &&uses) {
    for (; op; op = op->getParentOp())
      if (auto map = dyn_cast<LocalMapOp>(op); map && unused.contains(map))
        llvm::erase_if(unused[map], uses);
  };
  for (Slot &slot : graph.getSlots())
    if (slot.value)
      use(slot.value.getParentBlock()->getParentOp(), [&](unsigned dim) {
        return slot.state.layout.getShardedAxis(dim).has_value();
      });
  module.walk([&](LocalMapOp map) {
    DimList manual = map.getManualDims(mesh);
    use(map->getParentOp(),
        [&](unsigned dim) { return llvm::is_contained(manual, dim); });
  });
  for (const auto &[map, dims] : unused)
    for (unsigned dim : dims)
      map->emitWarning("nothing in the region is sharded on ")
          << mesh.getName(dim)
          << ", which is left to propagation, so all devices along it compute "
             "the same";
}

/// Writes the layouts into the IR.
class Annotator {
public:
  explicit Annotator(LayoutGraph &graph, MLIRContext *context)
      : graph(graph), context(context),
        layoutsName(StringAttr::get(context, kLayoutsAttr)),
        blockLayoutsName(StringAttr::get(context, kBlockLayoutsAttr)),
        forcedName(StringAttr::get(context, kForcedLayoutsAttr)) {}

  /// Returns whether each value has a slot of its own, as it has in a graph of
  /// the annotated module.
  bool run(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>()) {
      SignatureAttrs attrs(function);
      for (BlockArgument arg : function.getArguments())
        if (LayoutAttr layout = getLayout(graph.getSlot(arg)))
          attrs.ofArgument(arg.getArgNumber()).set(kLayoutAttr, layout);
      for (unsigned index = 0; index < function.getNumResults(); ++index)
        if (LayoutAttr layout = getLayout(graph.getResultSlot(function, index)))
          attrs.ofResult(index).set(kLayoutAttr, layout);
      attrs.write();
      function.walk([&](Operation *op) { annotate(op); });
    }
    return !hasGroups;
  }

private:
  LayoutAttr getLayout(std::optional<SlotId> slot) {
    if (!slot)
      return {};
    const Layout &layout = graph[*slot].state.layout;
    // A program has few different layouts, and making an attribute hashes all
    // its names.
    for (const auto &[known, attribute] : recent)
      if (known == layout)
        return attribute;
    auto attribute =
        LayoutAttr::get(graph.getMeshName(), graph.getMesh(), layout);
    if (recent.size() == kNumRecent)
      recent.erase(recent.begin());
    recent.emplace_back(layout, attribute);
    return attribute;
  }

  template <typename Range>
  void annotate(Operation *op, StringAttr name, Range &&values) {
    SmallVector<Attribute, 4> layouts;
    bool any = false;
    for (Value value : values) {
      LayoutAttr layout = getLayout(graph.getSlot(value));
      any |= bool(layout);
      layouts.push_back(layout ? Attribute(layout) : UnitAttr::get(context));
    }
    if (any)
      op->setDiscardableAttr(name, ArrayAttr::get(context, layouts));
  }

  void annotate(Operation *op) {
    op->removeDiscardableAttr(forcedName);
    if (auto constrain = dyn_cast<ConstrainOp>(op)) {
      constrain.setConstraintAttr(getLayout(graph.getSlot(op->getResult(0))));
      hasGroups |= constrain.getGroup().has_value();
      constrain.removeGroupAttr();
      constrain.setSpread(Spread::Both);
    }
    auto isLocal = [&](LocalMapOp map) {
      return map && isOpaque(map, graph.getMesh());
    };
    if (isa<func::FuncOp, ConstrainOp, RelayoutOp>(op) ||
        isLocal(dyn_cast<LocalMapOp>(op)) ||
        isLocal(op->getParentOfType<LocalMapOp>()))
      return;
    annotate(op, layoutsName, op->getResults());
    SmallVector<Value> arguments;
    for (Region &region : op->getRegions())
      llvm::append_range(arguments, region.getArguments());
    annotate(op, blockLayoutsName, arguments);
  }

  static constexpr size_t kNumRecent = 16;

  LayoutGraph &graph;
  MLIRContext *context;
  StringAttr layoutsName, blockLayoutsName, forcedName;
  SmallVector<std::pair<Layout, LayoutAttr>> recent;
  /// Whether some values shared a slot because the program demands it.
  bool hasGroups = false;
};

struct PropagateLayouts
    : dtensor::impl::PropagateLayoutsBase<PropagateLayouts> {
  using PropagateLayoutsBase::PropagateLayoutsBase;
  PropagateLayouts(const PropagateLayoutsOptions &options,
                   llvm::raw_ostream &explanations)
      : PropagateLayoutsBase(options), explanations(&explanations) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<MeshOp> mesh = getModuleMesh(module);
    if (failed(mesh))
      return signalPassFailure();
    if (!*mesh)
      return;
    auto &layouts = getAnalysis<PropagatedLayouts>();
    LayoutGraph *graph = layouts.get(replicateUnknown);
    if (!graph)
      return signalPassFailure();
    warn(*graph, module);
    warnOfUnused(*graph, module);
    bool isAsAnnotated = Annotator(*graph, &getContext()).run(module);
    writeOrigins(*graph, layouts.getHistory(), &getContext());
    if (!explain.empty() &&
        failed(explainValue(*graph, layouts.getHistory(), module)))
      return signalPassFailure();
    if (!isAsAnnotated)
      return;
    layouts.settle();
    markAnalysesPreserved<PropagatedLayouts>();
  }

  LogicalResult explainValue(LayoutGraph &graph, LayoutHistory &history,
                             ModuleOp module) {
    Value value = findBySourceName(module, explain.getValue());
    std::optional<SlotId> slot = value ? graph.getSlot(value) : std::nullopt;
    if (!slot)
      return emitError(UnknownLoc::get(&getContext()))
             << (value ? "there is no layout of '" : "there is no value '")
             << explain.getValue() << "'";
    history.explain(*slot, *explanations);
    for (Operation *op = value.getParentBlock()->getParentOp(); op;
         op = op->getParentOp())
      if (auto stages = op->getAttrOfType<StringAttr>(kStagesAttr))
        *explanations << "  " << stages.getValue() << "\n";
    explanations->flush();
    return success();
  }

  void warn(LayoutGraph &graph, ModuleOp module) {
    if (graph.getMesh().getNumDevices() > 1 &&
        llvm::none_of(graph.getSlots(), [](const Slot &slot) {
          return slot.state.layout.isSharded() || slot.state.layout.isPartial();
        }))
      // The warning concerns the request as a whole, so it has no location in
      // the program.
      emitWarning(UnknownLoc::get(&getContext()), "nothing is sharded");
    for (const Site &site : graph.getSites())
      if (replicateUnknown && !site.isEdge && failed(getShardingRule(site.op)))
        site.op->emitWarning("'") << site.op->getName()
                                  << "' has no sharding rule and runs on "
                                     "gathered operands";
  }

private:
  /// The stream for explanations. Never null.
  llvm::raw_ostream *explanations = &llvm::errs();
};

} // namespace

std::unique_ptr<Pass>
dtensor::createPropagateLayouts(const PropagateLayoutsOptions &options,
                                llvm::raw_ostream &explanations) {
  return std::make_unique<PropagateLayouts>(options, explanations);
}
