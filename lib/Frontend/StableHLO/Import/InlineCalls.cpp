//===- InlineCalls.cpp - Functions that are no programs -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineCalls.h"
#include "dtensor/Dialect/DTensor/IR/SymbolUses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// Ops of a function that is worth no call.
constexpr unsigned kFewOps = 32;

bool hasAttributes(ArrayAttr attributes) {
  return attributes && llvm::any_of(attributes, [](Attribute each) {
           return !cast<DictionaryAttr>(each).empty();
         });
}

class Inliner {
public:
  explicit Inliner(ModuleOp module) : module(module), table(module) {}

  void run() {
    SmallVector<func::CallOp> calls;
    module.walk([&](func::CallOp call) {
      calls.push_back(call);
      ++numCalls[call.getCalleeAttr().getAttr()];
    });
    // Other references (a composite's decomposition) keep a function.
    for (func::CallOp call : calls)
      inlineCall(call, 0);
    if (!inlined.empty())
      SymbolUses(module).eraseUnused(inlined.getArrayRef());
  }

private:
  void inlineCall(func::CallOp call, unsigned depth) {
    auto callee = table.lookup<func::FuncOp>(call.getCallee());
    // Who is deeper than programs nest calls itself.
    if (!callee || depth == 64 || !mayBeInlined(callee))
      return;
    IRMapping mapping;
    mapping.map(callee.getArguments(), call.getOperands());
    OpBuilder builder(call);
    SmallVector<func::CallOp> inner;
    for (Operation &op : callee.front().without_terminator())
      builder.clone(op, mapping)->walk([&](func::CallOp nested) {
        inner.push_back(nested);
      });
    SmallVector<Value> results;
    for (Value result : callee.front().getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(result));
    call->replaceAllUsesWith(results);
    call.erase();
    inlined.insert(callee);
    for (func::CallOp nested : inner)
      inlineCall(nested, depth + 1);
  }

  bool mayBeInlined(func::FuncOp callee) {
    auto [known, isNew] = decided.try_emplace(callee, false);
    if (!isNew)
      return known->second;
    if (!callee.isPrivate() || callee.isExternal() ||
        !callee.getBody().hasOneBlock() ||
        hasAttributes(callee.getArgAttrsAttr()) ||
        hasAttributes(callee.getResAttrsAttr()))
      return false;
    unsigned numOps = 0;
    bool callsItself = false;
    callee.walk([&](Operation *op) {
      ++numOps;
      auto call = dyn_cast<func::CallOp>(op);
      callsItself |= call && call.getCallee() == callee.getName();
    });
    bool mayBe = !callsItself && (numCalls.lookup(callee.getNameAttr()) == 1 ||
                                  numOps <= kFewOps);
    decided[callee] = mayBe;
    return mayBe;
  }

  ModuleOp module;
  SymbolTable table;
  llvm::DenseMap<StringAttr, unsigned> numCalls;
  llvm::DenseMap<Operation *, bool> decided;
  llvm::SetVector<Operation *> inlined;
};

} // namespace

void dtensor::stablehlo::inlineCalls(ModuleOp module) { Inliner(module).run(); }
