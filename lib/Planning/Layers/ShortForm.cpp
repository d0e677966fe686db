//===- ShortForm.cpp - A program with fewer equal layers ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortForm.h"
#include "LayerCuts.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dtensor;

/// Smaller blocks are not examined.
static constexpr size_t kMinOps = 64;

namespace dtensor {

/// Makes the short form of a program.
class LayerRemover {
public:
  explicit LayerRemover(ModuleOp program) : program(program) {}

  std::optional<ShortForm> run() {
    OpStructure structure;
    program.walk([&](Block *block) {
      if (!block->mightHaveTerminator() ||
          block->getOperations().size() < kMinOps)
        return;
      LayerCuts found = findLayerCuts(*block, structure);
      if (found.getNumOps() > cuts.getNumOps())
        cuts = std::move(found);
    });
    if (cuts.cuts.empty())
      return std::nullopt;
    form.program = program;
    form.numLayers = cuts.numLayers;
    form.numRemoved = cuts.numRemoved;
    for (const LayerCut &cut : cuts.cuts)
      for (size_t position = cut.begin; position < cut.getEnd(); ++position) {
        removed.push_back({cuts.ops[position],
                           cuts.ops[cut.getBefore(position)],
                           cuts.ops[cut.getStandIn(position)]});
        originals.insert(cuts.ops[position]);
      }
    llvm::sort(removed, [](const Removed &a, const Removed &b) {
      return a.original->isBeforeInBlock(b.original);
    });
    form.module = cast<ModuleOp>(copyAlone(program));
    copyRegions(program, *form.module);
    for (const Removed &each : removed)
      if (!match(each.original, each.standIn))
        return std::nullopt;
    Block *block = cuts.ops.front()->getBlock();
    auto function = dyn_cast<func::FuncOp>(block->getParentOp());
    bool isEntry = function && function.getBody().hasOneBlock() &&
                   SymbolTable::symbolKnownUseEmpty(function, program);
    if (isEntry && failed(removeResults(function)))
      return std::nullopt;
    if (isEntry && failed(removeArguments(function)))
      return std::nullopt;
    removeUnused();
    removeFunctions();
    return std::move(form);
  }

private:
  struct Removed {
    Operation *original;
    /// An equal op of an earlier layer, whose results are used in its place.
    Operation *before;
    /// The op that stands for it.
    Operation *standIn;
  };

  /// Copies an op without its operands and regions.
  Operation *copyAlone(Operation *op) {
    return op->clone(form.standIns, Operation::CloneOptions());
  }

  /// Copies the regions of an op around the layers, without the ops that are
  /// removed. To copy these as well, only to erase them, would take most of the
  /// time for a program of many layers.
  void copyRegions(Operation *from, Operation *to) {
    IRMapping &copies = form.standIns;
    for (auto [a, b] : llvm::zip_equal(from->getRegions(), to->getRegions()))
      for (Block &block : a) {
        Block &copy = b.emplaceBlock();
        copies.map(&block, &copy);
        for (BlockArgument argument : block.getArguments())
          copies.map(argument,
                     copy.addArgument(argument.getType(), argument.getLoc()));
      }
    auto forEachLeft = [&](function_ref<void(Operation &)> visit) {
      for (Region &region : from->getRegions())
        for (Operation &op : region.getOps())
          if (!originals.contains(&op))
            visit(op);
    };
    // Ops may use values that are defined further on in another block.
    forEachLeft([&](Operation &op) {
      copies.lookup(op.getBlock())->push_back(copyAlone(&op));
    });
    if (from == cuts.ops.front()->getParentOp())
      for (const Removed &each : removed)
        for (auto [a, b] : llvm::zip_equal(each.original->getResults(),
                                           each.before->getResults()))
          copies.map(a, copies.lookup(b));
    forEachLeft([&](Operation &op) {
      Operation *copy = copies.lookup(&op);
      copy->setOperands(llvm::map_to_vector(
          op.getOperands(), [&](Value value) { return copies.lookup(value); }));
      if (op.isProperAncestor(cuts.ops.front()))
        return copyRegions(&op, copy);
      for (auto [a, b] : llvm::zip_equal(op.getRegions(), copy->getRegions()))
        a.cloneInto(&b, copies);
    });
  }

