//===- NeedlessShardings.cpp - Shardings without use ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractedOperands.h"
#include "Proposals.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// The largest number of values that are examined before a contracted one.
constexpr size_t kMaxWalk = 256;

/// Values that must all be replicated for one of them to be.
using ShardedChain = llvm::SmallVector<mlir::Value>;

/// Finds values that are sharded without need. A value that is computed from
/// replicated values is available in any layout at no cost. So not all users
/// have to take it in the layout that one user prefers. The function finds such
/// values that are sharded and contracted in parts, so that partial sums must
/// be combined. Each value comes with the values before it that have several
/// users and are sharded in the same way. The value that costs most comes
/// first. `graph` must have layouts.
class NeedlessShardingFinder {
public:
  explicit NeedlessShardingFinder(LayoutGraph &graph) : graph(graph) {
    makers.resize(graph.getSlots().size());
    for (const Site &site : graph.getSites())
      for (std::optional<SlotId> slot : site.results)
        if (slot)
          makers[llvm::to_underlying(*slot)].push_back(&site);
  }

  std::vector<ShardedChain> run() {
    auto contracted = findContractedOperands(graph).takeVector();
    llvm::stable_sort(contracted, [](const auto &a, const auto &b) {
      return a.second > b.second;
    });
    std::vector<ShardedChain> found;
    for (auto [value, bytes] : contracted)
      if (ShardedChain chain = getChain(value); !chain.empty())
        found.push_back(std::move(chain));
    return found;
  }

private:
  const TensorState &getState(SlotId slot) const { return graph[slot].state; }

  bool isSharded(SlotId slot) const {
    return getState(slot).layout.isSharded();
  }

  /// The value and the sharded values that it is computed from. Empty if one of
  /// these is not available replicated, or must be sharded.
  ShardedChain getChain(Value value) {
    llvm::SetVector<SlotId> before;
    std::optional<SlotId> first = graph.getSlot(value);
    if (!first || !isSharded(*first))
      return {};
    before.insert(*first);
    for (size_t i = 0; i < before.size(); ++i) {
      const Slot &current = graph[before[i]];
      ArrayRef<const Site *> made = makers[llvm::to_underlying(before[i])];
      if (before.size() > kMaxWalk || made.empty() || !current.value ||
          current.priority != Slot::kNoPriority ||
          current.state.layout.isPartial())
        return {};
      for (const Site *site : made)
        for (std::optional<SlotId> operand : site->operands)
          if (operand && !getState(*operand).isFree) {
            if (getState(*operand).layout.isPartial())
              return {};
            if (isSharded(*operand))
              before.insert(*operand);
          }
    }
    ShardedChain chain;
    for (SlotId slot : before)
      if (Value each = graph[slot].value; slot == first || !each.hasOneUse())
        chain.push_back(each);
    return chain;
  }

  LayoutGraph &graph;
  /// The sites that make each slot. The index is the slot's number.
  std::vector<SmallVector<const Site *, 1>> makers;
};

} // namespace

bool dtensor::tryNeedlessShardings(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  std::vector<ShardedChain> found = NeedlessShardingFinder(*graph).run();
  if (found.size() > kMaxContracted) {
    plan.noteLimit("needless-shardings",
                   std::to_string(kMaxContracted) + " of " +
                       std::to_string(found.size()) + " values are tried");
    found.resize(kMaxContracted);
  }
  for (ShardedChain &chain : found) {
    llvm::erase_if(chain, [&](Value value) { return plan.isMoved(value); });
    if (chain.empty())
      continue;
    std::string description;
    llvm::raw_string_ostream os(description);
    llvm::interleaveComma(chain, os,
                          [&](Value value) { os << describeValue(value); });
    os << " whole";
    Change change{
        [chain](Edit &edit) {
          for (Value value : chain)
            edit.constrain(
                value,
                Layout(cast<RankedTensorType>(value.getType()).getRank()));
        },
        std::move(description), chain.front().getLoc()};
    if (plan.adoptIfBetter(change))
      return true;
  }
  return false;
}
