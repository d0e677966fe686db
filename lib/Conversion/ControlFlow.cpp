//===- ControlFlow.cpp - Loops and branches of the program ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "mlir/IR/Location.h"

using namespace mlir;

namespace dtensor {

static constexpr llvm::StringLiteral kControl = "dtensor.control_flow";

void markControlFlow(Operation *op) {
  MLIRContext *context = op->getContext();
  if (!isControlFlow(op))
    op->setLoc(FusedLoc::get(context, {op->getLoc()},
                             StringAttr::get(context, kControl)));
}

bool isControlFlow(Operation *op) {
  auto fused = dyn_cast<FusedLoc>(op->getLoc());
  auto text =
      fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : nullptr;
  return text && text.getValue() == kControl;
}

} // namespace dtensor