  /// Notes that what stands for `to` stands for `from` as well. Returns whether
  /// they have the same structure.
  bool match(Operation *from, Operation *to) {
    if (from->getName() != to->getName() ||
        from->getResultTypes() != to->getResultTypes() ||
        from->getNumOperands() != to->getNumOperands() ||
        from->getNumRegions() != to->getNumRegions())
      return false;
    form.standIns.map(from, form.standIns.lookup(to));
    for (auto [a, b] : llvm::zip_equal(from->getResults(), to->getResults()))
      match(Value(a), Value(b));
    for (auto [a, b] : llvm::zip_equal(from->getOperands(), to->getOperands()))
      if (isa<BlockArgument>(a) && isa<BlockArgument>(b) &&
          a.getParentBlock() == b.getParentBlock() &&
          a.getParentBlock() == cuts.ops.front()->getBlock())
        givenFor.try_emplace(a, b);
    for (auto [a, b] : llvm::zip_equal(from->getRegions(), to->getRegions()))
      if (!match(a, b))
        return false;
    auto call = dyn_cast<func::CallOp>(from);
    if (!call || call.getCallee() == cast<func::CallOp>(to).getCallee())
      return true;
    return match(symbols.lookupNearestSymbolFrom<func::FuncOp>(
                     from, call.getCalleeAttr()),
                 symbols.lookupNearestSymbolFrom<func::FuncOp>(
                     to, cast<func::CallOp>(to).getCalleeAttr()));
  }

  bool match(func::FuncOp from, func::FuncOp to) {
    // A function that other calls enter keeps its own layouts.
    if (!from || !to || !matched.insert(from).second)
      return from && to;
    if (from.getFunctionType() != to.getFunctionType())
      return false;
    form.standIns.map(from.getOperation(),
                      form.standIns.lookup(to.getOperation()));
    return match(from.getBody(), to.getBody());
  }

  bool match(Region &from, Region &to) {
    if (from.getBlocks().size() != to.getBlocks().size())
      return false;
    for (auto [a, b] : llvm::zip_equal(from, to)) {
      if (a.getArgumentTypes() != b.getArgumentTypes() ||
          a.getOperations().size() != b.getOperations().size())
        return false;
      for (auto [x, y] : llvm::zip_equal(a.getArguments(), b.getArguments()))
        match(Value(x), Value(y));
      for (auto [x, y] : llvm::zip_equal(a, b))
        if (!match(&x, &y))
          return false;
    }
    return true;
  }

  void match(Value from, Value to) {
    form.standIns.map(from, form.standIns.lookup(to));
  }

  /// Removes results that removed ops make.
  LogicalResult removeResults(func::FuncOp function) {
    Operation *original = function.front().getTerminator();
    Operation *copy = form.standIns.lookup(original);
    llvm::BitVector lost(original->getNumOperands());
    SmallVector<std::optional<unsigned>> results;
    unsigned numLeft = 0;
    for (OpOperand &use : original->getOpOperands()) {
      if (originals.contains(use.get().getDefiningOp())) {
        lost.set(use.getOperandNumber());
        results.push_back(std::nullopt);
      } else {
        results.push_back(numLeft++);
      }
    }
    for (unsigned index : lost.set_bits()) {
      Value standIn = form.standIns.lookup(original->getOperand(index));
      for (unsigned other : llvm::seq(original->getNumOperands()))
        if (!lost.test(other) &&
            form.standIns.lookup(original->getOperand(other)) == standIn)
          results[index] = results[other];
    }
    form.resultsOf[original] = std::move(results);
    copy->eraseOperands(lost);
    return cast<func::FuncOp>(copy->getParentOp()).eraseResults(lost);
  }

  /// Removes arguments that only removed ops use.
  LogicalResult removeArguments(func::FuncOp function) {
    auto copy =
        cast<func::FuncOp>(form.standIns.lookup(function.getOperation()));
    llvm::BitVector lost(function.getNumArguments());
    SmallVector<std::pair<Value, Value>> standIns;
    for (BlockArgument argument : function.getArguments()) {
      Value standIn = givenFor.lookup(argument);
      if (!standIn || argument.use_empty() ||
          !form.standIns.lookup(Value(argument)).use_empty() ||
          form.standIns.lookup(standIn).use_empty())
        continue;
      lost.set(argument.getArgNumber());
      standIns.emplace_back(argument, form.standIns.lookup(standIn));
    }
    for (auto [argument, standIn] : standIns)
      form.standIns.map(argument, standIn);
    return copy.eraseArguments(lost);
  }

  /// Removes ops that only removed ops use, such as the tensors that they write
  /// to. They may stand anywhere in the block.
  void removeUnused() {
    llvm::DenseSet<Operation *> others;
    for (const LayerCut &cut : cuts.cuts)
      for (size_t position = cut.begin; position < cut.getEnd(); ++position)
        others.insert(cuts.ops[cut.getStandIn(position)]);
    for (Operation *original : llvm::reverse(cuts.ops)) {
      if (originals.contains(original) || others.contains(original))
        continue;
      Operation *copy = form.standIns.lookup(original);
      if (!isOpTriviallyDead(copy))
        continue;
      original->walk([&](Operation *nested) {
        form.standIns.erase(nested);
        for (Value result : nested->getResults())
          form.standIns.erase(result);
        for (Region &region : nested->getRegions())
          for (Value argument : region.getArguments())
            form.standIns.erase(argument);
      });
      copy->erase();
    }
  }

