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

/// The source of each mesh dimension on each slot, step by step back to an
/// annotation.
class LayoutHistory {
public:
  explicit LayoutHistory(LayoutGraph &graph) : graph(graph) {}

  /// Records that `slot` gets `dim` at a site. It must not have it yet.
  void add(int slot, unsigned dim, int site);

  /// Each mesh dimension that shards the slot, with the annotation that asked
  /// for it: `the annotation of %w`.
  llvm::SmallVector<std::pair<unsigned, std::string>>
  getOrigins(int slot) const;

  /// Prints all steps of the slot's layout, one a line, and the ops that need
  /// it in another layout.
  void explain(int slot, llvm::raw_ostream &os) const;

private:
  struct Step {
    int site, from;
    /// The slot at the end of all steps. It is kept because there can be very
    /// many steps.
    int origin;
  };

  const Step *find(int slot, unsigned dim) const;
  std::string describeSlot(int slot) const;
  /// Who asked for a layout that no step of this history explains.
  std::string describeOrigin(int slot) const;
  std::string describeSite(const Site &site) const;
  void explainPartial(int slot, llvm::raw_ostream &os) const;
  void explainUsers(int slot, llvm::raw_ostream &os) const;

  LayoutGraph &graph;
  llvm::DenseMap<std::pair<int, unsigned>, Step> steps;
};

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTHISTORY_H
