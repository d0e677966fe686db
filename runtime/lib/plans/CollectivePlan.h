//===- CollectivePlan.h - Plans of moves between layouts --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_COLLECTIVEPLAN_H
#define DTENSOR_RUNTIME_PLANS_COLLECTIVEPLAN_H

#include "CombineTree.h"
#include "Plan.h"
#include "ShardWalk.h"

namespace dtensor::runtime {

/// The plan of dt_collective. A device's component of the new layout consists
/// of pieces. A piece is a box that some peer holds. If addends are combined,
/// each device of the peer's group along the combined dimensions holds one
/// addend of it, at the same place.
class CollectivePlan : public Plan {
public:
  CollectivePlan(const Topology &topology, DtSite data, const int64_t *extents)
      : Plan(topology, data), extents(extents) {}

  const char *decode() {
    const char *problem = site.decode(data, topology);
    size = site.size;
    group = site.group;
    elementSize = getElementSize(site.type);
    numAddends = topology.getGroupSize(site.combined);
    return problem;
  }

  /// The box that a device has before, and after.
  Box getSourceBox(Place place) const {
    return getOwnedBox(topology, place, site.from, site.rank, extents);
  }
  Box getDestinationBox(Place place) const {
    return getOwnedBox(topology, place, site.to, site.rank, extents);
  }

  /// Calls `function(const Piece &)` for each piece of `box`, a part of the
  /// destination of the device at `place`. Peers differ along `varied`, a
  /// subset of `site.sharded`.
  template <typename Function>
  void forEachPiece(Place place, const Box &box, DimMask varied,
                    Function &&function) const {
    ShardWalk(topology, place, site.rank, site.from, extents, box, varied)
        .run(function);
  }

  /// Calls `function(const Piece &)` for each piece of the destination.
  template <typename Function>
  void forEachReceive(Place place, Function &&function) const {
    forEachPiece(place, getDestinationBox(place), site.sharded, function);
  }

  /// Calls `function(const Piece &)` for each part of the device's source that
  /// some peer needs as a piece or as an addend of one. `peerOffset` is then
  /// the start of the peer's destination. The device itself may be the peer.
  template <typename Function>
  void forEachSend(Place place, Function &&function) const {
    DimMask differing = site.combined | site.sharded;
    DimMask replicas = differing & ~site.toSharded;
    int64_t numReplicas = topology.getGroupSize(replicas);
    Box source = getSourceBox(place);
    ShardWalk(topology, place, site.rank, site.to, extents, source, differing)
        .run([&](Piece piece) {
          int64_t first = piece.peer;
          for (int64_t i = 0; i < numReplicas; ++i) {
            piece.peer = topology.getMember(first, replicas, i);
            function(static_cast<const Piece &>(piece));
          }
        });
  }

  int64_t getNumAddends() const { return numAddends; }
  /// From here on, the plan moves addends that were combined before.
  void combineNothing() {
    site.combined = 0;
    numAddends = 1;
  }
  /// The device with the addend at `rank` of a piece of `peer`.
  int64_t getAddend(int64_t peer, int64_t rank) const {
    return topology.getMember(peer, site.combined, rank);
  }
  int64_t getAddendRank(int64_t device) const {
    return topology.getRank(device, site.combined);
  }
  /// The tree of the addends, from which a block of devices learns which
  /// subtrees it can combine by itself.
  CombineTree getTree() const { return CombineTree(topology, site.combined); }

  const int64_t *extents;
  Site site;
  /// The destination box of the device that has made the plan for a call of its
  /// own. Small collectives notice it if this is computed twice.
  Box ownDestination;

private:
  int64_t numAddends = 1;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_COLLECTIVEPLAN_H
