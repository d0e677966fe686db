//===- RelayoutReasons.h - The reasons for relayouts ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_RELAYOUTREASONS_H
#define DTENSOR_LIB_PARTITION_RELAYOUTREASONS_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// Describes in the user's terms why a value must be in another layout. The
/// reason names the op, the operand's axis, and the annotation that asked for
/// its layout (from `dtensor.origins`).
class RelayoutReasons {
public:
  explicit RelayoutReasons(LayoutGraph &graph) : graph(graph) {}

  /// `replicated`, or `in layout [...]`.
  std::string describeLayout(const Layout &layout) const;
  /// States that the value of an edge must arrive in `layout`, and where.
  std::string describeArrival(const Site &site, const Layout &layout) const;
  /// States that an op needs an operand in `layout`.
  std::string describeOperand(const Site &site, unsigned operand,
                              const Layout &layout) const;
  /// Whether the op contracts in parts, so that its results must be combined.
  bool contracts(const Site &site) const;
  /// Whether the addends of a partial value come from such an op.
  bool isContracted(SlotId slot) const;

  /// States that a value is passed on along an edge to a place where it has
  /// another layout.
  std::string describeEdge(const Site &site) const;
  /// Like `describeOperand`, with the annotation that asked for another layout.
  std::string describeNeed(const Site &site, unsigned operand,
                           const Layout &layout) const;
  /// States that a result must be in layout `expected`, which differs from the
  /// one that its op makes.
  std::string describeMake(const Site &site, unsigned result,
                           const Layout &expected) const;
  /// The layouts of operands and results, by name.
  std::string describeLayouts(const Site &site, const OpLayouts &layouts) const;

private:
  /// The annotations that shard an operand on `dims`: `the annotation of %a
  /// shards on x and on y`, with ` shards` for `shards`. Empty if they are not
  /// known.
  std::string describeOrigins(mlir::Operation *op, unsigned operand,
                              llvm::ArrayRef<unsigned> dims,
                              llvm::StringRef shards) const;
  /// An operand's axis with `factor`, and the annotation that shards it. Empty
  /// if there is none.
  std::string describeContracted(const Site &site, unsigned factor) const;
  std::string describeContraction(const Site &site) const;
  /// The origin of the addends of a partial value, as a sentence that ends in
  /// `; `. Empty if no op of the graph makes them.
  std::string describePartial(SlotId slot) const;
  const Site *findReduction(SlotId slot,
                            llvm::SmallVectorImpl<SlotId> &seen) const;

  LayoutGraph &graph;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_RELAYOUTREASONS_H
