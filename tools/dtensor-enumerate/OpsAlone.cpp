//===- OpsAlone.cpp - Each op of the cases by itself ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpsAlone.h"

#include "AlignedTrials.h"
#include "RuleMutations.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
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
/// A program of one op, and the arguments and results of the case that are its
/// own.
struct OpAlone {
  OwningOpRef<ModuleOp> module;
  /// For each argument and result, its number in the case; nothing if it is a
  /// value inside of the case.
  SmallVector<std::optional<unsigned>> arguments, results;
};
} // namespace

static bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// The number of the argument of `entry` that is `value`.
static std::optional<unsigned> findArgument(func::FuncOp entry, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &entry.front())
    return std::nullopt;
  return argument.getArgNumber();
}

/// Whether the elements may have any values: those of a float, or those that
/// are overwritten.
static bool canBeAnything(Operation *op, Value value) {
  if (!isStaticTensor(value.getType()))
    return false;
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  return isa<FloatType, ComplexType>(getElementTypeOrSelf(value)) ||
         (destinations &&
          llvm::is_contained(destinations.getDpsInits(), value));
}

static int64_t countElements(TypeRange types) {
  int64_t sum = 0;
  for (Type type : types)
    sum += isStaticTensor(type) ? cast<RankedTensorType>(type).getNumElements()
                                : 1;
  return sum;
}

/// Returns nothing if the op has an operand that is neither an argument of the
/// case nor a constant, and that cannot have any values.
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
  for (OpResult result : op->getResults()) {
    alone.results.emplace_back();
    for (OpOperand &use : result.getUses())
      if (use.getOwner() == entry.front().getTerminator())
        alone.results.back() = use.getOperandNumber();
  }
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

/// The op whose results the program returns.
static Operation *getOp(const OpAlone &alone) {
  func::FuncOp main = llvm::cantFail(findEntry(*alone.module, ""));
  return main.front().getTerminator()->getOperand(0).getDefiningOp();
}

static Case makeCase(const Case &origin, const OpAlone &alone,
                     std::string name) {
  Case made;
  made.family = "alone";
  made.name = made.entry = std::move(name);
  made.isMade = true;
  made.isAmbiguous = isa<linalg_ext::LapackOp>(getOp(alone));
  made.tolerance = origin.tolerance;
  made.rejection = origin.rejection;
  made.gathers = "what is moved is said of cases";
  auto takeWhole = [&](const Twine &from, const Twine &to) {
    for (StringRef axis : origin.whole)
      if (axis.consume_front((from + ".").str()))
        made.whole.insert((to + "." + axis).str());
  };
  for (auto [number, result] : llvm::enumerate(alone.results))
    if (result)
      takeWhole("result" + Twine(*result), "result" + Twine(number));
  for (auto [number, argument] : llvm::enumerate(alone.arguments))
    if (argument)
      takeWhole("arg" + Twine(*argument), "arg" + Twine(number));
  for (auto [number, argument] : llvm::enumerate(alone.arguments))
    if (argument)
      if (auto it = origin.inputs.find(*argument); it != origin.inputs.end())
        made.inputs[number] = it->second;
  return made;
}

namespace {
/// Makes programs of one op each, for forms of rules that are new.
class OpIsolator {
public:
  OpIsolator(TrialCompilers &compilers, std::deque<Case> &made)
      : compilers(compilers), made(made) {}

  llvm::Error add(const Case &origin) {
    // Uneven extents come first. Even ones, with equal parts, come second.
    std::vector<Extents> choices = enumerateExtents(origin);
    choices.resize(std::min<size_t>(choices.size(), 2));
    wide.clear();
    for (const Extents &extents : llvm::reverse(choices))
      if (isPlain(origin, extents))
        if (llvm::Error error = walk(origin, extents, &OpIsolator::addUsual))
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

  /// For an op and form, the arguments with fewer elements than the results.
  /// They are summed before the op, whatever its rule says.
  using Wide =
      std::map<std::pair<std::string, std::string>, std::set<unsigned>>;
  using Visit = void (OpIsolator::*)(const Case &, const Extents &, OpAlone,
                                     const Signature &);

  llvm::Error walk(const Case &origin, const Extents &extents, Visit visit) {
    llvm::Expected<std::string> program = origin.instantiate(extents);
    if (!program)
      return program.takeError();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        *program, &compilers.getContext(), origin.name);
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
      std::optional<OpAlone> alone = isolate(op, *entry);
      if (!alone)
        return;
      llvm::Expected<Signature> signature =
          readSignature(llvm::cantFail(findEntry(*alone->module, "")));
      if (signature)
        (this->*visit)(origin, extents, std::move(*alone), *signature);
      else
        llvm::consumeError(signature.takeError());
    });
    return llvm::Error::success();
  }

  void addUsual(const Case &origin, const Extents &extents, OpAlone alone,
                const Signature &signature) {
    if (llvm::any_of(signature.arguments, [](const ValueSignature &value) {
          return llvm::any_of(value.shape, ShapedType::isDynamic);
        }))
      return;
    forms[key.first].insert(key.second);
    func::FuncOp main = llvm::cantFail(findEntry(*alone.module, ""));
    int64_t numResults = countElements(main.getResultTypes());
    for (auto [number, type] : llvm::enumerate(main.getArgumentTypes()))
      if (countElements(type) < numResults)
        wide[key].insert(number);
    made.push_back(
        makeCase(origin, alone,
                 key.first + "." + std::to_string(forms[key.first].size())));
    std::vector<Trial> trials = makePartial(signature);
    if (auto dependence =
            Dependence::find(made.back(), extents, *alone.module, getOp(alone),
                             compilers.getOneDevice(/*optimize=*/false)))
      llvm::append_range(trials, makeAligned(made.back(), *alone.module,
                                             signature, *dependence));
    llvm::append_range(trials,
                       makeReduced(made.back(), *alone.module, signature));
    std::set<std::string> seen;
    llvm::erase_if(trials, [&](const Trial &trial) {
      return !seen.insert(trial.str()).second;
    });
    addBatch(extents, std::move(alone), std::move(trials));
  }

  /// Adds trials of those arguments that now have at least as many elements,
  /// each partial by itself.
  void addNarrow(const Case &origin, const Extents &extents, OpAlone alone,
                 const Signature &signature) {
    func::FuncOp main = llvm::cantFail(findEntry(*alone.module, ""));
    int64_t numResults = countElements(main.getResultTypes());
    std::set<unsigned> &left = wide[key];
    std::vector<Trial> trials = makePartial(signature);
    llvm::erase_if(trials, [&](const Trial &trial) {
      if (trial.request.arguments.size() != 1)
        return true;
      unsigned number = trial.request.arguments.begin()->first;
      return countElements(main.getArgumentTypes()[number]) < numResults ||
             left.erase(number) == 0;
    });
    if (left.empty())
      wide.erase(key);
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

  TrialCompilers &compilers;
  std::deque<Case> &made;
  std::vector<Batch> batches;
  std::map<std::string, std::set<std::string>> forms;
  /// The key of the current op.
  std::pair<std::string, std::string> key;
  Wide wide;
};
} // namespace

llvm::Expected<std::vector<Batch>> makeOpsAlone(llvm::ArrayRef<Case> cases,
                                                TrialCompilers &compilers,
                                                std::deque<Case> &made) {
  OpIsolator isolator(compilers, made);
  for (const Case &origin : cases)
    if (llvm::Error error = isolator.add(origin))
      return error;
  return isolator.take();
}

} // namespace dtensor
