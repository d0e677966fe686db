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

/// Compiles trials: some as users' programs are compiled, and most as quickly
/// as possible. It is made before the processes of trials, which inherit the
/// setup.
class TrialCompilers {
public:
  /// If `useReference` is set, trials are compared with the reference
  /// interpreter rather than with one device.
  TrialCompilers(mlir::MLIRContext &context, const Processor &processor,
                 bool useReference);

  mlir::MLIRContext &getContext() { return context; }
  ProgramCompiler &get(bool optimize) { return optimize ? optimizing : quick; }
  /// The compiler for the run that trials are compared with.
  ProgramCompiler &getOneDevice(bool optimize) {
    return optimize ? optimizingOne : quickOne;
  }
  /// The quick compiler with MLIR's verifier after each pass.
  ProgramCompiler &getVerifying() { return verifying; }
  bool usesReference() const { return useReference; }
  /// The rules that all of them use.
  PlantedRules &getRules() { return rules; }
  /// The work of the devices of the program that was compiled last; nothing if
  /// it was not partitioned.
  const std::optional<Work> &getWork() const { return work; }
  /// Forgets that work.
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
