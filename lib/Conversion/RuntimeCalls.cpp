//===- RuntimeCalls.cpp - Calls of the runtime's C ABI --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Conversion/RuntimeCalls.h"
#include "dtensor/Runtime/ABI.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dtensor;

std::optional<int64_t> dtensor::getRuntimeElementType(Type type) {
  using Result = std::optional<int64_t>;
  return TypeSwitch<Type, Result>(type)
      .Case([](IntegerType type) -> Result {
        switch (type.getWidth()) {
        case 1:
          return DT_I1;
        case 8:
          return DT_I8;
        case 16:
          return DT_I16;
        case 32:
          return DT_I32;
        case 64:
          return DT_I64;
        default:
          return std::nullopt;
        }
      })
      .Case([](IndexType) { return DT_I64; })
      .Case([](Float16Type) { return DT_F16; })
      .Case([](BFloat16Type) { return DT_BF16; })
      .Case([](Float32Type) { return DT_F32; })
      .Case([](Float64Type) { return DT_F64; })
      .Case([](Float8E5M2Type) { return DT_F8E5M2; })
      .Case([](Float8E4M3FNType) { return DT_F8E4M3FN; })
      .Case([](Float8E4M3Type) { return DT_F8E4M3; })
      .Case([](Float8E5M2FNUZType) { return DT_F8E5M2FNUZ; })
      .Case([](Float8E4M3FNUZType) { return DT_F8E4M3FNUZ; })
      .Case([](Float8E4M3B11FNUZType) { return DT_F8E4M3B11FNUZ; })
      .Case([](Float8E3M4Type) { return DT_F8E3M4; })
      .Case([](Float8E8M0FNUType) { return DT_F8E8M0FNU; })
      .Case([](ComplexType type) -> Result {
        if (type.getElementType().isF32())
          return DT_C64;
        if (type.getElementType().isF64())
          return DT_C128;
        return std::nullopt;
      })
      .Default([](Type) { return std::nullopt; });
}

std::string dtensor::describeLocation(Location loc) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto name = dyn_cast<NameLoc>(loc)) {
    os << name.getName().getValue();
    std::string child = describeLocation(name.getChildLoc());
    if (!child.empty())
      os << " at " << child;
  } else if (auto file = dyn_cast<FileLineColLoc>(loc)) {
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn();
  } else if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    // An inlined op has its place in the callee's text.
    os << describeLocation(site.getCallee());
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    // The first part with a location stands for all.
    for (Location part : fused.getLocations()) {
      text = describeLocation(part);
      if (!text.empty())
        break;
    }
  }
  return text;
}

RuntimeCalls::RuntimeCalls(ModuleOp module)
    : module(module), symbols(module), converter(module.getContext()),
      pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

Value RuntimeCalls::getGlobal(OpBuilder &builder, Location loc, StringRef name,
                              Type type, Attribute value) {
  LLVM::GlobalOp &global = constants[{type, value}];
  if (!global) {
    OpBuilder detached(module.getContext());
    global = LLVM::GlobalOp::create(detached, loc, type, /*isConstant=*/true,
                                    LLVM::Linkage::Internal, name, value);
    // This renames it if the name is taken.
    symbols.insert(global, module.getBody()->begin());
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value RuntimeCalls::getString(OpBuilder &builder, Location loc,
                              StringRef text) {
  std::string terminated = text.str();
  terminated.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size());
  return getGlobal(builder, loc, "dt_text", type,
                   builder.getStringAttr(terminated));
}

Value RuntimeCalls::getArray(OpBuilder &builder, Location loc, StringRef name,
                             ArrayRef<int64_t> values) {
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), values.size());
  return getGlobal(builder, loc, name, type, builder.getI64TensorAttr(values));
}

Value RuntimeCalls::createSpace(OpBuilder &builder, Location loc,
                                FunctionOpInterface func, Type type) {
  OpBuilder::InsertionGuard guard(builder);
  Spaces &known = spaces[func];
  if (!known.one) {
    builder.setInsertionPointToStart(&func.getFunctionBody().front());
    known.one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
    known.last = known.one.getDefiningOp();
  }
  builder.setInsertionPointAfter(known.last);
  auto space = LLVM::AllocaOp::create(builder, loc, pointer, type, known.one);
  known.last = space;
  return space;
}

Value RuntimeCalls::getArray(OpBuilder &builder, Location loc,
                             FunctionOpInterface func, ValueRange values) {
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), values.size());
  Value space = createSpace(builder, loc, func, type);
  for (auto [i, value] : llvm::enumerate(values)) {
    Value element =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
    Value address =
        LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), space,
                            ArrayRef<LLVM::GEPArg>(i));
    LLVM::StoreOp::create(builder, loc, element, address);
  }
  return space;
}

Value RuntimeCalls::getDescriptor(OpBuilder &builder, Location loc,
                                  FunctionOpInterface func, Value memref) {
  Type type = converter.convertType(memref.getType());
  Value space = createSpace(builder, loc, func, type);
  Value descriptor =
      UnrealizedConversionCastOp::create(builder, loc, type, memref)
          .getResult(0);
  LLVM::StoreOp::create(builder, loc, descriptor, space);
  return space;
}

Value RuntimeCalls::getPointers(OpBuilder &builder, Location loc,
                                FunctionOpInterface func, ValueRange pointers) {
  auto type = LLVM::LLVMArrayType::get(pointer, pointers.size());
  Value space = createSpace(builder, loc, func, type);
  for (auto [i, value] : llvm::enumerate(pointers)) {
    Value address = LLVM::GEPOp::create(builder, loc, pointer, pointer, space,
                                        ArrayRef<LLVM::GEPArg>(i));
    LLVM::StoreOp::create(builder, loc, value, address);
  }
  return space;
}

Value RuntimeCalls::getMemRef(OpBuilder &builder, Location loc, MemRefType type,
                              Value address, Value size) {
  Value descriptor;
  if (type.hasStaticShape()) {
    descriptor = MemRefDescriptor::fromStaticShape(builder, loc, converter,
                                                   type, address);
  } else {
    auto dynamic =
        MemRefDescriptor::poison(builder, loc, converter.convertType(type));
    dynamic.setAllocatedPtr(builder, loc, address);
    dynamic.setAlignedPtr(builder, loc, address);
    dynamic.setConstantOffset(builder, loc, 0);
    dynamic.setSize(
        builder, loc, 0,
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size));
    dynamic.setConstantStride(builder, loc, 0, 1);
    descriptor = dynamic;
  }
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor)
      .getResult(0);
}

Value RuntimeCalls::call(OpBuilder &builder, Location loc, StringRef callee,
                         Type result, ValueRange arguments) {
  LLVM::LLVMFuncOp &func = functions[callee];
  if (!func)
    func = symbols.lookup<LLVM::LLVMFuncOp>(callee);
  if (!func) {
    OpBuilder detached(module.getContext());
    Type resultType =
        result ? result : LLVM::LLVMVoidType::get(builder.getContext());
    auto type = LLVM::LLVMFunctionType::get(
        resultType, llvm::to_vector(arguments.getTypes()));
    func = LLVM::LLVMFuncOp::create(detached, loc, callee, type);
    symbols.insert(func, module.getBody()->begin());
    if (callee == "dt_fail")
      func.setPassthroughAttr(builder.getStrArrayAttr({"noreturn", "cold"}));
  }
  auto call = LLVM::CallOp::create(builder, loc, func, arguments);
  return call.getNumResults() ? call.getResult() : Value();
}
