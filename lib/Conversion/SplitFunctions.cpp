//===- SplitFunctions.cpp - Long blocks as functions of bounded size ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor {
#define GEN_PASS_DEF_SPLITFUNCTIONS
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// More ops than this are not computed again in each part.
static constexpr unsigned kMaxCopied = 64;

namespace {
/// Splits the blocks of one function.
class Splitter {
public:
  Splitter(func::FuncOp function, unsigned maxOps, SymbolTable &symbols)
      : function(function), maxOps(maxOps), symbols(symbols) {}

  void run();

private:
  void findCopied();
  void findLastUsers();
  /// Calls `visit` with the copied spaces on the stack that `op` uses.
  void forEachSpace(Operation *op, llvm::function_ref<void(Operation *)> visit);
  /// Of `op` and in it, and of what is copied for them.
  unsigned countOps(Operation *op);
  void split(Block &block);
  void outline(ArrayRef<Operation *> part);
  void eraseUnused();

  func::FuncOp function;
  unsigned maxOps;
  SymbolTable &symbols;
  /// Ops that belong to no part: each part that needs one has a copy, with
  /// copies of all that it needs, so many ops in all.
  llvm::MapVector<Operation *, unsigned> copied;
  /// By space on the stack: no part ends between its users.
  llvm::DenseMap<Operation *, Operation *> lastUsers;
};

/// The ops that become one function, in order, and what they need.
class Part {
public:
  Part(ArrayRef<Operation *> ops,
       const llvm::MapVector<Operation *, unsigned> &copied)
      : ops(ops), copied(copied) {
    members.insert_range(ops);
  }

  /// Moves the ops to the end of `body`, which gets an argument for each value
  /// that is returned.
  llvm::SetVector<Value> moveTo(Block &body);
  /// What others use.
  SmallVector<Value> findResults();

private:
  /// Of an outer value what stands for it in `body`.
  Value receive(Value value, Block &body);
  bool isMember(Value value) {
    Operation *op = value.getDefiningOp();
    return op && members.contains(op);
  }

  ArrayRef<Operation *> ops;
  const llvm::MapVector<Operation *, unsigned> &copied;
  llvm::DenseSet<Operation *> members;
  llvm::SetVector<Value> captured;
  IRMapping received;
};
} // namespace

//===----------------------------------------------------------------------===//
// A part
//===----------------------------------------------------------------------===//

SmallVector<Value> Part::findResults() {
  SmallVector<Value> results;
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
            return !inBlock || !members.contains(inBlock);
          }))
        results.push_back(result);
  return results;
}

Value Part::receive(Value value, Block &body) {
  if (Value known = received.lookupOrNull(value))
    return known;
  // What the part itself computes has been moved before.
  if (isMember(value))
    return value;
  Operation *op = value.getDefiningOp();
  if (!op || !copied.contains(op)) {
    captured.insert(value);
    BlockArgument argument = body.addArgument(value.getType(), value.getLoc());
    received.map(value, argument);
    return argument;
  }
  if (isa<LLVM::AllocaOp>(op)) {
    // Behind a branch its size would not count as known.
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

llvm::SetVector<Value> Part::moveTo(Block &body) {
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
  return std::move(captured);
}

//===----------------------------------------------------------------------===//
// A function
//===----------------------------------------------------------------------===//

/// Whether to compute it again costs little and gives the same.
static bool canCopy(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return load.getInvariant();
  return op->getNumRegions() == 0 && op->getNumResults() > 0 && isPure(op);
}

void Splitter::findCopied() {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // The space of an argument of a call, which is written before it.
    if (isa<LLVM::AllocaOp>(op)) {
      Block *user = nullptr;
      bool isLocal =
          op->getOperand(0).getDefiningOp<LLVM::ConstantOp>() &&
          llvm::all_of(op->getUsers(), [&](Operation *each) {
            Block *block = each->getBlock();
            return std::exchange(user, block) == nullptr || user == block;
          });
      if (isLocal)
        copied[op] = 1;
      return;
    }
    if (!canCopy(op))
      return;
    unsigned count = 1;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp())
        count += copied.lookup(source);
    if (count <= kMaxCopied)
      copied[op] = count;
  });
}

void Splitter::forEachSpace(Operation *op,
                            llvm::function_ref<void(Operation *)> visit) {
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    if (!source || !copied.contains(source))
      continue;
    if (isa<LLVM::AllocaOp>(source))
      visit(source);
    else
      forEachSpace(source, visit);
  }
}

