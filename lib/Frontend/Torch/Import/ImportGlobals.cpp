//===- ImportGlobals.cpp - Global tensors as values -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Torch/Import/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTGLOBALS
#include "dtensor/Frontend/Torch/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using namespace mlir::ml_program;

/// The global that an op reads or writes; null for any other op.
static SymbolRefAttr getAccessed(Operation *op) {
  if (auto load = dyn_cast<GlobalLoadOp>(op))
    return load.getGlobal();
  if (auto load = dyn_cast<GlobalLoadConstOp>(op))
    return load.getGlobal();
  if (auto store = dyn_cast<GlobalStoreOp>(op))
    return store.getGlobal();
  return {};
}

namespace {
/// The current values of mutable globals, in the order of their definitions.
using State = SmallVector<Value>;

/// Carries the values of mutable globals through a module's functions.
class Threading {
public:
  explicit Threading(ModuleOp module)
      : module(module), rewriter(module.getContext()) {}

  LogicalResult run();

private:
  LogicalResult collect();
  LogicalResult threadFunction(func::FuncOp function);
  LogicalResult threadBlock(Block &block, State &state);
  LogicalResult threadOp(Operation *op, State &state);
  LogicalResult thread(scf::IfOp op, State &state);
  LogicalResult thread(scf::ForOp op, State &state);
  LogicalResult thread(scf::WhileOp op, State &state);
  void thread(func::CallOp op, State &state);

  /// The mutable globals that ops of a region access, directly or by calls.
  SmallVector<unsigned> getUsed(Operation *op);
  bool accesses(func::FuncOp function) const {
    return threaded.contains(function);
  }
  func::FuncOp getCallee(func::CallOp call) {
    return module.lookupSymbol<func::FuncOp>(call.getCallee());
  }
  SmallVector<Type> getTypes(ArrayRef<unsigned> used) {
    return llvm::map_to_vector(
        used, [&](unsigned i) -> Type { return mutables[i].getType(); });
  }
  static State pick(const State &state, ArrayRef<unsigned> used) {
    return llvm::map_to_vector(used, [&](unsigned i) { return state[i]; });
  }
  static void assign(State &state, ArrayRef<unsigned> used, ValueRange values) {
    for (auto [i, value] : llvm::zip_equal(used, values))
      state[i] = value;
  }
  Value createInitial(GlobalOp global, Location loc) {
    return arith::ConstantOp::create(rewriter, loc,
                                     cast<TypedAttr>(*global.getValue()));
  }

  ModuleOp module;
  IRRewriter rewriter;
  SmallVector<GlobalOp> mutables;
  llvm::SmallDenseMap<Operation *, unsigned> numbers;
  /// The functions that access a mutable global, or call one that does.
  llvm::SetVector<func::FuncOp> threaded;
};
} // namespace

//===----------------------------------------------------------------------===//
// The globals of functions
//===----------------------------------------------------------------------===//

LogicalResult Threading::collect() {
  for (auto global : module.getOps<GlobalOp>()) {
    if (!global.getValue() || !isa<ElementsAttr>(*global.getValue()))
      return global.emitOpError(
                 "cannot be imported: required a tensor with its "
                 "value, found ")
             << (global.getValue() ? "a value from elsewhere" : "no value")
             << "; make it an argument of the program";
    if (!global.getIsMutable())
      continue;
    numbers[global] = mutables.size();
    mutables.push_back(global);
  }
  if (mutables.empty())
    return success();
  for (auto function : module.getOps<func::FuncOp>())
    if (!getUsed(function).empty())
      threaded.insert(function);
  // Callers of a function that accesses a global need it too.
  for (size_t before = SIZE_MAX; before != threaded.size();) {
    before = threaded.size();
    module.walk([&](func::CallOp call) {
      if (accesses(getCallee(call)))
        threaded.insert(call->getParentOfType<func::FuncOp>());
    });
  }
  return success();
}

