//===- LayoutGraph.h - Slots of layouts, and sites --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_LAYOUTGRAPH_H
#define DTENSOR_PROPAGATION_LAYOUTGRAPH_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Layout/LocalBorder.h"
#include "dtensor/Layout/SharedChoices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace dtensor {

/// The name of a slot, or of a site, in one graph. Slots and sites are numbered
/// in the order in which they are made.
enum class SlotId : unsigned {};
enum class SiteId : unsigned {};

/// A layout that propagation determines. It is the layout of one value, of
/// several values that must have the same layout (a loop's iteration argument
/// and its result), or of a function's result.
struct Slot {
  mlir::RankedTensorType type;
  /// The known part of the layout, and which parts of it may still change.
  TensorState state;
  /// Annotations with lower numbers are propagated first. `kNoPriority` comes
  /// last.
  int64_t priority = kNoPriority;
  /// The priority of each axis. The lowest of them is `priority`. The list is
  /// empty if all axes have the priority `priority`.
  llvm::SmallVector<int64_t> axisPriorities;
  /// A value with this layout. Null for a function's result.
  mlir::Value value;

  static constexpr int64_t kNoPriority = INT64_MAX;

  int64_t getPriority(unsigned axis) const {
    return axisPriorities.empty() ? priority : axisPriorities[axis];
  }
};

/// An edge into or out of a `local_map` that leaves mesh dimensions to the
/// compiler. Its rule is that of the value inside the map.
struct Border : LocalBorder {
  /// Whether the edge enters the map: then the operand is outside. Otherwise
  /// the result is outside.
  bool enters = false;
};

/// A place where a rule relates the layouts of slots. It is an op, or an edge
/// of control flow along which a value is passed on unchanged.
struct Site {
  /// The op of the site. For an edge, the terminator, call or loop that the
  /// edge belongs to.
  mlir::Operation *op;
  bool isEdge;
  /// Not null if the edge crosses the border of a `local_map`.
  std::unique_ptr<const Border> border = {};
  /// The directions in which layouts may propagate through this site.
  Spread spread = Spread::Both;
  /// The rule lives as long as the graph.
  const ShardingRule *rule = nullptr;
  /// The slots of the operands, numbered as in the rule. An operand that is not
  /// a tensor has no slot. Both ends of an edge are tensors.
  llvm::SmallVector<std::optional<SlotId>, 4> operands;
  llvm::SmallVector<std::optional<SlotId>, 2> results;
  /// The uses of the operands.
  llvm::SmallVector<mlir::OpOperand *, 4> uses;
  double workPerPoint = 0;
  /// Sites with the same structure differ only in the layouts of their slots.
  unsigned structure = 0;
};

/// All slots and sites of a module. Sites are in program order. The graph is a
/// snapshot: it does not follow changes of the IR.
class LayoutGraph {
  template <typename Id> static auto getIds(size_t count) {
    return llvm::map_range(llvm::seq<unsigned>(0, count),
                           [](unsigned number) { return Id(number); });
  }

public:
  /// Builds the graph of a module. Emits an error at an op without a rule,
  /// unless `replicateUnknown` is set. The graph knows the choices in `choices`
  /// and adds its own, if that is not null.
  static mlir::FailureOr<LayoutGraph> build(mlir::ModuleOp module,
                                            MeshOp meshOp,
                                            bool replicateUnknown,
                                            SharedChoices *choices = nullptr);

  /// Builds the graph of a module whose values all have layouts. Emits an error
  /// at a value without a layout. Returns nothing for a module without a mesh.
  static mlir::FailureOr<std::optional<LayoutGraph>>
  buildAnnotated(mlir::ModuleOp module, bool replicateUnknown);

  /// Makes a graph without slots and sites.
  LayoutGraph(const Mesh &mesh, mlir::FlatSymbolRefAttr meshName,
              std::shared_ptr<ChoiceCache> cache)
      : mesh(mesh), meshName(meshName), cache(std::move(cache)) {}

  const Mesh &getMesh() const { return mesh; }
  mlir::FlatSymbolRefAttr getMeshName() const { return meshName; }

