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
#include "ProcessRow.h"

namespace dtensor::runtime {

/// Which elements of a combination the processes of a row get, if these have
/// boxes and their number is a power of two. In each step of recursive halving
/// two processes divide what they have: first those whose places in the row
/// differ in bit 0. So shares are numbered by places with their bits reversed,
/// and the elements of halves lie together. Nothing here takes longer if there
/// are more processes, except for their logarithm.
class TreeShares {
public:
  using Range = ProcessRow::Range;
  /// The processes with some numbers, and their elements.
  struct Share {
    Range numbers, elements;
  };
  struct Halves {
    Share first, second;
  };

  /// For a process that runs the device at `place`.
  TreeShares(const CollectivePlan &plan, const ProcessRow &row, Place place)
      : plan(plan), site(plan.site), row(row), place(place),
        numElements(plan.getSourceBox(place).getNumElements(site.rank)) {}

  Share getWhole() const {
    return {{0, row.getNumProcesses()}, {0, numElements}};
  }
  Halves divide(const Share &share) const;
  /// That of the process with a number.
  Share getShare(int64_t number) const;
  int64_t getOwnNumber() const { return reverse(row.getOwnPlace()); }

  /// Calls `function(box)` for the different boxes that the process with a
  /// number gets.
  template <typename Function>
  void forEachBox(int64_t number, Function &&function) const {
    const Topology &topology = plan.topology;
    int64_t first = row.getDevice(row.getFirstRank(reverse(number)));
    DimMask scattered = site.toSharded & site.combined;
    int64_t numBoxes = 1;
    forEachDim(scattered,
               [&](int64_t dim) { numBoxes *= row.getBlockSize(dim); });
    for (int64_t i = 0; i < numBoxes; ++i) {
      int64_t member = first, rest = i;
      forEachDim(scattered, [&](int64_t dim) {
        member += rest % row.getBlockSize(dim) * topology.getStride(dim);
        rest /= row.getBlockSize(dim);
      });
      int64_t coordinates[Topology::kMaxDims];
      function(plan.getDestinationBox(topology.getPlace(member, coordinates)));
    }
  }

private:
  /// The residue that all boxes along a dimension share, counted in boxes.
  struct Residue {
    int64_t residue, modulus;
  };
  /// That of the processes with some numbers, the half of a half and so on:
  /// they have all coordinates with this residue.
  Residue getResidue(Range numbers, int64_t dim) const;
  /// A place with its bits in reverse, which is its number.
  int64_t reverse(int64_t place) const;
  int64_t count(Range numbers) const;
  int64_t countAlong(int64_t axis, int64_t level, int64_t extent,
                     Range numbers) const;

  const CollectivePlan &plan;
  const Site &site;
  const ProcessRow &row;
  Place place;
  int64_t numElements;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_TREESHARES_H
