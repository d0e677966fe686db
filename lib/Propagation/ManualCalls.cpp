//===- ManualCalls.cpp - Functions called in local_maps -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManualCalls.h"

using namespace mlir;
using namespace dtensor;

ManualCalls::ManualCalls(ModuleOp module, const Mesh &mesh) {
  // Most programs have one function only. They need no walk, which each trial
  // of planning would repeat.
  if (llvm::hasSingleElement(module.getOps<func::FuncOp>()))
    return;
  SmallVector<std::pair<func::FuncOp, func::FuncOp>> calls;
  SmallVector<func::FuncOp> changed;
  auto add = [&](func::FuncOp function, ArrayRef<unsigned> dims) {
    DimList &known = dimsOf[function];
    size_t size = known.size();
    for (unsigned dim : dims)
      if (!llvm::is_contained(known, dim))
        known.push_back(dim);
    if (known.size() != size)
      changed.push_back(function);
  };
  SymbolTable symbols(module);
  module.walk([&](func::CallOp call) {
    auto caller = call->getParentOfType<func::FuncOp>();
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!caller || !callee)
      return;
    calls.emplace_back(caller, callee);
    if (auto map = call->getParentOfType<LocalMapOp>())
      add(callee, map.getManualDims(mesh));
  });
  while (!changed.empty()) {
    func::FuncOp function = changed.pop_back_val();
    DimList dims = dimsOf.lookup(function);
    for (auto [caller, callee] : calls)
      if (caller == function)
        add(callee, dims);
  }
}

ArrayRef<unsigned> ManualCalls::getDims(func::FuncOp function) const {
  auto it = dimsOf.find(function);
  return it == dimsOf.end() ? ArrayRef<unsigned>() : ArrayRef(it->second);
}
