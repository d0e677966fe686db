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
  /// Axes of operands that are sharded, by the collectives of which some are
  /// the only way then.
  std::map<std::string, std::set<std::string>> collectives;
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

/// Whether the axis of a structured op's value walks along a loop in which the
/// op reduces, and along which no other expression goes.
static bool isReducedAlone(linalg::LinalgOp op, AffineMap map, unsigned axis) {
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(axis));
  if (!dim || op.getIteratorTypesArray()[dim.getPosition()] !=
                  utils::IteratorType::reduction)
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    ArrayRef<AffineExpr> exprs =
        op.getMatchingIndexingMap(&operand).getResults();
    return llvm::count(exprs, dim) <= 1 &&
           llvm::all_of(exprs, [&](AffineExpr expr) {
             return expr == dim || !expr.isFunctionOfDim(dim.getPosition());
           });
  });
}

static int64_t countElements(TypeRange types) {
  int64_t sum = 0;
  for (Type type : types)
    sum += isStaticTensor(type) ? cast<RankedTensorType>(type).getNumElements()
                                : 1;
  return sum;
}

/// A sum of results on two devices receives as many elements as they have, and
/// an operand that goes to another axis a quarter of its own.
static constexpr int64_t kLeastRatio = 4;

/// The axes of operands along which a `linalg.reduce` goes to results that are
/// much smaller, so that each device reduces its part.
static std::map<std::string, std::set<std::string>>
findCollectives(Operation *op, ArrayRef<Value> arguments) {
  std::map<std::string, std::set<std::string>> found;
  auto name = [](unsigned number, int64_t axis) {
    return ("arg" + Twine(number) + "." + Twine(axis)).str();
  };
  // Of other bodies nobody knows that parts can be joined.
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!isa<linalg::ReduceOp>(op) || structured.getNumDpsInits() != 1 ||
      !llvm::hasSingleElement(structured.getBlock()->without_terminator()) ||
      !structured.getBlock()->front().hasTrait<OpTrait::IsCommutative>())
    return found;
  int64_t numResults = countElements(op->getResultTypes());
  for (auto [number, value] : llvm::enumerate(arguments)) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || llvm::count(op->getOperands(), value) != 1 ||
        countElements(type) <= kLeastRatio * numResults)
      continue;
    for (OpOperand &operand : op->getOpOperands())
      for (int64_t axis = 0; operand.get() == value && axis < type.getRank();
           ++axis)
        if (isReducedAlone(structured,
                           structured.getMatchingIndexingMap(&operand), axis))
          found[name(number, axis)] = {"all_reduce", "reduce_scatter"};
  }
  return found;
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
  alone.collectives = findCollectives(op, arguments);
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
  made.collectives = alone.collectives;
  for (const auto &[axis, collectives] : alone.collectives)
    made.divided.insert(axis);
  for (auto [number, argument] : llvm::enumerate(alone.arguments))
    if (argument)
      if (auto it = origin.inputs.find(*argument); it != origin.inputs.end())
        made.inputs[number] = it->second;
  return made;
}

namespace {
/// Makes programs of one op each, for the forms of rules that are new.
class OpIsolator {
public:
  OpIsolator(MLIRContext &context, std::deque<Case> &made)
      : context(context), made(made) {}

  llvm::Error add(const Case &origin) {
    // Uneven ones come first.
    std::vector<Extents> choices = enumerateExtents(origin);
    wide.clear();
    if (llvm::Error error =
            walk(origin, choices.size() > 1 ? choices[1] : choices.front(),
                 &OpIsolator::addUsual))
      return error;
    // One extent is large, and the others are small.
    for (const auto &[large, leastOfLarge] : origin.parameters) {
      if (wide.empty())
        break;
      Extents extents;
      for (const auto &[name, least] : origin.parameters)
        extents[name] =
            std::max(least, name == large ? kLargeExtent : kSmallExtent);
      if (llvm::Error error = walk(origin, extents, &OpIsolator::addNarrow))
        return error;
    }
    return llvm::Error::success();
  }

  std::vector<Batch> take() { return std::move(batches); }

private:
  static constexpr int64_t kLargeExtent = 24, kSmallExtent = 2;

