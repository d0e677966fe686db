//===- NeedlessShardings.cpp - What could be whole and is divided ---------===//
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

/// How many values are looked at before one that is contracted.
constexpr size_t kMaxWalk = 256;

class NeedlessShardingFinder {
public:
  explicit NeedlessShardingFinder(LayoutGraph &graph) : graph(graph) {
    makers.resize(graph.getSlots().size());
    for (const Site &site : graph.getSites())
      for (int slot : site.results)
        if (slot >= 0)
          makers[slot].push_back(&site);
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
  const TensorState &getState(int slot) const {
    return graph.getSlots()[slot].state;
  }

  bool isSharded(int slot) const { return getState(slot).layout.isSharded(); }

  /// The value and what it is computed from, as far as it is sharded; nothing
  /// if any of that is not there whole, or must be sharded.
  ShardedChain getChain(Value value) {
    llvm::SetVector<int> before;
    int first = graph.getSlot(value);
    if (first < 0 || !isSharded(first))
      return {};
    before.insert(first);
    for (size_t i = 0; i < before.size(); ++i) {
      int slot = before[i];
      const Slot &current = graph.getSlots()[slot];
      if (before.size() > kMaxWalk || makers[slot].empty() || !current.value ||
          current.priority != Slot::kNoPriority ||
          current.state.layout.isPartial())
        return {};
      for (const Site *site : makers[slot])
        for (int operand : site->operands)
          if (operand >= 0 && !getState(operand).isFree) {
            if (getState(operand).layout.isPartial())
              return {};
            if (isSharded(operand))
              before.insert(operand);
          }
    }
    ShardedChain chain;
    for (int slot : before)
      if (Value each = graph.getSlots()[slot].value;
          slot == first || !each.hasOneUse())
        chain.push_back(each);
    return chain;
  }

  LayoutGraph &graph;
  /// By slot: the sites that it is a result of.
  std::vector<SmallVector<const Site *, 1>> makers;
};

} // namespace

std::vector<ShardedChain> dtensor::findNeedlessShardings(LayoutGraph &graph) {
  return NeedlessShardingFinder(graph).run();
}
