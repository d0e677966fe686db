//===- PowersToFunctions.cpp - Integer powers as loops --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Math/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace dtensor {
#define GEN_PASS_DEF_POWERSTOFUNCTIONS
#include "dtensor/Codegen/Math/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Makes a new pass for each module, since upstream's pass keeps the functions
/// that it has made when it runs on another module.
static std::unique_ptr<Pass> createForOneModule() {
  return createConvertMathToFuncs();
}

namespace {

struct PowersToFunctions
    : dtensor::impl::PowersToFunctionsBase<PowersToFunctions> {
  void getDependentDialects(DialectRegistry &registry) const override {
    createForOneModule()->getDependentDialects(registry);
  }

  void runOnOperation() override {
    auto isPower = [](Operation *op) {
      return isa<math::IPowIOp, math::FPowIOp>(op) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
    };
    // The conversion looks at all ops, and few programs have powers.
    if (!getOperation().walk(isPower).wasInterrupted())
      return;
    OpPassManager once(ModuleOp::getOperationName());
    once.addPass(createForOneModule());
    if (failed(runPipeline(once, getOperation())))
      signalPassFailure();
  }
};

} // namespace
