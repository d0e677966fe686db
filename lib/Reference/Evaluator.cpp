//===- Evaluator.cpp - The values of a program while it runs --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "OpEvaluations.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Reference/HostType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace dtensor::reference {

llvm::Error makeError(Operation *op, const Twine &message) {
  std::string position = getSourcePosition(op->getLoc());
  return llvm::createStringError((position.empty() ? "'" : position + ": '") +
                                 op->getName().getStringRef() + "' " + message);
}

llvm::Error makeUnmet(cf::AssertOp op) {
  std::string position = getSourcePosition(op.getLoc());
  return llvm::createStringError((position.empty() ? "" : position + ": ") +
                                 op.getMsg());
}

llvm::Expected<HostTensor> makeTensor(Operation *op, Type type,
                                      ArrayRef<int64_t> shape) {
  Type element = getElementTypeOrSelf(type);
  std::optional<ElementType> elementType = getElementType(element);
  if (!elementType) {
    std::string found;
    llvm::raw_string_ostream(found) << element;
    return makeError(op, "required elements that hosts have, found " + found);
  }
  llvm::Expected<HostTensor> tensor = HostTensor::create(*elementType, shape);
  if (!tensor)
    return makeError(op, llvm::toString(tensor.takeError()));
  return tensor;
}

int64_t getInteger(const Tensor &scalar) { return load(*scalar, 0).integer; }

Evaluator::Evaluator(const InterpretOptions &options) : options(options) {
  addElementwiseOps(evaluations);
  addControlFlowOps(evaluations);
  addTensorOps(evaluations);
  addTensorSliceOps(evaluations);
  addStructuredOps(evaluations);
  addDTensorOps(evaluations);
  addFactoryOps(evaluations);
  addFoldOps(evaluations);
  addIndexingOps(evaluations);
  addMatrixOps(evaluations);
  addLapackOps(evaluations);
  addMovementOps(evaluations);
  addWindowOps(evaluations);
}

const Tensor &Evaluator::get(Value value) const {
  return values.find(value)->second;
}

llvm::Error Evaluator::work(uint64_t operations) {
  // Progress is shown every now and then, since most calls do only a few
  // operations.
  constexpr uint64_t interval = uint64_t(1) << 24;
  uint64_t before = done;
  done += operations;
  if (options.progress && before / interval != done / interval)
    options.progress(done);
  if (options.workLimit && done > options.workLimit)
    return llvm::createStringError(
        "the program needs more than " + Twine(options.workLimit) +
        " scalar operations, which is the limit of the reference interpreter" +
        options.limitHint);
  return llvm::Error::success();
}

/// The values that no op of the block reads after each of its ops. They are
/// dropped, so that a program needs no more memory than its live values.
static DenseMap<Operation *, SmallVector<Value>> findLastUses(Block &block) {
  DenseMap<Operation *, SmallVector<Value>> dying;
  auto add = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (ancestor && (!last || last->isBeforeInBlock(ancestor)))
        last = ancestor;
    }
    if (!last)
      last = value.getDefiningOp();
    if (last)
      dying[last].push_back(value);
  };
  llvm::for_each(block.getArguments(), add);
  for (Operation &op : block)
    llvm::for_each(op.getResults(), add);
  return dying;
}

llvm::Expected<SmallVector<Tensor>>
Evaluator::evaluate(Block &block, ArrayRef<Tensor> arguments) {
  bool isObserved = active.empty() && options.observer;
  if (!active.insert(&block).second)
    return makeError(block.getParentOp(),
                     "calls itself: recursion is not supported");
  llvm::scope_exit leave([&] { active.erase(&block); });
  auto [found, isNew] = lastUses.try_emplace(&block);
  if (isNew)
    found->second = std::make_unique<LastUses>(findLastUses(block));
  const LastUses &dying = *found->second;

  for (auto [argument, tensor] :
       llvm::zip_equal(block.getArguments(), arguments))
    values[argument] = tensor;
  for (Operation &op : block.without_terminator()) {
    if (llvm::Error error = evaluate(op))
      return std::move(error);
    if (isObserved)
      for (Value result : op.getResults())
        if (llvm::Error error = options.observer(result, get(result)))
          return std::move(error);
    if (auto last = dying.find(&op); last != dying.end())
      for (Value value : last->second)
        values.erase(value);
  }
  SmallVector<Tensor> yielded;
  for (Value operand : block.getTerminator()->getOperands())
    yielded.push_back(get(operand));
  return yielded;
}

/// Whether `tensor` fits the type of a value.
static bool fits(Type type, const Tensor &tensor) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  ArrayRef<int64_t> shape = shaped ? shaped.getShape() : ArrayRef<int64_t>();
  return getElementType(getElementTypeOrSelf(type)) ==
             tensor->getElementType() &&
         shape.size() == tensor->getShape().size() &&
         llvm::all_of(llvm::zip(shape, tensor->getShape()), [](auto pair) {
           auto [required, found] = pair;
           return ShapedType::isDynamic(required) || required == found;
         });
}

llvm::Error Evaluator::evaluate(Operation &op) {
  auto found = evaluations.find(op.getName().getStringRef());
  if (found == evaluations.end())
    return makeError(&op, "has no evaluation in the reference interpreter");
  if (llvm::Error error = work(1))
    return error;
  SmallVector<Tensor> operands;
  for (Value operand : op.getOperands())
    operands.push_back(get(operand));
  llvm::Expected<SmallVector<Tensor>> results =
      found->second(&op, operands, *this);
  if (!results)
    return results.takeError();
  for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results)) {
    if (!fits(value.getType(), tensor)) {
      std::string required;
      llvm::raw_string_ostream(required) << value.getType();
      return makeError(&op, "required a result of type " + required +
                                ", found " +
                                formatTensorType(tensor->getShape(),
                                                 tensor->getElementType()));
    }
    values[value] = std::move(tensor);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<Tensor>> interpret(func::FuncOp entry,
                                              ArrayRef<Tensor> arguments,
                                              const InterpretOptions &options) {
  if (!entry.getBody().hasOneBlock())
    return makeError(entry, "required a body of one block, found " +
                                Twine(entry.getBody().getBlocks().size()));
  Evaluator evaluator(options);
  llvm::Expected<SmallVector<Tensor>> results =
      evaluator.evaluate(entry.getBody().front(), arguments);
  if (!results)
    return results.takeError();
  return std::vector<Tensor>(results->begin(), results->end());
}

} // namespace dtensor::reference
