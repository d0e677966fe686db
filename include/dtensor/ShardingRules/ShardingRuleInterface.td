//===- ShardingRuleInterface.td - The facts of an op ------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_SHARDINGRULEINTERFACE_TD
#define DTENSOR_SHARDINGRULES_SHARDINGRULEINTERFACE_TD

include "mlir/IR/OpBase.td"

def ShardingRuleInterface : OpInterface<"ShardingRuleInterface"> {
  let cppNamespace = "::dtensor";
  let description = [{
    What can be sharded of an op, and what follows: facts, read by propagation,
    cost and expansion alike. A dialect's own ops implement it; for foreign ones
    `lib/ShardingRules` attaches a model, one file per dialect.
  }];
  let methods = [InterfaceMethod<
    "The rule, or failure where this instance of the op has none.",
    "::llvm::FailureOr<::dtensor::ShardingRule>", "getShardingRule">];
}

#endif // DTENSOR_SHARDINGRULES_SHARDINGRULEINTERFACE_TD
