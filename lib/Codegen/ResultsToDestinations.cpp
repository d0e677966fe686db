//===- ResultsToDestinations.cpp - Results become out-parameters ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_RESULTSTODESTINATIONS
#include "dtensor/Codegen/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// What a host passes for a tensor is dense.
MemRefType getHostType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Stores a scalar where `address` points to.
void storeScalar(OpBuilder &builder, Location loc, Value scalar,
                 Value address) {
  if (scalar.getType().isIndex())
    scalar =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), scalar);
  LLVM::StoreOp::create(builder, loc, scalar, address);
}

/// Writes a tensor into `out`. The write is one of tensors, which the analysis
/// of bufferization understands; the second one pins it and moves nothing.
void writeTensor(OpBuilder &builder, Location loc, Value result,
                 RankedTensorType type, Value out) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *terminator = builder.getInsertionBlock()->getTerminator();
  builder.setInsertionPointToStart(builder.getInsertionBlock());
  Value destination = bufferization::ToTensorOp::create(
      builder, loc, type, out, /*restrict=*/true, /*writable=*/true);
  builder.setInsertionPoint(terminator);
  Value written = bufferization::MaterializeInDestinationOp::create(
                      builder, loc, type, result, destination)
                      .getResult();
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, /*result=*/Type(), written, out, /*restrict=*/false,
      /*writable=*/true);
}

struct ResultsToDestinations
    : dtensor::impl::ResultsToDestinationsBase<ResultsToDestinations> {
  void runOnOperation() override {
    WalkResult walked = getOperation().walk([](func::CallOp call) {
      call.emitError("call of @")
          << call.getCallee()
          << " cannot be inlined: recursion is not supported";
      return WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      return signalPassFailure();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isDeclaration() && failed(rewrite(func)))
        return signalPassFailure();
  }

  LogicalResult rewrite(func::FuncOp func);
  void rewriteArguments(func::FuncOp func);
};

} // namespace

void ResultsToDestinations::rewriteArguments(func::FuncOp func) {
  Block &entry = func.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (BlockArgument argument : entry.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type)
      continue;
    auto writable = func.getArgAttrOfType<BoolAttr>(
        argument.getArgNumber(),
        bufferization::BufferizationDialect::kWritableAttrName);
    argument.setType(getHostType(type));
    auto tensor = bufferization::ToTensorOp::create(
        builder, func.getLoc(), type, argument, /*restrict=*/true,
        /*writable=*/writable && writable.getValue());
    argument.replaceAllUsesExcept(tensor, tensor);
    func.removeArgAttr(argument.getArgNumber(),
                       bufferization::BufferizationDialect::kWritableAttrName);
  }
}

LogicalResult ResultsToDestinations::rewrite(func::FuncOp func) {
  if (!func.getBody().hasOneBlock())
    return func.emitError("required: a function of one block, with structured "
                          "control flow; found ")
           << func.getBody().getBlocks().size() << " blocks";
  for (Type type :
       llvm::concat<const Type>(func.getArgumentTypes(), func.getResultTypes()))
    if (isa<TensorType>(type) ? !isa<RankedTensorType>(type)
                              : !type.isIntOrIndexOrFloat())
      return func.emitError("required: ranked tensors and scalars as arguments "
                            "and results; found ")
             << type;

  rewriteArguments(func);
  Block &entry = func.front();
  auto terminator = cast<func::ReturnOp>(entry.getTerminator());
  OpBuilder builder(terminator);
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  for (Value result : terminator.getOperands()) {
    Location loc = result.getLoc();
    if (auto tensor = dyn_cast<RankedTensorType>(result.getType())) {
      writeTensor(builder, loc, result, tensor,
                  entry.addArgument(getHostType(tensor), loc));
    } else {
      storeScalar(builder, loc, result, entry.addArgument(pointer, loc));
    }
  }
  // Attributes of results move with them: they are arguments now.
  SmallVector<Attribute> attrs;
  FunctionOpInterface interface = func;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    attrs.push_back(
        DictionaryAttr::get(&getContext(), interface.getArgAttrs(i)));
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    attrs.push_back(
        DictionaryAttr::get(&getContext(), interface.getResultAttrs(i)));
  func.removeResAttrsAttr();
  func.setType(
      FunctionType::get(&getContext(), entry.getArgumentTypes(), TypeRange()));
  func.setAllArgAttrs(attrs);
  terminator->setOperands({});
  return success();
}
