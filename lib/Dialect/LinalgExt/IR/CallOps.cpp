//===- CallOps.cpp - Functions of the user --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/RuleText.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

LogicalResult CustomCallOp::verify() {
  if (getCallee().empty())
    return emitOpError("required: the name of a function");
  for (int64_t number : getUnsignedOperands())
    if (number < 0 || number >= (*this)->getNumOperands())
      return emitOpError("has no operand ") << number;
  if (!getRule())
    return success();
  llvm::Expected<ShardingRule> rule = parseRule(*getRule());
  if (!rule)
    return emitOpError(llvm::toString(rule.takeError()));
  auto getShapes = [](ValueRange values) {
    return llvm::map_to_vector(values, [](Value value) -> ArrayRef<int64_t> {
      return cast<ShapedType>(value.getType()).getShape();
    });
  };
  if (llvm::Error error =
          bindExtents(*rule, getShapes(getSources()), getShapes(getDests())))
    return emitOpError("of '")
           << getCallee() << "' with the rule '" << *getRule()
           << "': " << llvm::toString(std::move(error));
  return success();
}
