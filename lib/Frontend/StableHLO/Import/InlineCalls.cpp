//===- InlineCalls.cpp - Functions that are no programs -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineCalls.h"
#include "dtensor/Dialect/DTensor/IR/SymbolUses.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dtensor;

/// The size of a function above which it is inlined only if it has a single
/// call.
static constexpr int64_t kFewOps = 128;
/// The number of ops that copies may always take. In large modules they may
/// take half as many ops as the module has.
static constexpr int64_t kLeastGrowth = 1024;

static bool hasAttributes(ArrayAttr attributes) {
  return attributes && llvm::any_of(attributes, [](Attribute each) {
           return !cast<DictionaryAttr>(each).empty();
         });
}

static bool mayBeInlined(func::FuncOp function) {
  return function.isPrivate() && !function.isExternal() &&
         function.getBody().hasOneBlock() &&
         !hasAttributes(function.getArgAttrsAttr()) &&
         !hasAttributes(function.getResAttrsAttr());
}

namespace {

class Inliner {
public:
  explicit Inliner(ModuleOp module);

  void run();

private:
  struct Function {
    SmallVector<func::CallOp> calls;
    unsigned numCallers = 0;
    int64_t numOps = 0;
  };

  /// Chooses the functions that are inlined: those called once, and those that
  /// have at most `limit` ops together with the functions inlined in them.
  /// Returns the number of ops of their copies.
  int64_t choose(int64_t limit);
  /// The number of ops of `function` after its calls are inlined.
  int64_t visit(func::FuncOp function, int64_t limit);

  ModuleOp module;
  llvm::MapVector<func::FuncOp, Function> functions;
  DenseMap<func::CallOp, func::FuncOp> callees;
  int64_t numOps = 0;

  /// The sizes of visited functions. A function that is still being visited has
  /// none; if it is met again, it is recursive.
  DenseMap<func::FuncOp, std::optional<int64_t>> sizes;
  DenseSet<func::FuncOp> recursive;
  /// Callees stand before callers.
  SmallVector<func::FuncOp> order;
  llvm::SetVector<Operation *> inlined;
  int64_t growth = 0;
};

} // namespace

Inliner::Inliner(ModuleOp module) : module(module) {
  SymbolTable table(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    Function &info = functions[function];
    if (function.isExternal())
      continue;
    function.getBody().walk([&](Operation *op) {
      ++info.numOps;
      auto call = dyn_cast<func::CallOp>(op);
      if (!call)
        return;
      info.calls.push_back(call);
      callees[call] = table.lookup<func::FuncOp>(call.getCallee());
    });
    // The return is not copied.
    numOps += --info.numOps;
  }
  for (auto [call, callee] : callees)
    if (callee)
      ++functions[callee].numCallers;
}

int64_t Inliner::visit(func::FuncOp function, int64_t limit) {
  auto [known, isNew] = sizes.try_emplace(function);
  if (!isNew) {
    if (!known->second)
      recursive.insert(function);
    return known->second.value_or(0);
  }
  const Function &info = functions[function];
  int64_t size = info.numOps;
  for (func::CallOp call : info.calls)
    if (func::FuncOp callee = callees.lookup(call)) {
      int64_t more = visit(callee, limit);
      if (inlined.contains(callee))
        size += more - 1;
    }
  sizes[function] = size;
  order.push_back(function);
  int64_t numCallers = info.numCallers;
  if (mayBeInlined(function) && !recursive.contains(function) &&
      (numCallers == 1 || (numCallers > 1 && size <= limit))) {
    inlined.insert(function);
    growth += numCallers * (size - 1) - size;
  }
  return size;
}

int64_t Inliner::choose(int64_t limit) {
  sizes.clear();
  order.clear();
  inlined.clear();
  growth = 0;
  for (func::FuncOp function : llvm::make_first_range(functions))
    visit(function, limit);
  return growth;
}

/// Gives `op` and the ops in it locations with the call that they come from,
/// since the names of values are those of their functions.
static void setCaller(Operation *op, Location caller) {
  op->walk([&](Operation *inner) {
    inner->setLoc(CallSiteLoc::get(inner->getLoc(), caller));
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(CallSiteLoc::get(argument.getLoc(), caller));
  });
}

/// The same as `inlineCall`, for the last call: `callee` is erased.
static void moveBody(func::CallOp call, func::FuncOp callee) {
  Block &body = callee.front();
  Operation *end = body.getTerminator();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), call.getOperands()))
    argument.replaceAllUsesWith(operand);
  for (Operation &op : body.without_terminator())
    setCaller(&op, call.getLoc());
  call->getBlock()->getOperations().splice(call->getIterator(),
                                           body.getOperations(), body.begin(),
                                           end->getIterator());
  call->replaceAllUsesWith(end->getOperands());
  call.erase();
  callee.erase();
}

void Inliner::run() {
  // A function of one op is no larger than its calls.
  for (int64_t limit = kFewOps;
       choose(limit) > std::max(kLeastGrowth, numOps / 2) && limit > 1;)
    limit /= 2;
  if (inlined.empty())
    return;
  const SymbolUses uses(module);
  DenseMap<func::FuncOp, int64_t> usesLeft;
  for (func::FuncOp function : order)
    for (func::CallOp call : functions[function].calls) {
      func::FuncOp callee = callees.lookup(call);
      if (!inlined.contains(callee))
        continue;
      // Other references (the decomposition of a composite) keep a function.
      auto [left, isFirst] = usesLeft.try_emplace(callee, uses.count(callee));
      if (--left->second == 0)
        moveBody(call, callee);
      else
        stablehlo::inlineCall(call, callee);
    }
}

void dtensor::stablehlo::inlineCall(
    func::CallOp call, func::FuncOp callee,
    llvm::function_ref<void(Operation *)> onClone) {
  IRMapping mapping;
  mapping.map(callee.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : callee.front().without_terminator()) {
    Operation *clone = builder.clone(op, mapping);
    setCaller(clone, call.getLoc());
    if (onClone)
      onClone(clone);
  }
  SmallVector<Value> results;
  for (Value result : callee.front().getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(result));
  call->replaceAllUsesWith(results);
  call.erase();
}

void dtensor::stablehlo::inlineCalls(ModuleOp module) { Inliner(module).run(); }
