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

/// A program as text, of which a module is made anew for each way of running
/// it: to compile a module is to change it. Reports its errors.
class SourceProgram {
public:
  SourceProgram(const RunOptions &options, const llvm::MemoryBuffer &source,
                mlir::MLIRContext *context, Progress &progress)
      : options(options), source(source), context(context), progress(progress) {
  }

  mlir::LogicalResult parse();
  /// After `parse`.
  mlir::ModuleOp getModule() { return *module; }

  /// The entry of a module that has not been compiled, with the layouts of the
  /// command line. It also returns what is to be compared, and what it expects
  /// of itself is taken out of it.
  mlir::FailureOr<mlir::func::FuncOp> prepare(llvm::StringRef entryName);

  // Of the entry that was prepared last:
  const Expectations &getExpectations() const { return expectations; }
  /// For `--check=each-op`.
  llvm::ArrayRef<std::string> getIntermediateValues() const {
    return intermediateValues;
  }
  /// For `--check=values=DIR`.
  llvm::ArrayRef<NamedValue> getNamedValues() const { return namedValues; }
  /// How many results it has got for all these, behind its own.
  size_t getNumAdded() const {
    return expectations.numValues + intermediateValues.size() + numNamed;
  }

private:
  const RunOptions &options;
  const llvm::MemoryBuffer &source;
  mlir::MLIRContext *context;
  Progress &progress;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Whether nothing has changed the module yet.
  bool isFresh = false;
  Expectations expectations;
  std::vector<std::string> intermediateValues;
  std::vector<NamedValue> namedValues;
  size_t numNamed = 0;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_SOURCEPROGRAM_H
