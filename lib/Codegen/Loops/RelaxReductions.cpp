//===- RelaxReductions.cpp - What may be reassociated ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {
#define GEN_PASS_DEF_RELAXREDUCTIONS
#include "dtensor/Codegen/Loops/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

static void setFlags(Operation *op, arith::FastMathFlags flags) {
  auto interface = cast<arith::ArithFastMathInterface>(op);
  op->setAttr(interface.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

namespace {

struct RelaxReductions : dtensor::impl::RelaxReductionsBase<RelaxReductions> {
  void runOnOperation() override {
    using arith::FastMathFlags;
    getOperation().walk([](linalg::GenericOp op) {
      if (op.getNumReductionLoops() == 0)
        return;
      Block *body = op.getBody();
      for (auto [init, yielded] :
           llvm::zip(op.getRegionOutputArgs(),
                     body->getTerminator()->getOperands())) {
        // Only the combiner itself, as far as it combines the accumulator.
        Operation *combiner = yielded.getDefiningOp();
        if (!combiner || !llvm::is_contained(combiner->getOperands(), init))
          continue;
        if (isa<arith::AddFOp, arith::MulFOp>(combiner))
          setFlags(combiner, FastMathFlags::reassoc | FastMathFlags::contract);
        // A sum of products, as contractions have.
        if (isa<arith::AddFOp>(combiner))
          for (Value operand : combiner->getOperands())
            if (auto product = operand.getDefiningOp<arith::MulFOp>())
              setFlags(product, FastMathFlags::contract);
        if (isa<arith::MaximumFOp, arith::MinimumFOp>(combiner))
          setFlags(combiner, FastMathFlags::nsz);
      }
    });
  }
};

} // namespace
