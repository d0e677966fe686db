//===- OpStructure.cpp - Ops that differ only in their values -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpStructure.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dtensor;
using llvm::hash_code;
using llvm::hash_combine;

hash_code OpStructure::get(Operation *op) {
  auto place = known.find(op);
  if (place != known.end())
    return place->second;
  hash_code number = getUncached(op);
  known.insert({op, number});
  return number;
}

hash_code OpStructure::get(Region &region) {
  hash_code number(0);
  for (Block &block : region) {
    number = hash_combine(number, block.getNumArguments());
    for (BlockArgument argument : block.getArguments())
      number = hash_combine(number, argument.getType());
    for (Operation &op : block)
      number = hash_combine(number, get(&op));
  }
  return number;
}

/// Whether the op is a constant that decides nothing, such as how often a loop
/// iterates.
static bool isUnlikeOnlyInValue(Operation *op) {
  return isa<arith::ConstantOp>(op) &&
         !op->getResult(0).getType().isIntOrIndex();
}

hash_code OpStructure::getUncached(Operation *op) {
  hash_code number = hash_combine(op->getName(), op->getNumOperands());
  for (Type type : op->getResultTypes())
    number = hash_combine(number, type);
  for (NamedAttribute attribute : op->getAttrDictionary()) {
    if (isUnlikeOnlyInValue(op) && attribute.getName() == "value")
      continue;
    if (auto call = dyn_cast<func::CallOp>(op);
        call && attribute.getName() == call.getCalleeAttrName()) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          op, call.getCalleeAttr());
      // A number of its own ends recursion.
      known.insert({op, hash_code(1)});
      if (callee) {
        number = hash_combine(number, get(callee.getBody()));
        for (BlockArgument argument : callee.getArguments())
          number = hash_combine(number, getMaker(argument));
        for (unsigned index : llvm::seq(callee.getNumResults()))
          number =
              hash_combine(number, callee.getResultAttr(index, kLayoutAttr));
      }
      known.erase(op);
      continue;
    }
    number = hash_combine(number, attribute.getName(), attribute.getValue());
  }
  for (Region &region : op->getRegions())
    number = hash_combine(number, get(region));
  return number;
}

hash_code OpStructure::getMaker(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return hash_combine(get(result.getOwner()), result.getResultNumber());
  auto argument = cast<BlockArgument>(value);
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return hash_combine(value.getType());
  return hash_combine(
      value.getType(),
      function.getArgAttr(argument.getArgNumber(), kLayoutAttr));
}

uint64_t OpStructure::getWithOperands(Operation *op) {
  hash_code number = get(op);
  for (Value operand : op->getOperands())
    number = hash_combine(number, getMaker(operand));
  return uint64_t(number);
}
