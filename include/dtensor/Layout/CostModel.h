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

/// The weights of costs. Every cost is in bytes received: the bytes that the
/// most loaded device could receive in the same time.
struct CostWeights {
  /// The cost of a step of communication, whatever number of bytes it moves.
  /// Relayouts are at the lower bound of bytes, so a step weighs less than any
  /// byte: among plans with equal bytes the one with the fewest steps is taken.
  double perStep = 1.0 / 16;
  /// The cost of holding one byte. It decides between layouts that cost the
  /// same otherwise.
  double perByteHeld = 1.0 / 64;
  /// The cost of holding one byte of an argument that nobody annotated. The
  /// argument is sharded to save that memory, but not if nearly as many bytes
  /// are then received again.
  double perByteGiven = 1.0 / 16;
  /// The weight of a byte that is received because an operand loses a sharding
  /// that its op could use. If only bytes counted, a product with a short
  /// contracted axis would gather its operands, and a gather cannot be taken
  /// back. A partial result can still be delayed, merged or scattered.
  double perByteLost = 16;
  /// The same weight where every device then has the whole operand. Users are
  /// surprised by a tensor that is gathered although they did not ask for it,
  /// so this is done only if there is no other way.
  double perByteLostWhole = 1 << 20;
};

/// The costs on one mesh, for everything that compares layouts. Dynamic extents
/// count as large ones that shard evenly.
class CostModel {
public:
  explicit CostModel(const Mesh &mesh, const CostWeights &weights = {})
      : mesh(mesh), weights(weights) {}

  /// The cost of receiving so many bytes in so many steps.
  double getMoveCost(int64_t bytes, int64_t numSteps) const;

  /// The cost of bringing a tensor from one layout to another. It is zero if
  /// every device already has its component.
  double getRelayoutCost(const Layout &from, const Layout &to,
                         llvm::ArrayRef<int64_t> shape,
                         int64_t elementBits) const;

private:
  const Mesh &mesh;
  CostWeights weights;
};

/// Whether the op multiplies operands and sums the products.
bool isContraction(const ShardingRule &rule);

/// The cost of computing one point of an op's iteration space, in bytes
/// received.
double getWorkPerPoint(const ShardingRule &rule);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COSTMODEL_H
