//===- ImplicitRelayouts.h - Relayouts not asked for ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_IMPLICITRELAYOUTS_H
#define DTENSOR_LIB_PARTITION_IMPLICITRELAYOUTS_H

#include "RelayoutReasons.h"

namespace dtensor {

/// Finds relayouts that move elements although the program does not ask for
/// them. The program asks for layouts by constraints and by annotated arguments
/// and results. `dtensor-mark-written` records these in `dtensor.written`. The
/// program also asks for each `dtensor.relayout` and for the layouts of a
/// `dtensor.local_map`. Two kinds of relayouts are always allowed: a slice of
/// data that a device has, and the reduction of a value that an op of the
/// program has contracted in parts.
class ImplicitRelayouts {
public:
  ImplicitRelayouts(LayoutGraph &graph, const RelayoutReasons &reasons)
      : graph(graph), reasons(reasons) {}

  /// Checks that the value of an edge may be brought into layout `to`.
  void checkEdge(const Site &site, const Layout &to);
  /// Checks that an operand of an op may be brought into layout `to`.
  void checkNeed(const Site &site, unsigned operand, const Layout &to);
  /// Checks that a result may be brought from layout `made`, in which its op
  /// makes it, to that of its slot.
  void checkMake(const Site &site, unsigned result, const Layout &made);

  /// Emits an error at the first relayout that was found, with a note for each
  /// other one.
  mlir::LogicalResult report() const;

private:
  /// Whether elements of the value of `slot` move between the layouts `from`
  /// and `to`. Combining a partial value counts only if `isReduced` is not set.
  bool moves(const Slot &slot, const Layout &from, const Layout &to,
             bool isReduced) const;
  /// The annotation of an edge's target. Null if the program has none.
  mlir::Attribute getWritten(const Site &site) const;
  /// Whether `written` asks for everything that moves from `from` to `to`.
  bool asksFor(mlir::Attribute written, const Layout &from,
               const Layout &to) const;
  /// Whether a result made in layout `made` is used only where annotations ask
  /// for the layout that is expected of it. Propagation has brought this layout
  /// from them to the op.
  bool isAnnotated(SlotId slot, const Layout &made) const;
  void add(mlir::Operation *op, mlir::Value value, const Layout &from,
           const Layout &to, const std::string &text, llvm::StringRef place);

  LayoutGraph &graph;
  const RelayoutReasons &reasons;
  struct Finding {
    mlir::Location location;
    std::string message;
  };
  std::vector<Finding> findings;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_IMPLICITRELAYOUTS_H
