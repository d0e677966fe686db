//===- RelaxFloats.cpp - Arithmetic that may round in other ways ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Math/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace dtensor {
#define GEN_PASS_DEF_RELAXFLOATS
#include "dtensor/Codegen/Math/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using arith::FastMathFlags;

/// Whether the result depends on rounding. Comparisons, maxima and conversions
/// keep their meaning, and a root is one instruction.
static bool rounds(Operation *op) {
  if (isa<math::SqrtOp, math::RsqrtOp>(op))
    return false;
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op) ||
         isa<math::MathDialect>(op->getDialect());
}

/// Tells LLVM not to estimate reciprocals of roots in quotients: those of zero
/// and of infinity would be NaN.
static void forbidEstimates(func::FuncOp func) {
  constexpr llvm::StringLiteral kPassthrough = "passthrough";
  Builder builder(func.getContext());
  Attribute none =
      builder.getStrArrayAttr({"reciprocal-estimates", "!sqrt,!vec-sqrt"});
  SmallVector<Attribute> attributes;
  if (auto own = func->getAttrOfType<ArrayAttr>(kPassthrough))
    llvm::append_range(attributes, own);
  if (!llvm::is_contained(attributes, none))
    attributes.push_back(none);
  func->setAttr(kPassthrough, builder.getArrayAttr(attributes));
}

namespace {

struct RelaxFloats : dtensor::impl::RelaxFloatsBase<RelaxFloats> {
  void runOnOperation() override {
    forbidEstimates(getOperation());
    // Infinities and NaN are left out: masks are made of them.
    constexpr FastMathFlags kFlags = FastMathFlags::reassoc |
                                     FastMathFlags::contract |
                                     FastMathFlags::arcp | FastMathFlags::afn;
    getOperation().walk([&](arith::ArithFastMathInterface op) {
      if (!rounds(op))
        return;
      FastMathFlags own = op.getFastMathFlagsAttr().getValue();
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(&getContext(), own | kFlags));
    });
  }
};

} // namespace
