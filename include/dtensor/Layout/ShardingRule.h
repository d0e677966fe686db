//===- ShardingRule.h - Which axes of an op go together ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_SHARDINGRULE_H
#define DTENSOR_LAYOUT_SHARDINGRULE_H

#include "dtensor/Layout/AxisWindow.h"

namespace dtensor {

/// The effect on an op if one of its factors is sharded.
enum class FactorKind {
  /// Each device computes its part; nothing is communicated.
  Parallel,
  /// Each device reduces its part; the result is partial with the combiner.
  Reduction,
  /// Each part needs the combination of those before it.
  Scan,
  /// Each device has a block, and the op's expansion has an algorithm of its
  /// own that moves elements between blocks (sort). Its cost is taken to be
  /// that of a sort.
  Blocked,
  /// Each device reduces its part; the results of all parts are gathered and
  /// reduced again on each device (any associative body, top-k).
  Merged,
  /// Cannot be split: every device needs all of it.
  Whole,
};

llvm::StringRef stringify(FactorKind kind);

/// An index space that axes of operands and results share, such as M, N and K
/// of a matrix product.
struct Factor {
  /// Number of positions; `kDynamic` where the type does not say.
  int64_t extent;
  FactorKind kind = FactorKind::Parallel;
  /// For `Reduction`.
  Combiner combiner = Combiner::Add;

  static constexpr int64_t kDynamic = INT64_MIN;
};

/// The factors of one axis, major first. Most axes have one factor. An axis
/// that is broadcast or has one position has none, and an axis that a reshape
/// merges has several.
using AxisFactors = llvm::SmallVector<unsigned, 2>;
/// The factors of each axis of one operand or result; empty for a value that is
/// no tensor.
using TensorFactors = llvm::SmallVector<AxisFactors, 4>;

/// States that a partial value may pass from operands to results. If each of
/// `operands` is partial along a mesh dimension (with a combiner of the set)
/// and all others are replicated along it, then `results` are partial along it
/// with the same combiner. (See `TensorState::isOrSum` for an exception.)
struct PartialPassing {
  llvm::SmallVector<unsigned, 2> operands;
  llvm::SmallVector<unsigned, 1> results;
  /// Whether any combiner may pass (a view), or sums and averages only.
  bool anyCombiner = false;
};

/// An axis of an operand that is read through a window. Its positions are not
/// those of its factor, of which there is at most one. Devices fetch the
/// positions that their parts of the factors need, so the operand may have any
/// layout.
struct WindowedAxis {
  unsigned operand;
  unsigned axis;
  /// The positions that the factors need of the axis that is read. The loops of
  /// the window are the factors.
  AxisWindow window;
  /// The map from positions of the operand's axis to positions of the axis that
  /// is read.
  AxisMove move;
};

/// The facts of one op: the factors that can be sharded, and the consequences.
/// A rule does not say which factors should be sharded. Operands and results
/// have the numbers of the op's. A value that is no tensor has no axes.
struct ShardingRule {
  llvm::SmallVector<Factor> factors;
  llvm::SmallVector<TensorFactors> operands;
  llvm::SmallVector<TensorFactors> results;
  llvm::SmallVector<PartialPassing, 1> passings;
  /// Whether result 0 has the elements of operand 0 in the same row-major
  /// order. One exchange then serves layouts that no sharding of the factors
  /// gives.
  bool isReshape = false;
  /// Operands that reductions start from. Where a reduction factor is sharded,
  /// such an operand may be partial too: its addends are added to those of the
  /// op. Accumulators are not printed, since they follow from the op.
  llvm::SmallVector<unsigned, 1> accumulators;

  llvm::SmallVector<WindowedAxis, 1> windows;

  /// The window of an axis, or null if its positions are those of its factors.
  const WindowedAxis *findWindow(unsigned operand, unsigned axis) const;
  /// Whether any axis of the operand is read through a window.
  bool isWindowed(unsigned operand) const;

  /// The rule as text: `([i,k],[k,j])->([i,j]) {i=8,j=16,k=8 reduction(sum)}`.
  /// Here `ij` is an axis of two factors, `1` an axis of none, `*` a value that
  /// has no axes, and `?` a dynamic extent. An axis that is read through a
  /// window is printed with the position that is read: `2i+k`, `-i+7`,
  /// `(i-1)/2`, `@3`. Passings follow as ` passes sum 0+1->0`, and then `
  /// reshapes`.
  std::string str() const;
  /// Errors: a factor, operand or result that does not exist; a factor that is
  /// not `Whole` and stands twice on one tensor; a window of an axis that does
  /// not exist or has several factors. The author of the rule must see to it
  /// that the extents of an axis's factors multiply to its extent.
  llvm::Error verify() const;
};

/// `i` to `z`, then `z_1`, `z_2`, ...
std::string getFactorName(unsigned factor);

/// The mesh dimensions that shard each factor, major first.
using FactorSharding = llvm::SmallVector<DimList>;

} // namespace dtensor

#endif // DTENSOR_LAYOUT_SHARDINGRULE_H
