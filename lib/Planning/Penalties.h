//===- Penalties.h - Prices of plans that surprise users --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PENALTIES_H
#define DTENSOR_LIB_PLANNING_PENALTIES_H

#include "llvm/ADT/StringRef.h"

namespace dtensor {

/// A rule of taste that a plan breaks. A plan pays once for each rule, however
/// often it breaks it: otherwise the number of layers would decide.
enum class Rule : unsigned {
  /// The program stays in the form that the user wrote.
  Form,
  /// Values whose layouts the user knows, and ops, have the layouts that follow
  /// from annotations op by op.
  Known,
  /// A product is computed where its operands lie. Users know products that are
  /// computed in parts, and expect them.
  Product,
  /// Loops carry values in the layouts in which they are computed.
  Carried,
  /// Arguments that nobody annotated are divided as their users are.
  Given,
  /// Work that is divided stays divided, where it is an argument that would not
  /// be divided any more. Only a tenth of all work may be added.
  Divided,
};
constexpr unsigned kNumRules = 6;

/// Rules, as bits.
using Rules = unsigned;
constexpr Rules bit(Rule rule) { return 1u << unsigned(rule); }

/// The penalty for breaking these rules, as a fraction of the time in which the
/// program communicates before planning.
double getPenalty(Rules broken);

/// The price of each byte of the program's arguments that a device holds
/// although it did not before planning, as a fraction of the time to receive a
/// byte. Somebody has to bring it there. It weighs less if the plan breaks a
/// rule in order to hold more.
double getPenaltyOfBroughtByte(Rules broken);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PENALTIES_H
