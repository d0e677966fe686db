//===- Acceptance.cpp - The least gain of another plan --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Planning/Acceptance.h"
#include "llvm/Support/Format.h"

using namespace dtensor;

const char *dtensor::findObjection(const PlanCost &cost, const PlanCost &before,
                                   Acceptance acceptance) {
  // If the arguments are sharded less than before, the program must first
  // receive the missing parts.
  double brought =
      acceptance.given * std::max(0., cost.arguments - before.arguments);
  if (cost.moved + brought > acceptance.left * before.moved)
    return "too many bytes are left";
  if (cost.work > acceptance.computed * before.work)
    return "too much more is computed";
  if (cost.moved + acceptance.work * cost.work >=
      before.moved + acceptance.work * before.work)
    return "it saves less than it adds in work";
  return nullptr;
}

void dtensor::describeCost(llvm::raw_ostream &os, const PlanCost &cost,
                           const PlanCost &before) {
  os << llvm::format("%.0f bytes instead of %.0f, work %.0f instead of %.0f",
                     cost.moved, before.moved, cost.work, before.work);
}
