//===- CostModel.cpp - Prices of layouts ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

double CostModel::getMoveCost(int64_t bytes, int64_t numSteps) const {
  return bytes + weights.perStep * numSteps;
}

double CostModel::getRelayoutCost(const Layout &from, const Layout &to,
                                  llvm::ArrayRef<int64_t> shape,
                                  int64_t elementBits) const {
  int64_t bytes = getLowerBound(mesh, from, to, shape, elementBits);
  return bytes == 0 ? 0 : getMoveCost(bytes, 1);
}

bool dtensor::isContraction(const ShardingRule &rule) {
  unsigned tensors = llvm::count_if(
      rule.operands, [](const TensorFactors &t) { return !t.empty(); });
  bool reduces = llvm::any_of(rule.factors, [](const Factor &factor) {
    return factor.kind == FactorKind::Reduction;
  });
  return reduces && tensors >= 3;
}

double dtensor::getWorkPerPoint(const ShardingRule &rule) {
  // A core does some 200 multiply-adds of a contraction in the time in which it
  // moves 16 bytes. Other ops are bound by the bytes that they touch.
  return isContraction(rule) ? 1.0 / 8 : 1.0;
}
