//===- Batches.h - The trials of a case with fixed extents ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_BATCHES_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_BATCHES_H

#include "Inputs.h"
#include "Judgement.h"
#include "Results.h"
#include "TrialCompilers.h"
#include "Trials.h"
#include "dtensor/Driver/ForkedBatch.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace dtensor {

/// Selects the trials of a case.
struct TrialChoice {
  /// The largest number of trials.
  size_t limit;
  /// Whether all trials of `chooseCover` are included, for uneven extents.
  bool cover;
  /// Selects only trials with this text in their names.
  std::string only;
  /// Meshes that replace the usual ones, if there are any.
  std::vector<std::string> meshes;
};

/// The result of a trial, and its judgement.
struct TrialRun {
  RunResult result;
  Outcome outcome;
};

/// Trials that share a program and its results on one device.
class Batch {
public:
  Batch(const Case &testCase, const Extents &extents, std::string program,
        mlir::OwningOpRef<mlir::ModuleOp> module, std::vector<Trial> trials);

  /// Starts processes that run the trials and answer with their outcomes.
  ForkedBatch start(TrialCompilers &compilers, double timeoutSeconds) const;
  /// Runs the trials from number `first` on, and writes their outcomes to `os`.
  void run(TrialCompilers &compilers, size_t first,
           llvm::raw_ostream &os) const;
  /// Takes the outcome of the next trial.
  void take(const ForkedBatch::Answer &answer, Results &results);
  bool isDone() const { return numDone == trials.size(); }
  std::string getNextName() const { return getName(trials[numDone]); }
  /// Drops the trials that do not have `only` in their names. Returns whether
  /// any are left.
  bool select(llvm::StringRef only);
  /// Drops the trials that the journal has.
  void skipKnown(const Results &results);

  /// Runs each trial with `change` planted in the rules of ops, until `answer`
  /// returns that no more are needed. MLIR's verifier checks the module after
  /// each pass. A program on one device uses no rules.
  void runPlanted(
      TrialCompilers &compilers, const PlantedRules::Change &change,
      llvm::function_ref<bool(const Trial &, const TrialRun &)> answer) const;

  /// Compiles the program with the layouts of the first trial. The result is
  /// dropped, and errors are not shown.
  void compileFirst(ProgramCompiler &compiler) const;

  size_t getNumTrials() const { return trials.size(); }
  const Case &getCase() const { return *testCase; }
  const Extents &getExtents() const { return extents; }
  const Trial &getTrial(size_t number) const { return trials[number]; }
  std::string getName(const Trial &trial) const;
  mlir::ModuleOp getProgram() const { return *module; }
  /// Prints the program and its trials.
  void print(llvm::raw_ostream &os) const;

private:
  friend llvm::Expected<std::vector<Batch>>
  makeBatches(const Case &testCase, const TrialChoice &choice,
              mlir::MLIRContext &context);

  /// The values of the arguments. Errors: an invalid expression in the case.
  llvm::Expected<Inputs> makeInputs() const;

  const Case *testCase;
  Extents extents;
  std::string program;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Trial> trials;
  size_t numDone = 0;
};

/// The outcome that a process wrote, or the one for the end of the process.
Outcome readOutcome(const ForkedBatch::Answer &answer);

/// Compiles a program of any text for the devices of `mesh`, with all arguments
/// in one layout, or with shardings of its own. It may be rejected with a
/// message. Must run in a process of its own.
Outcome compileText(const std::string &text, llvm::StringRef mesh,
                    TrialCompilers &compilers);

/// The batches of a case. Errors: a program or a mesh that does not parse.
llvm::Expected<std::vector<Batch>> makeBatches(const Case &testCase,
                                               const TrialChoice &choice,
                                               mlir::MLIRContext &context);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_BATCHES_H
