//===- PropagateLayouts.cpp - Give every tensor value a layout ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitMesh.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "dtensor/Transforms/LayoutGraph.h"
#include "dtensor/Transforms/ModuleMesh.h"
#include "dtensor/Transforms/Passes.h"
#include <deque>
#include <set>

namespace dtensor {
#define GEN_PASS_DEF_PROPAGATELAYOUTS
#include "dtensor/Transforms/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Gives each use of a factory its own copy, users before what they use, so
/// that copies of copies (a fill of an empty tensor) are made as well.
void copyFactories(ModuleOp module) {
  SmallVector<Operation *> factories;
  module.walk([&](Operation *op) {
    if (op->getNumResults() == 1 &&
        isa<RankedTensorType>(op->getResult(0).getType()) && isFree(op))
      factories.push_back(op);
  });
  for (Operation *op : llvm::reverse(factories)) {
    OpBuilder builder(op);
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        op->getResult(0).getUses(), [](OpOperand &use) { return &use; });
    // The use list is in reverse: the first user keeps the original.
    for (OpOperand *use : uses)
      if (use != uses.back())
        use->set(builder.clone(*op)->getResult(0));
  }
}

/// Fills the open axes of the graph's slots to a fixpoint.
class Propagation {
public:
  explicit Propagation(LayoutGraph &graph)
      : graph(graph), queued(graph.getSites().size(), false) {}

  void run() {
    // Annotations that come later must not be filled before their turn.
    std::set<int64_t> priorities;
    std::vector<TensorState> annotated;
    for (Slot &slot : graph.getSlots()) {
      annotated.push_back(slot.state);
      if (slot.priority == Slot::kNoPriority)
        continue;
      priorities.insert(slot.priority);
      slot.state.layout = Layout(slot.type.getRank());
      slot.state.open.assign(slot.type.getRank(), false);
    }
    for (int64_t priority : priorities) {
      for (auto [slot, state] : llvm::zip_equal(graph.getSlots(), annotated))
        if (slot.priority == priority)
          slot.state = state;
      spread();
    }
    if (priorities.empty())
      spread();
  }

private:
  /// What is undisputed first; then one dispute after the other, each followed
  /// by what its settlement makes undisputed.
  void spread() {
    for (size_t site = 0; site < graph.getSites().size(); ++site)
      enqueue(site);
    settleUndisputed();
    for (size_t site = 0; site < graph.getSites().size(); ++site)
      if (visit(site))
        settleUndisputed();
  }

  void enqueue(int site) {
    if (!queued[site]) {
      queued[site] = true;
      queue.push_back(site);
    }
  }

  void settleUndisputed() {
    while (!queue.empty()) {
      int site = queue.front();
      queue.pop_front();
      queued[site] = false;
      if (isConflictFree(graph.getProblem(graph.getSites()[site])))
        visit(site);
    }
  }

  /// Lets the slots around a site take what the best choice there gives them.
  bool visit(int index) {
    const Site &site = graph.getSites()[index];
    ChoiceProblem problem = graph.getProblem(site);
    OpLayouts layouts = chooseOpLayouts(problem);
    bool changed = false;
    for (auto [slot, layout] : llvm::zip_equal(site.operands, layouts.operands))
      changed |= slot >= 0 && adopt(slot, layout);
    for (auto [slot, layout] : llvm::zip_equal(site.results, layouts.results))
      changed |= slot >= 0 && adopt(slot, layout);
    return changed;
  }

  bool adopt(int index, const Layout &wanted) {
    TensorState &state = graph.getSlots()[index].state;
    bool changed = false;
    for (unsigned axis = 0; axis < state.layout.getRank(); ++axis) {
      ArrayRef<unsigned> have = state.layout.getAxis(axis);
      ArrayRef<unsigned> want = wanted.getAxis(axis);
      if (!state.open[axis] || want.size() <= have.size() ||
          want.take_front(have.size()) != have)
        continue;
      DimList dims(have);
      for (unsigned dim : want.drop_front(have.size())) {
        if (state.layout.getShardedAxis(dim) ||
            llvm::is_contained(state.replicated, dim))
          break;
        dims.push_back(dim);
      }
      if (dims.size() == have.size())
        continue;
      state.layout.setAxis(axis, dims);
      changed = true;
    }
    if (changed)
      for (int site : graph.getSitesOf(index))
        enqueue(site);
    return changed;
  }

