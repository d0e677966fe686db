//===- LoopCaptures.cpp - The captured values of a loop nest --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCaptures.h"
#include "BufferRange.h"
#include "dtensor/Codegen/Outlining/BareBuffer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace dtensor;

static bool isInside(Value value, Operation *nest) {
  return nest->isAncestor(value.getParentBlock()->getParentOp());
}

void dtensor::hoistViews(Operation *nest) {
  SmallVector<Operation *> views;
  nest->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ViewLikeOpInterface>(op) && isPure(op))
      views.push_back(op);
  });
  for (Operation *view : views) {
    SmallVector<Operation *> constants;
    bool isKnownOutside = llvm::all_of(view->getOperands(), [&](Value operand) {
      if (!isInside(operand, nest))
        return true;
      Operation *op = operand.getDefiningOp();
      if (!op || !op->hasTrait<OpTrait::ConstantLike>())
        return false;
      constants.push_back(op);
      return true;
    });
    if (!isKnownOutside)
      continue;
    for (Operation *constant : constants)
      if (nest->isAncestor(constant))
        constant->moveBefore(nest);
    view->moveBefore(nest);
  }
}

LoopCaptures::LoopCaptures(Operation *nest) : nest(nest) {
  nest->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      Value operand = use.get();
      if (op != nest && isInside(operand, nest))
        continue;
      uses[operand].push_back(&use);
      Operation *definition = operand.getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>())
        constants.insert(definition);
      else
        values.insert(operand);
    }
  });
}

//===----------------------------------------------------------------------===//
// Passing and receiving
//===----------------------------------------------------------------------===//

SmallVector<Value> LoopCaptures::pass(OpBuilder &builder,
                                      const LLVMTypeConverter &converter) {
  SmallVector<Value> arguments;
  for (Value value : values) {
    if (auto type = dyn_cast<MemRefType>(value.getType()))
      llvm::append_range(
          arguments,
          BareBuffer(type, converter).take(builder, nest->getLoc(), value));
    else
      arguments.push_back(value);
  }
  return arguments;
}

void LoopCaptures::receive(OpBuilder &builder,
                           const LLVMTypeConverter &converter,
                           ValueRange arguments) {
  Location loc = nest->getLoc();
  auto replace = [&](Value value, Value received) {
    for (OpOperand *use : uses.lookup(value))
      use->set(received);
  };
  for (Operation *constant : constants) {
    Operation *copy = builder.clone(*constant);
    for (auto [result, copied] :
         llvm::zip(constant->getResults(), copy->getResults()))
      replace(result, copied);
  }
  for (Value value : values) {
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type) {
      replace(value, arguments.front());
      arguments = arguments.drop_front();
      continue;
    }
    BareBuffer buffer(type, converter);
    unsigned count = buffer.getTypes().size();
    replace(value, buffer.make(builder, loc, arguments.take_front(count)));
    arguments = arguments.drop_front(count);
  }
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

/// Whether the op of `use`, or one that takes a view from it, may write to the
/// buffer.
static bool isWrittenBy(OpOperand &use) {
  Operation *user = use.getOwner();
  // The nest contains its uses, since it contains the view.
  if (isa<ViewLikeOpInterface>(user))
    return llvm::any_of(user->getUses(), isWrittenBy);
  // Other values may be this buffer afterwards.
  if (user->hasTrait<OpTrait::IsTerminator>() ||
      llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(user);
  if (!effects)
    return true;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(
      instances, [&](const MemoryEffects::EffectInstance &instance) {
        return isa<MemoryEffects::Write>(instance.getEffect()) &&
               (!instance.getValue() || instance.getValue() == use.get());
      });
}

void LoopCaptures::markArguments(func::FuncOp function,
                                 const LLVMTypeConverter &converter) {
  struct Buffer {
    unsigned argument;
    BufferRange range;
    bool isWritten;
    bool isAlone = true;
  };
  SmallVector<Buffer> buffers;
  unsigned argument = 0;
  for (Value value : values) {
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type) {
      ++argument;
      continue;
    }
    bool isWritten = llvm::any_of(
        uses.lookup(value), [](OpOperand *use) { return isWrittenBy(*use); });
    buffers.push_back({argument, getBufferRange(value), isWritten});
    argument += BareBuffer(type, converter).getTypes().size();
  }
  for (auto [i, first] : llvm::enumerate(buffers))
    for (Buffer &second : MutableArrayRef(buffers).drop_front(i + 1))
      if ((first.isWritten || second.isWritten) &&
          mayOverlap(first.range, second.range))
        first.isAlone = second.isAlone = false;
  auto unit = UnitAttr::get(function.getContext());
  for (const Buffer &buffer : buffers)
    if (buffer.isAlone)
      function.setArgAttr(buffer.argument,
                          LLVM::LLVMDialect::getNoAliasAttrName(), unit);
}
