//===- dtensor-sweep.cpp - Programs under many layouts --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"
#include "dtensor/Driver/ForkedJob.h"
#include "dtensor/Driver/InterpretedProgram.h"
#include "dtensor/Driver/ProcessCheck.h"
#include "dtensor/Driver/ProcessorOption.h"
#include "dtensor/Driver/ProgramFolder.h"
#include "dtensor/Driver/RunSome.h"
#include "dtensor/Driver/StatusLine.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Host/TextTable.h"
#include "dtensor/Launch/CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include <map>

namespace cl = llvm::cl;
using namespace dtensor;
using llvm::StringRef;

static constexpr llvm::StringLiteral overview = R"(
  dtensor-sweep --jobs 2 test/EndToEnd/models

Runs programs under many layouts, and compares their results with expected ones.
A program is a folder with program.mlir, in0.npy ... and out0.npy ... It may
also have tolerance.json, and strategies.json with layouts for this program: by
name, objects in the form of --layouts of dtensor-run. The last line of the
output is `N passed, N failed`.

Under mpirun, all processes run each case together. It is compared bit by bit
with a run in one process.

Exit codes: 0 all passed; 1 some failed; 2 bad usage or bad input.
)";

static cl::OptionCategory category("dtensor-sweep options");
static cl::list<std::string> paths(cl::Positional, cl::OneOrMore,
                                   cl::desc("FOLDER..."), cl::cat(category));
static cl::opt<bool> quick("quick", cl::cat(category),
                           cl::desc("shard few values, on one or two meshes"));
static cl::opt<bool>
    exhaustive("exhaustive", cl::cat(category),
               cl::desc("shard every axis of every value, on every mesh"));
static cl::opt<std::string>
    only("only", cl::value_desc("TEXT"), cl::cat(category),
         cl::desc("run only cases with TEXT in 'program strategy mesh'"));
static cl::opt<bool> interpret(
    "interpret", cl::cat(category),
    cl::desc("evaluate each program once, with the reference interpreter"));