  LayoutGraph &graph;
  std::deque<int> queue;
  std::vector<bool> queued;
};

/// Leaves results partial where every user can take them so. Starts from the
/// hope that all can, and gives up where one cannot.
class LazyPartials {
public:
  explicit LazyPartials(LayoutGraph &graph) : graph(graph) {}

  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      makePartial();
      for (size_t slot = 0; slot < graph.getSlots().size(); ++slot)
        if (getLayout(slot).isPartial() && mayBePartial(slot) &&
            !passesEverywhere(slot)) {
          refused.insert(slot);
          changed = true;
        }
    }
  }

private:
  Layout &getLayout(int slot) { return graph.getSlots()[slot].state.layout; }

  /// Whether the slot is the result of an op that nobody fixed.
  bool mayBePartial(int index) {
    const Slot &slot = graph.getSlots()[index];
    return slot.value && slot.value.getDefiningOp() &&
           slot.priority == Slot::kNoPriority && !slot.value.use_empty() &&
           !refused.contains(index);
  }

  /// Gives results the partial dimensions that their ops make, in order.
  void makePartial() {
    for (const Site &site : graph.getSites()) {
      if (site.isEdge)
        continue;
      OpLayouts layouts = getOpLayoutsAt(site);
      for (auto [slot, layout] : llvm::zip_equal(site.results, layouts.results))
        if (slot >= 0 && graph.getSlots()[slot].priority == Slot::kNoPriority)
          getLayout(slot).setPartial(mayBePartial(slot) &&
                                             agree(getLayout(slot), layout)
                                         ? layout.getPartial()
                                         : ArrayRef<PartialDim>());
    }
  }

  /// A value that is resharded after its op is combined with it.
  static bool agree(const Layout &slot, const Layout &made) {
    return slot.getAxes() == made.getAxes();
  }

  OpLayouts getOpLayoutsAt(const Site &site) {
    ChoiceProblem problem = graph.getProblem(site);
    return chooseOpLayouts(problem);
  }

  bool passesEverywhere(int index) {
    for (int siteIndex : graph.getSitesOf(index)) {
      const Site &site = graph.getSites()[siteIndex];
      if (!llvm::is_contained(site.operands, index))
        continue;
      if (site.isEdge) {
        // Some annotations ask for partial values.
        if (getLayout(site.results.front()) == getLayout(index))
          continue;
        return false;
      }
      OpLayouts layouts = getOpLayoutsAt(site);
      int64_t operandBytes = 0, resultBytes = 0;
      for (auto [slot, layout] :
           llvm::zip_equal(site.operands, layouts.operands)) {
        if (slot == index && layout != getLayout(index))
          return false;
        if (slot >= 0 && layout.isPartial())
          operandBytes += getBytes(slot);
      }
      for (int slot : site.results)
        if (slot >= 0)
          resultBytes += getBytes(slot);
      // What is put off must not grow.
      if (resultBytes > operandBytes)
        return false;
    }
    return true;
  }

  int64_t getBytes(int slot) {
    const TensorState &state = graph.getSlots()[slot].state;
    int64_t bytes = state.elementBits / 8;
    for (int64_t extent : state.shape)
      bytes *= ShapedType::isDynamic(extent) ? 1024 : extent;
    return bytes;
  }

  LayoutGraph &graph;
  DenseSet<int> refused;
};

