//===- AddEntryWrapper.cpp - What a host calls ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Conversion/Passes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_ADDENTRYWRAPPER
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {

struct AddEntryWrapper : dtensor::impl::AddEntryWrapperBase<AddEntryWrapper> {
  void runOnOperation() override {
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (func.isPublic() && !func.isDeclaration())
        addWrapper(func);
  }

  void addWrapper(func::FuncOp func);
};

} // namespace

void AddEntryWrapper::addWrapper(func::FuncOp func) {
  Location loc = func.getLoc();
  OpBuilder builder(func);
  builder.setInsertionPointAfter(func);
  LLVMTypeConverter converter(&getContext());
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  auto wrapper =
      func::FuncOp::create(builder, loc, (func.getSymName() + "__entry").str(),
                           builder.getFunctionType({pointer, pointer}, {}));
  Block *block = wrapper.addEntryBlock();
  builder.setInsertionPointToStart(block);

  SmallVector<Value> arguments{block->getArgument(0)};
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes().drop_front())) {
    Value slot =
        LLVM::GEPOp::create(builder, loc, pointer, pointer,
                            block->getArgument(1), ArrayRef<LLVM::GEPArg>(i));
    Value address = LLVM::LoadOp::create(builder, loc, pointer, slot);
    if (type == pointer) {
      arguments.push_back(address);
      continue;
    }
    Type converted = converter.convertType(type);
    Value value = LLVM::LoadOp::create(builder, loc, converted, address);
    if (converted != type)
      value = UnrealizedConversionCastOp::create(builder, loc, type, value)
                  .getResult(0);
    arguments.push_back(value);
  }
  func::CallOp::create(builder, loc, func, arguments);
  func::ReturnOp::create(builder, loc);
  // One caller inside of the module: LLVM inlines it.
  func.setPrivate();
}
