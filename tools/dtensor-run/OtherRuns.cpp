//===- OtherRuns.cpp - Runs that results are compared with ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherRuns.h"
#include "dtensor/Driver/CompiledProgram.h"

using namespace mlir;
using namespace dtensor;

static Values share(std::vector<HostTensor> results) {
  Values values;
  for (HostTensor &result : results)
    values.push_back(std::make_shared<HostTensor>(std::move(result)));
  return values;
}

/// Runs an entry in this process alone. `where` is the beginning of messages.
static FailureOr<Values> runAlone(func::FuncOp entry, CompileOptions compile,
                                  const Values &inputs, Progress &progress,
                                  const std::string &where) {
  Location unknown = UnknownLoc::get(entry.getContext());
  compile.job = nullptr;
  compile.explain.clear();
  compile.events = false;
  compile.progress = [&](const Twine &step) {
    progress.set((where + ": " + step).str());
  };
  auto program = CompiledProgram::compile(entry, compile);
  if (failed(program))
    return failure();
  auto invocation = Invocation::create((*program)->getSignature(), inputs);
  if (!invocation)
    return emitError(unknown) << llvm::toString(invocation.takeError());
  progress.set(where + ": running");
  llvm::Error error = (*program)->run(*invocation);
  progress.hide();
  if (error)
    return emitError(unknown)
           << where << ": " << llvm::toString(std::move(error));
  auto results = invocation->joinResults();
  if (!results)
    return emitError(unknown) << llvm::toString(results.takeError());
  return share(std::move(*results));
}

FailureOr<Values> dtensor::runOnOneDevice(func::FuncOp entry,
                                          const RunOptions &options,
                                          const Values &inputs,
                                          Progress &progress) {
  CompileOptions compile = options.compile;
  compile.onOneDevice = true;
  return runAlone(entry, compile, inputs, progress, "on one device");
}

FailureOr<Values> dtensor::runInOneProcess(func::FuncOp entry,
                                           const RunOptions &options,
                                           const Values &inputs,
                                           Progress &progress) {
  return runAlone(entry, options.compile, inputs, progress, "in one process");
}

llvm::Expected<std::vector<HostTensor>>
dtensor::interpret(InterpretedProgram &program, const RunOptions &options,
                   const Values &inputs, Progress &progress) {
  reference::InterpretOptions interpret;
  interpret.workLimit = options.interpretLimit;
  interpret.limitHint = "; --interpret-limit raises it";
  interpret.progress = [&](uint64_t done) { progress.set(done); };
  auto results = program.run(inputs, interpret);
  progress.hide();
  return results;
}

FailureOr<Values> dtensor::runInReference(func::FuncOp entry,
                                          const RunOptions &options,
                                          const Values &inputs,
                                          Progress &progress) {
  Location unknown = UnknownLoc::get(entry.getContext());
  FailureOr<InterpretedProgram> program = InterpretedProgram::create(entry);
  if (failed(program))
    return failure();
  auto results = interpret(*program, options, inputs, progress);
  if (!results)
    return emitError(unknown) << "in the reference interpreter: "
                              << llvm::toString(results.takeError());
  return share(std::move(*results));
}
