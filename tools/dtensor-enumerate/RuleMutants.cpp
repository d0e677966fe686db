//===- RuleMutants.cpp - Whether faults of sharding rules are seen --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleMutants.h"

#include "RuleMutations.h"
#include "dtensor/Driver/RunSome.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/IR/Action.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace mlir;
using llvm::StringRef;

namespace dtensor {

namespace {
/// The rules of one op and form, and the batches whose programs use one of
/// them.
struct RuleForm {
  std::string op, form;
  /// One of these rules.
  ShardingRule rule;
  std::vector<size_t> batches;
  /// Whether a case uses the form directly, with usual extents. Ops that import
  /// makes, axes of extent 1 and random programs have other forms.
  bool isWritten = false;
};

/// A fault to plant in the rules of a form.
struct Mutant {
  const RuleForm *form;
  RuleMutation mutation;
  MutantName name;
};

/// Collects the rules that programs use during the choice of layouts.
class FormCollector {
public:
  explicit FormCollector(TrialCompilers &compilers)
      : compilers(compilers), compiler(&compilers.getContext(), makeOptions()) {
  }

  void add(const Batch &batch, size_t number) {
    std::set<RuleForm *> seen;
    {
      llvm::SaveAndRestore<PlantedRules::Change> record(
          compilers.getRules().change,
          [&](Operation *op, const ShardingRule &rule) {
            std::unique_ptr<RuleForm> &known = find(op, rule);
            if (!known)
              known.reset(new RuleForm{
                  op->getName().getStringRef().str(), getForm(rule), rule, {}});
            if (seen.insert(known.get()).second)
              known->batches.push_back(number);
          });
      batch.compileFirst(compiler);
    }
    if (!batch.getCase().isMade && isPlain(batch.getCase(), batch.getExtents()))
      batch.getProgram().walk([&](Operation *op) {
        FailureOr<ShardingRule> rule = getShardingRule(op);
        // Some ops are replaced before their rules are used.
        if (succeeded(rule))
          if (RuleForm *known = find(op, *rule).get())
            known->isWritten = true;
      });
    ranks.push_back({seen.size(), batch.getCase().family != "alone",
                     -int64_t(batch.getNumTrials()), number});
  }

  /// The forms in the order of ops. The batches of each form begin with those
  /// that contain little else. Among ops by themselves, those with many trials
  /// come first: a row whose rules were seen before has few.
  std::vector<std::unique_ptr<RuleForm>> take() {
    std::vector<std::unique_ptr<RuleForm>> all;
    for (auto &[name, form] : forms) {
      if (!form)
        continue;
      llvm::sort(form->batches, [&](size_t lhs, size_t rhs) {
        return ranks[lhs] < ranks[rhs];
      });
      all.push_back(std::move(form));
    }
    return all;
  }

private:
  std::unique_ptr<RuleForm> &find(Operation *op, const ShardingRule &rule) {
    return forms[{op->getName().getStringRef().str(), getForm(rule)}];
  }

  static CompileOptions makeOptions() {
    CompileOptions options;
    options.verify = false;
    options.last = Stage::Relayout;
    return options;
  }

