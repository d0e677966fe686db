//===- RelayoutReasons.h - Why something is communicated --------*- C++ -*-===//
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

/// Says in the user's terms why a value must be in another layout: which op,
/// which operand's axis, whose annotation (as `dtensor.origins` has it).
class RelayoutReasons {
public:
  explicit RelayoutReasons(LayoutGraph &graph) : graph(graph) {}

  /// `replicated`, or `in layout [...]`.
  std::string describeLayout(const Layout &layout) const;
  /// That the value of an edge has to arrive in `layout`, and where.
  std::string describeArrival(const Site &site, const Layout &layout) const;
  /// That an op needs an operand in `layout`.
  std::string describeOperand(const Site &site, unsigned operand,
                              const Layout &layout) const;
  /// Whether an op computes parts of what it contracts, to be summed up.
  bool contracts(const Site &site) const;
  /// Whether the addends of a partial value come from such an op.
  bool isContracted(SlotId slot) const;

  /// A value is handed on along an edge to where it has another layout.
  std::string describeEdge(const Site &site) const;
  /// The same as `describeOperand`, with who asked for another layout.
  std::string describeNeed(const Site &site, unsigned operand,
                           const Layout &layout) const;
  /// A result must be in the layout `expected`, other than that it is made in.
  std::string describeMake(const Site &site, unsigned result,
                           const Layout &expected) const;
  /// Layouts of operands and results, by name.
  std::string describeLayouts(const Site &site, const OpLayouts &layouts) const;

private:
  /// Who shards an operand on `dims`: `the annotation of %a shards on x and
  /// on y`, with ` shards` for `shards`. Empty if that is not known.
  std::string describeOrigins(mlir::Operation *op, unsigned operand,
                              llvm::ArrayRef<unsigned> dims,
                              llvm::StringRef shards) const;
  /// An operand's axis with `factor`, and who shards it; empty if there is
  /// none.
  std::string describeContracted(const Site &site, unsigned factor) const;
  std::string describeContraction(const Site &site) const;
  /// Where the addends of a partial value come from, as a sentence that ends
  /// in `; `; empty if no op of the graph makes them.
  std::string describePartial(SlotId slot) const;
  const Site *findReduction(SlotId slot,
                            llvm::SmallVectorImpl<SlotId> &seen) const;

  LayoutGraph &graph;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_RELAYOUTREASONS_H
