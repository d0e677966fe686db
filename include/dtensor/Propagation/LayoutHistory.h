//===- LayoutHistory.h - Where layouts come from ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_LAYOUTHISTORY_H
#define DTENSOR_PROPAGATION_LAYOUTHISTORY_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// The source of each mesh dimension on each slot, step by step back to an
/// annotation.
class LayoutHistory {
public:
  explicit LayoutHistory(LayoutGraph &graph) : graph(graph) {}

  /// Records that `slot` gets `dim` on `axis` at a site. The slot must not have
  /// the dimension yet.
  void add(SlotId slot, unsigned axis, unsigned dim, SiteId site);

  /// Traces the end of propagation, with the slots that are partial then.
  void traceEnd() const;

  /// Each mesh dimension that shards the slot, with the annotation that asked
  /// for it: `the annotation of %w`.
  llvm::SmallVector<std::pair<unsigned, std::string>>
  getOrigins(SlotId slot) const;

  /// Prints all steps of the slot's layout, one per line, and the ops that need
  /// the value in another layout.
  void explain(SlotId slot, llvm::raw_ostream &os) const;

private:
  struct Step {
    SiteId site;
    SlotId from;
    /// The slot at the end of all steps. It is stored because the number of
    /// steps can be very large.
    SlotId origin;
  };

  const Step *find(SlotId slot, unsigned dim) const;
  std::string describeSlot(SlotId slot) const;
  /// The annotation that asked for a layout that no step of this history
  /// explains.
  std::string describeOrigin(SlotId slot) const;
  std::string describeSite(const Site &site) const;
  void explainPartial(SlotId slot, llvm::raw_ostream &os) const;
  void explainUsers(SlotId slot, llvm::raw_ostream &os) const;

  LayoutGraph &graph;
  llvm::DenseMap<std::pair<SlotId, unsigned>, Step> steps;
};

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTHISTORY_H