  TrialCompilers &compilers;
  ProgramCompiler compiler;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<RuleForm>>
      forms;
  /// For each batch: the number of its forms, whether it is a case or random,
  /// its negated number of trials, and its own number.
  std::vector<std::tuple<size_t, bool, int64_t, size_t>> ranks;
};
} // namespace

/// The oracle that has detected a fault; empty if the trial has not. `pass` is
/// the last pass that ran.
static std::string getOracle(const TrialRun &run, StringRef pass) {
  switch (run.outcome.fate) {
  case Fate::Wrong:
    return run.result.phase == Phase::Joining ? "replicas" : "values";
  case Fate::Excess:
    return run.outcome.excess.str();
  case Fate::Gathered:
    return "gathered";
  case Fate::Rejected:
    if (run.result.phase == Phase::Running)
      return "run-time error";
    return pass == "dtensor-verify-uniform" ? "uniformity" : "compile error";
  default:
    return "";
  }
}

/// The largest number of batches that are tried. An elementwise op stands in
/// hundreds.
static constexpr size_t kMostBatches = 16;

static std::vector<size_t> chooseBatches(const RuleForm &form) {
  llvm::ArrayRef<size_t> all = form.batches;
  return all.take_front(kMostBatches).vec();
}

/// Runs in a process of its own. There is an answer for each batch; the first
/// one with text is the verdict.
static void tryMutant(const Mutant &mutant, llvm::ArrayRef<Batch> all,
                      TrialCompilers &compilers, size_t first,
                      llvm::raw_ostream &os) {
  std::string pass;
  compilers.getContext().registerActionHandler(
      [&](llvm::function_ref<void()> execute, const tracing::Action &action) {
        if (const auto *execution = dyn_cast<PassExecutionAction>(&action))
          pass = execution->getPass().getArgument().str();
        execute();
      });
  const RuleForm &form = *mutant.form;
  auto change = [&](Operation *op, ShardingRule &rule) {
    if (op->getName().getStringRef() == form.op && getForm(rule) == form.form)
      mutant.mutation.apply(rule);
  };
  // If a process continues, an earlier one has crashed.
  bool isSeen = first > 0;
  std::vector<size_t> numbers = chooseBatches(form);
  for (size_t number : llvm::drop_begin(numbers, first)) {
    const Batch &batch = all[number];
    std::string line;
    if (!isSeen)
      batch.runPlanted(compilers, change,
                       [&](const Trial &trial, const TrialRun &run) {
                         std::string oracle = getOracle(run, pass);
                         if (oracle.empty())
                           return true;
                         isSeen = true;
                         line = oracle + "\t" + batch.getCase().family + " " +
                                batch.getName(trial) + "\t" +
                                (oracle == "compile error" ? pass + ": " : "") +
                                run.outcome.message;
                         return false;
                       });
    os << line << "\n";
    os.flush();
  }
}

static std::vector<Mutant>
listMutants(llvm::ArrayRef<std::unique_ptr<RuleForm>> forms) {
  std::vector<Mutant> mutants;
  for (const std::unique_ptr<RuleForm> &form : forms) {
    if (!form->isWritten)
      continue;
    for (RuleMutation &mutation : listMutations(form->rule)) {
      MutantName name{form->op, form->form, mutation.kind, mutation.place};
      mutants.push_back({form.get(), std::move(mutation), std::move(name)});
    }
  }
  // Sorting by hash makes each of several parts a fair sample of all faults.
  llvm::sort(mutants, [](const Mutant &lhs, const Mutant &rhs) {
    return hashText(lhs.name.str()) < hashText(rhs.name.str());
  });
  return mutants;
}

void runRuleMutants(const RuleMutantOptions &options,
                    llvm::ArrayRef<Batch> batches, TrialCompilers &compilers,
                    MutantResults &results) {
  FormCollector collector(compilers);
  for (auto [number, batch] : llvm::enumerate(batches))
    collector.add(batch, number);
  std::vector<std::unique_ptr<RuleForm>> forms = collector.take();
  std::vector<Mutant> mutants = listMutants(forms);
  auto names = llvm::map_to_vector(
      mutants, [](const Mutant &mutant) { return mutant.name; });
  llvm::erase_if(mutants, [&](const Mutant &mutant) {
    std::string name = mutant.name.str();
    return !StringRef(name).contains(options.only) ||
           hashText(name) % options.stride != options.offset ||
           results.takeFromJournal(mutant.name);
  });
  results.expect(mutants.size());

  struct Running {
    const Mutant *mutant;
    std::vector<size_t> batches;
    ForkedBatch process;
    size_t numAnswers = 0;
    MutantVerdict verdict = {};
  };
  size_t next = 0;
  auto start = [&]() -> std::optional<Running> {
    if (next == mutants.size())
      return std::nullopt;
    const Mutant &mutant = mutants[next++];
    std::vector<size_t> chosen = chooseBatches(*mutant.form);
    size_t count = chosen.size();
    return Running{&mutant, std::move(chosen),
                   ForkedBatch(
                       count,
                       [&](size_t first, llvm::raw_ostream &os) {
                         tryMutant(mutant, batches, compilers, first, os);
                       },
                       options.timeoutSeconds)};
  };
  auto poll = [&](Running &each) {
    for (const ForkedBatch::Answer &answer : each.process.poll()) {
      const Batch &batch = batches[each.batches[each.numAnswers++]];
      if (!each.verdict.oracle.empty())
        continue;
      if (!answer.failure.empty()) {
        each.verdict = {answer.failure == "hung" ? "hang" : "crash",
                        batch.getCase().family + " " + batch.getCase().name,
                        answer.failure};
        continue;
      }
      auto [oracle, rest] = StringRef(answer.line).split('\t');
      auto [trial, message] = rest.split('\t');
      each.verdict = {oracle.str(), trial.str(), message.str()};
    }
    if (!each.process.isDone()) {
      results.showRunning(each.process.getSeconds(), each.mutant->name);
      return true;
    }
    results.add(each.mutant->name, each.verdict);
    return false;
  };
  runSome<Running>(options.jobs, start, poll);
  if (options.checkKnown)
    results.checkKnown(names);
}

} // namespace dtensor
