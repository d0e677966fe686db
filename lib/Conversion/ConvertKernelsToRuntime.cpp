//===- ConvertKernelsToRuntime.cpp - Calls of the runtime's kernels -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Conversion/RuntimeCalls.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Runtime/ABI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

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
      SmallVector<linalg_ext::LapackOp> routines;
      func.walk([&](linalg_ext::LapackOp op) { routines.push_back(op); });
      for (linalg_ext::LapackOp op : routines)
        if (failed(convert(runtime, func, op)))
          return signalPassFailure();
      SmallVector<linalg_ext::CustomCallOp> calls;
      func.walk([&](linalg_ext::CustomCallOp op) { calls.push_back(op); });
      for (linalg_ext::CustomCallOp op : calls)
        if (failed(convert(runtime, func, op)))
          return signalPassFailure();
    }
  }

  LogicalResult convert(RuntimeCalls &runtime, func::FuncOp func,
                        linalg::LinalgOp op);
  LogicalResult convert(RuntimeCalls &runtime, func::FuncOp func,
                        linalg_ext::LapackOp op);
  LogicalResult convert(RuntimeCalls &runtime, func::FuncOp func,
                        linalg_ext::CustomCallOp op);
};

} // namespace

/// Checks that the op is in a function that can call the runtime.
static LogicalResult checkCall(RuntimeCalls &runtime, func::FuncOp func,
                               Operation *op) {
  if (op->getNumResults() != 0 || func.getNumArguments() == 0 ||
      func.getArgument(0).getType() != runtime.getPointerType())
    return op->emitOpError("required: buffers, and the device's handle as the "
                           "function's first argument");
  return success();
}

LogicalResult ConvertKernelsToRuntime::convert(RuntimeCalls &runtime,
                                               func::FuncOp func,
                                               linalg::LinalgOp op) {
  if (failed(checkCall(runtime, func, op)))
    return failure();
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

LogicalResult ConvertKernelsToRuntime::convert(RuntimeCalls &runtime,
                                               func::FuncOp func,
                                               linalg_ext::LapackOp op) {
  if (failed(checkCall(runtime, func, op)))
    return failure();
  int64_t routine = llvm::StringSwitch<int64_t>(op.getRoutine())
                        .Case("potrf", DT_POTRF)
                        .Case("getrf", DT_GETRF)
                        .Case("geqrf", DT_GEQRF)
                        .Case("geqp3", DT_GEQP3)
                        .Case("orgqr", DT_ORGQR)
                        .Case("ormqr", DT_ORMQR)
                        .Case("syevd", DT_SYEVD)
                        .Case("gesdd", DT_GESDD)
                        .Case("gesvd", DT_GESVD)
                        .Case("geev", DT_GEEV)
                        .Case("gees", DT_GEES)
                        .Case("sytrd", DT_SYTRD)
                        .Case("gehrd", DT_GEHRD)
                        .Case("gtsv", DT_GTSV)
                        .Default(-1);
  if (routine < 0)
    return op.emitOpError("the runtime has no routine '")
           << op.getRoutine() << "'";
  SmallVector<int64_t> call = {routine, static_cast<int64_t>(op.getBatch()),
                               static_cast<int64_t>(op.getSources().size()),
                               static_cast<int64_t>(op.getDests().size())};
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    auto type = cast<ShapedType>(operand.getType());
    std::optional<int64_t> number =
        getRuntimeElementType(type.getElementType());
    if (!number)
      return op.emitOpError("no routine of LAPACK has element type ")
             << type.getElementType();
    call.push_back(*number);
    call.push_back(type.getRank());
    operands.push_back(runtime.getDescriptor(builder, loc, func, operand));
  }
  llvm::append_range(call, op.getOptions());
  runtime.call(builder, loc, "dt_lapack", Type(),
               {func.getArgument(0),
                runtime.getArray(builder, loc, "dt_lapack_call", call),
                runtime.getString(builder, loc, describeLocation(loc)),
                runtime.getPointers(builder, loc, func, operands)});
  op->erase();
  return success();
}

LogicalResult ConvertKernelsToRuntime::convert(RuntimeCalls &runtime,
                                               func::FuncOp func,
                                               linalg_ext::CustomCallOp op) {
  if (failed(checkCall(runtime, func, op)))
    return failure();
  SmallVector<int64_t> call = {static_cast<int64_t>(op.getSources().size()),
                               static_cast<int64_t>(op.getDests().size())};
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    auto type = cast<ShapedType>(operand.getType());
    std::optional<int64_t> number =
        getRuntimeElementType(type.getElementType());
    if (!number)
      return op.emitOpError("no function of the user has element type ")
             << type.getElementType();
    call.push_back(*number);
    call.push_back(type.getRank());
    call.push_back(llvm::is_contained(op.getUnsignedOperands(), index));
    operands.push_back(runtime.getDescriptor(builder, loc, func, operand));
  }
  runtime.call(builder, loc, "dt_custom_call", Type(),
               {func.getArgument(0),
                runtime.getArray(builder, loc, "dt_custom", call),
                runtime.getString(builder, loc, op.getCallee()),
                runtime.getString(builder, loc, describeLocation(loc)),
                runtime.getPointers(builder, loc, func, operands)});
  op->erase();
  return success();
}
