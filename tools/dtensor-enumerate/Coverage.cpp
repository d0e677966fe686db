//===- Coverage.cpp - Ops with a rule but without a case ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"

#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace dtensor {

void Coverage::add(ModuleOp program) {
  program.walk(
      [&](Operation *op) { seen.insert(op->getName().getStringRef().str()); });
}

std::vector<std::string> Coverage::getMissing(MLIRContext &context) const {
  std::set<std::string> missing;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if ((name.hasInterface<ShardingRuleInterface>() ||
         name.hasInterface<linalg::LinalgOp>()) &&
        !seen.count(name.getStringRef().str()))
      missing.insert(name.getStringRef().str());
  return {missing.begin(), missing.end()};
}

} // namespace dtensor