void Splitter::findLastUsers() {
  function.walk([&](Operation *op) {
    if (!copied.contains(op))
      forEachSpace(op, [&](Operation *space) { lastUsers[space] = op; });
  });
}

/// Memory that is gone when its function returns.
static bool isOnStack(Operation *op) {
  return isa<LLVM::AllocaOp, memref::AllocaOp>(op);
}

unsigned Splitter::countOps(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *nested) {
    ++count;
    for (Value operand : nested->getOperands())
      if (Operation *source = operand.getDefiningOp())
        count += copied.lookup(source);
  });
  return count;
}

void Splitter::outline(ArrayRef<Operation *> ops) {
  Location loc = ops.front()->getLoc();
  OpBuilder builder(ops.front());
  Part part(ops, copied);
  SmallVector<Value> results = part.findResults();
  auto outlined = func::FuncOp::create(
      loc, (function.getSymName() + "__part").str(),
      builder.getFunctionType({}, TypeRange(ValueRange(results))));
  outlined.setPrivate();
  outlined->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
  // It would be one function again.
  outlined->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  symbols.insert(outlined, function->getIterator());
  Block &body = *outlined.addEntryBlock();

  // The call stands where the first op was.
  Operation *place = ops.front()->getPrevNode();
  Block *block = ops.front()->getBlock();
  llvm::SetVector<Value> captured = part.moveTo(body);
  outlined.setFunctionType(builder.getFunctionType(
      body.getArgumentTypes(), TypeRange(ValueRange(results))));
  if (place)
    builder.setInsertionPointAfter(place);
  else
    builder.setInsertionPointToStart(block);
  auto call =
      func::CallOp::create(builder, loc, outlined, captured.getArrayRef());
  for (auto [result, passed] : llvm::zip(results, call.getResults()))
    result.replaceUsesWithIf(passed, [&](OpOperand &use) {
      return !outlined->isAncestor(use.getOwner());
    });
  auto end = OpBuilder::atBlockEnd(&body);
  func::ReturnOp::create(end, loc, results);
}

void Splitter::split(Block &block) {
  unsigned total = 0;
  for (Operation &op : block)
    total += copied.contains(&op) ? 0 : countOps(&op);
  if (total <= 2 * maxOps)
    return;
  SmallVector<Operation *> part;
  unsigned size = 0;
  llvm::DenseSet<Operation *> openSpaces;
  auto finish = [&]() {
    if (part.size() > 1)
      outline(part);
    part.clear();
    size = 0;
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (copied.contains(&op))
      continue;
    if (op.hasTrait<OpTrait::IsTerminator>() || isOnStack(&op)) {
      finish();
      continue;
    }
    part.push_back(&op);
    size += countOps(&op);
    op.walk([&](Operation *nested) {
      if (copied.contains(nested))
        return;
      forEachSpace(nested, [&](Operation *space) {
        if (lastUsers.lookup(space) == nested)
          openSpaces.erase(space);
        else
          openSpaces.insert(space);
      });
    });
    if (size >= maxOps && openSpaces.empty())
      finish();
  }
}

void Splitter::eraseUnused() {
  for (auto &[op, count] : llvm::reverse(copied))
    if (op->use_empty())
      op->erase();
}

/// Whether the block is the body of a loop of which several turns may be
/// computed at once. Calls would prevent that, and fusion bounds its size.
static bool isVectorLoop(Block &block) {
  return isa_and_present<LoopLikeOpInterface>(block.getParentOp()) &&
         llvm::none_of(block, [](Operation &op) {
           return op.getNumRegions() > 0 || isa<CallOpInterface>(op);
         });
}

void Splitter::run() {
  findCopied();
  findLastUsers();
  SmallVector<Block *> blocks;
  // Inner ones first: then they are short.
  function.walk([&](Block *block) {
    if (!isVectorLoop(*block))
      blocks.push_back(block);
  });
  for (Block *block : blocks)
    split(*block);
  eraseUnused();
}

namespace {
struct SplitFunctions : dtensor::impl::SplitFunctionsBase<SplitFunctions> {
  using SplitFunctionsBase::SplitFunctionsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function.isDeclaration())
        Splitter(function, maxOps, symbols).run();
  }
};
} // namespace
