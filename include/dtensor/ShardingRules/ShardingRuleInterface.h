//===- ShardingRuleInterface.h - The sharding rule of an op -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_SHARDINGRULEINTERFACE_H
#define DTENSOR_SHARDINGRULES_SHARDINGRULEINTERFACE_H

#include "dtensor/Layout/ShardingRule.h"
#include "mlir/IR/OpDefinition.h"

#include "dtensor/ShardingRules/ShardingRuleInterface.h.inc"

#endif // DTENSOR_SHARDINGRULES_SHARDINGRULEINTERFACE_H
