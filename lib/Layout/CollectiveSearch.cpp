//===- CollectiveSearch.cpp - Movement as a sequence of collectives -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveSearch.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <queue>
#include <tuple>

using namespace dtensor;

bool dtensor::isPermutation(const Mesh &mesh, const Layout &from,
                            const Layout &to, llvm::ArrayRef<int64_t> shape) {
  auto getSize = [&](unsigned dim) { return mesh.getSize(dim); };
  return llvm::all_of(llvm::enumerate(shape), [&](auto pair) {
    auto [axis, extent] = pair;
    llvm::ArrayRef<unsigned> source = from.getAxis(axis);
    llvm::ArrayRef<unsigned> target = to.getAxis(axis);
    if (llvm::equal(llvm::map_range(source, getSize),
                    llvm::map_range(target, getSize)))
      return true;
    return mesh.getGroupSize(source) == mesh.getGroupSize(target) &&
           from.isEven(mesh, axis, extent);
  });
}

namespace {
using Axes = llvm::SmallVector<DimList, 4>;

/// Searches the layouts of one tensor by Dijkstra's algorithm.
class CollectiveSearch {
public:
  CollectiveSearch(const Mesh &mesh, const Layout &from, const Layout &to,
                   llvm::ArrayRef<int64_t> shape, int64_t elementBits)
      : mesh(mesh), from(from), to(to), shape(shape), elementBits(elementBits) {
    for (auto [source, target] :
         llvm::zip_equal(from.getAxes(), to.getAxes())) {
      size_t common = 0;
      while (common < std::min(source.size(), target.size()) &&
             source[common] == target[common])
        ++common;
      fixed.push_back(common);
      for (const DimList &dims : {source, target})
        for (unsigned dim : llvm::drop_begin(dims, common))
          if (!llvm::is_contained(movable, dim))
            movable.push_back(dim);
    }
    llvm::sort(movable);
  }

  /// Returns no steps if `to` cannot be reached through components of at most
  /// `maxElements`.
  llvm::SmallVector<RedistributionStep, 0> run(int64_t maxElements);

private:
  /// Bytes, then steps.
  using Cost = std::pair<int64_t, int64_t>;

  struct Node {
    Cost cost;
    /// The step by which the search reached this layout.
    StepKind kind = StepKind::Slice;
    int64_t bytesReceived = 0;
    Axes previous;
  };

  void expand(const Axes &axes, const Cost &cost);
  void expandPermutations(const Axes &axes, const Cost &cost);
  void visit(const Axes &axes, const Cost &cost, StepKind kind, Axes next);

  Layout getLayout(const Axes &axes) const {
    return Layout(axes, from.getPartial());
  }

  const Mesh &mesh;
  const Layout &from, &to;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBits;
  int64_t maxElements = 0;
  /// For each axis, the number of major mesh dimensions that stay in place.
  llvm::SmallVector<size_t> fixed;
  /// All other mesh dimensions of the two layouts.
  DimList movable;
  std::map<Axes, Node> nodes;
  std::priority_queue<std::pair<Cost, Axes>, std::vector<std::pair<Cost, Axes>>,
                      std::greater<>>
      queue;
};
} // namespace

void CollectiveSearch::visit(const Axes &axes, const Cost &cost, StepKind kind,
                             Axes next) {
  Layout target = getLayout(next);
  if (getMaxLocalElements(mesh, target, shape) > maxElements)
    return;
  int64_t bytes = 0;
  if (kind != StepKind::Slice)
    bytes = llvm::divideCeil(
        getReceivedElements(mesh, getLayout(axes), target, shape) * elementBits,
        8);
  Cost nextCost(cost.first + bytes, cost.second + 1);
  auto [it, isNew] = nodes.try_emplace(next);
  if (!isNew && it->second.cost <= nextCost)
    return;
  it->second = {nextCost, kind, bytes, axes};
  queue.push({nextCost, std::move(next)});
}

/// Adds all permutations of the movable dimensions.
void CollectiveSearch::expandPermutations(const Axes &axes, const Cost &cost) {
  // With more dimensions, only the permutation that leads to the end is tried.
  constexpr size_t kMaxPermuted = 5;
  Layout source = getLayout(axes);
  if (movable.size() > kMaxPermuted) {
    if (isPermutation(mesh, source, to, shape))
      visit(axes, cost, StepKind::Permute, Axes(to.getAxes()));
    return;
  }
  DimList order = movable;
  while (std::next_permutation(order.begin(), order.end())) {
    Axes next = axes;
    for (auto [axis, dims] : llvm::enumerate(next))
      for (unsigned &dim : llvm::MutableArrayRef(dims).drop_front(fixed[axis]))
        dim = order[llvm::lower_bound(movable, dim) - movable.begin()];
    if (next != axes && isPermutation(mesh, source, getLayout(next), shape))
      visit(axes, cost, StepKind::Permute, std::move(next));
  }
}

void CollectiveSearch::expand(const Axes &axes, const Cost &cost) {
  Layout source = getLayout(axes);
  for (unsigned axis : llvm::seq<unsigned>(axes.size())) {
    for (unsigned dim : movable) {
      if (source.getShardedAxis(dim))
        continue;
      Axes next = axes;
      next[axis].push_back(dim);
      visit(axes, cost, StepKind::Slice, std::move(next));
    }
    for (size_t kept = fixed[axis]; kept < axes[axis].size(); ++kept) {
      Axes gathered = axes;
      gathered[axis].truncate(kept);
      visit(axes, cost, StepKind::AllGather, gathered);
      for (unsigned other : llvm::seq<unsigned>(axes.size())) {
        if (other == axis)
          continue;
        Axes next = gathered;
        llvm::append_range(next[other], llvm::drop_begin(axes[axis], kept));
        visit(axes, cost, StepKind::AllToAll, std::move(next));
      }
    }
  }
  expandPermutations(axes, cost);
}

llvm::SmallVector<RedistributionStep, 0>
CollectiveSearch::run(int64_t maximum) {
  maxElements = maximum;
  nodes.clear();
  queue = {};
  Axes start(from.getAxes()), goal(to.getAxes());
  nodes[start].cost = {0, 0};
  queue.push({{0, 0}, start});
  while (!queue.empty()) {
    auto [cost, axes] = queue.top();
    queue.pop();
    if (axes == goal)
      break;
    if (nodes[axes].cost == cost)
      expand(axes, cost);
  }

  llvm::SmallVector<RedistributionStep, 0> steps;
  if (!nodes.count(goal))
    return steps;
  for (Axes axes = goal; axes != start; axes = nodes[axes].previous) {
    const Node &node = nodes[axes];
    Layout source = getLayout(node.previous), target = getLayout(axes);
    // Consecutive slices are one.
    if (node.kind == StepKind::Slice && !steps.empty() &&
        steps.back().kind == StepKind::Slice)
      steps.back().from = source;
    else
      steps.push_back({node.kind, source, target,
                       getGroup(mesh, source, target), node.bytesReceived});
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

llvm::SmallVector<RedistributionStep, 0>
dtensor::searchCollectives(const Mesh &mesh, const Layout &from,
                           const Layout &to, llvm::ArrayRef<int64_t> shape,
                           int64_t elementBits) {
  CollectiveSearch search(mesh, from, to, shape, elementBits);
  int64_t larger = std::max(getMaxLocalElements(mesh, from, shape),
                            getMaxLocalElements(mesh, to, shape));
  llvm::SmallVector<RedistributionStep, 0> steps = search.run(2 * larger);
  if (steps.empty())
    steps = search.run(INT64_MAX);
  return steps;
}
