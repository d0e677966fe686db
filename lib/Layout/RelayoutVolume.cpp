//===- RelayoutVolume.cpp - The volume of a relayout ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RelayoutVolume.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace dtensor;

namespace {
/// The change of one axis, without the dimensions that stay in place evenly.
struct AxisChange {
  int64_t extent;
  llvm::ArrayRef<unsigned> from, to;
};

/// The number of positions (of some axes together) that a device needs, and the
/// number of those that it owns.
struct Demand {
  int64_t wanted, owned;

  /// Whether this demand receives at least as much as `other`, for any demands
  /// of the other axes. If these are A >= B >= 0, then wanted * A - owned * B
  /// is linear in B, so that B = 0 and B = A decide.
  bool dominates(const Demand &other) const {
    return wanted >= other.wanted &&
           wanted - owned >= other.wanted - other.owned;
  }
};

/// The demands that no other demand dominates.
using Frontier = llvm::SmallVector<Demand, 4>;

/// The largest number of coordinates that are enumerated.
constexpr int64_t kMaxCoordinates = 1 << 16;
} // namespace

static void insert(Frontier &frontier, Demand demand) {
  if (llvm::any_of(frontier,
                   [&](Demand known) { return known.dominates(demand); }))
    return;
  llvm::erase_if(frontier,
                 [&](Demand known) { return demand.dominates(known); });
  frontier.push_back(demand);
}

/// The demands of changes that have mesh dimensions in common, found by
/// enumerating all coordinates along these.
static Frontier enumerateDemands(const Mesh &mesh,
                                 llvm::ArrayRef<AxisChange> changes) {
  DimList dims;
  for (const AxisChange &change : changes) {
    llvm::append_range(dims, change.from);
    llvm::append_range(dims, change.to);
  }
  llvm::sort(dims);
  dims.erase(llvm::unique(dims), dims.end());

  llvm::SmallVector<int64_t> coordinates(mesh.getNumDimensions());
  int64_t most = 1;
  for (const AxisChange &change : changes)
    most *= cut(mesh, change.extent, change.to, coordinates).extent;
  Demand worst{most, 0};
  int64_t count = mesh.getGroupSize(dims);
  if (count > kMaxCoordinates)
    return {worst};

  Frontier frontier;
  for (int64_t number = 0; number < count; ++number) {
    Demand demand{1, 1};
    for (const AxisChange &change : changes) {
      Slice owned = cut(mesh, change.extent, change.from, coordinates);
      Slice wanted = cut(mesh, change.extent, change.to, coordinates);
      demand.wanted *= wanted.extent;
      demand.owned *=
          std::max<int64_t>(0, std::min(owned.offset + owned.extent,
                                        wanted.offset + wanted.extent) -
                                   std::max(owned.offset, wanted.offset));
    }
    insert(frontier, demand);
    if (demand.dominates(worst))
      break;
    for (unsigned dim : dims) {
      if (++coordinates[dim] < mesh.getSize(dim))
        break;
      coordinates[dim] = 0;
    }
  }
  return frontier;
}

/// The demands of changes that have mesh dimensions in common.
static Frontier getDemands(const Mesh &mesh,
                           llvm::ArrayRef<AxisChange> changes) {
  // Where one of the layouts does not shard the axis, the common part is that
  // of the other layout. If it is the same everywhere, coordinates do not
  // matter.
  auto isUniform = [&](const AxisChange &change) {
    return (change.from.empty() || change.to.empty()) &&
           change.extent % (mesh.getGroupSize(change.from) *
                            mesh.getGroupSize(change.to)) ==
               0;
  };
  if (llvm::all_of(changes, isUniform)) {
    Demand demand{1, 1};
    for (const AxisChange &change : changes) {
      int64_t wanted = change.extent / mesh.getGroupSize(change.to);
      demand.wanted *= wanted;
      demand.owned *= wanted / mesh.getGroupSize(change.from);
    }
    return {demand};
  }
  if (changes.size() == 1) {
    const AxisChange &change = changes.front();
    llvm::SmallVector<int64_t> coordinates(mesh.getNumDimensions());
    if (isPrefix(change.from, change.to)) {
      int64_t wanted = cut(mesh, change.extent, change.to, coordinates).extent;
      return {{wanted, wanted}};
    }
    // If several dimensions shard the axis, the smallest part can be anywhere.
    if (change.to.empty() && change.from.size() == 1) {
      unsigned dim = change.from.front();
      coordinates[dim] = mesh.getSize(dim) - 1;
      return {{change.extent,
               cut(mesh, change.extent, change.from, coordinates).extent}};
    }
  }
  return enumerateDemands(mesh, changes);
}

