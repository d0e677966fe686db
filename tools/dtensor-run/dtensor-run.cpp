//===- dtensor-run.cpp - Partition, compile and run a program -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckEachOp.h"
#include "CheckpointValues.h"
#include "OtherRuns.h"
#include "PrintLayouts.h"
#include "SourceProgram.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Driver/PlanningOptions.h"
#include "dtensor/Driver/PredictionPrinter.h"
#include "dtensor/Driver/ReportPrinter.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Frontend/Text/SplitSource.h"
#include "dtensor/Host/HostMemory.h"
#include "dtensor/Host/OutputFile.h"
#include "dtensor/Launch/FlightRecords.h"
#include "dtensor/Launch/Job.h"
#include "dtensor/Launch/Timing.h"
#include "dtensor/Launch/ValueFiles.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace dtensor;

namespace {
/// The exit codes, on which scripts rely.
enum ExitCode { kDone = 0, kCheckFailed = 1, kBadInput = 2 };

/// One run of the tool. Each step reports its own errors.
class Run {
public:
  /// Makes a run of one of the programs of a file.
  Run(const RunOptions &options, const llvm::MemoryBuffer &source);

  ExitCode execute();

private:
  ExitCode fail(ExitCode code, const Twine &message) {
    emitError(UnknownLoc::get(&context)) << message;
    return code;
  }
  ExitCode fail(ExitCode code, llvm::Error error) {
    return fail(code, llvm::toString(std::move(error)));
  }

  ExitCode executeEntry();
  /// `among` are the processes that read arguments together, if there are some.
  llvm::Expected<Values> readArguments(const Signature &signature,
                                       Job *among) const;
  /// The facts that all processes of a job must have in common.
  std::vector<Job::Fact> getFacts(const CompiledProgram &program) const;
  /// Writes and checks the results of a run of several processes.
  ExitCode finishJob(CompiledProgram &program, Invocation &invocation,
                     const Values &inputs);
  ExitCode checkBits(llvm::ArrayRef<HostTensor> results,
                     const Values &expected);
  void observe(Stage stage, ModuleOp module);
  /// Writes the profile of the last runs, and prints a table of it.
  ExitCode finishProfile(CompiledProgram &program);

  ExitCode printReports(const CompiledProgram &program);
  /// Adds to the reports what a run of several processes has shown.
  ExitCode addToReports(CompiledProgram &program);
  llvm::Error predict(ModuleOp module);
  /// Whether a profile has predicted times beside its own.
  bool showsPredictedTimes() const {
    return options.compile.machine && !options.profileFile.empty();
  }
  /// Predicts the times that the profile shows.
  llvm::Error predictProfile(ModuleOp module);
  ExitCode interpretEntry(func::FuncOp entry);
  /// Writes and checks the results of a run.
  ExitCode finish(llvm::ArrayRef<HostTensor> results, const Values &inputs,
                  const Signature &signature);
  ExitCode check(llvm::ArrayRef<HostTensor> results, const Values &inputs,
                 const Signature &signature);
  ExitCode checkAgainst(const FailureOr<Values> &expected,
                        llvm::ArrayRef<HostTensor> results, StringRef from);
  ExitCode checkNamedValues(llvm::ArrayRef<HostTensor> results,
                            const Signature &signature);

  const RunOptions &options;
  /// The processes that run the program together; null if there is only this
  /// one.
  Job *job;
  std::string fingerprint;
  Progress progress;
  DialectRegistry registry;
  MLIRContext context;
  OneLineDiagnostics diagnostics;
  SourceProgram source;
  std::string entryName;
  /// For the profile; see Profile::predict.
  llvm::StringMap<double> predicted;
};
} // namespace

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerProgramDialects(registry);
  return registry;
}

