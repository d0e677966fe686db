//===- PlanEntries.h - Layouts for values, to try ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_PLANENTRIES_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_PLANENTRIES_H

#include "../Plan.h"

namespace dtensor {

/// A trial: a value with a given layout gets another layout for its users. Or
/// the value that a function returns in a given layout is made in another one.
struct PlanEntry {
  mlir::Value value;
  mlir::OpOperand *returned;
  Layout layout;
  /// The bytes that are received to get to the other layout.
  double bytes;
  /// The importance of the entry. Entries of greater importance are tried
  /// first.
  double matters;
  size_t number;
  Rules broken;
  /// Whether the entry gathers a value on all devices although nobody asked for
  /// it.
  bool isUnforced = false;
};

/// Adds entries that move the last mesh dimensions of an axis, one or more, to
/// the end of another axis, which must have at least one position for each
/// device. `slot` is the slot with the given layout, if there is one.
void addMoves(LayoutGraph &graph, std::optional<SlotId> slot, mlir::Value value,
              mlir::OpOperand *returned, Rules broken,
              std::vector<PlanEntry> &entries);

/// Adds entries that remove the last mesh dimension of an axis. The devices
/// along this dimension gather all parts.
void addGathers(LayoutGraph &graph, mlir::Value value, Rules broken,
                std::vector<PlanEntry> &entries);

/// Tries the layouts that one value or result can be moved to. Adopts the best
/// one, if it is better than the present layout.
bool tryAlike(Plan &plan, llvm::ArrayRef<PlanEntry> entries);

/// Tries the entries of one value or result after the other, the most important
/// first. Returns whether the plan has changed.
bool tryEntries(Plan &plan, std::vector<PlanEntry> entries);

/// Tries entries that may only be worth their penalty together, as those of the
/// layers of a model are. Those that are worth it by themselves come first: one
/// of a small gain can stand in the way of a large one.
bool tryTogether(Plan &plan, std::vector<PlanEntry> entries);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_PLANENTRIES_H