  /// Of an op and form, the arguments with fewer elements than the results:
  /// they are summed before the op, whatever its rule says.
  using Wide =
      std::map<std::pair<std::string, std::string>, std::set<unsigned>>;
  using Visit = void (OpIsolator::*)(const Case &, const Extents &, OpAlone);

  llvm::Error walk(const Case &origin, const Extents &extents, Visit visit) {
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
      key = {op->getName().getStringRef().str(), getForm(*rule)};
      if (visit == &OpIsolator::addUsual ? forms[key.first].count(key.second)
                                         : !wide.count(key))
        return;
      if (std::optional<OpAlone> alone = isolate(op, *entry))
        (this->*visit)(origin, extents, std::move(*alone));
    });
    return llvm::Error::success();
  }

  static std::optional<Signature> getSignature(const OpAlone &alone) {
    llvm::Expected<func::FuncOp> main = findEntry(*alone.module, "");
    llvm::Expected<Signature> signature = readSignature(*main);
    if (signature)
      return std::move(*signature);
    llvm::consumeError(signature.takeError());
    return std::nullopt;
  }

  void addUsual(const Case &origin, const Extents &extents, OpAlone alone) {
    std::optional<Signature> signature = getSignature(alone);
    if (!signature)
      return;
    std::set<std::string> &known = forms[key.first];
    known.insert(key.second);
    func::FuncOp main = llvm::cantFail(findEntry(*alone.module, ""));
    int64_t numResults = countElements(main.getResultTypes());
    for (auto [number, type] : llvm::enumerate(main.getArgumentTypes()))
      if (countElements(type) < numResults)
        wide[key].insert(number);
    made.push_back(makeCase(origin, alone,
                            key.first + "." + std::to_string(known.size())));
    std::vector<Trial> trials = makePartial(*signature);
    for (const std::string &axis : made.back().divided)
      if (std::optional<Trial> trial = makeSharded(*signature, axis))
        trials.push_back(std::move(*trial));
    addBatch(extents, std::move(alone), std::move(trials));
  }

  /// Those of the arguments that now have no fewer elements, partial by
  /// themselves.
  void addNarrow(const Case &origin, const Extents &extents, OpAlone alone) {
    std::optional<Signature> signature = getSignature(alone);
    if (!signature)
      return;
    func::FuncOp main = llvm::cantFail(findEntry(*alone.module, ""));
    int64_t numResults = countElements(main.getResultTypes());
    std::set<unsigned> &left = wide[key];
    std::vector<Trial> trials = makePartial(*signature);
    llvm::erase_if(trials, [&](const Trial &trial) {
      if (trial.request.arguments.size() != 1)
        return true;
      unsigned number = trial.request.arguments.begin()->first;
      return countElements(main.getArgumentTypes()[number]) < numResults ||
             left.erase(number) == 0;
    });
    if (left.empty())
      wide.erase(key);
    if (trials.empty())
      return;
    made.push_back(makeCase(origin, alone,
                            key.first + ".narrow." +
                                std::to_string(forms[key.first].size())));
    addBatch(extents, std::move(alone), std::move(trials));
  }

  void addBatch(const Extents &extents, OpAlone alone,
                std::vector<Trial> trials) {
    if (trials.empty())
      return;
    std::string text;
    llvm::raw_string_ostream os(text);
    alone.module->print(os);
    batches.emplace_back(made.back(), extents, std::move(text),
                         std::move(alone.module), std::move(trials));
  }

  MLIRContext &context;
  std::deque<Case> &made;
  std::vector<Batch> batches;
  std::map<std::string, std::set<std::string>> forms;
  /// Of the op that is visited.
  std::pair<std::string, std::string> key;
  Wide wide;
};
} // namespace

llvm::Expected<std::vector<Batch>> makeOpsAlone(llvm::ArrayRef<Case> cases,
                                                MLIRContext &context,
                                                std::deque<Case> &made) {
  OpIsolator isolator(context, made);
  for (const Case &origin : cases)
    if (llvm::Error error = isolator.add(origin))
      return error;
  return isolator.take();
}

} // namespace dtensor
