//===- Launch.cpp - The command line of a compiled program ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/Launch.h"

#include "dtensor/Host/OutputFile.h"
#include "dtensor/Launch/Timing.h"
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

int launch(const DtProgramInfo &info, const LaunchOptions &options) {
  Expected<LinkedProgram> program = LinkedProgram::create(info);
  if (!program)
    return fail(kBadInput, program.takeError());
  program->setWatchdog(options.watchdog);
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
  Expected<Invocation> invocation = Invocation::create(signature, *inputs);
  if (!invocation)
    return fail(kBadInput, invocation.takeError());
  if (Error error = program->run(*invocation))
    return fail(kCheckFailed, std::move(error));
  Expected<std::vector<HostTensor>> results = invocation->joinResults();
  if (!results)
    return fail(kCheckFailed, results.takeError());
  if (!options.files.outputDirectory.empty())
    if (Error error =
            writeResults(options.files.outputDirectory, *results, signature))
      return fail(kBadInput, std::move(error));
  if (std::optional<std::string> difference = compareResults(
          *results, *expected, options.files.tolerance, "the expected value"))
    return fail(kCheckFailed, *difference);
  return options.timedRuns ? measure(*program, *invocation, options) : kDone;
}

} // namespace dtensor
