//===- PlanEntries.h - Values in other layouts, to try ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_PLANENTRIES_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_PLANENTRIES_H

#include "dtensor/Planning/Acceptance.h"
#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// A value whose layout is given, and another one for its users; or a use of
/// what a function returns in a given layout, and another one to make it in.
struct PlanEntry {
  mlir::Value value;
  mlir::OpOperand *returned;
  Layout layout;
  /// Received to get there.
  double bytes;
  /// What is worth a trial first.
  double matters;
  size_t number;
  Acceptance acceptance;
  /// Every device gets what nobody asked for.
  bool isUnforced = false;
};

/// Adds entries in which the last mesh dimensions of an axis, one or more, go
/// to the end of another axis that has a position for each device. `slot` is
/// what gives the layout, -1 for none.
void addMoves(LayoutGraph &graph, std::optional<SlotId> slot, mlir::Value value,
              mlir::OpOperand *returned, Acceptance acceptance,
              std::vector<PlanEntry> &entries);

/// Adds entries in which the last mesh dimension of an axis goes nowhere:
/// devices along it get all that any of them has.
void addGathers(LayoutGraph &graph, mlir::Value value, Acceptance acceptance,
                std::vector<PlanEntry> &entries);

/// Puts the entry into the module.
ConstrainOp apply(const PlanEntry &entry, LayoutGraph &graph);
void undo(ConstrainOp constrain);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_PLANENTRIES_H
