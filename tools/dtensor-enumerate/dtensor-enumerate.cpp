//===- dtensor-enumerate.cpp - Every op under every layout ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmongProcesses.h"
#include "BatchGroup.h"
#include "Coverage.h"
#include "Fuzz.h"
#include "OpsAlone.h"
#include "Results.h"
#include "RuleMutants.h"
#include "RuleMutations.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/ProcessorOption.h"
#include "dtensor/Driver/RunSome.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Launch/CommandLine.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using namespace dtensor;
using llvm::StringRef;

static constexpr llvm::StringLiteral overview = R"(
  dtensor-enumerate --quick tools/dtensor-enumerate/cases
  dtensor-enumerate --all --journal FILE --table docs/Enumeration.md CASES
  dtensor-enumerate --random 100 --seed 1
  dtensor-enumerate --mutants 100 tools/dtensor-enumerate/cases
  dtensor-enumerate --rule-mutants --cover --random 80 --each 16 --known FILE CASES

Runs small programs, called cases: one for each op and form. They run under
layouts of their arguments and results, for even, uneven, small and empty
extents, on meshes of one to three dimensions. Each is compared with the same
program on one device; integers and exact sums are compared bit by bit. One
device is compared with the reference interpreter, to rounding. With --reference
all devices are.

There are three other tests. --random runs random programs, half of them with
many loops, branches and calls; a program whose results differ is made as simple
as possible. --mutants compiles texts with errors; the compiler must not crash.
--rule-mutants plants faults in the sharding rules of ops; a trial of a case, or
a random program, must see each of them.

Under mpirun, all processes run each trial of the cases together. It is compared
bit by bit with a run in one process. Trials that do not run in one process, or
with fewer devices than processes, are left out.

The last line of the output is `N passed, N failed`.

Exit codes: 0 all passed; 1 some failed; 2 bad usage or bad input.
)";

static cl::OptionCategory category("dtensor-enumerate options");
static cl::list<std::string> paths(cl::Positional, cl::ZeroOrMore,
                                   cl::desc("FOLDER_OR_FILE..."),
                                   cl::cat(category));
static cl::opt<bool> quick("quick", cl::desc("run 3 trials of each case"),
                           cl::cat(category));
static cl::opt<bool> cover(
    "cover", cl::cat(category),
    cl::desc("run trials of each case in which each axis of each argument and "
             "result is sharded, or partial, one at a time; two more with "
             "smaller extents; four for a row whose rules are those of earlier "
             "rows; and each op by itself with partial operands"));
static cl::opt<bool> all("all", cl::desc("run every trial"), cl::cat(category));
static cl::opt<unsigned>
    trialsPerCase("trials", cl::init(32),
                  cl::desc("number of trials of each case"), cl::cat(category));
static cl::opt<std::string>
    filter("filter", cl::value_desc("TEXT"),
           cl::desc("run only cases with TEXT in 'family case'"),
           cl::cat(category));
static cl::opt<std::string>
    only("only", cl::value_desc("TEXT"),
         cl::desc("run only trials with TEXT in 'case extents mesh layouts'"),
         cl::cat(category));
static cl::list<std::string>
    meshes("mesh", cl::value_desc("MESH"), cl::cat(category),
           cl::desc("a mesh to try, for example x=5, instead of the usual "
                    "ones; may be given several times"));
static cl::opt<bool> printPrograms("print",
                                   cl::desc("show the programs, run nothing"),
                                   cl::cat(category));
static cl::opt<bool> checkCoverage(
    "check-coverage", cl::cat(category),
    cl::desc(
        "run nothing; fail if an op with a sharding rule appears in no case"));
static cl::opt<size_t>
    numRandom("random", cl::value_desc("COUNT"), cl::cat(category),
              cl::desc("run random programs instead of cases"));
static cl::opt<size_t> numMutants(
    "mutants", cl::value_desc("COUNT"), cl::cat(category),
    cl::desc("instead of running cases, or programs of any folder, put errors "
             "into their texts and compile them; the compiler must not crash"));
static cl::opt<bool> ruleMutants(
    "rule-mutants", cl::cat(category),
    cl::desc("plant faults in sharding rules, one at a time; a chosen trial or "
             "a random program that asks for the rule must see the fault"));
static cl::opt<size_t> stride("each", cl::init(1), cl::value_desc("COUNT"),
                              cl::desc("plant only one of COUNT faults"),
                              cl::cat(category));
static cl::opt<size_t> offset(
    "offset", cl::init(0), cl::value_desc("NUMBER"), cl::cat(category),
    cl::desc("with --each: which of the COUNT samples of faults to plant"));
static cl::opt<std::string>
    fault("fault", cl::value_desc("TEXT"),
          cl::desc("plant only faults with TEXT in 'op | rule | fault'"),
          cl::cat(category));
static cl::opt<std::string>
    knownPath("known", cl::value_desc("FILE"), cl::cat(category),
              cl::desc("file with faults that are equivalent to the rule or "
                       "that no trial sees, with reasons"));
static cl::opt<uint64_t>
    firstSeed("seed", cl::init(1), cl::cat(category),
              cl::desc("seed of the first random program"));
