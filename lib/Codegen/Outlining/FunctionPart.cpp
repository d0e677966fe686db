//===- FunctionPart.cpp - Ops that become a function ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPart.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace dtensor;

/// Whether the op calls a function that has effects. Others, such as those of
/// the runtime for sines, have versions for vectors.
static bool hasEffects(CallOpInterface call) {
  auto callee = dyn_cast_or_null<LLVM::LLVMFuncOp>(call.resolveCallable());
  return !callee || !callee.getMemoryEffectsAttr() ||
         callee.getMemoryEffectsAttr() !=
             LLVM::MemoryEffectsAttr::get(
                 callee.getContext(),
                 {LLVM::ModRefInfo::NoModRef, LLVM::ModRefInfo::NoModRef,
                  LLVM::ModRefInfo::NoModRef, LLVM::ModRefInfo::NoModRef,
                  LLVM::ModRefInfo::NoModRef, LLVM::ModRefInfo::NoModRef});
}

bool dtensor::isVectorLoop(Block &block) {
  return isa_and_present<LoopLikeOpInterface>(block.getParentOp()) &&
         llvm::none_of(block, [](Operation &op) {
           auto call = dyn_cast<CallOpInterface>(op);
           return op.getNumRegions() > 0 || (call && hasEffects(call));
         });
}

SmallVector<Value> FunctionPart::findResults() {
  SmallVector<Value> results;
  Block *block = ops.front()->getBlock();
  auto isUsedByOthers = [&](Value result) {
    SmallVector<Value> values = {result};
    llvm::SmallPtrSet<Operation *, 4> seen;
    while (!values.empty())
      for (Operation *user : values.pop_back_val().getUsers()) {
        // Each part that needs a copied op has a copy of it.
        if (copied.contains(user)) {
          if (seen.insert(user).second)
            llvm::append_range(values, user->getResults());
          continue;
        }
        Operation *inBlock = block->findAncestorOpInBlock(*user);
        if (!inBlock || !members.contains(inBlock))
          return true;
      }
    return false;
  };
  for (Operation *op : ops)
    llvm::copy_if(op->getResults(), std::back_inserter(results),
                  isUsedByOthers);
  return results;
}

Value FunctionPart::pass(Value value, TypeRange types, Block &body) {
  passed.push_back(value);
  unsigned first = body.getNumArguments();
  for (Type type : types)
    body.addArgument(type, value.getLoc());
  return body.getArgument(first);
}

Value FunctionPart::receive(Value value, Block &body) {
  if (Value known = received.lookupOrNull(value))
    return known;
  // Values that the part itself computes have been moved before.
  if (isMember(value))
    return value;
  Operation *op = value.getDefiningOp();
  if (!op || !copied.contains(op)) {
    received.map(value, pass(value, value.getType(), body));
    return received.lookup(value);
  }
  if (isa<LLVM::AllocaOp>(op)) {
    // Behind a branch its size would not be considered constant.
    auto start = OpBuilder::atBlockBegin(&body);
    IRMapping sizes;
    start.clone(*op->getOperand(0).getDefiningOp(), sizes);
    received.map(value, start.clone(*op, sizes)->getResult(0));
    return received.lookup(value);
  }
  for (Value operand : op->getOperands())
    received.map(operand, receive(operand, body));
  OpBuilder::atBlockEnd(&body).clone(*op, received);
  return received.lookup(value);
}

void FunctionPart::moveTo(Block &body) {
  for (Operation *op : ops) {
    SmallVector<OpOperand *> outer;
    op->walk([&](Operation *nested) {
      for (OpOperand &use : nested->getOpOperands())
        if (nested == op ||
            !op->isAncestor(use.get().getParentBlock()->getParentOp()))
          outer.push_back(&use);
    });
    for (OpOperand *use : outer)
      use->set(receive(use->get(), body));
    op->moveBefore(&body, body.end());
  }
}

func::CallOp FunctionPart::call(OpBuilder &builder, func::FuncOp callee,
                                ValueRange results) {
  Location loc = ops.front()->getLoc();
  auto call = func::CallOp::create(builder, loc, callee);
  builder.setInsertionPoint(call);
  call.getArgOperandsMutable().assign(getArguments(builder, loc));
  for (auto [result, received] : llvm::zip(results, call.getResults()))
    result.replaceUsesWithIf(received, [&](OpOperand &use) {
      return !callee->isAncestor(use.getOwner());
    });
  return call;
}

func::CallOp FunctionPart::outline(StringRef name, func::FuncOp &outlined) {
  Location loc = ops.front()->getLoc();
  OpBuilder builder(loc.getContext());
  SmallVector<Value> results = findResults();
  outlined = func::FuncOp::create(loc, name, builder.getFunctionType({}, {}));
  outlined.setPrivate();
  outlined->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
  // LLVM is told the same about a part as about the whole. Inlining would make
  // it one function again.
  constexpr StringLiteral kPassthrough = "passthrough";
  llvm::SmallSetVector<Attribute, 2> attributes;
  auto whole = ops.front()->getParentOfType<func::FuncOp>();
  if (auto own = whole->getAttrOfType<ArrayAttr>(kPassthrough))
    attributes.insert_range(own);
  attributes.insert(builder.getStringAttr("noinline"));
  outlined->setAttr(kPassthrough,
                    builder.getArrayAttr(attributes.getArrayRef()));
  Block &body = *outlined.addEntryBlock();

  Operation *place = ops.front()->getPrevNode();
  Block *block = ops.front()->getBlock();
  moveTo(body);
  outlined.setFunctionType(builder.getFunctionType(
      body.getArgumentTypes(), TypeRange(ValueRange(results))));
  if (place)
    builder.setInsertionPointAfter(place);
  else
    builder.setInsertionPointToStart(block);
  func::CallOp created = call(builder, outlined, results);
  builder.setInsertionPointToEnd(&body);
  func::ReturnOp::create(builder, loc, results);
  return created;
}
