//===- ConvertKernelsToRuntime.cpp - Contractions call kernels ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/StructuredOps.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Conversion/RuntimeCalls.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_CONVERTKERNELSTORUNTIME
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// The constant that runtime/Kernels.h describes.
static FailureOr<SmallVector<int64_t>> getDescriptor(linalg::LinalgOp op,
                                                     bool accumulates) {
  SmallVector<int64_t> descriptor;
  for (Value operand : op->getOperands()) {
    Type type = getElementTypeOrSelf(operand);
    std::optional<int64_t> number = getRuntimeElementType(type);
    if (!number)
      return op.emitOpError("no kernel has element type ") << type;
    descriptor.push_back(*number);
  }
  descriptor.push_back(accumulates);
  FailureOr<linalg::ContractionDimensions> loops =
      linalg::inferContractionDims(op);
  if (failed(loops))
    return op.emitOpError("required: a contraction for ") << kKernelAttr;
  std::array<ArrayRef<unsigned>, 4> kinds = {loops->batch, loops->m, loops->n,
                                             loops->k};
  for (ArrayRef<unsigned> kind : kinds)
    descriptor.push_back(kind.size());
  for (ArrayRef<unsigned> kind : kinds)
    for (unsigned loop : kind)
      for (AffineMap map : op.getIndexingMapsArray()) {
        AffineExpr dim = getAffineDimExpr(loop, op.getContext());
        std::optional<unsigned> axis = map.getResultPosition(dim);
        descriptor.push_back(axis ? static_cast<int64_t>(*axis) : -1);
      }
  return descriptor;
}

namespace {

struct ConvertKernelsToRuntime
    : dtensor::impl::ConvertKernelsToRuntimeBase<ConvertKernelsToRuntime> {
  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      SmallVector<linalg::LinalgOp> ops;
      func.walk([&](linalg::LinalgOp op) {
        if (op->hasAttr(kKernelAttr))
          ops.push_back(op);
      });
      for (linalg::LinalgOp op : ops)
        if (failed(convert(runtime, func, op)))
          return signalPassFailure();
    }
  }

  LogicalResult convert(RuntimeCalls &runtime, func::FuncOp func,
                        linalg::LinalgOp op);
};

} // namespace

LogicalResult ConvertKernelsToRuntime::convert(RuntimeCalls &runtime,
                                               func::FuncOp func,
                                               linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || func.getNumArguments() == 0 ||
      func.getArgument(0).getType() != runtime.getPointerType())
    return op.emitOpError("required: buffers, and the device's handle as the "
                          "function's first argument");
  auto mode = op->getAttrOfType<StringAttr>(kKernelAttr);
  FailureOr<SmallVector<int64_t>> descriptor =
      getDescriptor(op, /*accumulates=*/mode == kKernelAccumulates);
  if (failed(descriptor))
    return failure();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> arguments = {
      func.getArgument(0),
      runtime.getArray(builder, loc, "dt_contraction", *descriptor),
      runtime.getString(builder, loc, describeLocation(loc))};
  for (Value operand : op->getOperands())
    arguments.push_back(runtime.getDescriptor(builder, loc, func, operand));
  runtime.call(builder, loc, "dt_contract", Type(), arguments);
  op->erase();
  return success();
}
