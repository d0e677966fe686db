//===- TrialCompilers.h - The compilers of trials ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_TRIALCOMPILERS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_TRIALCOMPILERS_H

#include "PlantedRules.h"
#include "Work.h"
#include "dtensor/Driver/CompiledProgram.h"

namespace dtensor {

/// Compiles trials: some as users' programs are, most as quickly as can be.
/// Made before any process of trials, which inherit all that has been set up.
class TrialCompilers {
public:
  /// `useReference`: trials are compared with the reference interpreter, and
  /// not with one device.
  TrialCompilers(mlir::MLIRContext &context, const Processor &processor,
                 bool useReference);

  mlir::MLIRContext &getContext() { return context; }
  ProgramCompiler &get(bool optimize) { return optimize ? optimizing : quick; }
  /// For the run that trials are compared with.
  ProgramCompiler &getOneDevice(bool optimize) {
    return optimize ? optimizingOne : quickOne;
  }
  /// As the quick one, but MLIR's verifier sees the module after each pass.
  ProgramCompiler &getVerifying() { return verifying; }
  bool usesReference() const { return useReference; }
  /// The rules that all of them ask for.
  PlantedRules &getRules() { return rules; }
  /// What the devices of the program that was compiled last have to do; nothing
  /// if it was not partitioned.
  const std::optional<Work> &getWork() const { return work; }
  /// Forgets it.
  void resetWork() { work.reset(); }

private:
  CompileOptions makeOptions(const Processor &processor, bool optimize,
                             bool verify, bool onOneDevice = false);

  mlir::MLIRContext &context;
  bool useReference;
  PlantedRules &rules;
  std::optional<Work> work;
  ProgramCompiler optimizing, quick, verifying, optimizingOne, quickOne;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_TRIALCOMPILERS_H
