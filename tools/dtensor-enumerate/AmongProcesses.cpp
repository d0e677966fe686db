//===- AmongProcesses.cpp - Trials that several processes run -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmongProcesses.h"

#include "dtensor/Driver/ProcessCheck.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"

namespace dtensor {

using Kind = ProcessCheck::Kind;

static ProcessCheck checkTrial(const Batch &batch, const Trial &trial,
                               ProgramCompiler &compiler,
                               const Processor &processor, const Job &job) {
  auto skip = [](llvm::Error error) {
    return ProcessCheck{Kind::Unusable, llvm::toString(std::move(error))};
  };
  if (trial.request.mesh->getNumDevices() < job.getNumProcesses())
    return {Kind::Unusable, "fewer devices than processes"};
  mlir::OwningOpRef<mlir::ModuleOp> module = batch.getProgram().clone();
  llvm::Expected<mlir::func::FuncOp> entry = findEntry(*module, "");
  if (!entry)
    return skip(entry.takeError());
  llvm::Expected<Signature> signature = readSignature(*entry);
  if (!signature)
    return skip(signature.takeError());
  llvm::Expected<Inputs> inputs =
      makeInputs(batch.getCase(), batch.getExtents(), *signature);
  if (!inputs)
    return skip(inputs.takeError());
  std::string messages;
  llvm::raw_string_ostream os(messages);
  OneLineDiagnostics diagnostics(module->getContext(), os);
  if (llvm::Error error = applyLayoutRequest(trial.request, *entry))
    return skip(std::move(error));
  return checkProcesses(*entry, compiler, processor, *inputs, job);
}

int runAmongProcesses(llvm::ArrayRef<Batch> batches, TrialCompilers &compilers,
                      const Processor &processor, const Job &job) {
  size_t numPassed = 0, numFailed = 0, numLeftOut = 0;
  for (const Batch &batch : batches)
    for (size_t i = 0; i < batch.getNumTrials(); ++i) {
      const Trial &trial = batch.getTrial(i);
      ProcessCheck check = checkTrial(
          batch, trial, compilers.get(/*optimize=*/false), processor, job);
      switch (check.kind) {
      case Kind::Same:
        ++numPassed;
        continue;
      case Kind::Unusable:
        ++numLeftOut;
        continue;
      case Kind::Different:
      case Kind::Failed:
        ++numFailed;
      }
      llvm::errs() << "error: " << batch.getName(trial) << ": " << check.message
                   << "\n";
      if (check.kind == Kind::Failed)
        return 1;
    }
  llvm::outs() << numLeftOut << " left out, which do not run in one process\n"
               << numPassed << " passed, " << numFailed << " failed\n";
  llvm::outs().flush();
  return numFailed == 0 && numPassed > 0 ? 0 : 1;
}

} // namespace dtensor
