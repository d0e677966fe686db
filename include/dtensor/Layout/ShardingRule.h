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

/// What happens to an op when a factor of it is sharded.
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

/// The factors of one axis, major first: one as a rule, none for an axis that
/// is broadcast or has one position, several where a reshape merges axes.
using AxisFactors = llvm::SmallVector<unsigned, 2>;
/// Per axis of one operand or result; none for what is no tensor.
using TensorFactors = llvm::SmallVector<AxisFactors, 4>;

/// A partial value may pass from operands to results: if each of `operands` is
/// partial along a mesh dimension (of a kind in the set) and all others are
/// replicated along it, `results` are partial along it, with the same kind.
struct PartialPassing {
  llvm::SmallVector<unsigned, 2> operands;
  llvm::SmallVector<unsigned, 1> results;
  /// Any kind of partial (a view), or sums and averages only.
  bool anyCombiner = false;
};

/// An axis of an operand that is read through a window: its positions are not
/// those of its factor, of which there is one or none. Devices fetch what
/// their parts of the factors need, so the operand may have any layout.
struct WindowedAxis {
  unsigned operand;
  unsigned axis;
  /// Which positions of what is read the factors need; factors are the loops.
  AxisWindow window;
  /// Which positions of the operand's axis become which of what is read.
  AxisMove move;
};

/// The facts of one op: what can be sharded, and what follows. It says nothing
/// of what should be. Operands and results are numbered as the op's; what is
/// no tensor has no axes.
struct ShardingRule {
  llvm::SmallVector<Factor> factors;
  llvm::SmallVector<TensorFactors> operands;
  llvm::SmallVector<TensorFactors> results;
  llvm::SmallVector<PartialPassing, 1> passings;
  /// Result 0 has the elements of operand 0 in the same row-major order, so
  /// that one exchange serves layouts that no sharding of the factors does.
  bool isReshape = false;
  /// Operands that reductions start from. Where a reduction factor is sharded,
  /// such an operand may be partial alike: its addends are added to those of
  /// the op. Not printed, since it follows from the op.
  llvm::SmallVector<unsigned, 1> accumulators;

  llvm::SmallVector<WindowedAxis, 1> windows;

  /// Null for an axis whose positions are those of its factors.
  const WindowedAxis *findWindow(unsigned operand, unsigned axis) const;
  /// Whether any axis of the operand is read through a window.
  bool isWindowed(unsigned operand) const;

  /// Printed as `([i,k],[k,j])->([i,j]) {i=8,j=16,k=8 reduction(sum)}`: `ij` is
  /// an axis of two factors, `1` one of none, `*` what has no axes, `?` a
  /// dynamic extent. An axis read through a window has the position that is
  /// read: `2i+k`, `-i+7`, `(i-1)/2`, `@3`. Passings follow, as ` passes sum
  /// 0+1->0`, and ` reshapes`.
  std::string str() const;
  /// Errors: a factor, operand or result that does not exist; a factor that is
  /// not whole twice on one tensor; a window of an axis that does not exist or
  /// of several factors. That the extents of the factors of an axis
  /// multiply to its extent is the business of who makes the rule.
  llvm::Error verify() const;
};

/// `i` to `z`, then `z_1`, `z_2`, ...
std::string getFactorName(unsigned factor);

/// Per factor, the mesh dimensions that shard it, major first.
using FactorSharding = llvm::SmallVector<DimList>;

} // namespace dtensor

#endif // DTENSOR_LAYOUT_SHARDINGRULE_H
