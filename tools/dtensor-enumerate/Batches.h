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

/// Which trials of a case are made.
struct TrialChoice {
  /// At most so many in all.
  size_t limit;
  /// Whether all that `chooseCover` chooses are among them, for uneven extents.
  bool cover;
  /// Only those that have this in their names.
  std::string only;
  /// Meshes in the place of the usual ones, if any.
  std::vector<std::string> meshes;
};

/// What a trial gave, and what is thought of it.
struct TrialRun {
  RunResult result;
  Outcome outcome;
};

/// Trials that share a program and its results on one device.
class Batch {
public:
  Batch(const Case &testCase, const Extents &extents, std::string program,
        mlir::OwningOpRef<mlir::ModuleOp> module, std::vector<Trial> trials);

  /// Starts processes for the trials, which answer with their outcomes.
  ForkedBatch start(TrialCompilers &compilers, double timeoutSeconds) const;
  /// Takes the outcomes that `process` has given since.
  void take(ForkedBatch &process, Results &results);
  /// Drops the trials that do not have `only` in their names; whether any are
  /// left.
  bool select(llvm::StringRef only);
  /// Drops the trials that the journal has.
  void skipKnown(const Results &results);

  /// Runs each trial with `change` planted in the rules of ops, compiled so
  /// that MLIR's verifier sees each pass, until `answer` says that it is
  /// enough. What runs on one device has no rules.
  void runPlanted(
      TrialCompilers &compilers, const PlantedRules::Change &change,
      llvm::function_ref<bool(const Trial &, const TrialRun &)> answer) const;

  /// Compiles the program with the layouts of the first trial; what comes of
  /// it is not kept, and errors are not shown.
  void compileFirst(ProgramCompiler &compiler) const;

  size_t getNumTrials() const { return trials.size(); }
  const Case &getCase() const { return *testCase; }
  const Extents &getExtents() const { return extents; }
  const Trial &getTrial(size_t number) const { return trials[number]; }
  std::string getName(const Trial &trial) const;
  mlir::ModuleOp getProgram() const { return *module; }
  /// The program and its trials.
  void print(llvm::raw_ostream &os) const;

private:
  friend llvm::Expected<std::vector<Batch>>
  makeBatches(const Case &testCase, const TrialChoice &choice,
              mlir::MLIRContext &context);

  /// The arguments' values. Errors: an expression of the case that is none.
  llvm::Expected<Inputs> makeInputs() const;
  /// Runs the trials from number `first` on.
  void run(TrialCompilers &compilers, size_t first,
           llvm::raw_ostream &os) const;

  const Case *testCase;
  Extents extents;
  std::string program;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Trial> trials;
  size_t numDone = 0;
};

/// The outcome that a process wrote, or that it ended.
Outcome readOutcome(const ForkedBatch::Answer &answer);

/// Compiles a program of any text for the devices of `mesh`, all arguments in
/// one layout, or with shardings of its own: it may be rejected with a message.
/// In a process of its own.
Outcome compileText(const std::string &text, llvm::StringRef mesh,
                    TrialCompilers &compilers);

/// The batches of a case. Errors: a program or a mesh that does not parse.
llvm::Expected<std::vector<Batch>> makeBatches(const Case &testCase,
                                               const TrialChoice &choice,
                                               mlir::MLIRContext &context);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_BATCHES_H
