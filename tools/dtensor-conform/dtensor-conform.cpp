//===- dtensor-conform.cpp - StableHLO's conformance files ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SubjectRun.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/ProcessorOption.h"
#include "dtensor/Driver/RunSome.h"
#include "dtensor/Driver/StatusLine.h"
#include "dtensor/Launch/CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include <chrono>

namespace cl = llvm::cl;
using namespace dtensor;
using llvm::StringRef;

static constexpr llvm::StringLiteral overview = R"(
  dtensor-conform --jobs 2 --table FILE.md conformance

Takes two kinds of programs. Files that check themselves, as StableHLO's
conformance files do (check.expect_eq and the like), run on one device. Folders
with program.mlir, in0.npy ..., out0.npy ... and tolerance.json run on 2 and 3
devices, with each axis of each argument divided in turn. The last line of the
output is `N passed, N failed, N known to fail`.

Exit codes: 0 all passed that should; 1 some failed; 2 bad usage or bad input.
)";

static cl::OptionCategory category("dtensor-conform options");
static cl::list<std::string> paths(cl::Positional, cl::OneOrMore,
                                   cl::desc("FILE|FOLDER..."),
                                   cl::cat(category));
static cl::opt<std::string> filter(
    "filter", cl::value_desc("TEXT"),
    cl::desc("run only trials with TEXT in their names, as --list shows them"),
    cl::cat(category));
static cl::opt<size_t> each("each", cl::value_desc("N"), cl::init(1),
                            cl::desc("run every N-th trial only"),
                            cl::cat(category));
static cl::opt<std::string> knownPath(
    "known", cl::value_desc("FILE"),
    cl::desc(
        "file with trials that fail for a reason, in lines 'GLOB: REASON'"),
    cl::cat(category));
static cl::opt<std::string>
    tablePath("table", cl::value_desc("FILE"),
              cl::desc("write the outcomes as a table in Markdown"),
              cl::cat(category));
static cl::opt<bool>
    interpret("interpret",
              cl::desc("evaluate each program once with the reference "
                       "interpreter, instead of compiled code"),
              cl::cat(category));
static cl::opt<bool>
    oneDevice("one-device",
              cl::desc("run programs with values on one device as well"),
              cl::cat(category));
static cl::opt<bool> list("list", cl::desc("show the trials, run nothing"),
                          cl::cat(category));
static cl::opt<bool>
    progress("progress", cl::desc("show on stderr how many programs are done"),
             cl::cat(category));
static cl::opt<double> progressAfter(
    "progress-after", cl::value_desc("SECONDS"), cl::init(2), cl::Hidden,
    cl::desc(
        "seconds after which a terminal shows the present trial (default 2)"),
    cl::cat(category));
static cl::opt<unsigned> jobs("jobs", cl::init(1),
                              cl::desc("number of processes at a time"),
                              cl::cat(category));
static cl::opt<double>
    timeout("timeout", cl::init(60),
            cl::desc("seconds after which a trial counts as hung"),
            cl::cat(category));
static ProcessorOption processorOption(category);

namespace {
struct Tested {
  Subject subject;
  /// The path of the subject, from the given path on.
  std::string name;
};

/// Chooses trials and runs several at a time.
class Runner {
public:
  /// Without a compiler, programs are interpreted.
  Runner(mlir::MLIRContext &context, ProgramCompiler *compiler,
         Outcomes &outcomes)
      : context(context), compiler(compiler), outcomes(outcomes) {}

  void run(llvm::ArrayRef<Tested> all);

private:
  /// The trials of a subject that the options select.
  std::vector<Trial> choose(const Tested &tested);

  mlir::MLIRContext &context;
  ProgramCompiler *compiler;
  Outcomes &outcomes;
  size_t numSeen = 0;
};
} // namespace

std::vector<Trial> Runner::choose(const Tested &tested) {
  std::vector<Trial> chosen;
  for (Trial &trial :
       tested.subject.makeTrials(&context, compiler, oneDevice)) {
    std::string name =
        tested.name + (trial.name.empty() ? "" : " ") + trial.name;
    if (!StringRef(name).contains(filter) ||
        numSeen++ % std::max<size_t>(each, 1) != 0)
      continue;
    if (list)
      llvm::outs() << name << "\n";
    else
      chosen.push_back(std::move(trial));
  }
  return chosen;
}

void Runner::run(llvm::ArrayRef<Tested> all) {
  size_t next = 0;
  StatusLine line(progressAfter);
  runSome<SubjectRun>(
      jobs,
      [&]() -> std::optional<SubjectRun> {
        if (next == all.size())
          return std::nullopt;
        const Tested &tested = all[next++];
        line.hide();
        if (progress)
          llvm::errs() << "\r" << next << "/" << all.size() << ", "
                       << outcomes.getNumFailed() << " failed ";
        return SubjectRun(tested.subject, tested.name, choose(tested), timeout);
      },
      [&](SubjectRun &run) {
        bool goesOn = run.poll(outcomes);
        if (goesOn)
          line.show(run.getSeconds(), [&] { return run.getNextName(); });
        return goesOn;
      });
  line.hide();
  if (progress)
    llvm::errs() << "\n";
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
  std::vector<Tested> all;
  for (StringRef path : paths) {
    llvm::Expected<std::vector<Subject>> found = findSubjects(path);
    if (!found)
      return fail(llvm::toString(found.takeError()));
    for (Subject &subject : *found) {
      StringRef name = subject.path;
      if (name.consume_front(path.rtrim('/')) && !name.empty())
        name = name.drop_front();
      else
        name = subject.path;
      all.push_back({subject, name.str()});
    }
  }
  llvm::Expected<KnownFailures> known = KnownFailures::read(knownPath);
  if (!known)
    return fail(llvm::toString(known.takeError()));

  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  // A child process inherits only one thread.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Outcomes outcomes(std::move(*known));
  CompileOptions options;
  options.processor = *processor;
  options.verifyBuffers = true;
  ProgramCompiler compiler(&context, options);
  if (!interpret)
    compiler.warmUp();
  Runner(context, interpret ? nullptr : &compiler, outcomes).run(all);
  if (list)
    return 0;
  for (const std::string &failure : outcomes.getFailures())
    llvm::outs() << "FAIL " << failure << "\n";
  if (!tablePath.empty())
    if (llvm::Error error = outcomes.writeTable(tablePath))
      return fail(llvm::toString(std::move(error)));
  llvm::outs() << outcomes.getNumPassed() << " passed, "
               << outcomes.getNumFailed() << " failed, "
               << outcomes.getNumKnown() << " known to fail\n";
  return outcomes.getNumFailed() == 0 ? 0 : 1;
}
