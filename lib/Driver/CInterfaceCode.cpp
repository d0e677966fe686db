//===- CInterfaceCode.cpp - The code of functions of C --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/CInterface.h"

#include "dtensor/Runtime/ABI.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace dtensor {

/// A collective from a layout to the same without partial dimensions, as ABI.h
/// describes it.
static SmallVector<int64_t> makeSite(const ValueSignature &value) {
  int64_t partial = 0;
  Combiner combiner = Combiner::Add;
  for (PartialDim dim : value.layout.getPartial()) {
    partial |= int64_t(1) << dim.dim;
    combiner = dim.combiner;
  }
  SmallVector<int64_t> site = {DT_COLLECTIVE_SITE,
                               static_cast<int64_t>(value.elementType),
                               static_cast<int64_t>(combiner),
                               static_cast<int64_t>(value.shape.size()),
                               /*flags=*/0,
                               partial,
                               /*partial dimensions afterwards=*/0,
                               /*group=*/partial};
  for (int layouts = 0; layouts < 2; ++layouts)
    for (const DimList &axis : value.layout.getAxes()) {
      site.push_back(axis.size());
      append_range(site, axis);
    }
  return site;
}

static GlobalVariable *addGlobal(Module &module, Constant *value,
                                 bool isConstant) {
  return new GlobalVariable(module, value->getType(), isConstant,
                            GlobalValue::PrivateLinkage, value);
}

/// The DtFunction.
static GlobalVariable *addFunctionInfo(Module &module, Constant *info,
                                       ArrayRef<Constant *> sites) {
  auto *pointer = PointerType::getUnqual(module.getContext());
  Constant *all = ConstantPointerNull::get(pointer);
  if (!sites.empty())
    all = addGlobal(
        module,
        ConstantArray::get(ArrayType::get(pointer, sites.size()), sites), true);
  return addGlobal(
      module,
      ConstantStruct::getAnon({info, all, ConstantPointerNull::get(pointer)}),
      /*isConstant=*/false);
}

void CInterface::define(Module &module, Constant *info) const {
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::getUnqual(context);
  auto *integer = Type::getInt32Ty(context);
  SmallVector<Constant *> sites;
  for (const Value &value : values)
    sites.push_back(
        addGlobal(module,
                  ConstantDataArray::get(
                      context, ArrayRef<int64_t>(makeSite(*value.signature))),
                  true));
  GlobalVariable *function = addFunctionInfo(module, info, sites);
  IRBuilder<> builder(context);
  auto begin = [&](const Twine &name, Type *result, ArrayRef<Type *> types) {
    auto *made =
        Function::Create(FunctionType::get(result, types, false),
                         Function::ExternalLinkage, prefix + name, module);
    builder.SetInsertPoint(BasicBlock::Create(context, "", made));
    return made;
  };
  auto call = [&](StringRef callee, Type *result,
                  ArrayRef<llvm::Value *> operands) {
    SmallVector<Type *> types;
    for (llvm::Value *operand : operands)
      types.push_back(operand->getType());
    return builder.CreateCall(
        module.getOrInsertFunction(callee,
                                   FunctionType::get(result, types, false)),
        operands);
  };

  size_t numArguments = program.getSignature().arguments.size();
  auto defineRun = [&](StringRef suffix, StringRef callee, bool components) {
    auto hasExtents = [&](size_t i) {
      return i < numArguments && values[i].isDynamic();
    };
    auto isPassed = [&](size_t i) {
      return !(components && values[i].signature->donor);
    };
    size_t count = 0;
    for (size_t i = 0; i < values.size(); ++i)
      count += isPassed(i) + hasExtents(i);
    Function *run = begin(suffix, integer, SmallVector<Type *>(count, pointer));
    auto *array = ArrayType::get(pointer, values.size());
    llvm::Value *addresses = builder.CreateAlloca(array);
    llvm::Value *extents = builder.CreateAlloca(array);
    llvm::Value *null = ConstantPointerNull::get(pointer);
    Function::arg_iterator next = run->arg_begin();
    for (size_t i = 0; i < values.size(); ++i) {
      auto store = [&](llvm::Value *value, llvm::Value *to) {
        builder.CreateStore(value, builder.CreateConstGEP2_64(array, to, 0, i));
      };
      store(isPassed(i) ? &*next++ : null, addresses);
      store(hasExtents(i) ? &*next++ : null, extents);
    }
    builder.CreateRet(call(callee, integer, {function, addresses, extents}));
  };
  defineRun("_run", "dt_call", false);
  defineRun("_run_components", "dt_call_components", true);
  begin("_error", pointer, {});
  builder.CreateRet(call("dt_call_error", pointer, {}));
  begin("_end", Type::getVoidTy(context), {});
  call("dt_call_end", Type::getVoidTy(context), {function});
  builder.CreateRetVoid();
}

} // namespace dtensor