Run::Run(const RunOptions &options, const llvm::MemoryBuffer &source)
    : options(options), job(options.compile.job),
      fingerprint(getFingerprint(source.getBuffer())),
      progress(options.progressAfter), registry(makeRegistry()),
      context(registry), diagnostics(&context, llvm::errs()),
      source(options, source, &context, progress) {
  if (options.remarks.empty())
    return;
  remark::RemarkCategories categories{options.remarks, "", "", "", ""};
  // Remarks become diagnostics, one line each.
  (void)remark::enableOptimizationRemarks(
      context, /*streamer=*/nullptr,
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

void Run::observe(Stage stage, ModuleOp module) {
  progress.hide();
  // The shardings of a frontend have become a mesh by now.
  bool wantsLayouts = options.printLayouts || !options.showLayouts.empty() ||
                      !options.compile.explain.empty();
  if (stage == Stage::Import && wantsLayouts && module.getOps<MeshOp>().empty())
    fail(kBadInput, "layouts need a mesh, and the program has none");
  if (options.printLayouts && stage == Stage::Propagate)
    printLayouts(module.lookupSymbol<func::FuncOp>(entryName), llvm::outs());
  if (stage == Stage::Propagate)
    for (const std::string &name : options.showLayouts)
      if (llvm::Error error = showLayoutOf(
              module.lookupSymbol<func::FuncOp>(entryName), name, llvm::outs()))
        fail(kBadInput, std::move(error));
  if (options.dumpAfter == stage)
    llvm::outs() << module << "\n";
  if (showsPredictedTimes() && stage == Stage::Optimize)
    if (llvm::Error error = predictProfile(module))
      fail(kBadInput, std::move(error));
  if (options.predicts && stage == Stage::Optimize)
    if (llvm::Error error = predict(module))
      fail(kBadInput, std::move(error));
}

llvm::Error Run::predictProfile(ModuleOp module) {
  auto step = predictStep(module.lookupSymbol<func::FuncOp>(entryName),
                          *options.compile.machine);
  if (!step)
    return step.takeError();
  for (const PredictedOp &op : step->ops) {
    StringRef kind = op.name;
    bool isCollective = kind.consume_front("comm.");
    predicted[Profile::getPredictionKey(isCollective ? kind : "",
                                        op.location)] += op.seconds;
  }
  return llvm::Error::success();
}

llvm::Error Run::predict(ModuleOp module) {
  auto entry = module.lookupSymbol<func::FuncOp>(entryName);
  llvm::Expected<StepPrediction> step =
      predictStep(entry, *options.compile.machine);
  if (!step)
    return step.takeError();
  auto meshes = module.getOps<MeshOp>();
  Mesh mesh = meshes.empty() ? Mesh() : (*meshes.begin()).getMesh();
  if (options.predictionFile.empty()) {
    printPredictionAsTable(*step, *options.compile.machine, mesh, llvm::outs());
    return llvm::Error::success();
  }
  return writeFile(options.predictionFile, [&](llvm::raw_ostream &os) {
    printPredictionAsJSON(*step, *options.compile.machine, mesh, os);
  });
}

ExitCode Run::finishProfile(CompiledProgram &program) {
  Profile profile = program.getLinked().endProfile(
      llvm::sys::path::filename(options.program));
  if (showsPredictedTimes())
    profile.predict(predicted);
  int64_t process = job ? job->getRank() : 0;
  std::string file = job ? getFileOfProcess(options.profileFile, process)
                         : options.profileFile;
  llvm::Error error = writeFile(
      file, [&](llvm::raw_ostream &os) { profile.printAsTrace(os, process); });
  if (job)
    error = job->agree(std::move(error));
  if (error)
    return fail(kBadInput, std::move(error));
  constexpr size_t kNumRows = 10;
  profile.printTables(llvm::outs(), kNumRows);
  return kDone;
}

ExitCode Run::printReports(const CompiledProgram &program) {
  if (options.reportTable)
    printReportAsTable(program, llvm::errs());
  if (options.reportFile.empty())
    return kDone;
  if (llvm::Error error =
          writeFile(options.reportFile, [&](llvm::raw_ostream &os) {
            printReportAsJSON(program, os);
          }))
    return fail(kBadInput, std::move(error));
  return kDone;
}

ExitCode Run::addToReports(CompiledProgram &program) {
  int64_t bytes = program.getLinked().countUncombined(*job);
  if (options.reportTable)
    llvm::errs() << Job::describeUncombined(bytes);
  if (options.reportFile.empty())
    return kDone;
  if (llvm::Error error =
          writeFile(options.reportFile, [&](llvm::raw_ostream &os) {
            printReportAsJSON(program, os, bytes);
          }))
    return fail(kBadInput, std::move(error));
  return kDone;
}

ExitCode Run::checkAgainst(const FailureOr<Values> &expected,
                           llvm::ArrayRef<HostTensor> results, StringRef from) {
  if (failed(expected))
    return kCheckFailed;
  if (std::optional<std::string> difference = compareIntermediateValues(
          results, *expected, source.getIntermediateValues(), options.tolerance,
          from))
    return fail(kCheckFailed, *difference);
  if (std::optional<std::string> difference =
          compareResults(results, *expected, options.tolerance, from))
    return fail(kCheckFailed, *difference);
  return kDone;
}

ExitCode Run::checkNamedValues(llvm::ArrayRef<HostTensor> results,
                               const Signature &signature) {
  llvm::errs() << "compared with '" << options.checkDirectory << "': ";
  llvm::interleaveComma(
      source.getNamedValues(), llvm::errs(),
      [](const NamedValue &value) { llvm::errs() << value.name; });
  llvm::errs() << "\n";
  auto difference = compareNamedValues(results, source.getNamedValues(),
                                       signature, options.tolerance);
  if (!difference)
    return fail(kBadInput, difference.takeError());
  return *difference ? fail(kCheckFailed, **difference) : kDone;
}

ExitCode Run::check(llvm::ArrayRef<HostTensor> results, const Values &inputs,
                    const Signature &signature) {
  size_t numOwn = results.size() - source.getNumAdded();
  if (std::optional<std::string> unmet =
          source.getExpectations().findUnmet(results.drop_front(numOwn)))
    return fail(kCheckFailed, *unmet);
  Signature own = signature;
  own.results.truncate(numOwn);
  llvm::Expected<Values> expected = readExpected(options, own);
  if (!expected)
    return fail(kBadInput, expected.takeError());
  if (std::optional<std::string> difference = compareResults(
          results, *expected, options.tolerance, "the expected value"))
    return fail(kCheckFailed, *difference);
  if (options.check == CheckWith::Nothing)
    return kDone;
  if (options.check == CheckWith::Values)
    return checkNamedValues(results, signature);
  // The same program has already given its warnings.
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Warning);
  });
  FailureOr<func::FuncOp> entry = source.prepare(entryName);
  if (failed(entry))
    return kCheckFailed;
  if (options.check == CheckWith::OneProcess) {
    FailureOr<Values> alone =
        runInOneProcess(*entry, options, inputs, progress);
    return failed(alone) ? kCheckFailed : checkBits(results, *alone);
  }
  if (options.check == CheckWith::OneDevice)
    return checkAgainst(runOnOneDevice(*entry, options, inputs, progress),
                        results, "a run on one device");
  return checkAgainst(runInReference(*entry, options, inputs, progress),
                      results, "the reference interpreter");
}

