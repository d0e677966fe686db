//===- InlineCallsInBodies.cpp - Functions that bodies call ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "InlineCalls.h"
#include "dtensor/Dialect/DTensor/IR/SymbolUses.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

/// A depth that only recursive functions reach.
static constexpr unsigned kMaxDepth = 256;

static bool isInBody(func::CallOp call) {
  Operation *parent = call->getParentOp();
  StringRef dialect = parent->getName().getDialectNamespace();
  return (dialect == "stablehlo" || dialect == "chlo") &&
         !isa<IfOp, CaseOp, WhileOp>(parent);
}

LogicalResult dtensor::stablehlo::inlineCallsInBodies(ModuleOp module) {
  SmallVector<std::pair<func::CallOp, unsigned>> calls;
  module.walk([&](func::CallOp call) {
    if (isInBody(call))
      calls.push_back({call, 0});
  });
  SymbolTableCollection symbols;
  llvm::SetVector<Operation *> inlined;
  while (!calls.empty()) {
    auto [call, depth] = calls.pop_back_val();
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
      return call.emitOpError("cannot be imported in the body of '")
             << call->getParentOp()->getName() << "': required a function '"
             << call.getCallee() << "' of one block";
    if (depth == kMaxDepth)
      return call.emitOpError("cannot be imported: '")
             << call.getCallee() << "' calls itself";
    if (callee.isPrivate())
      inlined.insert(callee);
    inlineCall(call, callee, [&, depth = depth](Operation *clone) {
      if (auto inner = dyn_cast<func::CallOp>(clone))
        calls.push_back({inner, depth + 1});
    });
  }
  if (!inlined.empty())
    SymbolUses(module).eraseUnused(inlined.getArrayRef());
  return success();
}
