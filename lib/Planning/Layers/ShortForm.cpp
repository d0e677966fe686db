//===- ShortForm.cpp - A program with fewer equal layers ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortForm.h"
#include "LayerMatcher.h"
#include "OpStructure.h"
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
    llvm::DenseSet<Attribute> called;
    program.walk([&](Block *block) {
      for (auto call : block->getOps<func::CallOp>())
        called.insert(call.getCalleeAttr().getLeafReference());
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
    cutBlock = cuts.ops.front()->getBlock();
    form.module = cast<ModuleOp>(copyAlone(program));
    copyRegions(program, *form.module);
    auto function = dyn_cast<func::FuncOp>(cutBlock->getParentOp());
    bool isEntry = function && function.getBody().hasOneBlock() &&
                   !called.contains(function.getNameAttr());
    if (isEntry && failed(removeResults(function)))
      return std::nullopt;
    if (isEntry && failed(removeArguments(function)))
      return std::nullopt;
    removeUnused();
    removeFunctions();
    return std::move(form);
  }

private:
  /// Copies an op without its operands and regions.
  Operation *copyAlone(Operation *op) {
    return op->clone(form.standIns, Operation::CloneOptions());
  }

  /// The copy of a value. In place of a removed one, the equal value of an
  /// earlier layer is used.
  Value getCopy(Value value) {
    if (auto result = dyn_cast<OpResult>(value))
      if (const LayerCut *cut = cuts.getCut(result.getOwner())) {
        size_t position = cuts.positionOf.lookup(result.getOwner());
        value = cuts.ops[cut->getBefore(position)]->getResult(
            result.getResultNumber());
      }
    return form.standIns.lookup(value);
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
    std::vector<Operation *> left;
    for (Region &region : from->getRegions())
      for (Block &block : region)
        addLeft(block, left);
    // Ops may use values that are defined further on in another block.
    for (Operation *op : left)
      copies.lookup(op->getBlock())->push_back(copyAlone(op));
    for (Operation *op : left) {
      Operation *copy = copies.lookup(op);
      copy->setOperands(llvm::map_to_vector(
          op->getOperands(), [&](Value value) { return getCopy(value); }));
      if (op->isProperAncestor(cuts.ops.front()))
        copyRegions(op, copy);
      else
        copyInside(*op, *copy);
    }
  }

  /// Adds the ops of a block that are left.
  void addLeft(Block &block, std::vector<Operation *> &left) const {
    if (&block != cutBlock) {
      for (Operation &op : block)
        left.push_back(&op);
      return;
    }
    // Most ops are removed, and a visit to each would take a while.
    size_t position = 0;
    for (const LayerCut &cut : cuts.cuts) {
      left.insert(left.end(), cuts.ops.begin() + position,
                  cuts.ops.begin() + cut.begin);
      position = cut.getEnd();
    }
    left.insert(left.end(), cuts.ops.begin() + position, cuts.ops.end());
    left.push_back(block.getTerminator());
  }

  /// Copies the regions of an op that is left.
  void copyInside(Operation &op, Operation &copy) {
    if (op.getNumRegions() == 0)
      return;
    op.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (cuts.getCut(operand.getDefiningOp()))
          form.standIns.map(operand, getCopy(operand));
    });
    for (auto [a, b] : llvm::zip_equal(op.getRegions(), copy.getRegions()))
      a.cloneInto(&b, form.standIns);
  }

  /// Removes results that removed ops make.
  LogicalResult removeResults(func::FuncOp function) {
    Operation *original = function.front().getTerminator();
    Operation *copy = form.standIns.lookup(original);
    llvm::BitVector lost(original->getNumOperands());
    SmallVector<std::optional<unsigned>> results;
    unsigned numLeft = 0;
    for (OpOperand &use : original->getOpOperands()) {
      if (cuts.getCut(use.get().getDefiningOp())) {
        lost.set(use.getOperandNumber());
        results.push_back(std::nullopt);
      } else {
        results.push_back(numLeft++);
      }
    }
    for (unsigned index : lost.set_bits()) {
      auto value = cast<OpResult>(original->getOperand(index));
      Value standIn =
          form.standIns.lookup(cuts.getStandIn(value.getOwner())
                                   ->getResult(value.getResultNumber()));
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
      if (argument.use_empty() ||
          !form.standIns.lookup(Value(argument)).use_empty())
        continue;
      Value standIn = findGivenFor(argument);
      if (!standIn || form.standIns.lookup(standIn).use_empty())
        continue;
      lost.set(argument.getArgNumber());
      standIns.emplace_back(argument, form.standIns.lookup(standIn));
    }
    for (auto [argument, standIn] : standIns)
      form.standIns.map(argument, standIn);
    return copy.eraseArguments(lost);
  }

  /// The argument that is used in place of one which only removed ops use, by
  /// the op that stands for the first of these. Null if there is none.
  Value findGivenFor(BlockArgument argument) {
    llvm::SmallVector<size_t> positions;
    for (Operation *user : argument.getUsers())
      positions.push_back(
          cuts.positionOf.lookup(cutBlock->findAncestorOpInBlock(*user)));
    llvm::sort(positions);
    for (size_t position : positions)
      if (Value found = findGivenFor(
              argument, cuts.ops[position],
              cuts.ops[cuts.getCut(position)->getStandIn(position)]))
        return found;
    return {};
  }

  /// The same for one user.
  Value findGivenFor(BlockArgument argument, Operation *user,
                     Operation *standIn) {
    for (auto [a, b] : llvm::zip(user->getOperands(), standIn->getOperands()))
      if (a == argument && isa<BlockArgument>(b) &&
          b.getParentBlock() == cutBlock)
        return b;
    for (auto [a, b] : llvm::zip(user->getRegions(), standIn->getRegions()))
      for (auto [x, y] : llvm::zip(a.getOps(), b.getOps()))
        if (Value found = findGivenFor(argument, &x, &y))
          return found;
    return {};
  }

  /// Removes ops that only removed ops use, such as the tensors that they write
  /// to. They may stand anywhere in the block.
  void removeUnused() {
    llvm::DenseSet<Operation *> others;
    for (const LayerCut &cut : cuts.cuts)
      for (size_t position : llvm::seq(cut.begin, cut.begin + cut.period))
        others.insert(cuts.ops[cut.getStandIn(position)]);
    for (size_t position : llvm::reverse(llvm::seq(cuts.ops.size()))) {
      Operation *original = cuts.ops[position];
      if (cuts.getCut(position) || others.contains(original))
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
  ShortForm form;
  LayerCuts &cuts = form.cuts;
  /// The block that loses layers.
  Block *cutBlock = nullptr;
};

} // namespace dtensor

std::optional<ShortForm> ShortForm::make(ModuleOp program) {
  return LayerRemover(program).run();
}

bool ShortForm::matchLayers() {
  LayerMatcher matcher(standIns);
  return cuts.forEachRemoved([&](Operation *removed, Operation *standIn) {
    return matcher.match(removed, standIn);
  });
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
