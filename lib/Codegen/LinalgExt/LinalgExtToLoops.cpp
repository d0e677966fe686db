//===- LinalgExtToLoops.cpp - linalg_ext on buffers to loops --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "dtensor/Codegen/LinalgExt/Passes.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_LINALGEXTTOLOOPS
#include "dtensor/Codegen/LinalgExt/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

SmallVector<Value> dtensor::createExtents(OpBuilder &builder, Location loc,
                                          Value shaped) {
  SmallVector<Value> extents;
  int64_t rank = cast<ShapedType>(shaped.getType()).getRank();
  for (int64_t axis = 0; axis < rank; ++axis)
    extents.push_back(getValueOrCreateConstantIndexOp(
        builder, loc, linalg_ext::getExtent(builder, loc, shaped, axis)));
  return extents;
}

Value dtensor::createOwnView(OpBuilder &builder, Value scratch) {
  auto view = scratch.getDefiningOp<memref::ViewOp>();
  return view ? builder.clone(*view)->getResult(0) : scratch;
}

void dtensor::createLoops(OpBuilder &builder, Location loc, ValueRange extents,
                          function_ref<void(OpBuilder &, ValueRange)> body,
                          bool areParallel) {
  SmallVector<Value> zeros(extents.size(),
                           arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<Value> ones(extents.size(),
                          arith::ConstantIndexOp::create(builder, loc, 1));
  scf::LoopNest nest = scf::buildLoopNest(
      builder, loc, zeros, extents, ones,
      [&](OpBuilder &nested, Location, ValueRange positions) {
        body(nested, positions);
      });
  if (areParallel)
    for (scf::ForOp loop : nest.loops)
      loop->setAttr(kParallelAttr, builder.getUnitAttr());
}

SmallVector<Value> dtensor::loadAll(OpBuilder &builder, Location loc,
                                    ValueRange buffers, ValueRange positions) {
  return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
    return memref::LoadOp::create(builder, loc, buffer, positions);
  });
}

void dtensor::storeAll(OpBuilder &builder, Location loc, ValueRange elements,
                       ValueRange buffers, ValueRange positions) {
  for (auto [element, buffer] : llvm::zip_equal(elements, buffers))
    memref::StoreOp::create(builder, loc, element, buffer, positions);
}

namespace {

struct LinalgExtToLoops
    : dtensor::impl::LinalgExtToLoopsBase<LinalgExtToLoops> {
  using LinalgExtToLoopsBase::LinalgExtToLoopsBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateCholeskyToLoops(patterns);
    populateFftToLoops(patterns, fusesMultiplyAdd);
    populateGatherToLoops(patterns);
    populateReduceToLoops(patterns);
    populateReverseToLoops(patterns);
    populateScanToLoops(patterns);
    populateScatterToLoops(patterns);
    populateSortToLoops(patterns);
    populateTriangularSolveToLoops(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    WalkResult walked =
        getOperation().walk([](linalg_ext::LinalgExtOpInterface op) {
          // The runtime computes these ops.
          if (isa<linalg_ext::LapackOp, linalg_ext::CustomCallOp>(op) &&
              op->getNumResults() == 0)
            return WalkResult::advance();
          op->emitError("'")
              << op->getName()
              << "' has no lowering in this form: required buffers";
          return WalkResult::interrupt();
        });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