ExitCode Run::checkBits(llvm::ArrayRef<HostTensor> results,
                        const Values &expected) {
  for (auto [i, result, want] : llvm::enumerate(results, expected))
    if (result.getBytes() != want->getBytes())
      return fail(kCheckFailed,
                  "result " + Twine(i) + " has other bits than in one process");
  return kDone;
}

std::vector<Job::Fact> Run::getFacts(const CompiledProgram &program) const {
  std::vector<Job::Fact> facts =
      dtensor::getFacts(program.getSignature(), options.commandLine);
  facts.push_back({"the program", entryName + " " + fingerprint});
  facts.push_back({"the processor", options.compile.processor.getName().str()});
  return facts;
}

ExitCode Run::finishJob(CompiledProgram &program, Invocation &invocation,
                        const Values &inputs) {
  LinkedProgram &linked = program.getLinked();
  const Signature &signature = linked.getSignature();
  size_t numOwn = signature.results.size() - source.getNumAdded();
  if (!options.outputDirectory.empty())
    if (llvm::Error error = linked.writeResults(options.outputDirectory,
                                                invocation, numOwn, *job))
      return fail(kBadInput, std::move(error));
  if (source.getNumAdded() == 0 && !options.hasExpected() &&
      options.check == CheckWith::Nothing)
    return kDone;
  llvm::Expected<std::vector<HostTensor>> results =
      linked.getResults(invocation);
  if (!results)
    return fail(kCheckFailed, results.takeError());
  // The first process compares for all.
  return job->isFirst() ? check(*results, inputs, signature) : kDone;
}

