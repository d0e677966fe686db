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
  bool enters;
  /// The state outside as seen from inside, as of the last time it was asked
  /// for.
  TensorState view;
};

/// A place where slots meet under a rule: an op, or an edge of control flow
/// along which a value is handed on unchanged.
struct Site {
  /// The op, or the terminator, call or loop whose edge it is.
  mlir::Operation *op;
  bool isEdge;
  /// Where the edge crosses the border of code for components.
  std::shared_ptr<Border> border = {};
  /// Where layouts may go from here; otherwise what is there stays.
  Spread spread = Spread::Both;
  /// Lives as long as the graph.
  const ShardingRule *rule = nullptr;
  /// Positions of slots, numbered as the rule's; -1 for what is no tensor.
  llvm::SmallVector<int, 4> operands;
  llvm::SmallVector<int, 2> results;
  /// Where the operands are used.
  llvm::SmallVector<mlir::OpOperand *, 4> uses;
  double workPerPoint = 0;
  /// Sites of one structure differ in their slots' layouts only.
  unsigned structure = 0;
};

/// All slots and sites of a module, sites in program order. It is a snapshot:
/// it does not follow changes of the IR.
class LayoutGraph {
public:
  /// Emits an error at an op without a rule, unless `replicateUnknown`.
  static mlir::FailureOr<LayoutGraph>
  build(mlir::ModuleOp module, MeshOp meshOp, bool replicateUnknown);

  /// The graph of a module whose values all have layouts, or an error at one
  /// that has none; nothing for a module without a mesh.
  static mlir::FailureOr<std::optional<LayoutGraph>>
  buildAnnotated(mlir::ModuleOp module, bool replicateUnknown);

  const Mesh &getMesh() const { return mesh; }
  mlir::FlatSymbolRefAttr getMeshName() const { return meshName; }
  llvm::MutableArrayRef<Slot> getSlots() { return slots; }
  llvm::ArrayRef<Site> getSites() const { return sites; }
  /// The sites that a slot takes part in.
  llvm::ArrayRef<int> getSitesOf(int slot) const { return sitesOf[slot]; }
  /// -1 for what is no tensor.
  int getSlot(mlir::Value value) const;
  int getResultSlot(mlir::func::FuncOp function, unsigned result) const;

  /// The site of an op; null for what handles no tensors, and for edges.
  const Site *getSite(mlir::Operation *op) const;

  /// The choice at a site, with the slots' present states.
  ChoiceProblem getProblem(const Site &site) const;
  /// What is best at a site, with the slots' present states.
  const Choice &getChoice(const Site &site) const;
  /// The layout in which the value of an edge has to arrive.
  Layout getArriving(const Site &edge) const;
  /// `layout`, which a choice at the site gives to an operand or result, as the
  /// slot's, which can lie across a border.
  static Layout getOwn(const Site &site, bool isOperand, const Layout &layout);
  /// The sharding that the layouts around a site are the result of, if they are
  /// that of any: see `deriveFactorSharding`.
  const std::optional<FactorSharding> &getDerived(const Site &site) const;

private:
  friend class LayoutGraphBuilder;
  LayoutGraph(const Mesh &mesh, mlir::FlatSymbolRefAttr meshName)
      : mesh(mesh), meshName(meshName) {}

  llvm::SmallVector<const TensorState *, 8> getStates(const Site &site) const;

  Mesh mesh;
  mlir::FlatSymbolRefAttr meshName;
  llvm::SmallVector<Slot, 0> slots;
  llvm::SmallVector<Site, 0> sites;
  std::vector<llvm::SmallVector<int, 4>> sitesOf;
  llvm::DenseMap<mlir::Value, int> slotOf;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<int>> resultSlots;
  llvm::DenseMap<mlir::Operation *, int> siteOf;
  mutable ChoiceCache cache;
};

/// The rule of an op on tensors: its own, or one that keeps every axis whole
/// if it has none and `replicateUnknown`. Else an error that names the op and a
/// way out.
mlir::FailureOr<ShardingRule> requireShardingRule(mlir::Operation *op,
                                                  bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTGRAPH_H
