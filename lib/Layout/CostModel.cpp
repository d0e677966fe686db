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
#include "llvm/Support/MathExtras.h"

using namespace dtensor;

double CostModel::getRelayoutCost(const Layout &from, const Layout &to,
                                  llvm::ArrayRef<int64_t> shape,
                                  int64_t elementBits) const {
  int64_t bytes = getLowerBound(mesh, from, to, shape, elementBits);
  return bytes == 0 ? 0 : bytes + weights.perStep;
}

double CostModel::getWorkCost(const ShardingRule &rule,
                              const FactorSharding &sharding) const {
  double all = 1, most = 1;
  for (auto [factor, dims] : llvm::zip_equal(rule.factors, sharding)) {
    int64_t extent = getCountedExtent(mesh, factor.extent);
    all *= extent;
    for (unsigned dim : dims)
      extent = llvm::divideCeil(extent, mesh.getSize(dim));
    most *= extent;
  }
  return weights.perRedundantPoint * (most - all / mesh.getNumDevices());
}

double CostModel::getMemoryCost(const Layout &layout,
                                llvm::ArrayRef<int64_t> shape,
                                int64_t elementBits) const {
  return weights.perByteHeld * getMaxLocalElements(mesh, layout, shape) *
         elementBits / 8;
}
