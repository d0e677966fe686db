//===- SelectKernels.cpp - Selects ops for the kernel library -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Kernels/Passes.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace dtensor {
#define GEN_PASS_DEF_SELECTKERNELS
#include "dtensor/Codegen/Kernels/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Whether runtime/kernels has this combination of element types.
static bool hasKernel(linalg::LinalgOp op) {
  Type a = getElementTypeOrSelf(op.getDpsInputs()[0]);
  Type b = getElementTypeOrSelf(op.getDpsInputs()[1]);
  Type c = getElementTypeOrSelf(op.getDpsInits()[0]);
  if (a != b)
    return false;
  if (a.isBF16())
    return c.isBF16() || c.isF32();
  return a == c && (a.isF32() || a.isF64());
}

/// Whether the kernel has all of the loops. It has none for a loop that only
/// one operand depends on, and not the result.
static bool hasOnlyMatrixLoops(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> loops =
      linalg::inferContractionDims(op);
  return succeeded(loops) && loops->batch.size() + loops->m.size() +
                                     loops->n.size() + loops->k.size() ==
                                 op.getNumLoops();
}

namespace {

struct SelectKernels : dtensor::impl::SelectKernelsBase<SelectKernels> {
  void runOnOperation() override {
    getOperation().walk([&](linalg::LinalgOp op) {
      // Canonicalization drops operations on empty buffers. This includes those
      // that would have overwritten a non-empty result with zeros.
      if (isMatrixContraction(op) && hasKernel(op) && hasOnlyMatrixLoops(op) &&
          !llvm::is_contained(op.getStaticLoopRanges(), 0))
        select(op);
    });
  }

  void select(linalg::LinalgOp op) {
    OpOperand &init = op.getDpsInitsMutable()[0];
    auto fill = init.get().getDefiningOp<linalg::FillOp>();
    // A constant of zeros has one buffer, which each product would copy.
    bool overwrites = matchPattern(fill ? fill.getInputs().front() : init.get(),
                                   m_AnyZeroFloat());
    if (overwrites) {
      OpBuilder builder(op);
      Value shape = fill ? fill.getOutputs()[0] : init.get();
      init.set(tensor::EmptyOp::create(
          builder, op.getLoc(),
          tensor::getMixedSizes(builder, op.getLoc(), shape),
          getElementTypeOrSelf(init.get())));
      if (fill && fill->use_empty())
        fill.erase();
    }
    op->setAttr(kKernelAttr, StringAttr::get(&getContext(),
                                             overwrites ? kKernelOverwrites
                                                        : kKernelAccumulates));
  }
};

} // namespace