SmallVector<unsigned> Threading::getUsed(Operation *op) {
  llvm::SmallBitVector used(mutables.size());
  op->walk([&](Operation *nested) {
    if (auto call = dyn_cast<func::CallOp>(nested))
      if (accesses(getCallee(call)))
        used.set();
    if (SymbolRefAttr symbol = getAccessed(nested)) {
      auto found = numbers.find(module.lookupSymbol(symbol));
      if (found != numbers.end())
        used.set(found->second);
    }
  });
  return llvm::to_vector_of<unsigned>(used.set_bits());
}

//===----------------------------------------------------------------------===//
// Through regions
//===----------------------------------------------------------------------===//

LogicalResult Threading::thread(scf::IfOp op, State &state) {
  SmallVector<unsigned> used = getUsed(op);
  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, getTypes(used));
  rewriter.setInsertionPoint(op);
  auto threadedIf = scf::IfOp::create(rewriter, op.getLoc(), types,
                                      op.getCondition(), /*addThenBlock=*/false,
                                      /*addElseBlock=*/false);
  threadedIf->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), threadedIf->getRegions())) {
    to.takeBody(from);
    if (to.empty()) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.createBlock(&to);
      scf::YieldOp::create(rewriter, op.getLoc());
    }
    State inside = state;
    if (failed(threadBlock(to.front(), inside)))
      return failure();
    Operation *yield = to.front().getTerminator();
    yield->insertOperands(yield->getNumOperands(), pick(inside, used));
  }
  ValueRange results = threadedIf.getResults();
  assign(state, used, results.take_back(used.size()));
  rewriter.replaceOp(op, results.drop_back(used.size()));
  return success();
}

LogicalResult Threading::thread(scf::ForOp op, State &state) {
  SmallVector<unsigned> used = getUsed(op);
  rewriter.setInsertionPoint(op);
  // The yielded values are known only after the body is done.
  FailureOr<LoopLikeOpInterface> replaced = op.replaceWithAdditionalYields(
      rewriter, pick(state, used), /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return SmallVector<Value>(arguments.begin(), arguments.end());
      });
  if (failed(replaced))
    return op.emitOpError("cannot carry globals");
  auto loop = cast<scf::ForOp>(**replaced);
  State inside = state;
  assign(inside, used,
         ValueRange(loop.getRegionIterArgs()).take_back(used.size()));
  if (failed(threadBlock(*loop.getBody(), inside)))
    return failure();
  Operation *yield = loop.getBody()->getTerminator();
  yield->setOperands(yield->getNumOperands() - used.size(), used.size(),
                     pick(inside, used));
  assign(state, used, loop->getResults().take_back(used.size()));
  return success();
}

LogicalResult Threading::thread(scf::WhileOp op, State &state) {
  SmallVector<unsigned> used = getUsed(op);
  SmallVector<Type> types = getTypes(used), resultTypes(op.getResultTypes());
  llvm::append_range(resultTypes, types);
  SmallVector<Value> inits(op.getInits());
  llvm::append_range(inits, pick(state, used));
  rewriter.setInsertionPoint(op);
  auto loop = scf::WhileOp::create(rewriter, op.getLoc(), resultTypes, inits);
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), loop->getRegions())) {
    to.takeBody(from);
    State inside = state;
    for (auto [i, type] : llvm::zip_equal(used, types))
      inside[i] = to.addArgument(type, op.getLoc());
    if (failed(threadBlock(to.front(), inside)))
      return failure();
    Operation *end = to.front().getTerminator();
    end->insertOperands(end->getNumOperands(), pick(inside, used));
  }
  assign(state, used, loop->getResults().take_back(used.size()));
  rewriter.replaceOp(op, loop->getResults().drop_back(used.size()));
  return success();
}

void Threading::thread(func::CallOp op, State &state) {
  SmallVector<Value> operands(op.getOperands());
  llvm::append_range(operands, state);
  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, ValueRange(state).getTypes());
  rewriter.setInsertionPoint(op);
  auto call = func::CallOp::create(rewriter, op.getLoc(), op.getCallee(), types,
                                   operands);
  call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  ValueRange results = call.getResults();
  state = State(results.take_back(state.size()));
  rewriter.replaceOp(op, results.drop_back(state.size()));
}

