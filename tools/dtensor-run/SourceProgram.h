//===- SourceProgram.h - One of the programs of a file ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_SOURCEPROGRAM_H
#define DTENSOR_TOOLS_DTENSOR_RUN_SOURCEPROGRAM_H

#include "NamedValues.h"
#include "Options.h"
#include "dtensor/Driver/Expectations.h"
#include "dtensor/Driver/Progress.h"
#include "llvm/Support/MemoryBuffer.h"

namespace dtensor {

/// A program as text. Each way of running it needs a new module, since
/// compiling changes the module. Errors are reported.
class SourceProgram {
public:
  SourceProgram(const RunOptions &options, const llvm::MemoryBuffer &source,
                mlir::MLIRContext *context, Progress &progress)
      : options(options), source(source), context(context), progress(progress) {
  }

  mlir::LogicalResult parse();
  /// The module; `parse` must be called before.
  mlir::ModuleOp getModule() { return *module; }

  /// The entry of a module that has not been compiled, with the layouts of the
  /// command line. It also returns the values to compare, and its own
  /// expectations are removed from it.
  mlir::FailureOr<mlir::func::FuncOp> prepare(llvm::StringRef entryName);

  // These describe the entry that was prepared last:
  const Expectations &getExpectations() const { return expectations; }
  /// For `--check=each-op`.
  llvm::ArrayRef<std::string> getIntermediateValues() const {
    return intermediateValues;
  }
  /// For `--check=values=DIR`.
  llvm::ArrayRef<NamedValue> getNamedValues() const { return namedValues; }
  /// The number of results that were added for all these, after its own.
  size_t getNumAdded() const {
    return expectations.numValues + intermediateValues.size() + numNamed;
  }

private:
  const RunOptions &options;
  const llvm::MemoryBuffer &source;
  mlir::MLIRContext *context;
  Progress &progress;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Whether the module has not been changed yet.
  bool isFresh = false;
  Expectations expectations;
  std::vector<std::string> intermediateValues;
  std::vector<NamedValue> namedValues;
  size_t numNamed = 0;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_SOURCEPROGRAM_H
