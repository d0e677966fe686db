//===- LoopFunctions.cpp - Functions of loop nests ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopFunctions.h"
#include "LoopCaptures.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;

llvm::hash_code dtensor::hashOps(Operation *root) {
  llvm::hash_code hash = 0;
  root->walk([&](Operation *op) {
    hash = llvm::hash_combine(
        hash, OperationEquivalence::computeHash(
                  op,
                  [](Value value) {
                    Attribute constant;
                    matchPattern(value, m_Constant(&constant));
                    return llvm::hash_combine(value.getType(), constant);
                  },
                  OperationEquivalence::ignoreHashValue,
                  OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

static bool areEqual(func::FuncOp first, func::FuncOp second) {
  return first.getFunctionType() == second.getFunctionType() &&
         first.getArgAttrsAttr() == second.getArgAttrsAttr() &&
         OperationEquivalence::isRegionEquivalentTo(
             &first.getBody(), &second.getBody(),
             OperationEquivalence::IgnoreLocations);
}

/// A function for the body `nest`, which the caller moves there.
static func::FuncOp createFunction(Operation *nest, StringRef name,
                                   LoopCaptures &captures, TypeRange arguments,
                                   const LLVMTypeConverter &converter) {
  Location loc = nest->getLoc();
  OpBuilder builder(nest->getContext());
  auto function = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType(arguments, nest->getResultTypes()));
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(nest->getContext(), LLVM::Linkage::Internal));
  // If it were inlined again, it would be optimized once for each call.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  captures.markArguments(function, converter);
  builder.setInsertionPointToStart(function.addEntryBlock());
  captures.receive(builder, converter, function.getArguments());
  return function;
}

func::CallOp LoopFunctions::outline(Operation *nest, llvm::hash_code hash,
                                    func::FuncOp parent, bool takesBounds) {
  Location loc = nest->getLoc();
  OpBuilder builder(nest);
  SmallVector<Value> bounds;
  if (takesBounds) {
    auto loop = cast<scf::ForOp>(nest);
    bounds = {loop.getLowerBound(), loop.getUpperBound()};
    // The function has its own values for these.
    for (OpOperand *bound :
         {&loop.getLowerBoundMutable(), &loop.getUpperBoundMutable()})
      bound->set(loop.getStep());
  }
  LoopCaptures captures(nest);
  SmallVector<Value> arguments = captures.pass(builder, converter);
  llvm::append_range(arguments, bounds);
  func::FuncOp function =
      createFunction(nest, (parent.getSymName() + suffix).str(), captures,
                     TypeRange(ValueRange(arguments)), converter);
  if (takesBounds) {
    auto loop = cast<scf::ForOp>(nest);
    unsigned count = function.getNumArguments();
    loop.setLowerBound(function.getArgument(count - 2));
    loop.setUpperBound(function.getArgument(count - 1));
  }
  builder.setInsertionPointAfter(nest);
  auto call = func::CallOp::create(builder, loc, function, arguments);
  nest->replaceAllUsesWith(call);
  Block &body = function.getBody().front();
  nest->moveBefore(&body, body.end());
  builder.setInsertionPointToEnd(&body);
  func::ReturnOp::create(builder, loc, nest->getResults());

  SmallVector<func::FuncOp, 1> &candidates = known[hash];
  auto equal = llvm::find_if(candidates, [&](func::FuncOp candidate) {
    return areEqual(candidate, function);
  });
  if (equal == candidates.end()) {
    symbols.insert(function, parent->getIterator());
    candidates.push_back(function);
    call.setCallee(function.getSymName());
  } else {
    call.setCallee(equal->getSymName());
    function.erase();
  }
  return call;
}
