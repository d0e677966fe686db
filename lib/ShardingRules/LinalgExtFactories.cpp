//===- LinalgExtFactories.cpp - Rules of what makes tensors -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectRules.h"
#include "RuleBuilder.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// Positions of a part are those of the whole.
static FailureOr<ShardingRule> getIotaRule(IotaOp op) {
  return makeElementwiseRule(op);
}

void dtensor::attachLinalgExtFactoryRules(MLIRContext *context) {
  attachRule<IotaOp, getIotaRule>(context);
}