  /// Removes private functions that no call enters any more.
  void removeFunctions() {
    while (true) {
      llvm::DenseSet<Attribute> called;
      form.module->walk([&](func::CallOp call) {
        called.insert(call.getCalleeAttr().getLeafReference());
      });
      SmallVector<func::FuncOp> lost;
      for (auto function : form.module->getOps<func::FuncOp>())
        if (function.isPrivate() && !called.contains(function.getNameAttr()))
          lost.push_back(function);
      if (lost.empty())
        return;
      for (func::FuncOp function : lost)
        function.erase();
    }
  }

  ModuleOp program;
  LayerCuts cuts;
  /// In program order.
  std::vector<Removed> removed;
  ShortForm form;
  SymbolTableCollection symbols;
  llvm::DenseSet<Operation *> originals, matched;
  /// For each argument of the block that a removed op uses, the argument that
  /// is used in its place by the op that stands for that one.
  llvm::DenseMap<Value, Value> givenFor;
};

} // namespace dtensor

std::optional<ShortForm> ShortForm::make(ModuleOp program) {
  return LayerRemover(program).run();
}

/// Whether the plan brings a value into another layout only to return it.
static bool isForReturn(ConstrainOp constrain) {
  return constrain->hasOneUse() &&
         isa<func::ReturnOp>(*constrain->user_begin());
}

void ShortForm::apply(const Plan &plan, Edit &edit) const {
  program->walk([&](Operation *op) {
    annotate(op, edit);
    for (Value result : op->getResults())
      constrainUsers(result, plan, edit);
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        constrainUsers(argument, plan, edit);
  });
  program->walk([&](func::ReturnOp op) { constrainReturned(op, plan, edit); });
}

void ShortForm::annotate(Operation *op, Edit &edit) const {
  Operation *standIn = standIns.lookupOrNull(op);
  if (!standIn)
    return;
  Operation *copy = edit.get(op);
  for (StringRef name : {StringRef(kForcedLayoutsAttr), StringRef(kLayoutsAttr),
                         StringRef(kBlockLayoutsAttr)})
    if (Attribute attribute = standIn->getAttr(name))
      copy->setAttr(name, attribute);
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function || function.isExternal())
    return;
  for (BlockArgument argument : function.getArguments())
    if (auto other = dyn_cast_or_null<BlockArgument>(
            standIns.lookupOrNull(Value(argument))))
      if (Attribute layout = cast<func::FuncOp>(standIn).getArgAttr(
              other.getArgNumber(), kLayoutAttr))
        cast<func::FuncOp>(copy).setArgAttr(argument.getArgNumber(),
                                            kLayoutAttr, layout);
  auto known = resultsOf.find(function.front().getTerminator());
  for (unsigned index : llvm::seq(function.getNumResults())) {
    std::optional<unsigned> other =
        known == resultsOf.end() ? index : known->second[index];
    if (!other)
      continue;
    if (Attribute layout =
            cast<func::FuncOp>(standIn).getResultAttr(*other, kLayoutAttr))
      cast<func::FuncOp>(copy).setResultAttr(index, kLayoutAttr, layout);
  }
}

void ShortForm::constrainUsers(Value value, const Plan &plan,
                               Edit &edit) const {
  Value standIn = standIns.lookupOrNull(value), copy = edit.get(value);
  OpBuilder builder(value.getContext());
  while (standIn) {
    auto made = llvm::find_if(standIn.getUsers(), [&](Operation *user) {
      auto constrain = dyn_cast<ConstrainOp>(user);
      return constrain && plan.isMade(user) && !isForReturn(constrain);
    });
    if (made == standIn.user_end())
      return;
    builder.setInsertionPointAfterValue(copy);
    Value moved =
        edit.addCopy(builder, cast<ConstrainOp>(*made), copy).getResult();
    copy.replaceAllUsesExcept(moved, moved.getDefiningOp());
    standIn = made->getResult(0);
    copy = moved;
  }
}

void ShortForm::constrainReturned(func::ReturnOp op, const Plan &plan,
                                  Edit &edit) const {
  auto standIn = dyn_cast_or_null<func::ReturnOp>(
      standIns.lookupOrNull(op.getOperation()));
  if (!standIn)
    return;
  Operation *copy = edit.get(op.getOperation());
  OpBuilder builder(copy);
  auto known = resultsOf.find(op);
  for (OpOperand &use : copy->getOpOperands()) {
    std::optional<unsigned> other = use.getOperandNumber();
    if (known != resultsOf.end())
      other = known->second[use.getOperandNumber()];
    if (!other)
      continue;
    auto constrain = standIn.getOperand(*other).getDefiningOp<ConstrainOp>();
    if (constrain && plan.isMade(constrain) && isForReturn(constrain))
      use.set(edit.addCopy(builder, constrain, use.get()).getResult());
  }
}
