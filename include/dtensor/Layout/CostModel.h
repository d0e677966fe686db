//===- CostModel.h - Prices of layouts --------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_COSTMODEL_H
#define DTENSOR_LAYOUT_COSTMODEL_H

#include "dtensor/Layout/FactorProjection.h"

namespace dtensor {

/// Everything is priced in bytes received: what the most loaded device could
/// receive in the same time. Bytes moved alone would make it best to replicate
/// everything, so redundant work and memory have a price too.
struct CostWeights {
  /// Entering and leaving a collective.
  double perStep = 4096;
  /// Computing one point of an op's iteration space that, were the work spread
  /// evenly, another device would compute.
  double perRedundantPoint = 0.25;
  /// Holding one byte: decides between what is otherwise equal.
  double perByteHeld = 1.0 / 64;
};

/// Prices on one mesh. Dynamic extents count as large even ones.
class CostModel {
public:
  explicit CostModel(const Mesh &mesh, const CostWeights &weights = {})
      : mesh(mesh), weights(weights) {}

  /// Of bringing a tensor from one layout to another: nothing if every device
  /// already has what it is to have.
  double getRelayoutCost(const Layout &from, const Layout &to,
                         llvm::ArrayRef<int64_t> shape,
                         int64_t elementBits) const;

  /// Of what the most loaded device computes beyond its even share of an op's
  /// points.
  double getWorkCost(const ShardingRule &rule,
                     const FactorSharding &sharding) const;

  /// Of holding the largest component.
  double getMemoryCost(const Layout &layout, llvm::ArrayRef<int64_t> shape,
                       int64_t elementBits) const;

private:
  const Mesh &mesh;
  CostWeights weights;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COSTMODEL_H
