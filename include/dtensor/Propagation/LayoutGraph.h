//===- LayoutGraph.h - Where layouts of values meet -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_LAYOUTGRAPH_H
#define DTENSOR_PROPAGATION_LAYOUTGRAPH_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Layout/ChoiceCache.h"
#include "dtensor/Layout/LocalBorder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace dtensor {

/// Names a slot, or a site, of one graph. They are numbered in the order in
/// which they are made.
enum class SlotId : unsigned {};
enum class SiteId : unsigned {};

/// One layout that is sought: that of a value, or of several that must have
/// the same (a loop's iteration argument and its result), or of a function's
/// result.
struct Slot {
  mlir::RankedTensorType type;
  /// What is known so far, and what of it may still change.
  TensorState state;
  /// Annotations of lower numbers are propagated first; none is last.
  int64_t priority = kNoPriority;
  /// That of each axis, of which `priority` is the lowest; empty if all are it.
  llvm::SmallVector<int64_t> axisPriorities;
  /// A value that has this layout; null for a function's result.
  mlir::Value value;

  static constexpr int64_t kNoPriority = INT64_MAX;

  int64_t getPriority(unsigned axis) const {
    return axisPriorities.empty() ? priority : axisPriorities[axis];
  }
};

/// An edge into or out of a `local_map` that leaves mesh dimensions to the
/// compiler. Its rule is that of the value inside.
struct Border : LocalBorder {
  /// Whether the operand is outside, and not the result.
  bool enters = false;
};

/// A place where slots meet under a rule: an op, or an edge of control flow
/// along which a value is handed on unchanged.
struct Site {
  /// The op, or the terminator, call or loop whose edge it is.
  mlir::Operation *op;
  bool isEdge;
  /// Where the edge crosses the border of code for components; else null.
  std::unique_ptr<const Border> border = {};
  /// Where layouts may go from here; otherwise what is there stays.
  Spread spread = Spread::Both;
  /// Lives as long as the graph.
  const ShardingRule *rule = nullptr;
  /// Numbered as the rule's; nothing for what is no tensor. Both ends of an
  /// edge are tensors.
  llvm::SmallVector<std::optional<SlotId>, 4> operands;
  llvm::SmallVector<std::optional<SlotId>, 2> results;
  /// Where the operands are used.
  llvm::SmallVector<mlir::OpOperand *, 4> uses;
  double workPerPoint = 0;
  /// Sites of one structure differ in their slots' layouts only.
  unsigned structure = 0;
};

/// All slots and sites of a module, sites in program order. It is a snapshot:
/// it does not follow changes of the IR.
class LayoutGraph {
  template <typename Id> static auto getIds(size_t count) {
    return llvm::map_range(llvm::seq<unsigned>(0, count),
                           [](unsigned number) { return Id(number); });
  }

public:
  /// Emits an error at an op without a rule, unless `replicateUnknown`.
  static mlir::FailureOr<LayoutGraph>
  build(mlir::ModuleOp module, MeshOp meshOp, bool replicateUnknown);

  /// The graph of a module whose values all have layouts, or an error at one
  /// that has none; nothing for a module without a mesh.
  static mlir::FailureOr<std::optional<LayoutGraph>>
  buildAnnotated(mlir::ModuleOp module, bool replicateUnknown);

  /// A graph without slots and sites.
  LayoutGraph(const Mesh &mesh, mlir::FlatSymbolRefAttr meshName)
      : mesh(mesh), meshName(meshName) {}

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
  /// The sites that a slot takes part in.
  llvm::ArrayRef<SiteId> getSitesOf(SlotId slot) const {
    return sitesOf[llvm::to_underlying(slot)];
  }

  /// Nothing for what is no tensor.
  std::optional<SlotId> getSlot(mlir::Value value) const;
  std::optional<SlotId> getResultSlot(mlir::func::FuncOp function,
                                      unsigned result) const;
  /// The site of an op; null for what handles no tensors, and for edges.
  const Site *getSite(mlir::Operation *op) const;

  SlotId addSlot(Slot slot);
  /// The slots around it are there. It is an op's if it is no edge.
  void addSite(Site site);
  /// From now on the value has the layout of the slot.
  void setSlot(mlir::Value value, SlotId slot) { slotOf[value] = slot; }
  void addResultSlot(mlir::func::FuncOp function, std::optional<SlotId> slot) {
    resultSlots[function].push_back(slot);
  }
  void reserve(size_t numOps);

  /// Rules of sites are kept there.
  ChoiceCache &getCache() { return cache; }

  /// The choice at a site, with the slots' present states.
  ChoiceProblem getProblem(const Site &site) const;
  /// What is best at a site, with the slots' present states. Remembers it.
  const Choice &getChoice(const Site &site);
  /// The sharding that the layouts around a site are the result of, if they are
  /// that of any: see `deriveFactorSharding`. Remembers it.
  const std::optional<FactorSharding> &getDerived(const Site &site);
  /// The layout in which the value of an edge has to arrive.
  Layout getArriving(const Site &edge) const;
  /// `layout`, which a choice at the site gives to an operand or result, as the
  /// slot's, which can lie across a border.
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
  ChoiceCache cache;
};

/// The present states of the slots around a site, as its rule sees them.
class SiteStates {
public:
  SiteStates(const LayoutGraph &graph, const Site &site);
  // `states` may point to `inside`.
  SiteStates(const SiteStates &) = delete;
  SiteStates &operator=(const SiteStates &) = delete;

  /// Of operands, then results; null for what is no tensor.
  llvm::ArrayRef<const TensorState *> get() const { return states; }

private:
  llvm::SmallVector<const TensorState *, 8> states;
  /// The state outside of a border, as seen from inside.
  TensorState inside;
};

/// The rule of an op on tensors: its own, or one that keeps every axis whole
/// if it has none and `replicateUnknown`. Else an error that names the op and a
/// way out.
mlir::FailureOr<ShardingRule> requireShardingRule(mlir::Operation *op,
                                                  bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTGRAPH_H
