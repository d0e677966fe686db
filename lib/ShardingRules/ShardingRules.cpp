//===- ShardingRules.cpp - Sharding rules of foreign ops ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ShardingRules/ShardingRules.h"
#include "DialectRules.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/ShardingRules/RuleBuilder.h"
#include "dtensor/ShardingRules/RuleMutator.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace dtensor;

#include "dtensor/ShardingRules/ShardingRuleInterface.cpp.inc"

void dtensor::registerShardingRules(DialectRegistry &registry) {
  registerArithRules(registry);
  registerCommRules(registry);
  registerLinalgRules(registry);
  registerLinalgExtRules(registry);
  registerTensorRules(registry);
}

static bool hasTensor(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<TensorType>);
}

static bool hasUnrankedTensor(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<UnrankedTensorType>);
}

/// The result of `getShardingRule` without planted faults.
static FailureOr<ShardingRule> getTrueRule(Operation *op) {
  if (hasUnrankedTensor(op->getOperandTypes()) ||
      hasUnrankedTensor(op->getResultTypes()))
    return failure();
  if (auto known = dyn_cast<ShardingRuleInterface>(op))
    return known.getShardingRule();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return deriveRule(structured);
  // Every device computes the same scalars.
  if (!hasTensor(op->getOperandTypes()) && !hasTensor(op->getResultTypes()) &&
      op->getNumRegions() == 0 && isMemoryEffectFree(op))
    return RuleBuilder(op).rule;
  return failure();
}

/// The mutator that plants faults. Null in all tools but one.
static RuleMutator *getMutator(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<linalg_ext::LinalgExtDialect>();
  return dialect ? dialect->getRegisteredInterface<RuleMutator>() : nullptr;
}

FailureOr<ShardingRule> dtensor::getShardingRule(Operation *op) {
  FailureOr<ShardingRule> rule = getTrueRule(op);
  if (succeeded(rule))
    if (RuleMutator *mutator = getMutator(op->getContext()))
      mutator->mutate(op, *rule);
  return rule;
}

bool dtensor::isFree(Operation *op) {
  if (isa<tensor::EmptyOp, tensor::SplatOp, linalg_ext::IotaOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (isa<tensor::GenerateOp>(op))
    return getCapturedTensors(op).empty();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.hasPureTensorSemantics() &&
         llvm::all_of(op->getOpOperands(),
                      [&](OpOperand &operand) {
                        return structured.isDpsInit(&operand)
                                   ? !structured.payloadUsesValueFromOperand(
                                         &operand)
                                   : !isa<TensorType>(operand.get().getType());
                      }) &&
         getCapturedTensors(op).empty();
}

SmallVector<Value> dtensor::getCapturedTensors(Operation *op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return llvm::filter_to_vector(
      captured, [](Value value) { return isa<TensorType>(value.getType()); });
}
