//===- EarlierGathers.cpp - One gather in place of several ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierGathers.h"
#include "dtensor/Layout/CostModel.h"
#include "llvm/ADT/MapVector.h"
#include <set>

using namespace mlir;
using namespace dtensor;

namespace {

/// How many values are looked at behind one gather: what is far away was made
/// of much else.
constexpr size_t kMaxWalk = 256;

class Finder {
public:
  explicit Finder(LayoutGraph &graph) : graph(graph), model(graph.getMesh()) {}

  std::vector<EarlierGather> run() {
    for (const Site &site : graph.getSites())
      if (site.isEdge)
        addGathers(site.operands[0], site.results[0]);
    std::vector<EarlierGather> found;
    for (const auto &[place, bytes] : gatheredAfter) {
      auto [index, dim] = place;
      const Slot &slot = graph.getSlots()[index];
      if (!slot.value || slot.state.isFree)
        continue;
      Layout layout = without(slot.state.layout, dim);
      double saved = bytes - getBytes(slot, layout);
      if (saved > 0)
        found.push_back({slot.value, std::move(layout), saved});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const EarlierGather &a, const EarlierGather &b) {
                       return a.saved > b.saved;
                     });
    return found;
  }

private:
  static Layout without(Layout layout, unsigned dim) {
    for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
      DimList dims(layout.getAxis(axis));
      llvm::erase(dims, dim);
      layout.setAxis(axis, dims);
    }
    return layout;
  }

  double getBytes(const Slot &slot, const Layout &to) const {
    return model.getRelayoutCost(slot.state.layout, to, slot.state.shape,
                                 slot.state.elementBits);
  }

  /// What the edge gathers, at all values that it comes from.
  void addGathers(int from, int to) {
    const Slot &source = graph.getSlots()[from];
    const Layout &target = graph.getSlots()[to].state.layout;
    if (source.state.isFree || source.state.layout == target)
      return;
    for (unsigned dim = 0; dim < graph.getMesh().getNumDimensions(); ++dim) {
      if (!source.state.layout.getShardedAxis(dim) ||
          target.getShardedAxis(dim) || target.getPartial(dim) ||
          graph.getMesh().getSize(dim) == 1 ||
          !gathers.insert({from, dim}).second)
        continue;
      double bytes = getBytes(source, without(source.state.layout, dim));
      // Last made first: what is the only one left to look at has all of the
      // mesh dimension that what is gathered is made of.
      std::set<int, std::greater<>> left = {from};
      llvm::DenseSet<int> seen = {from};
      while (!left.empty() && seen.size() < kMaxWalk) {
        int slot = *left.begin();
        left.erase(left.begin());
        if (left.empty())
          gatheredAfter[{slot, dim}] += bytes;
        for (int operand : getOperands(slot, dim))
          if (seen.insert(operand).second)
            left.insert(operand);
      }
    }
  }

  /// The slots with the mesh dimension that the slot's value is made of.
  SmallVector<int> getOperands(int slot, unsigned dim) const {
    SmallVector<int> operands;
    for (int index : graph.getSitesOf(slot)) {
      const Site &site = graph.getSites()[index];
      if (!llvm::is_contained(site.results, slot))
        continue;
      for (int operand : site.operands)
        if (operand >= 0 &&
            graph.getSlots()[operand].state.layout.getShardedAxis(dim))
          operands.push_back(operand);
    }
    return operands;
  }

  LayoutGraph &graph;
  CostModel model;
  llvm::DenseSet<std::pair<int, unsigned>> gathers;
  /// By slot and mesh dimension: what is gathered of what is computed from it.
  llvm::MapVector<std::pair<int, unsigned>, double> gatheredAfter;
};

} // namespace

std::vector<EarlierGather> dtensor::findEarlierGathers(LayoutGraph &graph) {
  return Finder(graph).run();
}
