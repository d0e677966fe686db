//===- LayerMatcher.cpp - Pairs of equal ops in layers --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerMatcher.h"

using namespace mlir;
using namespace dtensor;

bool LayerMatcher::match(Operation *from, Operation *to) {
  if (from->getName() != to->getName() ||
      from->getResultTypes() != to->getResultTypes() ||
      from->getNumOperands() != to->getNumOperands() ||
      from->getNumRegions() != to->getNumRegions())
    return false;
  standIns.map(from, standIns.lookup(to));
  for (auto [a, b] : llvm::zip_equal(from->getResults(), to->getResults()))
    match(Value(a), Value(b));
  for (auto [a, b] : llvm::zip_equal(from->getRegions(), to->getRegions()))
    if (!match(a, b))
      return false;
  auto call = dyn_cast<func::CallOp>(from);
  if (!call || call.getCallee() == cast<func::CallOp>(to).getCallee())
    return true;
  return match(
      symbols.lookupNearestSymbolFrom<func::FuncOp>(from, call.getCalleeAttr()),
      symbols.lookupNearestSymbolFrom<func::FuncOp>(
          to, cast<func::CallOp>(to).getCalleeAttr()));
}

bool LayerMatcher::match(func::FuncOp from, func::FuncOp to) {
  // A function that other calls enter keeps its own layouts.
  if (!from || !to || !matched.insert(from).second)
    return from && to;
  if (from.getFunctionType() != to.getFunctionType())
    return false;
  standIns.map(from.getOperation(), standIns.lookup(to.getOperation()));
  return match(from.getBody(), to.getBody());
}

bool LayerMatcher::match(Region &from, Region &to) {
  if (from.getBlocks().size() != to.getBlocks().size())
    return false;
  for (auto [a, b] : llvm::zip_equal(from, to)) {
    if (a.getArgumentTypes() != b.getArgumentTypes() ||
        a.getOperations().size() != b.getOperations().size())
      return false;
    for (auto [x, y] : llvm::zip_equal(a.getArguments(), b.getArguments()))
      match(Value(x), Value(y));
    for (auto [x, y] : llvm::zip_equal(a, b))
      if (!match(&x, &y))
        return false;
  }
  return true;
}

void LayerMatcher::match(Value from, Value to) {
  standIns.map(from, standIns.lookup(to));
}
