//===- ImplicitRelayouts.h - Movement that nobody wrote ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_TRANSFORMS_IMPLICITRELAYOUTS_H
#define DTENSOR_LIB_TRANSFORMS_IMPLICITRELAYOUTS_H

#include "RelayoutReasons.h"
#include <set>

namespace dtensor {

/// Finds relayouts that move elements and that the program does not ask for,
/// and emits an error at each. What the program asks for stands in
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

  bool foundAny() const { return !reported.empty(); }

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
  void report(mlir::Operation *op, mlir::Value value, const Layout &from,
              const Layout &to, const std::string &text, llvm::StringRef place);

  LayoutGraph &graph;
  const RelayoutReasons &reasons;
  /// Functions are there several times, once for each of their layouts.
  std::set<std::pair<const void *, std::string>> reported;
};

} // namespace dtensor

#endif // DTENSOR_LIB_TRANSFORMS_IMPLICITRELAYOUTS_H