int64_t dtensor::getReceivedElements(const Mesh &mesh, const Layout &from,
                                     const Layout &to,
                                     llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<AxisChange> changes;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    AxisChange change{getCountedExtent(mesh, extent), from.getAxis(axis),
                      to.getAxis(axis)};
    while (!change.from.empty() && !change.to.empty() &&
           change.from.front() == change.to.front() &&
           change.extent % mesh.getSize(change.from.front()) == 0) {
      change.extent /= mesh.getSize(change.from.front());
      change.from = change.from.drop_front();
      change.to = change.to.drop_front();
    }
    changes.push_back(change);
  }

  // Demands multiply over sets of axes that have no mesh dimension in common.
  llvm::SmallVector<unsigned> set(changes.size());
  std::iota(set.begin(), set.end(), 0);
  for (unsigned a : llvm::seq<unsigned>(changes.size()))
    for (unsigned b : llvm::seq<unsigned>(changes.size()))
      if (set[a] != set[b] && llvm::any_of(changes[a].from, [&](unsigned dim) {
            return llvm::is_contained(changes[b].to, dim);
          }))
        std::replace(set.begin(), set.end(), unsigned(set[b]),
                     unsigned(set[a]));

  Frontier total = {{1, 1}};
  for (unsigned id : llvm::seq<unsigned>(changes.size())) {
    llvm::SmallVector<AxisChange> members;
    for (auto [change, changeSet] : llvm::zip_equal(changes, set))
      if (changeSet == id)
        members.push_back(change);
    if (members.empty())
      continue;
    Frontier product;
    for (Demand demand : getDemands(mesh, members))
      for (Demand known : total)
        insert(product,
               {demand.wanted * known.wanted, demand.owned * known.owned});
    total = std::move(product);
  }
  int64_t most = 0;
  for (Demand demand : total)
    most = std::max(most, demand.wanted - demand.owned);
  return most;
}

int64_t dtensor::getMaxLocalElements(const Mesh &mesh, const Layout &layout,
                                     llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (auto [axis, extent] : llvm::enumerate(shape))
    count *=
        layout.getMaxLocalExtent(mesh, axis, getCountedExtent(mesh, extent));
  return count;
}

int64_t dtensor::getCountedExtent(const Mesh &mesh, int64_t extent) {
  return extent < 0 ? llvm::alignTo(1024, mesh.getNumDevices()) : extent;
}

DimList dtensor::getGroup(const Mesh &mesh, const Layout &from,
                          const Layout &to) {
  Layout source = from.withoutTrivialDims(mesh);
  Layout target = to.withoutTrivialDims(mesh);
  DimList group;
  for (const PartialDim &pending : source.getPartial())
    if (target.getPartial(pending.dim) != pending.combiner)
      group.push_back(pending.dim);
  for (auto [sourceDims, targetDims] :
       llvm::zip_equal(source.getAxes(), target.getAxes())) {
    // As long as both layouts divide axes into the same numbers of parts, the
    // same dimension in the same place means the same part.
    bool sameCuts = true;
    for (auto [place, dim] : llvm::enumerate(sourceDims)) {
      bool stays =
          sameCuts && place < targetDims.size() && targetDims[place] == dim;
      sameCuts = sameCuts && place < targetDims.size() &&
                 mesh.getSize(targetDims[place]) == mesh.getSize(dim);
      // A shard that becomes an addend stays where it is.
      if (!stays && !target.getPartial(dim))
        group.push_back(dim);
    }
  }
  llvm::sort(group);
  return group;
}
