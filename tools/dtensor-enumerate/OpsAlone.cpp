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
  /// By argument and by result; nothing for what stands within the case.
  SmallVector<std::optional<unsigned>> arguments, results;
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

static Case makeCase(const Case &origin, const OpAlone &alone,
                     std::string name) {
  Case made;
  made.family = "alone";
  made.name = made.entry = std::move(name);
  made.isMade = true;
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
/// Makes programs of one op each, for the forms of rules that are new.
class OpIsolator {
public:
  OpIsolator(TrialCompilers &compilers, std::deque<Case> &made)
      : compilers(compilers), made(made) {}

  llvm::Error add(const Case &origin) {
    // Uneven ones come first, and even ones, of which parts are alike, second.
    std::vector<Extents> choices = enumerateExtents(origin);
    choices.resize(std::min<size_t>(choices.size(), 2));
    for (const Extents &extents : llvm::reverse(choices))
      if (isPlain(origin, extents))
        if (llvm::Error error = addOps(origin, extents))
          return error;
    return llvm::Error::success();
  }

  std::vector<Batch> take() { return std::move(batches); }

private:
  llvm::Error addOps(const Case &origin, const Extents &extents) {
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
      std::string name = op->getName().getStringRef().str();
      std::string form = getForm(*rule);
      if (forms[name].count(form))
        return;
      if (std::optional<OpAlone> alone = isolate(op, *entry))
        if (addAlone(origin, extents, std::move(*alone),
                     name + "." + std::to_string(forms[name].size() + 1)))
          forms[name].insert(form);
    });
    return llvm::Error::success();
  }

  bool addAlone(const Case &origin, const Extents &extents, OpAlone alone,
                std::string name) {
    llvm::Expected<func::FuncOp> main = findEntry(*alone.module, "");
    llvm::Expected<Signature> signature = readSignature(*main);
    if (!signature) {
      llvm::consumeError(signature.takeError());
      return false;
    }
    made.push_back(makeCase(origin, alone, std::move(name)));
    std::vector<Trial> trials = makePartial(*signature);
    Operation *clone =
        main->front().getTerminator()->getOperand(0).getDefiningOp();
    if (llvm::any_of(signature->arguments, [](const ValueSignature &value) {
          return llvm::any_of(value.shape, ShapedType::isDynamic);
        }))
      return false;
    std::optional<Dependence> dependence =
        Dependence::find(made.back(), extents, *alone.module, clone,
                         compilers.getOneDevice(/*optimize=*/false));
    if (dependence)
      llvm::append_range(trials, makeAligned(made.back(), *alone.module,
                                             *signature, *dependence));
    llvm::append_range(trials, makeReduced(*alone.module, *signature));
    std::set<std::string> seen;
    llvm::erase_if(trials, [&](const Trial &trial) {
      return !seen.insert(trial.str()).second;
    });
    if (trials.empty())
      return true;
    std::string text;
    llvm::raw_string_ostream os(text);
    alone.module->print(os);
    batches.emplace_back(made.back(), extents, std::move(text),
                         std::move(alone.module), std::move(trials));
    return true;
  }

  TrialCompilers &compilers;
  std::deque<Case> &made;
  std::vector<Batch> batches;
  std::map<std::string, std::set<std::string>> forms;
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
