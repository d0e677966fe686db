//===- Penalties.cpp - Prices of plans that surprise users ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Penalties.h"
#include "dtensor/Layout/CostModel.h"

using namespace dtensor;

/// The fractions, in the order of `Rule`. docs/Layouts.md has them as a table.
static constexpr double kFractions[kNumRules] = {
    /*Form=*/0.1,
    /*Known=*/0.1,
    /*Product=*/3.0 / 8,
    /*Carried=*/1.0 / 32,
    /*Given=*/0.1,
    /*Divided=*/1,
};

double dtensor::getPenalty(Rules broken) {
  double sum = 0;
  for (unsigned rule = 0; rule < kNumRules; ++rule)
    if (broken & bit(Rule(rule)))
      sum += kFractions[rule];
  return sum;
}

double dtensor::getPenaltyOfBroughtByte(Rules broken) {
  constexpr Rules kHolding =
      bit(Rule::Form) | bit(Rule::Carried) | bit(Rule::Given);
  bool isHolding = broken & kHolding && !(broken & bit(Rule::Product));
  return isHolding ? CostWeights().perByteGiven : 1;
}
