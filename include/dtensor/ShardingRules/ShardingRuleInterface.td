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
    An op that says which of its axes can be sharded, and with what effect.
    These are facts, which propagation, cost and expansion all read. The
    dialects of this project implement the interface. For ops of foreign
    dialects `lib/ShardingRules` attaches a model, in one file per dialect.
  }];
  let methods = [InterfaceMethod<
    "The rule, or failure where this instance of the op has none.",
    "::llvm::FailureOr<::dtensor::ShardingRule>", "getShardingRule">];
}

#endif // DTENSOR_SHARDINGRULES_SHARDINGRULEINTERFACE_TD
