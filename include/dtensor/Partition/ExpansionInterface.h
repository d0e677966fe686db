//===- ExpansionInterface.h - How an op is expanded -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_EXPANSIONINTERFACE_H
#define DTENSOR_PARTITION_EXPANSIONINTERFACE_H

#include "dtensor/Layout/ShardingRule.h"
#include "mlir/IR/OpDefinition.h"

namespace dtensor {

class Expander;

/// The sharding of the op that is expanded. The layouts of its operands and
/// results follow from this sharding of its rule's factors.
struct ExpansionSite {
  const ShardingRule &rule;
  const FactorSharding &sharding;
  /// True only for an op whose rule says `isReshape`, when no sharding of the
  /// factors gives these layouts. Elements must be exchanged then, and
  /// `sharding` is empty.
  bool isExchanged = false;
};

} // namespace dtensor

#include "dtensor/Partition/ExpansionInterface.h.inc"

namespace dtensor {

/// Attaches to `OpTy` the function that expands it. Call it where the rule is
/// attached, in an extension of the op's dialect:
///
///   registry.addExtension(+[](MLIRContext *context, MyDialect *) {
///     attachRule<MyOp, getMyRule>(context);
///     attachExpansion<MyOp, expandMyOp>(context);
///   });
template <typename OpTy, llvm::LogicalResult (*expandOp)(Expander &, OpTy,
                                                         const ExpansionSite &)>
void attachExpansion(mlir::MLIRContext *context) {
  struct Model : ExpansionInterface::ExternalModel<Model, OpTy> {
    llvm::LogicalResult expand(mlir::Operation *op, Expander &expander,
                               const ExpansionSite &site) const {
      return expandOp(expander, llvm::cast<OpTy>(op), site);
    }
  };
  OpTy::template attachInterface<Model>(*context);
}

} // namespace dtensor

#endif // DTENSOR_PARTITION_EXPANSIONINTERFACE_H
