//===- VerifyElementTypes.cpp - Elements that code can be made for --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTypes.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace dtensor {
#define GEN_PASS_DEF_VERIFYELEMENTTYPES
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

static bool isSupported(Type element) {
  auto number = dyn_cast<FloatType>(element);
  return !number || number.getWidth() == 8 || number.isF16() ||
         number.isBF16() || number.isF32() || number.isF64();
}

/// Whether the op computes with its operands, rather than to move or convert
/// them.
static bool computes(Operation *op) {
  if (isa<linalg_ext::IotaOp, linalg_ext::TopKOp>(op))
    return true;
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         !isa<arith::ExtFOp, arith::TruncFOp, arith::BitcastOp,
              arith::ConstantOp, arith::SelectOp>(op);
}

/// Errors: an op that has elements of the type.
static LogicalResult verify(Operation *op, Type element) {
  if (!isSupported(element))
    return op->emitError("'")
           << op->getName() << "' has elements of " << element
           << "; required: a float of 8 bits, f16, bf16, f32 or f64, or a "
              "program of StableHLO for floats of 4 and 6 bits";
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8 &&
      computes(op))
    return op->emitError("'")
           << op->getName() << "' computes with elements of " << element
           << ", which are only stored; compute with f32, by arith.extf and "
              "arith.truncf";
  return success();
}

namespace {

struct VerifyElementTypes
    : dtensor::impl::VerifyElementTypesBase<VerifyElementTypes> {
  void runOnOperation() override {
    if (failed(verifyTypes(getOperation(), [](Operation *op, Type type) {
          return verify(op, getElementTypeOrSelf(type));
        })))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