ExitCode Run::finish(llvm::ArrayRef<HostTensor> results, const Values &inputs,
                     const Signature &signature) {
  if (!options.outputDirectory.empty())
    if (llvm::Error error =
            writeResults(options.outputDirectory,
                         results.drop_back(source.getNumAdded()), signature))
      return fail(kBadInput, std::move(error));
  return check(results, inputs, signature);
}

llvm::Expected<Values> Run::readArguments(const Signature &signature,
                                          Job *among) const {
  if (options.inputCheckpoint.empty())
    return readInputs(options, signature);
  return readCheckpointInputs(
      options.inputCheckpoint, options.randomInputs, signature, among,
      /*needsWhole=*/options.check != CheckWith::Nothing);
}

ExitCode Run::interpretEntry(func::FuncOp entry) {
  FailureOr<InterpretedProgram> program = InterpretedProgram::create(entry);
  if (failed(program))
    return kBadInput;
  const Signature &signature = program->getSignature();
  // The first process interprets for all.
  llvm::Expected<Values> inputs = readArguments(signature, /*among=*/nullptr);
  if (!inputs)
    return fail(kBadInput, inputs.takeError());
  auto results = interpret(*program, options, *inputs, progress);
  if (!results)
    return fail(kCheckFailed, results.takeError());
  return finish(*results, *inputs, signature);
}

ExitCode Run::execute() {
  if (failed(source.parse()))
    return kBadInput;
  auto entries = findEntries(source.getModule(), options.entry);
  if (!entries)
    return fail(kBadInput, entries.takeError());
  if (entries->size() > 1 && options.isAboutOneFunction())
    return fail(kBadInput, "files of values, layouts and reports belong to one "
                           "function, found " +
                               Twine(entries->size()) +
                               " to run: give --entry");
  ExitCode worst = kDone;
  for (const std::string &entry : *entries) {
    entryName = entry;
    worst = std::max(worst, executeEntry());
    // The processes are at different places after an error.
    if (job && worst != kDone)
      break;
  }
  return worst;
}

ExitCode Run::executeEntry() {
  FailureOr<func::FuncOp> entry = source.prepare(entryName);
  if (failed(entry))
    return kBadInput;
  if (options.interpret)
    return job && !job->isFirst() ? kDone : interpretEntry(*entry);
  if (options.autoLayout) {
    progress.set("choosing layouts");
    LogicalResult chosen =
        applyChosenLayouts(*options.autoLayout, *entry, llvm::errs());
    progress.hide();
    // A chosen mesh may need more threads than there can be.
    if (failed(chosen) ||
        (!options.predicts && failed(checkFitsInProcess(
                                  (*entry)->getParentOfType<ModuleOp>(), job))))
      return kBadInput;
  }
  CompileOptions compile = options.compile;
  compile.observer = [&](Stage stage, ModuleOp module) {
    observe(stage, module);
  };
  compile.progress = [&](const Twine &step) { progress.set(step.str()); };
  compile.last = options.dumpAfter;
  if (options.predicts)
    compile.last = Stage::Optimize;
  // Reports need all stages up to the local view.
  if (compile.last && options.showsPartition())
    compile.last = std::max(*compile.last, Stage::Optimize);
  // That of memory is in the plan for buffers.
  if (compile.last && options.showsReport())
    compile.last = Stage::LLVM;
  auto program = CompiledProgram::compile(*entry, compile);
  progress.hide();
  // It is also an error if an observer could not show its result.
  if (failed(program) || diagnostics.getNumErrors() > 0)
    return kBadInput;
  if (ExitCode code = printReports(**program))
    return code;
  if (llvm::Error error = checkReplications((*program)->getCommunication(),
                                            options.replicationLimit))
    return fail(kBadInput, std::move(error));
  if (options.dumpAfter || options.predicts)
    return kDone;

  const Signature &signature = (*program)->getSignature();
  llvm::Expected<Values> inputs = readArguments(signature, job);
  if (!inputs)
    return fail(kBadInput, inputs.takeError());
  // Only another run needs them as they were.
  Values given =
      options.check == CheckWith::Nothing || options.check == CheckWith::Values
          ? std::move(*inputs)
          : *inputs;
  llvm::Expected<Invocation> invocation =
      Invocation::create(signature, std::move(given));
  if (!invocation)
    return fail(kBadInput, invocation.takeError());
  freeKeptHostMemory();
  if (job)
    if (llvm::Error error =
            job->agree(llvm::Error::success(), getFacts(**program)))
      return fail(kCheckFailed, std::move(error));
  // If runs are timed, these are the ones of the profile.
  bool isProfiled = options.compile.events && options.timedRuns == 0;
  if (isProfiled)
    if (llvm::Error error = (*program)->getLinked().beginProfile())
      return fail(kCheckFailed, std::move(error));
  progress.set("running");
  llvm::Error failure = (*program)->run(*invocation);
  progress.hide();
  if (job)
    failure = job->agree(std::move(failure));
  if (failure)
    return fail(kCheckFailed, std::move(failure));
  if (isProfiled)
    if (ExitCode code = finishProfile(**program))
      return code;
  if (!options.outputCheckpoint.empty())
    if (llvm::Error error = writeCheckpointResults(
            options.outputCheckpoint, (*program)->getLinked(), *invocation,
            signature.results.size() - source.getNumAdded(), job))
      return fail(kBadInput, std::move(error));
  if (job) {
    if (ExitCode code = addToReports(**program))
      return code;
    if (ExitCode code = finishJob(**program, *invocation, *inputs))
      return code;
  } else {
    llvm::Expected<std::vector<HostTensor>> results = invocation->joinResults();
    if (!results)
      return fail(kCheckFailed, results.takeError());
    if (ExitCode code = finish(*results, *inputs, signature))
      return code;
  }

  if (options.timedRuns == 0)
    return kDone;
  unsigned numRuns = 0;
  auto run = [&]() -> llvm::Error {
    // The first one is not timed.
    if (numRuns++ == 1 && options.compile.events)
      if (llvm::Error error = (*program)->getLinked().beginProfile())
        return error;
    return (*program)->run(*invocation);
  };
  llvm::Expected<Timing> timing =
      timeRuns(run, options.timedRuns, (*program)->getCompileSeconds());
  if (!timing)
    return fail(kCheckFailed, timing.takeError());
  timing->print(llvm::outs());
  if (options.compile.events)
    if (ExitCode code = finishProfile(**program))
      return code;
  if (options.timesFile.empty())
    return kDone;
  if (llvm::Error error =
          writeFile(options.timesFile,
                    [&](llvm::raw_ostream &os) { timing->printAsJSON(os); }))
    return fail(kBadInput, std::move(error));
  return kDone;
}

