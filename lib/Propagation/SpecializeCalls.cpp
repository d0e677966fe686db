//===- SpecializeCalls.cpp - A callee for each call -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/SymbolUses.h"
#include "dtensor/Propagation/Passes.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SCCIterator.h"

namespace dtensor {
#define GEN_PASS_DEF_SPECIALIZECALLS
#include "dtensor/Propagation/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

class Specializer {
public:
  explicit Specializer(ModuleOp module) : symbols(module) {
    const CallGraph graph(module);
    for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
      if (it.hasCycle())
        for (CallGraphNode *node : *it)
          if (!node->isExternal())
            recursive.insert(node->getCallableRegion()->getParentOp());
    int64_t size = 0;
    module.walk([&](Operation *) { ++size; });
    budget = kGrowth * size + kLeast;
    SymbolUses uses(module);
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() || uses.isUnused(function))
        roots.push_back(function);
  }

  void run() {
    for (func::FuncOp root : roots)
      specialize(root);
  }

private:
  void specialize(func::FuncOp caller) {
    SmallVector<func::CallOp> calls;
    caller.walk([&](func::CallOp call) { calls.push_back(call); });
    for (func::CallOp call : calls) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || callee.isExternal() || recursive.contains(callee) ||
          !handlesTensors(callee))
        continue;
      // The first call uses the function itself instead of a copy.
      if (callee.isPublic() || !taken.insert(callee).second) {
        int64_t size = 0;
        callee.walk([&](Operation *) { ++size; });
        if (size > budget)
          continue;
        budget -= size;
        callee = callee.clone();
        callee.setPrivate();
        symbols.insert(callee, std::next(Block::iterator(caller)));
        taken.insert(callee);
        call.setCallee(callee.getSymName());
      }
      specialize(callee);
    }
  }

  static bool handlesTensors(func::FuncOp function) {
    auto isTensor = llvm::IsaPred<RankedTensorType>;
    return llvm::any_of(function.getArgumentTypes(), isTensor) ||
           llvm::any_of(function.getResultTypes(), isTensor);
  }

  /// Bounds the number of copies. Functions that call each other in a tree can
  /// have exponentially many calls.
  static constexpr int64_t kGrowth = 16, kLeast = 10000;

  SymbolTable symbols;
  DenseSet<Operation *> recursive, taken;
  SmallVector<func::FuncOp> roots;
  int64_t budget = 0;
};

struct SpecializeCalls : dtensor::impl::SpecializeCallsBase<SpecializeCalls> {
  using SpecializeCallsBase::SpecializeCallsBase;

  void runOnOperation() override { Specializer(getOperation()).run(); }
};

} // namespace