LogicalResult Threading::threadOp(Operation *op, State &state) {
  if (SymbolRefAttr symbol = getAccessed(op)) {
    // The verifier has checked that the global exists and has the type.
    auto global = module.lookupSymbol<GlobalOp>(symbol);
    auto found = numbers.find(global);
    if (auto store = dyn_cast<GlobalStoreOp>(op)) {
      state[found->second] = store.getValue();
      rewriter.eraseOp(op);
      return success();
    }
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, found == numbers.end()
                               ? createInitial(global, op->getLoc())
                               : state[found->second]);
    return success();
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    if (accesses(getCallee(call)))
      thread(call, state);
    return success();
  }
  if (op->getNumRegions() == 0)
    return success();
  if (getUsed(op).empty()) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(threadBlock(block, state)))
          return failure();
    return success();
  }
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return thread(branch, state);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return thread(loop, state);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return thread(loop, state);
  return op->emitOpError("cannot be imported: it accesses a mutable global; "
                         "required scf.if, scf.for or scf.while around that");
}

LogicalResult Threading::threadBlock(Block &block, State &state) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(threadOp(&op, state)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult Threading::threadFunction(func::FuncOp function) {
  if (function.isExternal())
    return success();
  State state(mutables.size());
  bool isThreaded = accesses(function);
  if (isThreaded && !function.getBody().hasOneBlock())
    return function.emitOpError("accesses a mutable global: required one "
                                "block, found ")
           << function.getBody().getBlocks().size();
  bool hasState = isThreaded && !function.isPublic();
  for (auto [i, global] : llvm::enumerate(mutables)) {
    if (!isThreaded)
      break;
    if (hasState) {
      if (failed(function.insertArgument(function.getNumArguments(),
                                         global.getType(), {},
                                         global.getLoc())))
        return failure();
      state[i] = function.getArguments().back();
    } else {
      rewriter.setInsertionPointToStart(&function.front());
      state[i] = createInitial(global, global.getLoc());
    }
  }
  for (Block &block : function.getBody())
    if (failed(threadBlock(block, state)))
      return failure();
  if (!hasState)
    return success();
  Operation *end = function.front().getTerminator();
  for (Value value : state) {
    end->insertOperands(end->getNumOperands(), value);
    if (failed(function.insertResult(function.getNumResults(), value.getType(),
                                     {})))
      return failure();
  }
  return success();
}

LogicalResult Threading::run() {
  if (failed(collect()))
    return failure();
  for (func::FuncOp function : threaded) {
    auto uses = SymbolTable::getSymbolUses(function.getOperation(), module);
    if (function.isPublic() && uses && !uses->empty())
      return function.emitOpError("accesses a mutable global and is called: "
                                  "required a private function");
  }
  llvm::SmallPtrSet<Operation *, 4> stored;
  module.walk([&](GlobalStoreOp store) {
    Operation *global = module.lookupSymbol(store.getGlobal());
    if (stored.insert(global).second)
      store.emitWarning("what is stored to ")
          << store.getGlobal()
          << " is lost when the program ends: each run begins with its "
             "initial value";
  });
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(threadFunction(function)))
      return failure();
  for (auto global : llvm::make_early_inc_range(module.getOps<GlobalOp>()))
    rewriter.eraseOp(global);
  return success();
}

namespace {
class ImportGlobals : public dtensor::impl::ImportGlobalsBase<ImportGlobals> {
public:
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module.getOps<GlobalOp>().empty())
      markAllAnalysesPreserved();
    else if (failed(Threading(module).run()))
      return signalPassFailure();
    for (Operation &op : module.getOps()) {
      if (!isa_and_nonnull<MLProgramDialect>(op.getDialect()))
        continue;
      op.emitOpError("cannot be imported: required functions of the dialect "
                     "func");
      return signalPassFailure();
    }
  }
};
} // namespace