static cl::opt<bool>
    useReference("reference", cl::cat(category),
                 cl::desc("compare many devices with the reference "
                          "interpreter too, instead of with one device"));
static cl::opt<std::string>
    journalPath("journal", cl::value_desc("FILE"), cl::cat(category),
                cl::desc("write each outcome to this file, and skip trials "
                         "that are in it already"));
static cl::opt<std::string>
    tablePath("table", cl::value_desc("FILE"),
              cl::desc("write the outcomes as a table in Markdown"),
              cl::cat(category));
static cl::opt<bool>
    runNothing("tabulate", cl::cat(category),
               cl::desc("run nothing; show the outcomes in the journal"));
static cl::opt<unsigned> jobs("jobs", cl::init(2),
                              cl::desc("number of processes at a time"),
                              cl::cat(category));
static cl::opt<double> progressAfter(
    "progress-after", cl::value_desc("SECONDS"), cl::init(2), cl::Hidden,
    cl::desc(
        "seconds after which a terminal shows the present trial (default 2)"),
    cl::cat(category));
static cl::opt<double>
    timeout("timeout", cl::init(20),
            cl::desc("seconds after which a trial counts as hung"),
            cl::cat(category));

static ProcessorOption processorOption(category);

/// The cases of a file, or of all `.mlir` files in a folder, by path.
static llvm::Error readPath(StringRef path, std::vector<Case> &cases) {
  std::vector<std::string> files;
  if (llvm::sys::fs::is_directory(path)) {
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator it(path, error), end;
         it != end && !error; it.increment(error))
      if (StringRef(it->path()).ends_with(".mlir"))
        files.push_back(it->path());
    llvm::sort(files);
  } else {
    files.push_back(path.str());
  }
  for (const std::string &file : files) {
    llvm::Expected<std::vector<Case>> read = readCases(file);
    if (!read)
      return read.takeError();
    // Errors can be planted in any text.
    if (read->empty() && numMutants > 0) {
      llvm::Expected<Case> text = readText(file);
      if (!text)
        return text.takeError();
      read->push_back(std::move(*text));
    }
    for (Case &each : *read)
      if (StringRef(each.family + " " + each.name).contains(filter))
        cases.push_back(std::move(each));
  }
  return llvm::Error::success();
}

/// Adds the forms of rules that programs use. Returns whether any is new.
static bool addForms(llvm::ArrayRef<Batch> batches,
                     std::set<std::string> &forms) {
  size_t numBefore = forms.size();
  for (const Batch &batch : batches)
    batch.getProgram().walk([&](mlir::Operation *op) {
      auto rule = getShardingRule(op);
      if (succeeded(rule))
        forms.insert((op->getName().getStringRef() + getForm(*rule)).str());
    });
  return forms.size() > numBefore;
}

/// Runs the rest of all batches, several at a time.
static void runAll(llvm::MutableArrayRef<Batch> batches,
                   TrialCompilers &compilers, Results &results) {
  runSome<BatchGroup>(
      jobs,
      [&]() -> std::optional<BatchGroup> {
        std::vector<Batch *> next = BatchGroup::choose(batches);
        if (next.empty())
          return std::nullopt;
        return BatchGroup(std::move(next), compilers, timeout);
      },
      [&](BatchGroup &each) { return each.poll(results); });
}

