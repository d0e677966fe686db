//===- TreeShares.h - The elements that subtrees need -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_TREESHARES_H
#define DTENSOR_RUNTIME_TRANSPORT_TREESHARES_H

#include "../plans/CollectivePlan.h"
#include "ProcessTree.h"

namespace dtensor::runtime {

/// Which elements of a combination the processes of a balanced tree get. They
/// are put in the order of the processes' places, so those of a subtree lie
/// together. Nothing here takes longer if there are more processes, except for
/// their logarithm.
class TreeShares {
public:
  using Range = ProcessTree::Range;
  /// The processes at some places, which are a subtree, and their elements.
  struct Share {
    Range places, elements;
  };
  struct Halves {
    Share first, second;
  };

  /// For a process that runs the device at `place`. With `isScattered`, each
  /// process gets what the plan gives its devices; otherwise about as many
  /// elements as the others.
  TreeShares(const CollectivePlan &plan, const ProcessTree &tree, Place place,
             bool isScattered)
      : plan(plan), site(plan.site), tree(tree), place(place),
        isScattered(isScattered),
        numElements(plan.getSourceBox(place).getNumElements(site.rank)) {}

  Share getWhole() const {
    return {{0, tree.getNumProcesses()}, {0, numElements}};
  }
  Halves divide(const Share &share) const;
  /// That of the process at one of the places.
  Share getShare(int64_t ofPlace) const;
  /// The elements of some processes if these are not scattered.
  Range getEqual(Range places) const {
    return {numElements * places.begin / tree.getNumProcesses(),
            numElements * places.end / tree.getNumProcesses()};
  }

  /// Calls `function(box)` for the different boxes that the process at one of
  /// the places gets of a scatter.
  template <typename Function>
  void forEachBox(int64_t ofPlace, Function &&function) const {
    const Topology &topology = plan.topology;
    int64_t first = tree.getDeviceAt(ofPlace);
    DimMask scattered = site.toSharded & site.combined;
    int64_t numBoxes = 1;
    forEachDim(scattered,
               [&](int64_t dim) { numBoxes *= tree.getBlockSize(dim); });
    for (int64_t i = 0; i < numBoxes; ++i) {
      int64_t member = first, rest = i;
      forEachDim(scattered, [&](int64_t dim) {
        member += rest % tree.getBlockSize(dim) * topology.getStride(dim);
        rest /= tree.getBlockSize(dim);
      });
      int64_t coordinates[Topology::kMaxDims];
      function(plan.getDestinationBox(topology.getPlace(member, coordinates)));
    }
  }

private:
  int64_t count(Range places) const;
  int64_t countAlong(int64_t axis, int64_t level, int64_t extent,
                     Range places) const;

  const CollectivePlan &plan;
  const Site &site;
  const ProcessTree &tree;
  Place place;
  bool isScattered;
  int64_t numElements;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_TREESHARES_H
