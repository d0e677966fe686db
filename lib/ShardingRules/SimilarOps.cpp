//===- SimilarOps.cpp - Ops that have the same rule -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ShardingRules/SimilarOps.h"
#include "PartialPassings.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace dtensor;

/// Whether a rule can know only the type of such a value.
static bool isKnownByType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.hasStaticShape();
  return isa<FloatType, IntegerType, ComplexType>(type);
}

/// Whether the ops have the same properties and regions. The values that the
/// regions use from outside must be the same too.
static bool haveSameInside(Operation *lhs, Operation *rhs) {
  if (lhs->getNumRegions() != rhs->getNumRegions() ||
      !lhs->getName().compareOpProperties(lhs->getPropertiesStorage(),
                                          rhs->getPropertiesStorage()))
    return false;
  auto flags = OperationEquivalence::IgnoreLocations |
               OperationEquivalence::IgnoreDiscardableAttrs;
  for (auto [left, right] :
       llvm::zip_equal(lhs->getRegions(), rhs->getRegions()))
    if (!OperationEquivalence::isRegionEquivalentTo(&left, &right, flags))
      return false;
  return true;
}

std::optional<unsigned> SimilarOps::getGroup(Operation *op) {
  // An op without properties keeps its meaningful attributes among the others.
  if (!op->getName().isRegistered() ||
      (!op->getPropertiesStorage() && !op->getAttrs().empty()))
    return std::nullopt;
  words.clear();
  auto add = [&](const void *pointer) { words.push_back(uintptr_t(pointer)); };
  add(op->getName().getAsOpaquePointer());
  words.push_back(op->getNumOperands());
  for (Value operand : op->getOperands()) {
    const void *definition = getReadDefinition(operand);
    if (!isKnownByType(operand.getType()) && !definition)
      return std::nullopt;
    add(operand.getType().getAsOpaquePointer());
    add(definition);
    words.push_back(llvm::find(op->getOperands(), operand) -
                    op->operand_begin());
  }
  for (Type type : op->getResultTypes()) {
    if (!isKnownByType(type))
      return std::nullopt;
    add(type.getAsOpaquePointer());
  }

  auto [groups, isNew] = groupsOf.try_emplace(words);
  if (isNew)
    groups->first = ArrayRef(words).copy(allocator);
  for (unsigned group : groups->second)
    if (haveSameInside(firsts[group], op))
      return group;
  groups->second.push_back(firsts.size());
  firsts.push_back(op);
  return firsts.size() - 1;
}