/// Plants faults and finds the batches that detect them. Returns the exit code.
static int plantFaults(std::vector<Batch> batches, TrialCompilers &compilers) {
  auto fail = [](llvm::Error error) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return 2;
  };
  KnownMutants known;
  if (!knownPath.empty()) {
    llvm::Expected<KnownMutants> read = KnownMutants::read(knownPath);
    if (!read)
      return fail(read.takeError());
    known = std::move(*read);
  }
  MutantResults results(std::move(known), progressAfter);
  if (!journalPath.empty())
    if (llvm::Error error = results.openJournal(journalPath))
      return fail(std::move(error));
  std::deque<Case> cases;
  for (Batch &batch :
       makeRandomBatches(firstSeed, numRandom, compilers.getContext(), cases))
    batches.push_back(std::move(batch));
  bool areAll = filter.empty() && only.empty() && fault.empty();
  runRuleMutants({stride, offset, fault, jobs, timeout, areAll}, batches,
                 compilers, results);
  results.print(llvm::outs());
  if (!tablePath.empty())
    if (llvm::Error error = results.writeTable(tablePath))
      return fail(std::move(error));
  llvm::outs() << results.getNumPassed() << " passed, "
               << results.getNumFailed() << " failed\n";
  return results.getNumFailed() == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  auto fail = [](const llvm::Twine &message) {
    llvm::errs() << "error: " << message << "\n";
    return 2;
  };
  if (llvm::Error error = parseFlags(argc, argv, category, overview))
    return fail(llvm::toString(std::move(error)));

  llvm::Expected<Processor> processor = processorOption.read();
  if (!processor)
    return fail(llvm::toString(processor.takeError()));
  std::vector<Case> cases;
  for (const std::string &path : paths)
    if (llvm::Error error = readPath(path, cases))
      return fail(llvm::toString(std::move(error)));
  if (numMutants > 0 && cases.empty())
    return fail("required cases to change");

  llvm::Expected<std::unique_ptr<Job>> job = Job::join();
  if (!job)
    return fail(llvm::toString(job.takeError()));
  if (*job && (ruleMutants || numRandom > 0 || numMutants > 0))
    return fail("several processes run cases only");

  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  // A child process inherits only one thread.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  TrialCompilers compilers(context, *processor, useReference);
  auto finish = [](Results &results) {
    llvm::outs() << results.getNumPassed() << " passed, "
                 << results.getNumFailed() << " failed\n";
    return results.getNumFailed() == 0 ? 0 : 1;
  };
  if (printPrograms && numRandom > 0) {
    std::deque<Case> programs;
    for (const Batch &batch :
         makeRandomBatches(firstSeed, numRandom, context, programs))
      batch.print(llvm::outs());
    return 0;
  }
  FuzzOptions fuzz{firstSeed, numRandom + numMutants, jobs, timeout};
  if (!ruleMutants && (numRandom > 0 || numMutants > 0)) {
    Results results(progressAfter);
    if (numRandom > 0)
      runRandomPrograms(fuzz, compilers, results, llvm::outs());
    else
      runMutants(fuzz, cases, compilers, results, llvm::outs());
    return finish(results);
  }
  size_t limit = checkCoverage ? 1
                 : all         ? SIZE_MAX
                 : cover       ? 4
                 : quick       ? 3
                               : trialsPerCase.getValue();
  for (const std::string &mesh : meshes)
    if (llvm::Expected<Mesh> parsed = Mesh::parse(mesh); !parsed)
      return fail("--mesh: " + llvm::toString(parsed.takeError()));
  TrialChoice choice{limit, cover, only, meshes};
  TrialChoice sample{limit, /*cover=*/false, only, meshes};
  std::map<std::string, std::set<std::string>> forms;
  std::vector<std::vector<Batch>> byCase;
  Coverage coverage;
  for (const Case &testCase : cases) {
    OneLineDiagnostics diagnostics(&context, llvm::errs());
    llvm::Expected<std::vector<Batch>> made =
        makeBatches(testCase, choice, context);
    // Trials that show a known rule again are redundant.
    if (made && cover && !addForms(*made, forms[testCase.entry]) &&
        testCase.isAlike)
      made = makeBatches(testCase, sample, context);
    if (!made)
      return fail(testCase.name + ": " + llvm::toString(made.takeError()));
    llvm::for_each(testCase.exempted,
                   [&](const std::string &op) { coverage.exempt(op); });
    for (Batch &batch : *made)
      coverage.add(batch.getProgram());
    byCase.push_back(std::move(*made));
  }
  if (stride == 0)
    return fail("--each: required at least 1, found 0");
  if (offset >= stride)
    return fail("--offset: required less than the " + llvm::Twine(stride) +
                " of --each, found " + llvm::Twine(offset));
  if (checkCoverage) {
    std::vector<std::string> missing = coverage.getMissing(context);
    for (const std::string &name : missing)
      llvm::outs() << name << " has a sharding rule but no case\n";
    return missing.empty() ? 0 : 1;
  }
  // Batches of all cases alternate, since a run takes long and may be stopped.
  std::vector<Batch> batches;
  for (size_t round = 0, added = 1; added > 0; ++round) {
    added = batches.size();
    for (std::vector<Batch> &each : byCase)
      if (round < each.size())
        batches.push_back(std::move(each[round]));
    added = batches.size() - added;
  }
  std::deque<Case> made;
  if (cover && meshes.empty()) {
    llvm::Expected<std::vector<Batch>> alone =
        makeOpsAlone(cases, compilers, made);
    if (!alone)
      return fail(llvm::toString(alone.takeError()));
    for (Batch &batch : *alone)
      if (batch.select(only))
        batches.push_back(std::move(batch));
  }
  if (printPrograms) {
    for (const Batch &batch : batches)
      batch.print(llvm::outs());
    return 0;
  }

  if (ruleMutants)
    return plantFaults(std::move(batches), compilers);
  if (*job)
    return (*job)->finish(
        runAmongProcesses(batches, compilers, *processor, **job));

  Results results(progressAfter);
  if (!journalPath.empty()) {
    if (llvm::Error error = results.openJournal(journalPath))
      return fail(llvm::toString(std::move(error)));
    for (Batch &batch : batches) {
      size_t numAll = batch.getNumTrials();
      batch.skipKnown(results);
      results.countKnown(numAll - batch.getNumTrials());
    }
  }
  llvm::for_each(cases, [&](const Case &each) { results.explain(each); });
  for (const Batch &batch : batches)
    results.expect(batch.getNumTrials());
  // Some of the remaining trials may be examples for reasons.
  if (!runNothing) {
    runAll(batches, compilers, results);
    results.checkReasons(/*areAxesTried=*/all && only.empty() &&
                         meshes.empty());
  }
  results.print(llvm::outs());
  if (!tablePath.empty())
    if (llvm::Error error = results.writeTable(tablePath))
      return fail(llvm::toString(std::move(error)));
  return finish(results);
}
