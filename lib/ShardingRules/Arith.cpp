//===- Arith.cpp - Rules of scalar ops on tensors -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "DialectRules.h"
#include "PartialPassings.h"
#include "dtensor/ShardingRules/RuleBuilder.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace dtensor;

namespace {
/// The model of elementwise ops. Scalar operands, such as a condition, have no
/// axes.
struct ElementwiseModel
    : ShardingRuleInterface::FallbackModel<ElementwiseModel> {
  FailureOr<ShardingRule> getShardingRule(Operation *op) const {
    ShardingRule rule = makeElementwiseRule(op);
    rule.passings = getElementwisePassings(op);
    return rule;
  }
};
} // namespace

/// A splat has the same value at all positions. Of other constants each device
/// takes its part.
static FailureOr<ShardingRule> getConstantRule(arith::ConstantOp op) {
  return makeElementwiseRule(op);
}

template <typename DialectTy>
static void registerElementwiseRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, DialectTy *dialect) {
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (&name.getDialect() == dialect &&
          name.hasTrait<OpTrait::Elementwise>())
        name.attachInterface<ElementwiseModel>();
  });
}

void dtensor::registerArithRules(DialectRegistry &registry) {
  registerElementwiseRules<arith::ArithDialect>(registry);
  registerElementwiseRules<math::MathDialect>(registry);
  registerElementwiseRules<complex::ComplexDialect>(registry);
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachRule<arith::ConstantOp, getConstantRule>(context);
  });
}