  llvm::MutableArrayRef<Slot> getSlots() { return slots; }
  llvm::ArrayRef<Slot> getSlots() const { return slots; }
  Slot &operator[](SlotId slot) { return slots[llvm::to_underlying(slot)]; }
  const Slot &operator[](SlotId slot) const {
    return slots[llvm::to_underlying(slot)];
  }
  auto getSlotIds() const { return getIds<SlotId>(slots.size()); }

  llvm::ArrayRef<Site> getSites() const { return sites; }
  const Site &operator[](SiteId site) const {
    return sites[llvm::to_underlying(site)];
  }
  auto getSiteIds() const { return getIds<SiteId>(sites.size()); }
  /// The sites that a slot is an operand or a result of.
  llvm::ArrayRef<SiteId> getSitesOf(SlotId slot) const {
    return sitesOf[llvm::to_underlying(slot)];
  }

  /// The slot of a value. A value that is not a tensor has none.
  std::optional<SlotId> getSlot(mlir::Value value) const;
  std::optional<SlotId> getResultSlot(mlir::func::FuncOp function,
                                      unsigned result) const;
  /// The site of an op. Null for an op without tensors, and for an op that is
  /// an edge.
  const Site *getSite(mlir::Operation *op) const;

  /// Adds a slot without a type.
  SlotId addSlot();
  /// Adds a site. Its slots must have been added before. A site that is not an
  /// edge becomes the site of its op.
  void addSite(Site &&site);
  /// Gives the value the layout of the slot.
  void setSlot(mlir::Value value, SlotId slot) { slotOf[value] = slot; }
  void addResultSlot(mlir::func::FuncOp function, std::optional<SlotId> slot) {
    resultSlots[function].push_back(slot);
  }
  /// Makes room for as many slots, and for as many sites.
  void reserve(size_t numSlots);

  /// The cache that keeps the rules of sites.
  ChoiceCache &getCache() { return *cache; }

  /// The problem of choosing layouts at a site, given the present states of its
  /// slots.
  ChoiceProblem getProblem(const Site &site) const;
  /// The best choice at a site, given the present states of its slots. The
  /// graph remembers the choice.
  const Choice &getChoice(const Site &site);
  /// The sharding that results in the present layouts around a site, if there
  /// is one. See `deriveFactorSharding`. The graph remembers the sharding.
  const std::optional<FactorSharding> &getDerived(const Site &site);
  /// The layout in which the value must arrive at an edge.
  Layout getArriving(const Site &edge) const;
  /// Converts `layout`, which a choice at the site gives to an operand or
  /// result, to the layout of the slot. The two differ if the slot lies on the
  /// other side of a border.
  static Layout getOwn(const Site &site, bool isOperand, const Layout &layout);

private:
  Mesh mesh;
  mlir::FlatSymbolRefAttr meshName;
  llvm::SmallVector<Slot, 0> slots;
  llvm::SmallVector<Site, 0> sites;
  std::vector<llvm::SmallVector<SiteId, 4>> sitesOf;
  llvm::DenseMap<mlir::Value, SlotId> slotOf;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<std::optional<SlotId>>>
      resultSlots;
  llvm::DenseMap<mlir::Operation *, SiteId> siteOf;
  /// Never null.
  std::shared_ptr<ChoiceCache> cache;
};

/// The present states of the slots around a site, in the form in which the
/// site's rule sees them.
class SiteStates {
public:
  SiteStates(const LayoutGraph &graph, const Site &site);
  // `states` may point to `inside`.
  SiteStates(const SiteStates &) = delete;
  SiteStates &operator=(const SiteStates &) = delete;

  /// The states of the operands, then those of the results. Null for a value
  /// that is not a tensor.
  llvm::ArrayRef<const TensorState *> get() const { return states; }

private:
  llvm::SmallVector<const TensorState *, 8> states;
  /// The state of the slot outside of a border, as seen from inside.
  std::optional<TensorState> inside;
};

/// The rule of an op on tensors. An op without a rule gets one that keeps every
/// axis replicated if `replicateUnknown` is set. Otherwise an error names the
/// op and a way out.
mlir::FailureOr<ShardingRule> requireShardingRule(mlir::Operation *op,
                                                  bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTGRAPH_H
