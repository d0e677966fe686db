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
/// receive in the same time.
struct CostWeights {
  /// A step of communication, whatever it moves. Relayouts are at the lower
  /// bound of bytes, so a step weighs less than any byte: between equal bytes
  /// there are the fewest steps.
  double perStep = 1.0 / 16;
  /// Holding one byte: decides between what is otherwise equal.
  double perByteHeld = 1.0 / 64;
  /// The same of an argument that nobody annotated: it is divided for what that
  /// saves, but not if nearly as much is received again.
  double perByteGiven = 1.0 / 16;
  /// What a byte weighs that is received because an operand loses a sharding
  /// which its op could use. With bytes alone a product with a short contracted
  /// axis gathers its operands, which cannot be taken back; a partial result
  /// can still be put off, merged or scattered.
  double perByteLost = 16;
  /// The same where every device then has the whole operand: users see a tensor
  /// that was gathered though nobody asked, so that is what is left if there is
  /// no other way.
  double perByteLostWhole = 1 << 20;
};

/// Prices on one mesh, for all who compare layouts. Dynamic extents count as
/// large even ones.
class CostModel {
public:
  explicit CostModel(const Mesh &mesh, const CostWeights &weights = {})
      : mesh(mesh), weights(weights) {}

  /// Of receiving so many bytes in so many steps.
  double getMoveCost(int64_t bytes, int64_t numSteps) const;

  /// Of bringing a tensor from one layout to another: nothing if every device
  /// already has what it is to have.
  double getRelayoutCost(const Layout &from, const Layout &to,
                         llvm::ArrayRef<int64_t> shape,
                         int64_t elementBits) const;

private:
  const Mesh &mesh;
  CostWeights weights;
};

/// What computing a point of an op's iteration space costs, in bytes received.
double getWorkPerPoint(const ShardingRule &rule);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COSTMODEL_H
