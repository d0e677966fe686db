//===- NeedlessShardings.cpp - Shardings without use ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeedlessShardings.h"
#include "ContractedOperands.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// The largest number of values that are examined before a contracted one.
constexpr size_t kMaxWalk = 256;

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

std::vector<ShardedChain> dtensor::findNeedlessShardings(LayoutGraph &graph) {
  return NeedlessShardingFinder(graph).run();
}
