//===- Subject.h - The test in one conformance file -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_CONFORM_SUBJECT_H
#define DTENSOR_TOOLS_DTENSOR_CONFORM_SUBJECT_H

#include "dtensor/Driver/CompiledProgram.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace dtensor {

/// One run that passes or fails.
struct Trial {
  /// `2 @add_op_test_si8` of a file with several programs or functions, or
  /// `arg0.1 x=3` of a program with layouts. Empty if the file is a single run.
  std::string name;
  /// Whether it runs on more than one device.
  bool isSharded = false;
  /// Runs the trial, and writes the reason why it fails, or its communication.
  std::function<bool(llvm::raw_ostream &os)> run;
};

/// A file of programs that check themselves, or a folder with a program and
/// values.
struct Subject {
  std::string path;
  /// The op that the subject tests, by its name: `scatter_add` for
  /// `scatter_add_float32_3_float32_3`.
  std::string op;

  /// Reads the subject and returns its trials, for `compiler` or, if that is
  /// null, for the reference interpreter. The interpreter ignores layouts, so
  /// it has one trial for each program. With `oneDevice`, programs with values
  /// also run on one device.
  std::vector<Trial> makeTrials(mlir::MLIRContext *context,
                                ProgramCompiler *compiler,
                                bool oneDevice) const;
};

/// All subjects at `path` or below it, sorted by path. `path` may itself be a
/// subject. Errors: there is no subject.
llvm::Expected<std::vector<Subject>> findSubjects(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_CONFORM_SUBJECT_H