static cl::opt<uint64_t> interpretLimit(
    "interpret-limit", cl::value_desc("N"), cl::init(10'000'000'000),
    cl::cat(category),
    cl::desc("number of scalar operations after which the interpreter gives up "
             "(default 10000000000; 0: never)"));
static cl::opt<bool> list("list", cl::cat(category),
                          cl::desc("show the cases, run nothing"));
static cl::opt<unsigned> jobs("jobs", cl::init(1), cl::cat(category),
                              cl::desc("number of processes at a time"));
static cl::opt<double>
    timeout("timeout", cl::init(60), cl::cat(category),
            cl::desc("seconds after which a case counts as hung"));
static cl::opt<Kernels>
    kernels("kernels", cl::init(Kernels::Auto), cl::cat(category),
            cl::desc("how contractions are computed:"),
            cl::values(clEnumValN(Kernels::Auto, "auto",
                                  "by the kernel library, if it can"),
                       clEnumValN(Kernels::Generated, "generated",
                                  "by generated code")));

static ProcessorOption processorOption(category);
static cl::opt<double> progressAfter(
    "progress-after", cl::value_desc("SECONDS"), cl::init(2), cl::Hidden,
    cl::desc(
        "seconds after which a terminal shows the present trial (default 2)"),
    cl::cat(category));
static cl::opt<bool> verifyBuffers(
    "verify-buffers", cl::cat(category),
    cl::desc("reject programs in which tensors wrongly share a buffer"));

namespace {
/// One program under one strategy.
struct Case {
  const ProgramFolder *folder;
  Strategy strategy;

  std::string getName() const {
    return folder->name + " " + strategy.name + " " + strategy.getMeshText();
  }
};

struct Tally {
  unsigned passed = 0, failed = 0;
};
} // namespace

static bool fail(llvm::raw_ostream &os, llvm::Error error) {
  os << "error: " << llvm::toString(std::move(error)) << "\n";
  return false;
}

/// Compares results. The error names the first difference.
static llvm::Error checkResults(const ProgramFolder &folder,
                                llvm::ArrayRef<HostTensor> results) {
  for (auto [i, got, want] : llvm::enumerate(results, folder.expected))
    if (auto difference = compare(got, want, folder.tolerance))
      return llvm::createStringError("result " + llvm::Twine(i) + " " +
                                     difference->str());
  return llvm::Error::success();
}

static bool interpretCase(const Case &testCase, llvm::raw_ostream &os) {
  const ProgramFolder &folder = *testCase.folder;
  OneLineDiagnostics diagnostics(folder.entry->getContext(), os);
  auto program = InterpretedProgram::create(folder.entry);
  if (failed(program))
    return false;
  reference::InterpretOptions options;
  options.workLimit = interpretLimit;
  options.limitHint = "; --interpret-limit raises it";
  auto results = program->run(folder.inputs, options);
  if (!results)
    return fail(os, results.takeError());
  if (llvm::Error error = checkResults(folder, *results))
    return fail(os, std::move(error));
  os << "interpreted\n";
  return true;
}

/// Runs a case in this process, which cannot be used afterwards.
static bool runCase(const Case &testCase, ProgramCompiler &compiler,
                    llvm::raw_ostream &os) {
  if (interpret)
    return interpretCase(testCase, os);
  const ProgramFolder &folder = *testCase.folder;
  OneLineDiagnostics diagnostics(folder.entry->getContext(), os);
  if (llvm::Error error =
          applyLayoutRequest(testCase.strategy.request, folder.entry))
    return fail(os, std::move(error));
  auto program = compiler.compile(folder.entry);
  if (failed(program))
    return false;
  auto invocation =
      Invocation::create((*program)->getSignature(), folder.inputs);
  if (!invocation)
    return fail(os, invocation.takeError());
  // The second run starts from the state that the first one has left.
  for (int run = 0; run < 2; ++run) {
    if (llvm::Error error = (*program)->run(*invocation))
      return fail(os, std::move(error));
    auto results = invocation->joinResults();
    if (!results)
      return fail(os, results.takeError());
    if (llvm::Error error = checkResults(folder, *results))
      return fail(os, std::move(error));
  }
  llvm::SmallVector<std::string> totals;
  for (const auto &[kind, total] : (*program)->getCommunication().getTotals())
    totals.push_back(std::to_string(total.count) + " " + kind);
  os << llvm::join(totals, ", ") << (totals.empty() ? "" : ", ")
     << (*program)->getCommunication().getBytesReceived() << " bytes\n";
  return true;
}

/// Runs all cases, several at a time, and shows each when it ends.
static std::vector<JobOutcome> runAll(llvm::ArrayRef<Case> cases,
                                      ProgramCompiler &compiler) {
  std::vector<JobOutcome> outcomes(cases.size());
  using Running = std::pair<size_t, ForkedJob>;
  size_t next = 0, done = 0;
  StatusLine line(progressAfter);
  auto start = [&]() -> std::optional<Running> {
    if (next == cases.size())
      return std::nullopt;
    const Case &testCase = cases[next];
    return Running(next++, ForkedJob(
                               [&](llvm::raw_ostream &os) {
                                 return runCase(testCase, compiler, os);
                               },
                               timeout));
  };
  auto poll = [&](Running &each) {
    std::optional<JobOutcome> outcome = each.second.poll();
    if (!outcome) {
      line.show(each.second.getSeconds(),
                [&] { return cases[each.first].getName(); });
      return true;
    }
    line.hide();
    llvm::outs() << "[" << ++done << "/" << cases.size() << "] "
                 << (outcome->succeeded ? "ok   " : "FAIL ")
                 << cases[each.first].getName() << ": " << outcome->message
                 << llvm::format(" (%.2f s)\n", outcome->seconds);
    llvm::outs().flush();
    outcomes[each.first] = std::move(*outcome);
    return false;
  };
  runSome<Running>(jobs, start, poll);
  return outcomes;
}

/// Runs all cases by the processes of `job` together. Returns the exit code of
/// this process.
static int runAmongProcesses(llvm::ArrayRef<Case> cases,
                             ProgramCompiler &compiler,
                             const Processor &processor, const Job &job) {
  using Kind = ProcessCheck::Kind;
  unsigned numPassed = 0, numFailed = 0;
  for (const Case &testCase : cases) {
    const ProgramFolder &folder = *testCase.folder;
    mlir::OwningOpRef<mlir::ModuleOp> module = folder.module.get().clone();
    auto entry = llvm::cantFail(findEntry(*module, ""));
    llvm::Error error = applyLayoutRequest(testCase.strategy.request, entry);
    ProcessCheck check =
        error ? ProcessCheck{Kind::Unusable, llvm::toString(std::move(error))}
              : checkProcesses(entry, compiler, processor, folder.inputs, job);
    if (check.kind == Kind::Same) {
      ++numPassed;
      continue;
    }
    ++numFailed;
    llvm::errs() << "error: " << testCase.getName() << ": " << check.message
                 << "\n";
    if (check.kind == Kind::Failed)
      return 1;
  }
  llvm::outs() << numPassed << " passed, " << numFailed << " failed\n";
  llvm::outs().flush();
  return numFailed == 0 && numPassed > 0 ? 0 : 1;
}

/// Prints a table of programs by strategies, with single annotations together:
/// the number of cases that passed.
static void printTable(llvm::ArrayRef<Case> cases,
                       llvm::ArrayRef<JobOutcome> outcomes) {
  std::map<std::string, std::map<std::string, Tally>> tallies;
  std::map<std::string, unsigned> columns;
  for (auto [testCase, outcome] : llvm::zip(cases, outcomes)) {
    std::string column = StringRef(testCase.strategy.name).contains('.')
                             ? "single"
                             : testCase.strategy.name;
    ++columns[column];
    Tally &tally = tallies[testCase.folder->name][column];
    ++(outcome.succeeded ? tally.passed : tally.failed);
  }
  TextTable::Row header = {"program"};
  for (const auto &[column, count] : columns)
    header.push_back(column);
  TextTable table(header);
  for (const auto &[program, row] : tallies) {
    TextTable::Row cells = {program};
    for (const auto &[column, count] : columns) {
      auto it = row.find(column);
      cells.push_back(
          it == row.end()
              ? "."
              : std::to_string(it->second.passed) + "/" +
                    std::to_string(it->second.passed + it->second.failed));
    }
    table.add(cells);
  }
  llvm::outs() << "\n";
  table.print(llvm::outs());
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (llvm::Error error = parseFlags(argc, argv, category, overview)) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return 2;
  }
  llvm::Expected<Processor> processor = processorOption.read();
  if (!processor) {
    llvm::errs() << "error: " << llvm::toString(processor.takeError()) << "\n";
    return 2;
  }
  Effort effort = quick        ? Effort::Quick
                  : exhaustive ? Effort::Exhaustive
                               : Effort::Normal;

  llvm::Expected<std::unique_ptr<Job>> job = Job::join();
  if (!job) {
    llvm::errs() << "error: " << llvm::toString(job.takeError()) << "\n";
    return 2;
  }
  if (*job && interpret) {
    llvm::errs() << "error: --interpret: required one process\n";
    return 2;
  }

  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  // A child process inherits only one thread.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::list<ProgramFolder> folders;
  std::vector<Case> cases;
  unsigned unreadable = 0;
  for (const std::string &path : paths) {
    std::vector<std::string> found = findProgramFolders(path);
    if (found.empty()) {
      llvm::errs() << "error: " << path << ": no program.mlir in it or below\n";
      return 2;
    }
    for (const std::string &program : found) {
      OneLineDiagnostics diagnostics(&context, llvm::errs());
      llvm::Expected<ProgramFolder> folder =
          ProgramFolder::read(program, &context);
      if (!folder) {
        llvm::errs() << "error: " << llvm::toString(folder.takeError()) << "\n";
        ++unreadable;
        continue;
      }
      folders.push_back(std::move(*folder));
      llvm::Expected<std::vector<Strategy>> strategies =
          interpret ? std::vector<Strategy>{{"interpreted", {}}}
                    : makeStrategies(folders.back().signature,
                                     folders.back().strategies, effort);
      if (!strategies) {
        llvm::errs() << "error: " << program << ": "
                     << llvm::toString(strategies.takeError()) << "\n";
        return 2;
      }
      for (Strategy &strategy : *strategies) {
        Case testCase{&folders.back(), std::move(strategy)};
        if (StringRef(testCase.getName()).contains(only))
          cases.push_back(std::move(testCase));
      }
    }
  }
  if (list) {
    for (const Case &testCase : cases)
      llvm::outs() << testCase.getName() << "\n";
    return 0;
  }

  CompileOptions options;
  options.kernels = kernels;
  options.processor = *processor;
  options.verifyBuffers = verifyBuffers;
  // The same machine code runs in one process and in several.
  options.optimize = !*job;
  ProgramCompiler compiler(&context, options);
  if (*job)
    return (*job)->finish(
        runAmongProcesses(cases, compiler, *processor, **job));
  if (!interpret)
    compiler.warmUp();
  std::vector<JobOutcome> outcomes = runAll(cases, compiler);
  printTable(cases, outcomes);
  unsigned failed =
      unreadable + llvm::count_if(outcomes, [](const JobOutcome &outcome) {
        return !outcome.succeeded;
      });
  for (auto [testCase, outcome] : llvm::zip(cases, outcomes))
    if (!outcome.succeeded)
      llvm::outs() << "FAIL " << testCase.getName() << ": " << outcome.message
                   << "\n";
  llvm::outs() << outcomes.size() + unreadable - failed << " passed, " << failed
               << " failed\n";
  return failed == 0 ? 0 : 1;
}
