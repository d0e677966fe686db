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

/// A function of more ops is inlined only where it is called once.
static constexpr int64_t kFewOps = 128;
/// Copies may take half as many ops as the module has, or these.
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
  /// have at most `limit` ops with all that is inlined in them. Returns how
  /// many ops their copies have.
  int64_t choose(int64_t limit);
  /// How many ops `function` has once calls in it are inlined.
  int64_t visit(func::FuncOp function, int64_t limit);

  ModuleOp module;
  llvm::MapVector<func::FuncOp, Function> functions;
  DenseMap<func::CallOp, func::FuncOp> callees;
  int64_t numOps = 0;

  /// Sizes of those that were visited; none of who is visited still, and calls
  /// itself if it is met again.
  DenseMap<func::FuncOp, std::optional<int64_t>> sizes;
  DenseSet<func::FuncOp> recursive;
  /// Callees before callers.
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
    // Less what returns.
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

/// Gives `op` and what is in it locations that say which call it comes from:
/// names of values are those of their functions.
static void setCaller(Operation *op, Location caller) {
  op->walk([&](Operation *inner) {
    inner->setLoc(CallSiteLoc::get(inner->getLoc(), caller));
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(CallSiteLoc::get(argument.getLoc(), caller));
  });
}

/// As `inlineCall`, for the last call: there is no `callee` any more.
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
      // Other references (a composite's decomposition) keep a function.
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
