//===- ImplicitRelayouts.h - Movement that nobody wrote ---------*- C++ -*-===//
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

/// Finds relayouts that move elements and that the program does not ask for.
/// What the program asks for stands in
/// `dtensor.written`, which `dtensor-mark-written` leaves: a constraint, an
/// annotated argument or result; besides, each `dtensor.relayout` and the
/// layouts of a `dtensor.local_map`. Two kinds need no asking: a slice of what
/// a device has, and the reduction of what an op of the program has contracted
/// in parts.
class ImplicitRelayouts {
public:
  ImplicitRelayouts(LayoutGraph &graph, const RelayoutReasons &reasons)
      : graph(graph), reasons(reasons) {}

  /// The value of an edge has to arrive in `to`.
  void checkEdge(const Site &site, const Layout &to);
  /// An op needs its operand in `to`.
  void checkNeed(const Site &site, unsigned operand, const Layout &to);
  /// An op makes its result in `made`.
  void checkMake(const Site &site, unsigned result, const Layout &made);

  /// Emits an error at the first that was found, with a note at each other.
  mlir::LogicalResult report() const;

private:
  /// Whether something moves from `from`, of the value of `slot`, to `to`. The
  /// sum of what is partial counts if `isReduced` is not set.
  bool moves(const Slot &slot, const Layout &from, const Layout &to,
             bool isReduced) const;
  /// The annotation of an edge's target; null if the program has none.
  mlir::Attribute getWritten(const Site &site) const;
  /// Whether `written` asks for all that moves from `from` to `to`.
  bool asksFor(mlir::Attribute written, const Layout &from,
               const Layout &to) const;
  /// Whether a result that is made in `made` is only used where annotations ask
  /// for the layout that it is expected in: propagation has brought theirs to
  /// the op.
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
