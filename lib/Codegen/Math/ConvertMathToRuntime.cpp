//===- ConvertMathToRuntime.cpp - Calls of the runtime's functions --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Math/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

namespace dtensor {
#define GEN_PASS_DEF_CONVERTMATHTORUNTIME
#include "dtensor/Codegen/Math/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// The name of the runtime's function for the op; empty if there is none.
static StringRef getFunctionName(Operation *op) {
  if (!isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return {};
  return llvm::StringSwitch<StringRef>(op->getName().stripDialect())
#define DT_MATH_FUNCTION(name, arity, accuracy) .Case(#name, #name)
#include "dtensor/Runtime/MathFunctions.def"
      .Case("powf", "pow")
      .Default({});
}

namespace {

struct ConvertMathToRuntime
    : dtensor::impl::ConvertMathToRuntimeBase<ConvertMathToRuntime> {
  using ConvertMathToRuntimeBase::ConvertMathToRuntimeBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    getOperation().walk([&](Operation *op) {
      StringRef name = getFunctionName(op);
      if (name.empty())
        return;
      Type type = op->getResult(0).getType();
      if (!type.isF32() && !type.isF64())
        return;
      std::string symbol = ("dt_" + name).str();
      symbol += type.isF32() ? "_f32" : "_f64";
      if (!fused)
        symbol += "_unfused";
      OpBuilder builder(op);
      auto call = LLVM::CallOp::create(
          builder, op->getLoc(),
          declare(symbols, symbol, type, op->getNumOperands()),
          op->getOperands());
      op->replaceAllUsesWith(call);
      op->erase();
    });
  }

  /// The call has no effects, so that a loop of calls can be vectorised.
  LLVM::LLVMFuncOp declare(SymbolTable &symbols, StringRef name, Type type,
                           unsigned numArguments) {
    if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
      return known;
    MLIRContext *context = &getContext();
    OpBuilder builder(context);
    SmallVector<Type> arguments(numArguments, type);
    auto function =
        LLVM::LLVMFuncOp::create(builder, getOperation().getLoc(), name,
                                 LLVM::LLVMFunctionType::get(type, arguments));
    using LLVM::ModRefInfo;
    function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
        context,
        {ModRefInfo::NoModRef, ModRefInfo::NoModRef, ModRefInfo::NoModRef,
         ModRefInfo::NoModRef, ModRefInfo::NoModRef, ModRefInfo::NoModRef}));
    function.setNoUnwind(true);
    function.setWillReturn(true);
    symbols.insert(function, getOperation().getBody()->begin());
    return function;
  }
};

} // namespace
