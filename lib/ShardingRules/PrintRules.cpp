//===- PrintRules.cpp - Prints the rule of each op ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ShardingRules/Passes.h"
#include "dtensor/ShardingRules/ShardingRules.h"

using namespace mlir;

namespace dtensor {
#define GEN_PASS_DEF_PRINTRULES
#include "dtensor/ShardingRules/Passes.h.inc"
} // namespace dtensor

using namespace dtensor;

namespace {
struct PrintRules : dtensor::impl::PrintRulesBase<PrintRules> {
  void runOnOperation() override {
    getOperation()->walk<WalkOrder::PreOrder>(print);
    markAllAnalysesPreserved();
  }

  static WalkResult print(Operation *op) {
    auto isTensor = llvm::IsaPred<TensorType>;
    if (op->hasTrait<OpTrait::IsTerminator>() ||
        (llvm::none_of(op->getOperandTypes(), isTensor) &&
         llvm::none_of(op->getResultTypes(), isTensor)))
      return WalkResult::advance();
    FailureOr<ShardingRule> rule = getShardingRule(op);
    if (failed(rule)) {
      emitRemark(op->getLoc(), "no sharding rule");
      return WalkResult::advance();
    }
    InFlightDiagnostic remark = emitRemark(op->getLoc());
    remark << "sharding rule '" << rule->str() << "'";
    if (isFree(op))
      remark << ", free";
    if (size_t captured = getCapturedTensors(op).size())
      remark << ", captures " << captured;
    if (llvm::Error error = rule->verify())
      emitError(op->getLoc(), llvm::toString(std::move(error)));
    // Ops in a body have no layouts of their own.
    return WalkResult::skip();
  }
};
} // namespace
