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

/// Makes the rule of one op: which axes of its operands and results go
/// together. docs/AddYourOwnOps.md has examples, docs/ShardingRules.md the
/// model.
///
/// A rule may read the op's name, types, properties and regions, which of its
/// operands are the same value, and which of them are constants. Ops that are
/// equal in all that have one rule, which is derived once.
///
/// Axes without a factor are replicated, so every axis of more than one
/// position should get one, if only a whole one.
class RuleBuilder {
public:
  /// A rule without factors. All tensors of `op` must be ranked.
  explicit RuleBuilder(mlir::Operation *op);

  /// One axis of an operand or result.
  struct Axis {
    AxisFactors *factors;
    /// `Factor::kDynamic` where the type does not say.
    int64_t extent;
  };
  Axis operand(unsigned number, unsigned axis);
  Axis result(unsigned number, unsigned axis);
  unsigned getOperandRank(unsigned number) const;
  unsigned getResultRank(unsigned number) const;

  unsigned addFactor(int64_t extent, FactorKind kind = FactorKind::Parallel,
                     Combiner combiner = Combiner::Add);

  /// Gives `axes`, which have the same positions, one factor, unless they have
  /// a single position.
  void share(llvm::ArrayRef<Axis> axes, FactorKind kind = FactorKind::Parallel,
             Combiner combiner = Combiner::Add);
  /// One axis alone, which cannot be split.
  void whole(Axis axis) { share(axis, FactorKind::Whole); }

  /// A new factor of the positions of `axes`; none for a single position.
  std::optional<unsigned> addLoop(llvm::ArrayRef<Axis> axes, int64_t extent);

  /// Axis `axis` of an operand is read through a window of factors. The one
  /// among them that it gets its sharding from, or gives it to, is `factor`.
  void window(unsigned operand, unsigned axis, std::optional<unsigned> factor,
              AxisWindow window, AxisMove move);

  /// If all `operands` are partial along a mesh dimension, and all others are
  /// replicated along it, so are all results: sums only, or values that any
  /// combiner has still to combine.
  void pass(llvm::ArrayRef<unsigned> operands, bool anyCombiner);

  ShardingRule rule;

private:
  mlir::Operation *op;
};

/// What is read of an axis that a loop walks, or of its one position.
AxisWindow getLoopWindow(std::optional<unsigned> factor);

/// All tensors of `op` have one shape: parallel on every axis.
ShardingRule makeElementwiseRule(mlir::Operation *op);

/// Nothing of `op` can be split.
ShardingRule makeWholeRule(mlir::Operation *op);

/// Attaches to `OpTy` the function that makes its rule: one function an op. It
/// fails silently for an instance of the op that has no rule. Call it in an
/// extension of the op's dialect, since an interface cannot be attached to an
/// op whose dialect is not loaded:
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
