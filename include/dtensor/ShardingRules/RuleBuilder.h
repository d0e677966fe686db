//===- RuleBuilder.h - A rule, axis by axis ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_RULEBUILDER_H
#define DTENSOR_SHARDINGRULES_RULEBUILDER_H

#include "dtensor/ShardingRules/ShardingRuleInterface.h"

namespace dtensor {

/// Makes the rule of one op. A rule states which axes of the op's operands and
/// results correspond. docs/AddYourOwnOps.md has examples,
/// docs/ShardingRules.md explains the model.
///
/// A rule may read the op's name, types, properties and regions, which of its
/// operands are the same value, and which of them are constants. Ops that are
/// equal in all of these share one rule, which is derived once.
///
/// Axes without a factor are replicated. Give every axis of more than one
/// position a factor, at least one that is not split.
class RuleBuilder {
public:
  /// Makes a rule without factors. All tensors of `op` must be ranked.
  explicit RuleBuilder(mlir::Operation *op);

  /// One axis of an operand or result.
  struct Axis {
    AxisFactors *factors;
    /// `Factor::kDynamic` if the type does not state the extent.
    int64_t extent;
  };
  Axis operand(unsigned number, unsigned axis);
  Axis result(unsigned number, unsigned axis);
  unsigned getOperandRank(unsigned number) const;
  unsigned getResultRank(unsigned number) const;

  unsigned addFactor(int64_t extent, FactorKind kind = FactorKind::Parallel,
                     Combiner combiner = Combiner::Add);

  /// Gives `axes`, which have the same positions, one common factor. Axes of a
  /// single position get none.
  void share(llvm::ArrayRef<Axis> axes, FactorKind kind = FactorKind::Parallel,
             Combiner combiner = Combiner::Add);
  /// Gives one axis a factor of its own that cannot be split.
  void whole(Axis axis) { share(axis, FactorKind::Whole); }

  /// Adds a factor for the positions of `axes`. Returns none for a single
  /// position.
  std::optional<unsigned> addLoop(llvm::ArrayRef<Axis> axes, int64_t extent);

  /// States that axis `axis` of an operand is read through a window of factors.
  /// `factor` is the one among them that has the same sharding as the axis.
  void window(unsigned operand, unsigned axis, std::optional<unsigned> factor,
              AxisWindow window, AxisMove move);

  /// States that partial values pass. If all `operands` are partial along a
  /// mesh dimension, and all other operands are replicated along it, so are all
  /// results partial. If `anyCombiner` is set, this holds for every combiner,
  /// otherwise for sums only.
  void pass(llvm::ArrayRef<unsigned> operands, bool anyCombiner);

  ShardingRule rule;

private:
  mlir::Operation *op;
};

/// The window of an axis that a loop walks, or of the axis's only position.
AxisWindow getLoopWindow(std::optional<unsigned> factor);

/// The rule of an op whose tensors all have one shape: every axis is parallel.
ShardingRule makeElementwiseRule(mlir::Operation *op);

/// The rule of an op that cannot be split at all.
ShardingRule makeWholeRule(mlir::Operation *op);

/// Attaches to `OpTy` the function that makes its rule. There is one
/// function for each op. It fails silently for an instance of the op that has
/// no rule. Call it in an extension of the op's dialect, since an interface
/// cannot be attached to an op whose dialect is not loaded:
///
///   registry.addExtension(+[](MLIRContext *context, MyDialect *) {
///     attachRule<MyOp, getMyRule>(context);
///   });
template <typename OpTy, llvm::FailureOr<ShardingRule> (*makeRule)(OpTy)>
void attachRule(mlir::MLIRContext *context) {
  struct Model : ShardingRuleInterface::ExternalModel<Model, OpTy> {
    llvm::FailureOr<ShardingRule> getShardingRule(mlir::Operation *op) const {
      return makeRule(llvm::cast<OpTy>(op));
    }
  };
  OpTy::template attachInterface<Model>(*context);
}

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_RULEBUILDER_H
