//===- AddEntryWrapper.cpp - The entry point for hosts --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Outlining/BareBuffer.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Conversion/RuntimeCalls.h"
#include "dtensor/Dialect/Comm/IR/MemoryPlan.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_ADDENTRYWRAPPER
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct AddEntryWrapper : dtensor::impl::AddEntryWrapperBase<AddEntryWrapper> {
  using AddEntryWrapperBase::AddEntryWrapperBase;

  void runOnOperation() override {
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (func.isPublic() && !func.isDeclaration())
        addWrapper(func);
  }

  void addWrapper(func::FuncOp func);
  void addFlushes(func::FuncOp wrapper);
};

} // namespace

/// Replaces arguments that are buffers by the values of BareBuffer.
static void passBare(func::FuncOp func, const LLVMTypeConverter &converter) {
  Block &block = func.getBody().front();
  auto builder = OpBuilder::atBlockBegin(&block);
  unsigned count = block.getNumArguments();
  for (unsigned i = 0; i < count; ++i) {
    BlockArgument argument = block.getArgument(i);
    SmallVector<Type> types = {argument.getType()};
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (type)
      types = BareBuffer(type, converter).getTypes();
    SmallVector<Value> values;
    for (Type each : types)
      values.push_back(block.addArgument(each, argument.getLoc()));
    argument.replaceAllUsesWith(
        type ? BareBuffer(type, converter)
                   .make(builder, argument.getLoc(), values)
             : values.front());
  }
  block.eraseArguments(0, count);
  func.removeArgAttrsAttr();
  func.setFunctionType(
      builder.getFunctionType(block.getArgumentTypes(), func.getResultTypes()));
}

/// The largest number of arguments that are passed. If there are more, each
/// user loads the ones that it needs.
static constexpr unsigned kMaxPassed = 64;

/// Moves the body of `func` into its `wrapper`, where `arguments` are its
/// arguments.
static void moveBody(func::FuncOp func, func::FuncOp wrapper,
                     ValueRange arguments) {
  Block &body = func.getBody().front();
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Block &block = wrapper.getBody().front();
  block.getOperations().splice(block.end(), body.getOperations());
  func.erase();
}

/// Encloses the wrapper's body in calls that set and reset the mode.
void AddEntryWrapper::addFlushes(func::FuncOp wrapper) {
  RuntimeCalls runtime(getOperation());
  Block &body = wrapper.getBody().front();
  auto set = [&](OpBuilder builder, bool flush) {
    Value flag = LLVM::ConstantOp::create(builder, wrapper.getLoc(),
                                          builder.getI32Type(), flush);
    runtime.call(builder, wrapper.getLoc(), "dt_flush_subnormals", {}, flag);
  };
  set(OpBuilder::atBlockBegin(&body), true);
  set(OpBuilder(body.getTerminator()), false);
}

void AddEntryWrapper::addWrapper(func::FuncOp func) {
  Location loc = func.getLoc();
  OpBuilder builder(func);
  builder.setInsertionPointAfter(func);
  LLVMTypeConverter converter(&getContext());
  SmallVector<Type> types(func.getArgumentTypes().drop_front());
  // The function has no other callers; inlined copies do not concern it.
  bool isBare = SymbolTable::symbolKnownUseEmpty(func, getOperation());
  bool isMoved =
      isBare && types.size() > kMaxPassed && func.getBody().hasOneBlock();
  if (isBare && !isMoved)
    passBare(func, converter);
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  auto wrapper =
      func::FuncOp::create(builder, loc, (func.getSymName() + "__entry").str(),
                           builder.getFunctionType({pointer, pointer}, {}));
  if (Attribute bytes = func->removeAttr(kMemoryBytesAttr))
    wrapper->setAttr(kMemoryBytesAttr, bytes);
  Block *block = wrapper.addEntryBlock();
  builder.setInsertionPointToStart(block);

  SmallVector<Value> arguments{block->getArgument(0)};
  for (auto [i, type] : llvm::enumerate(types)) {
    Value slot =
        LLVM::GEPOp::create(builder, loc, pointer, pointer,
                            block->getArgument(1), ArrayRef<LLVM::GEPArg>(i));
    Value address = LLVM::LoadOp::create(
        builder, loc, pointer, slot, /*alignment=*/0, /*isVolatile=*/false,
        /*isNonTemporal=*/false, /*isInvariant=*/true);
    if (type == pointer) {
      arguments.push_back(address);
      continue;
    }
    if (auto buffer = dyn_cast<MemRefType>(type); buffer && isBare) {
      BareBuffer bare(buffer, converter);
      SmallVector<Value> values = bare.load(builder, loc, address);
      if (isMoved)
        values = {bare.make(builder, loc, values)};
      llvm::append_range(arguments, values);
      continue;
    }
    Type converted = converter.convertType(type);
    Value value = LLVM::LoadOp::create(builder, loc, converted, address);
    if (converted != type)
      value = UnrealizedConversionCastOp::create(builder, loc, type, value)
                  .getResult(0);
    arguments.push_back(value);
  }
  if (isMoved) {
    moveBody(func, wrapper, arguments);
  } else {
    func::CallOp::create(builder, loc, func, arguments);
    func::ReturnOp::create(builder, loc);
    // Nothing else in the module or outside calls the function.
    func.setPrivate();
  }
  if (flushSubnormals)
    addFlushes(wrapper);
}