/// Factories take the layout that their one user needs.
void settleFactories(LayoutGraph &graph) {
  for (const Site &site : llvm::reverse(graph.getSites())) {
    ChoiceProblem problem = graph.getProblem(site);
    OpLayouts layouts = chooseOpLayouts(problem);
    for (auto [slot, layout] : llvm::zip_equal(site.operands, layouts.operands))
      if (slot >= 0 && graph.getSlots()[slot].state.isFree)
        graph.getSlots()[slot].state.layout = layout;
  }
}

/// Writes the layouts into the IR.
class Annotator {
public:
  explicit Annotator(LayoutGraph &graph, MLIRContext *context)
      : graph(graph), context(context) {}

  void run(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>()) {
      for (BlockArgument arg : function.getArguments())
        if (LayoutAttr layout = getLayout(graph.getSlot(arg)))
          function.setArgAttr(arg.getArgNumber(), kLayoutAttr, layout);
      for (unsigned index = 0; index < function.getNumResults(); ++index)
        if (LayoutAttr layout = getLayout(graph.getResultSlot(function, index)))
          function.setResultAttr(index, kLayoutAttr, layout);
      function.walk([&](Operation *op) { annotate(op); });
    }
  }

private:
  LayoutAttr getLayout(int slot) {
    if (slot < 0)
      return {};
    return LayoutAttr::get(graph.getMeshName(), graph.getMesh(),
                           graph.getSlots()[slot].state.layout);
  }

  template <typename Range>
  void annotate(Operation *op, StringRef name, Range &&values) {
    SmallVector<Attribute> layouts;
    bool any = false;
    for (Value value : values) {
      LayoutAttr layout = getLayout(graph.getSlot(value));
      any |= bool(layout);
      layouts.push_back(layout ? Attribute(layout) : UnitAttr::get(context));
    }
    if (any)
      op->setAttr(name, ArrayAttr::get(context, layouts));
  }

  void annotate(Operation *op) {
    if (auto constrain = dyn_cast<ConstrainOp>(op))
      constrain.setConstraintAttr(getLayout(graph.getSlot(op->getResult(0))));
    if (isa<func::FuncOp, LocalMapOp, ConstrainOp, RelayoutOp>(op) ||
        op->getParentOfType<LocalMapOp>())
      return;
    annotate(op, kLayoutsAttr, op->getResults());
    SmallVector<Value> arguments;
    for (Region &region : op->getRegions())
      llvm::append_range(arguments, region.getArguments());
    annotate(op, kBlockLayoutsAttr, arguments);
  }

  LayoutGraph &graph;
  MLIRContext *context;
};

struct PropagateLayouts
    : dtensor::impl::PropagateLayoutsBase<PropagateLayouts> {
  using PropagateLayoutsBase::PropagateLayoutsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<MeshOp> mesh = getModuleMesh(module);
    if (failed(mesh))
      return signalPassFailure();
    if (!*mesh)
      return;
    copyFactories(module);
    FailureOr<LayoutGraph> graph =
        LayoutGraph::build(module, *mesh, replicateUnknown);
    if (failed(graph))
      return signalPassFailure();
    warn(*graph, module);
    Propagation(*graph).run();
    while (splitMeshForReshapes(*graph, module, *mesh)) {
      graph = LayoutGraph::build(module, *mesh, replicateUnknown);
      if (failed(graph))
        return signalPassFailure();
      Propagation(*graph).run();
    }
    LazyPartials(*graph).run();
    settleFactories(*graph);
    Annotator(*graph, &getContext()).run(module);
  }

  void warn(LayoutGraph &graph, ModuleOp module) {
    if (graph.getMesh().getNumDevices() > 1 &&
        llvm::none_of(graph.getSlots(), [](const Slot &slot) {
          return slot.state.layout.isSharded() || slot.state.layout.isPartial();
        }))
      // Of the request as a whole, not of a place in the program.
      emitWarning(UnknownLoc::get(&getContext()), "nothing is sharded");
    for (const Site &site : graph.getSites())
      if (!site.isEdge && failed(getShardingRule(site.op)))
        site.op->emitWarning("'") << site.op->getName()
                                  << "' has no sharding rule and runs on "
                                     "gathered operands";
  }
};

} // namespace
