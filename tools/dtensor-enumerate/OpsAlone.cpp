//===- OpsAlone.cpp - Each op of the cases by itself ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpsAlone.h"

#include "RuleMutations.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace dtensor {

namespace {
/// A program of one op, and the arguments of the case that are its arguments.
struct OpAlone {
  OwningOpRef<ModuleOp> module;
  /// By argument; nothing for what the case computes.
  SmallVector<std::optional<unsigned>> arguments;
  /// Axes that no trial of the case shards, since the value stands within it,
  /// and along which the op is known to do its work in parts.
  std::set<std::string> inner;
};
} // namespace

static bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// The number of the argument of `entry` that `value` is.
static std::optional<unsigned> findArgument(func::FuncOp entry, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &entry.front())
    return std::nullopt;
  return argument.getArgNumber();
}

/// Whether any elements do: those of a float, or of what is overwritten.
static bool canBeAnything(Operation *op, Value value) {
  if (!isStaticTensor(value.getType()))
    return false;
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  return isa<FloatType, ComplexType>(getElementTypeOrSelf(value)) ||
         (destinations &&
          llvm::is_contained(destinations.getDpsInits(), value));
}

/// The loop that the axis of a structured op's value walks along, if that is
/// parallel, and walks along one axis of each result and at most one of others.
static bool walksAlone(linalg::LinalgOp op, AffineMap map, unsigned axis) {
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(axis));
  if (!dim || op.getIteratorTypesArray()[dim.getPosition()] !=
                  utils::IteratorType::parallel)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned numAxes = 0;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
      numAxes += expr == dim;
      if (expr != dim && expr.isFunctionOfDim(dim.getPosition()))
        return false;
    }
    if (numAxes > 1 || (op.isDpsInit(&operand) && numAxes == 0))
      return false;
  }
  return true;
}

/// The axes of operands that the case computes, and of results that it does not
/// return, along which an elementwise or structured op does its work in parts.
static std::set<std::string> findInner(Operation *op, ArrayRef<Value> arguments,
                                       func::FuncOp entry) {
  std::set<std::string> inner;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured && !OpTrait::hasElementwiseMappableTraits(op))
    return inner;
  auto add = [&](const Twine &name, Value value, AffineMap map) {
    for (int64_t axis = 0,
                 rank = cast<RankedTensorType>(value.getType()).getRank();
         axis < rank; ++axis)
      if (!structured || walksAlone(structured, map, axis))
        inner.insert((name + "." + Twine(axis)).str());
  };
  for (auto [number, value] : llvm::enumerate(arguments))
    if (!findArgument(entry, value)) {
      AffineMap map;
      for (OpOperand &operand : op->getOpOperands())
        if (structured && operand.get() == value)
          map = structured.getMatchingIndexingMap(&operand);
      // A value that is read twice is not read along the same axes.
      if (llvm::count(op->getOperands(), value) == 1)
        add("arg" + Twine(number), value, map);
    }
  for (OpResult result : op->getResults())
    if (llvm::none_of(result.getUsers(), [&](Operation *user) {
          return user->getParentOp() == entry &&
                 user->hasTrait<OpTrait::IsTerminator>();
        }))
      add("result" + Twine(result.getResultNumber()), result,
          structured ? structured.getIndexingMapMatchingResult(result)
                     : AffineMap());
  return inner;
}

/// Nothing if the op has something that is neither an argument of the case nor
/// a constant, and cannot be anything.
static std::optional<OpAlone> isolate(Operation *op, func::FuncOp entry) {
  if (!llvm::all_of(op->getResultTypes(), isStaticTensor))
    return std::nullopt;
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  OpAlone alone;
  SmallVector<Value> arguments;
  SmallVector<Operation *> constants;
  for (Value value : values) {
    std::optional<unsigned> argument = findArgument(entry, value);
    bool isOperand = llvm::is_contained(op->getOperands(), value);
    if (isOperand && (argument || canBeAnything(op, value))) {
      arguments.push_back(value);
      alone.arguments.push_back(argument);
    } else if (matchPattern(value, m_Constant())) {
      constants.push_back(value.getDefiningOp());
    } else {
      return std::nullopt;
    }
  }
  alone.inner = findInner(op, arguments, entry);
  alone.module = ModuleOp::create(op->getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(alone.module->getBody());
  auto main = func::FuncOp::create(
      builder, op->getLoc(), "main",
      builder.getFunctionType(TypeRange(ValueRange(arguments)),
                              op->getResultTypes()));
  builder.setInsertionPointToStart(main.addEntryBlock());
  IRMapping mapping;
  mapping.map(arguments, main.getArguments());
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  Operation *clone = builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc(), clone->getResults());
  return alone;
}

static Case makeCase(const Case &origin, const OpAlone &alone,
                     std::string name) {
  Case made;
  made.family = "alone";
  made.name = made.entry = std::move(name);
  made.isMade = true;
  made.tolerance = origin.tolerance;
  made.rejection = origin.rejection;
  made.gathers = "what is moved is said of cases";
  made.divided = alone.inner;
  for (auto [number, argument] : llvm::enumerate(alone.arguments))
    if (argument)
      if (auto it = origin.inputs.find(*argument); it != origin.inputs.end())
        made.inputs[number] = it->second;
  return made;
}

llvm::Expected<std::vector<Batch>> makeOpsAlone(llvm::ArrayRef<Case> cases,
                                                MLIRContext &context,
                                                std::deque<Case> &made) {
  std::vector<Batch> batches;
  std::map<std::string, std::set<std::string>> forms;
  for (const Case &origin : cases) {
    // Uneven ones come first.
    std::vector<Extents> choices = enumerateExtents(origin);
    const Extents &extents = choices.size() > 1 ? choices[1] : choices.front();
    llvm::Expected<std::string> program = origin.instantiate(extents);
    if (!program)
      return program.takeError();
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(*program, &context, origin.name);
    if (!module)
      return llvm::createStringError("the program does not parse:\n" +
                                     *program);
    llvm::Expected<func::FuncOp> entry = findEntry(*module, "");
    if (!entry)
      return entry.takeError();
    entry->walk([&](Operation *op) {
      FailureOr<ShardingRule> rule = getShardingRule(op);
      if (failed(rule) || isFree(op) || op->getNumResults() == 0)
        return;
      std::string name = op->getName().getStringRef().str();
      std::set<std::string> &known = forms[name];
      if (known.count(getForm(*rule)))
        return;
      std::optional<OpAlone> alone = isolate(op, *entry);
      if (!alone)
        return;
      llvm::Expected<func::FuncOp> main = findEntry(*alone->module, "");
      llvm::Expected<Signature> signature = readSignature(*main);
      if (!signature)
        return llvm::consumeError(signature.takeError());
      known.insert(getForm(*rule));
      made.push_back(
          makeCase(origin, *alone, name + "." + std::to_string(known.size())));
      std::string text;
      llvm::raw_string_ostream os(text);
      alone->module->print(os);
      std::vector<Trial> trials = makePartial(*signature);
      for (const std::string &axis : made.back().divided)
        if (std::optional<Trial> trial = makeSharded(*signature, axis))
          trials.push_back(std::move(*trial));
      if (!trials.empty())
        batches.emplace_back(made.back(), extents, std::move(text),
                             std::move(alone->module), std::move(trials));
    });
  }
  return batches;
}

} // namespace dtensor
