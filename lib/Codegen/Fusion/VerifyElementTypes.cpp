//===- VerifyElementTypes.cpp - Elements that code can be made for --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Fusion/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace dtensor {
#define GEN_PASS_DEF_VERIFYELEMENTTYPES
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

static bool isSupported(Type type) {
  Type element = getElementTypeOrSelf(type);
  return !isa<FloatType>(element) || element.isF16() || element.isBF16() ||
         element.isF32() || element.isF64();
}

namespace {

struct VerifyElementTypes
    : dtensor::impl::VerifyElementTypesBase<VerifyElementTypes> {
  void runOnOperation() override {
    WalkResult walked = getOperation().walk([](Operation *op) {
      for (TypeRange types :
           {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
        for (Type type : types) {
          if (isSupported(type))
            continue;
          op->emitError("'")
              << op->getName() << "' has elements of "
              << getElementTypeOrSelf(type)
              << "; required: f16, bf16, f32 or f64, or a program of StableHLO "
                 "for floats of 4 to 8 bits";
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
