//===- ImportBuffers.cpp - Tensors that frontends bind to buffers ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Torch/Import/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTBUFFERS
#include "dtensor/Frontend/Torch/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// The value of `buffer` if it is a constant, or null.
static TypedAttr getConstant(Value buffer) {
  auto get = buffer.getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return {};
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  if (!global || !global.getConstant())
    return {};
  return dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
}

namespace {
class ImportBuffers : public dtensor::impl::ImportBuffersBase<ImportBuffers> {
public:
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<bufferization::AllocTensorOp, bufferization::ToTensorOp,
              bufferization::MaterializeInDestinationOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      LogicalResult imported =
          llvm::TypeSwitch<Operation *, LogicalResult>(op)
              .Case<bufferization::AllocTensorOp, bufferization::ToTensorOp,
                    bufferization::MaterializeInDestinationOp>(
                  [&](auto each) { return import(each, rewriter); });
      if (failed(imported))
        return signalPassFailure();
    }
    // The buffers are erased too, if only those tensors used them.
    getOperation()->walk([&](memref::GetGlobalOp op) {
      if (op->use_empty())
        rewriter.eraseOp(op);
    });
  }

private:
  static LogicalResult import(bufferization::AllocTensorOp op,
                              RewriterBase &rewriter) {
    if (op.getCopy())
      rewriter.replaceOp(op, op.getCopy());
    else
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(),
                                                   op.getDynamicSizes());
    return success();
  }

  static LogicalResult import(bufferization::ToTensorOp op,
                              RewriterBase &rewriter) {
    TypedAttr value = getConstant(op.getBuffer());
    if (!value || value.getType() != op.getType())
      return op.emitOpError("cannot be imported: required a constant "
                            "memref.global; make it an argument that is a "
                            "tensor");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }

  static LogicalResult import(bufferization::MaterializeInDestinationOp op,
                              RewriterBase &rewriter) {
    if (op->getNumResults() == 0)
      return op.emitOpError("cannot be imported: required a destination that "
                            "is a tensor, found ")
             << op.getDest().getType() << "; return the value";
    rewriter.replaceOp(op, op.getSource());
    return success();
  }
};
} // namespace
