//===- SourceName.cpp - What the source calls a value ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

std::string dtensor::getSourceName(Value value) {
  if (auto name = value.getLoc()->findInstanceOf<NameLoc>())
    return "%" + name.getName().str();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return "the result of " + value.getDefiningOp()->getName().getStringRef().str();
  Operation *parent = argument.getOwner()->getParentOp();
  std::string number = std::to_string(argument.getArgNumber());
  if (isa<FunctionOpInterface>(parent))
    return "%arg" + number;
  return "argument " + number + " of " + parent->getName().getStringRef().str();
}
