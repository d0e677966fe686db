//===- CopyFactories.cpp - A factory for each user ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factories.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Propagation/Passes.h"

namespace dtensor {
#define GEN_PASS_DEF_COPYFACTORIES
#include "dtensor/Propagation/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {
struct CopyFactories : dtensor::impl::CopyFactoriesBase<CopyFactories> {
  /// Users are copied before their operands, so that factories that use other
  /// factories (such as a fill of an empty tensor) are copied as well.
  void runOnOperation() override {
    SmallVector<Operation *> factories;
    getOperation()->walk([&](Operation *op) {
      if (isFactory(op))
        factories.push_back(op);
    });
    for (Operation *op : llvm::reverse(factories)) {
      OpBuilder builder(op);
      SmallVector<OpOperand *> uses = llvm::map_to_vector(
          op->getResult(0).getUses(), [](OpOperand &use) { return &use; });
      // The use list is in reverse order: the first user keeps the original.
      for (OpOperand *use : uses)
        if (use != uses.back())
          use->set(builder.clone(*op)->getResult(0));
    }
  }
};
} // namespace
