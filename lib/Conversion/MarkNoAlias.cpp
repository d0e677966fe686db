//===- MarkNoAlias.cpp - Arguments do not overlap -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_MARKNOALIAS
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {

struct MarkNoAlias : dtensor::impl::MarkNoAliasBase<MarkNoAlias> {
  void runOnOperation() override {
    auto unit = UnitAttr::get(&getContext());
    StringRef name = LLVM::LLVMDialect::getNoAliasAttrName();
    for (auto func : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (func.isExternal()) {
        // Memory from the runtime does not overlap any other memory of the
        // program.
        if (isa<LLVM::LLVMPointerType>(func.getFunctionType().getReturnType()))
          func.setResultAttr(0, name, unit);
        continue;
      }
      // Wrappers pass on values that they load.
      if (func.getSymName().ends_with("__entry") ||
          func.getLinkage() == LLVM::Linkage::Internal)
        continue;
      for (BlockArgument argument : func.getArguments())
        if (isa<LLVM::LLVMPointerType>(argument.getType()))
          func.setArgAttr(argument.getArgNumber(), name, unit);
    }
  }
};

} // namespace