/// Runs all programs of the file, and continues after one that fails.
static ExitCode runFile(const RunOptions &options) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> source =
      openInputFile(options.program, &message);
  if (!source) {
    llvm::errs() << "error: " << message << "\n";
    return kBadInput;
  }
  auto programs = splitSource(std::move(source));
  if (programs.size() > 1 && options.isAboutOneFunction()) {
    llvm::errs() << "error: files of values, layouts and reports belong to "
                    "one program, found "
                 << programs.size() << " in '" << options.program << "'\n";
    return kBadInput;
  }
  ExitCode worst = kDone;
  for (const auto &program : programs) {
    worst = std::max(worst, Run(options, *program).execute());
    if (options.compile.job && worst != kDone)
      break;
  }
  return worst;
}

static ExitCode compareFlightRecords(StringRef folder) {
  llvm::Expected<FlightRecords> records = FlightRecords::read(folder);
  if (!records) {
    llvm::errs() << "error: " << llvm::toString(records.takeError()) << "\n";
    return kBadInput;
  }
  records->print(llvm::outs());
  return kDone;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::Expected<RunOptions> options = parseCommandLine(argc, argv);
  if (!options) {
    llvm::errs() << "error: " << llvm::toString(options.takeError()) << "\n";
    return kBadInput;
  }
  if (!options->readFlightRecords.empty())
    return compareFlightRecords(options->readFlightRecords);
  double watchdog =
      options->hasWatchdog ? options->compile.watchdog : Job::kWatchdogSeconds;
  llvm::Expected<std::unique_ptr<Job>> job = Job::join(watchdog);
  if (!job) {
    llvm::errs() << "error: " << llvm::toString(job.takeError()) << "\n";
    return kBadInput;
  }
  if (!*job)
    return runFile(*options);
  options->compile.watchdog = watchdog;
  (*job)->order = options->processOrder;
  options->compile.job = job->get();
  if (!(*job)->isFirst()) {
    options->reportFile.clear();
    options->timesFile.clear();
  }
  return (*job)->finish(runFile(*options));
}
