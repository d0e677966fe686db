//===- Launch.cpp - The command line of a compiled program ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/Launch.h"

#include "dtensor/Host/HostMemory.h"
#include "dtensor/Host/OutputFile.h"
#include "dtensor/Launch/Job.h"
#include "dtensor/Launch/Timing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::Error;
using llvm::Expected;

namespace dtensor {

namespace {
/// The exit codes, on which scripts rely.
enum ExitCode { kDone = 0, kCheckFailed = 1, kBadInput = 2 };
} // namespace

static ExitCode fail(ExitCode code, const llvm::Twine &message) {
  llvm::errs() << "error: " << message << "\n";
  return code;
}
static ExitCode fail(ExitCode code, Error error) {
  return fail(code, llvm::toString(std::move(error)));
}

/// Shows the report that the program brings.
static Error showReport(const DtProgramInfo &info,
                        const LaunchOptions &options) {
  if (options.printReport)
    llvm::errs() << info.report;
  if (options.reportFile.empty())
    return Error::success();
  return writeFile(options.reportFile,
                   [&](llvm::raw_ostream &os) { os << info.report; });
}

static ExitCode measure(LinkedProgram &program, Invocation &invocation,
                        const LaunchOptions &options) {
  Expected<Timing> timing = timeRuns([&] { return program.run(invocation); },
                                     options.timedRuns, /*compileSeconds=*/0);
  if (!timing)
    return fail(kCheckFailed, timing.takeError());
  timing->print(llvm::outs());
  if (options.timesFile.empty())
    return kDone;
  if (Error error = writeFile(options.timesFile, [&](llvm::raw_ostream &os) {
        timing->printAsJSON(os);
      }))
    return fail(kBadInput, std::move(error));
  return kDone;
}

/// The facts that must be the same in all processes.
static std::vector<Job::Fact> getFacts(const DtProgramInfo &info,
                                       const Signature &signature,
                                       const LaunchOptions &options) {
  std::vector<Job::Fact> facts = getFacts(signature, options.commandLine);
  facts.push_back({"the program", std::string(info.name) + " " +
                                      llvm::utohexstr(info.fingerprint)});
  facts.push_back({"the processor", info.processor});
  return facts;
}

/// Checks and writes the results of a run.
static ExitCode finish(LinkedProgram &program, Invocation &invocation,
                       const Values &expected, const LaunchOptions &options,
                       Job *job) {
  const Signature &signature = program.getSignature();
  const std::string &directory = options.files.outputDirectory;
  if (job && !directory.empty())
    if (Error error = program.writeResults(directory, invocation,
                                           signature.results.size(), *job))
      return fail(kBadInput, std::move(error));
  if (job && !options.files.hasExpected())
    return kDone;
  Expected<std::vector<HostTensor>> results = program.getResults(invocation);
  if (!results)
    return fail(kCheckFailed, results.takeError());
  if (job && !job->isFirst())
    return kDone;
  if (!job && !directory.empty())
    if (Error error = writeResults(directory, *results, signature))
      return fail(kBadInput, std::move(error));
  if (std::optional<std::string> difference = compareResults(
          *results, expected, options.files.tolerance, "the expected value"))
    return fail(kCheckFailed, *difference);
  return kDone;
}

static ExitCode run(const DtProgramInfo &info, const LaunchOptions &options,
                    Job *job) {
  Expected<LinkedProgram> program = LinkedProgram::create(info, job);
  if (!program)
    return fail(kBadInput, program.takeError());
  program->setWatchdog(
      options.watchdog.value_or(job ? Job::kWatchdogSeconds : 0));
  if (!options.flightRecords.empty())
    program->setFlightRecords(options.flightRecords);
  if (Error error = showReport(info, options))
    return fail(kBadInput, std::move(error));
  const Signature &signature = program->getSignature();
  Expected<Values> inputs = readInputs(options.files, signature);
  if (!inputs)
    return fail(kBadInput, inputs.takeError());
  Expected<Values> expected = readExpected(options.files, signature);
  if (!expected)
    return fail(kBadInput, expected.takeError());
  Expected<Invocation> invocation =
      Invocation::create(signature, std::move(*inputs));
  if (!invocation)
    return fail(kBadInput, invocation.takeError());
  freeKeptHostMemory();
  if (job)
    if (Error error =
            job->agree(Error::success(), getFacts(info, signature, options)))
      return fail(kCheckFailed, std::move(error));
  Error error = program->run(*invocation);
  if (job)
    error = job->agree(std::move(error));
  if (error)
    return fail(kCheckFailed, std::move(error));
  if (job) {
    int64_t bytes = program->countUncombined(*job);
    if (options.printReport || !options.reportFile.empty())
      llvm::errs() << Job::describeUncombined(bytes);
  }
  if (ExitCode code = finish(*program, *invocation, *expected, options, job))
    return code;
  return options.timedRuns ? measure(*program, *invocation, options) : kDone;
}

int launch(const DtProgramInfo &info, const LaunchOptions &options) {
  Expected<std::unique_ptr<Job>> joined =
      Job::join(options.watchdog.value_or(Job::kWatchdogSeconds));
  if (!joined)
    return fail(kBadInput, joined.takeError());
  if (!*joined)
    return run(info, options, /*job=*/nullptr);
  Job &job = **joined;
  job.order = options.processOrder;
  LaunchOptions own = options;
  if (!job.isFirst()) {
    own.reportFile.clear();
    own.timesFile.clear();
  }
  return job.finish(run(info, own, &job));
}

} // namespace dtensor
