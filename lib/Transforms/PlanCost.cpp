//===- PlanCost.cpp - What a module's layouts cost ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCost.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/OpCost.h"
#include "dtensor/Layout/Reshape.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// How often a loop turns that nobody knows of.
constexpr double kUnknownTurns = 8;

class Coster {
public:
  explicit Coster(LayoutGraph &graph) : graph(graph), model(graph.getMesh()) {
    // A callee has one call, but for those that call themselves.
    for (const Site &site : graph.getSites())
      if (auto call = dyn_cast<func::CallOp>(site.op))
        callOf.try_emplace(call.getCallee(), call);
  }

  void add(const Site &site) {
    if (site.isEdge) {
      addRelayout(site.operands[0], getState(site.results[0]).layout,
                  site.uses[0]->get());
      return;
    }
    if (llvm::any_of(site.results, [&](int slot) {
          return slot >= 0 && getState(slot).isFree;
        }))
      return;
    ChoiceProblem problem = graph.getProblem(site);
    const Choice &choice = graph.getChoice(site);
    double turns = getTurns(site.op);
    for (auto [index, slot] : llvm::enumerate(site.operands)) {
      if (slot < 0)
        continue;
      const Layout &needed = choice.layouts.operands[index];
      addRelayout(slot, needed, site.uses[index]->get());
      cost.moved +=
          turns * getFetchedBytes(problem, index, needed, choice.sharding);
    }
    for (auto [index, slot] : llvm::enumerate(site.results)) {
      if (slot < 0)
        continue;
      const TensorState &state = getState(slot);
      const Layout &made = choice.layouts.results[index];
      cost.moved +=
          turns * model.getRelayoutCost(made, state.layout, state.shape,
                                        state.elementBits);
      cost.work += turns * CostWeights().perByteHeld *
                   getLocalBytes(graph.getMesh(), state, made);
    }
    cost.moved +=
        turns * (getExchangedBytes(problem, choice.sharding, choice.layouts) +
                 getReshapedBytes(problem, choice));
    cost.work += turns * getWork(problem, choice.sharding);
  }

  PlanCost cost;

private:
  const TensorState &getState(int slot) const {
    return graph.getSlots()[slot].state;
  }

  /// It stands right behind the value's definition, once for all users.
  void addRelayout(int slot, const Layout &needed, Value value) {
    const TensorState &state = getState(slot);
    if (state.isFree || state.layout == needed)
      return;
    SmallVector<Layout, 2> &known = relayouts[value];
    if (llvm::is_contained(known, needed))
      return;
    known.push_back(needed);
    double turns = 1;
    if (Operation *op = value.getDefiningOp())
      turns = getTurns(op);
    else
      turns = getTurnsOf(value.getParentBlock());
    cost.moved += turns * model.getRelayoutCost(state.layout, needed,
                                                state.shape, state.elementBits);
  }

  /// A reshape between layouts that no sharding of its factors makes.
  double getReshapedBytes(const ChoiceProblem &problem,
                          const Choice &choice) const {
    if (!problem.rule.isReshape || problem.operands[0].isFree)
      return 0;
    OpLayouts local = getOpLayouts(problem, choice.sharding);
    if (local.operands[0] == choice.layouts.operands[0] &&
        local.results[0] == choice.layouts.results[0])
      return 0;
    return getReshapedElements(
               graph.getMesh(),
               {problem.operands[0].shape, choice.layouts.operands[0]},
               {problem.results[0].shape, choice.layouts.results[0]}) *
           (problem.operands[0].elementBits / 8.0);
  }

  double getTurns(Operation *op) { return getTurnsOf(op->getBlock()); }

  double getTurnsOf(Block *block) {
    auto [known, isNew] = turnsOf.try_emplace(block, 1);
    if (!isNew)
      return known->second;
    double turns = 1;
    Operation *parent = block->getParentOp();
    if (auto function = dyn_cast<func::FuncOp>(parent)) {
      if (func::CallOp call = callOf.lookup(function.getName()))
        turns = getTurns(call);
    } else if (parent->getBlock()) {
      turns = getTurns(parent) * getOwnTurns(parent);
    }
    turnsOf[block] = turns;
    return turns;
  }

  static double getOwnTurns(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      std::optional<APInt> count = loop.getStaticTripCount();
      return count ? double(count->getZExtValue()) : kUnknownTurns;
    }
    return isa<LoopLikeOpInterface>(op) ? kUnknownTurns : 1;
  }

  LayoutGraph &graph;
  CostModel model;
  llvm::DenseMap<Value, SmallVector<Layout, 2>> relayouts;
  llvm::DenseMap<Block *, double> turnsOf;
  llvm::StringMap<func::CallOp> callOf;
};

} // namespace

PlanCost dtensor::getPlanCost(LayoutGraph &graph) {
  Coster coster(graph);
  for (const Site &site : graph.getSites())
    coster.add(site);
  return coster.cost;
}
