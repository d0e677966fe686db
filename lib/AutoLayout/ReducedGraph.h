//===- ReducedGraph.h - Values that must agree as one -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_AUTOLAYOUT_REDUCEDGRAPH_H
#define DTENSOR_LIB_AUTOLAYOUT_REDUCEDGRAPH_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// A layout graph in which fewer layouts are to be chosen:
///
/// - Values that an elementwise op or an edge relates are one node if nothing
///   is said about them: `%c = addf %a, %b`.
/// - In a large graph, ops and values that look equal from a few steps around
///   are one node. So the layers of a program get the same layouts, and their
///   number does not matter.
class ReducedGraph {
public:
  explicit ReducedGraph(const LayoutGraph &graph);

  /// The number of nodes of values. They have the first numbers; those of ops
  /// follow.
  unsigned getNumValues() const { return numValues; }
  unsigned getNumNodes() const { return numNodes; }

  /// The node of a slot; nothing for a factory's result, of which any layout
  /// costs nothing.
  std::optional<unsigned> getNode(SlotId slot) const;
  /// The node of an op, if its own sharding is to be chosen. Otherwise the op
  /// has the sharding of its values, or it is an edge.
  std::optional<unsigned> getNode(SiteId site) const;
  /// One of the slots of a node of values.
  SlotId getSlotOf(unsigned node) const { return slotOf[node]; }
  /// The group of values that must agree within one layer. Several groups are
  /// one node if layers repeat.
  unsigned getPart(SlotId slot) const {
    return parts[llvm::to_underlying(slot)];
  }

private:
  void uniteAgreeing();
  void mergeEqual();

  const LayoutGraph &graph;
  /// By slot and by site: its part or its own number, then its node.
  std::vector<unsigned> parts;
  std::vector<std::optional<unsigned>> nodeOfSlot, nodeOfSite;
  std::vector<SlotId> slotOf;
  unsigned numValues = 0, numNodes = 0;
};

} // namespace dtensor

#endif // DTENSOR_LIB_AUTOLAYOUT_REDUCEDGRAPH_H
