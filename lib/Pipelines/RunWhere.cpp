//===- RunWhere.cpp - Passes that run where they are needed ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunWhere.h"

using namespace mlir;
using namespace dtensor;

namespace {
class RunWhere : public PassWrapper<RunWhere, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RunWhere)

  RunWhere(NeedsPass needs, std::unique_ptr<Pass> pass)
      : needs(std::move(needs)) {
    passes.addPass(std::move(pass));
  }

  StringRef getName() const override { return "RunWhere"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    WalkResult found = getOperation()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { return WalkResult(llvm::failure(needs(op))); });
    if (!found.wasInterrupted())
      return markAllAnalysesPreserved();
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }

private:
  NeedsPass needs;
  OpPassManager passes;
};
} // namespace

std::unique_ptr<Pass> dtensor::createRunWhere(NeedsPass needs,
                                              std::unique_ptr<Pass> pass) {
  return std::make_unique<RunWhere>(std::move(needs), std::move(pass));
}

NeedsPass dtensor::isOfDialect(StringRef name) {
  return [name = name.str()](Operation *op) {
    return op->getName().getDialectNamespace() == name;
  };
}
