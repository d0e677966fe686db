//===- MergeFunctions.cpp - Merges equal functions ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Propagation/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

namespace dtensor {
#define GEN_PASS_DEF_MERGEFUNCTIONS
#include "dtensor/Propagation/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Whether two functions differ only in names and locations. Layouts are
/// attributes and are compared too.
static bool areEqual(func::FuncOp a, func::FuncOp b) {
  auto getAttributes = [](func::FuncOp function) {
    NamedAttrList attributes(function->getAttrDictionary());
    attributes.erase(SymbolTable::getSymbolAttrName());
    return attributes.getDictionary(function.getContext());
  };
  return getAttributes(a) == getAttributes(b) &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

namespace {

struct MergeFunctions : dtensor::impl::MergeFunctionsBase<MergeFunctions> {
  using MergeFunctionsBase::MergeFunctionsBase;

  void runOnOperation() override {
    if (!mergeOnce())
      return markAllAnalysesPreserved();
    // Callers can become equal when their callees have been merged.
    while (mergeOnce())
      ;
  }

  bool mergeOnce() {
    ModuleOp module = getOperation();
    llvm::DenseMap<Type, SmallVector<func::FuncOp>> byType;
    llvm::DenseMap<Attribute, FlatSymbolRefAttr> kept;
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (!function.isPrivate() || function.isExternal())
        continue;
      SmallVector<func::FuncOp> &others = byType[function.getFunctionType()];
      auto equal = llvm::find_if(others, [&](func::FuncOp other) {
        return areEqual(function, other);
      });
      if (equal == others.end()) {
        others.push_back(function);
        continue;
      }
      kept[FlatSymbolRefAttr::get(function)] = FlatSymbolRefAttr::get(*equal);
      function.erase();
    }
    if (kept.empty())
      return false;
    module.walk([&](func::CallOp call) {
      if (FlatSymbolRefAttr callee = kept.lookup(call.getCalleeAttr()))
        call.setCalleeAttr(callee);
    });
    return true;
  }
};

} // namespace
