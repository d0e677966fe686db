//===- Launch.cpp - The command line of a compiled program ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/Launch.h"

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

int launch(const DtProgramInfo &info, const LaunchOptions &options) {
  Expected<LinkedProgram> program = LinkedProgram::create(info);
  if (!program)
    return fail(kBadInput, program.takeError());
  program->setWatchdog(options.watchdog);
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
  return kDone;
}

} // namespace dtensor
