//===- PlantedRules.h - The rules that trials compile with ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_PLANTEDRULES_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_PLANTEDRULES_H

#include "dtensor/ShardingRules/RuleMutator.h"
#include <functional>

namespace dtensor {

/// Passes each rule to `change`, if there is one.
class PlantedRules : public RuleMutator {
public:
  using RuleMutator::RuleMutator;
  using Change = std::function<void(mlir::Operation *, ShardingRule &)>;

  void mutate(mlir::Operation *op, ShardingRule &rule) const override {
    if (change)
      change(op, rule);
  }

  Change change;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_PLANTEDRULES_H
