//===- FactorChoice.h - The choice of an op's layouts -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policy of choosing layouts. Facts come from the sharding rule, costs from
// the cost model.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_FACTORCHOICE_H
#define DTENSOR_LAYOUT_FACTORCHOICE_H

#include "dtensor/Layout/ShardingRule.h"

namespace dtensor {

/// An operand or result as the choice sees it.
struct TensorState {
  /// False for a value that is no tensor; all other members are ignored then.
  bool isTensor = false;
  llvm::SmallVector<int64_t, 4> shape;
  int64_t elementBits = 0;
  /// The layout that the value has, or should have.
  Layout layout;
  /// For each axis, whether more mesh dimensions may still be put on it at no
  /// cost.
  llvm::SmallVector<bool, 4> open;
  /// Mesh dimensions that must stay off all axes.
  DimList replicated;
  /// Whether the value is a factory's result, of which any layout costs
  /// nothing.
  bool isFree = false;
  /// Whether the value is an argument of the program that nobody annotated. To
  /// have all of it on a device costs memory only, since no op has to compute
  /// it.
  bool isGiven = false;
  /// Whether a value that is partial by `or` is partial by `sum` as well: of
  /// the bits of an element, all but one device have zeros. Such are floats
  /// that one device has found.
  bool isOrSum = false;
  /// For each axis the positions that hold data, where padding surrounds them.
  /// Padding is never moved. Empty if all positions hold data.
  llvm::SmallVector<Slice, 0> data;

  /// Whether the tensor can get the axes of `wanted` if only open axes are
  /// filled.
  bool canAdopt(const Layout &wanted) const;
};

/// One op with the layouts around it.
struct ChoiceProblem {
  const Mesh &mesh;
  const ShardingRule &rule;
  llvm::SmallVector<TensorState, 4> operands;
  llvm::SmallVector<TensorState, 2> results;
  /// The cost of one point of the iteration space, in bytes moved.
  double workPerPoint = 0;
};

/// The layouts of an op's operands and results under a sharding of its factors.
struct OpLayouts {
  llvm::SmallVector<Layout, 4> operands;
  llvm::SmallVector<Layout, 2> results;
};

/// The operand layouts that agree with `sharding`, and the layouts that the
/// results then have. An operand keeps a partial dimension where the rule lets
/// it pass; every other partial dimension must be combined first.
OpLayouts getOpLayouts(const ChoiceProblem &problem,
                       const FactorSharding &sharding);

/// Whether the factor stands only on operands that are read through windows.
bool isOnlyWindowed(const ShardingRule &rule, unsigned factor);

/// The sharding of the factors that costs least, in bytes received plus
/// weighted work, among those that the layouts around the op suggest.
/// Deterministic.
FactorSharding chooseFactorSharding(const ChoiceProblem &problem);

/// The layouts under the sharding that costs least. A reshape whose sides agree
/// on no sharding may have any other pair of layouts, between which elements
/// are exchanged.
OpLayouts chooseOpLayouts(const ChoiceProblem &problem);

/// The sharding of the factors that gives the layouts around the op; nothing if
/// they do not agree with the rule.
std::optional<FactorSharding>
deriveFactorSharding(const ChoiceProblem &problem);

/// Whether all layouts around the op can agree without moving anything. This is
/// so if each mesh dimension is wanted on one factor at most.
bool isConflictFree(const ChoiceProblem &problem);

/// Whether an operand has a mesh dimension on an axis that cannot be sharded,
/// so that the dimension would have to move to another axis.
bool needsElsewhere(const ChoiceProblem &problem);

/// A sharding of the factors that could be chosen, with the bytes that it
/// moves.
struct Alternative {
  OpLayouts layouts;
  /// The bytes that the most loaded device receives to bring operands from the
  /// layouts that they have, and results into theirs.
  int64_t bytesReceived;
};

/// The possible choices, without those that differ in nothing for operands and
/// results. The choice comes first, then the others by the bytes that they
/// move. There are only a few.
std::vector<Alternative> listAlternatives(const ChoiceProblem &problem);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_FACTORCHOICE_H
