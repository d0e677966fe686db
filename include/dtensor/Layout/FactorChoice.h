//===- FactorChoice.h - How one op is best sharded --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Policy: facts come from the sharding rule, prices from the cost model.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_FACTORCHOICE_H
#define DTENSOR_LAYOUT_FACTORCHOICE_H

#include "dtensor/Layout/ShardingRule.h"

namespace dtensor {

/// An operand or result as the choice sees it.
struct TensorState {
  /// False for what is no tensor; everything else is ignored then.
  bool isTensor = false;
  llvm::SmallVector<int64_t, 4> shape;
  int64_t elementBits = 0;
  /// The layout that the value has, or should have.
  Layout layout;
  /// Per axis: whether more mesh dimensions may still be put on it, at no cost.
  llvm::SmallVector<bool, 4> open;
  /// Mesh dimensions that must stay off all axes.
  DimList replicated;
  /// A factory's result: any layout of it costs nothing.
  bool isFree = false;
  /// An argument of the program that nobody annotated: to have it whole costs
  /// memory only, since no op has to make it.
  bool isGiven = false;
  /// Per axis the positions that are data, where a padding surrounds them, of
  /// which nothing moves; empty if all is data.
  llvm::SmallVector<Slice, 0> data;

  /// Whether the tensor can take the axes of `wanted` by filling open axes.
  bool canAdopt(const Layout &wanted) const;
};

/// One op with the layouts around it.
struct ChoiceProblem {
  const Mesh &mesh;
  const ShardingRule &rule;
  llvm::SmallVector<TensorState, 4> operands;
  llvm::SmallVector<TensorState, 2> results;
  /// What one point of the iteration space costs, in bytes moved.
  double workPerPoint = 0;
};

/// What an op needs and makes under a sharding of its factors.
struct OpLayouts {
  llvm::SmallVector<Layout, 4> operands;
  llvm::SmallVector<Layout, 2> results;
};

/// Operand layouts that agree with `sharding`, and the layouts that the
/// results then have. An operand keeps a partial dimension where the rule lets
/// it pass; every other partial dimension must be combined first.
OpLayouts getOpLayouts(const ChoiceProblem &problem,
                       const FactorSharding &sharding);

/// Whether only operands that are read through windows have the factor.
bool isOnlyWindowed(const ShardingRule &rule, unsigned factor);

/// The cheapest sharding of the factors, in bytes received plus weighted work,
/// among those that the layouts around the op suggest. Deterministic.
FactorSharding chooseFactorSharding(const ChoiceProblem &problem);

/// The layouts under the cheapest sharding; for a reshape whose sides agree on
/// none also any other pair, between which elements are exchanged.
OpLayouts chooseOpLayouts(const ChoiceProblem &problem);

/// The sharding of the factors that the layouts around the op are the result
/// of; nothing if they do not agree with the rule.
std::optional<FactorSharding>
deriveFactorSharding(const ChoiceProblem &problem);

/// Whether all layouts around the op can agree without moving anything: each
/// mesh dimension is wanted on one factor at most.
bool isConflictFree(const ChoiceProblem &problem);

/// Whether an operand has a mesh dimension on an axis that must be whole, so
/// that it would have to move to another axis.
bool needsElsewhere(const ChoiceProblem &problem);

/// A sharding of the factors that was to choose from, with what it makes move.
struct Alternative {
  OpLayouts layouts;
  /// What the most loaded device receives to bring operands and results from
  /// and into the layouts that they have.
  int64_t bytesReceived;
};

/// What there was to choose from, without what is the same to all operands and
/// results: the choice, then the others by what they move. Few at most.
std::vector<Alternative> listAlternatives(const ChoiceProblem &problem);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_FACTORCHOICE_H
