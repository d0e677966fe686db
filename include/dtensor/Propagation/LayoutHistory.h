//===- LayoutHistory.h - How layouts came about -----------------*- C++ -*-===//
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

/// Who put which mesh dimension on which slot, step by step back to what is
/// annotated.
class LayoutHistory {
public:
  explicit LayoutHistory(LayoutGraph &graph) : graph(graph) {}

  /// `slot` takes over `dim`, on `axis`, at a site. It does not have it yet.
  void add(SlotId slot, unsigned axis, unsigned dim, SiteId site);

  /// Traces that propagation has ended, with the slots that are partial then.
  void traceEnd() const;

  /// Who asked for the mesh dimensions that shard the slot: `by its
  /// annotation`, or `on x by the annotation of %w, on y by its annotation` if
  /// they were several. Empty if none does.
  std::string describeOrigins(SlotId slot) const;

  /// All steps of the slot's layout, one a line, and who wants it otherwise.
  void explain(SlotId slot, llvm::raw_ostream &os) const;

private:
  struct Step {
    SiteId site;
    SlotId from;
    /// The slot at the end of all steps: a program can have very many.
    SlotId origin;
  };

  const Step *find(SlotId slot, unsigned dim) const;
  std::string describeSlot(SlotId slot) const;
  std::string describeSite(const Site &site) const;
  void explainPartial(SlotId slot, llvm::raw_ostream &os) const;
  void explainUsers(SlotId slot, llvm::raw_ostream &os) const;

  LayoutGraph &graph;
  llvm::DenseMap<std::pair<SlotId, unsigned>, Step> steps;
};

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTHISTORY_H
