//===- ProgramFolder.h - A program with data to test it by ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PROGRAMFOLDER_H
#define DTENSOR_DRIVER_PROGRAMFOLDER_H

#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Host/Compare.h"
#include "mlir/IR/OwningOpRef.h"

namespace dtensor {

/// The contents of a folder: `program.mlir`, the arguments `in0.npy` ..., the
/// expected results `out0.npy` ..., and optionally `tolerance.json` and
/// `strategies.json`.
struct ProgramFolder {
  std::string name;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp entry;
  /// The signature in the global view.
  Signature signature;
  std::vector<std::shared_ptr<HostTensor>> inputs;
  std::vector<HostTensor> expected;
  Tolerance tolerance;
  /// The text of `strategies.json`; empty if there is none.
  std::string strategies;

  /// Errors in the program's text are reported to the context as well.
  static llvm::Expected<ProgramFolder> read(llvm::StringRef path,
                                            mlir::MLIRContext *context);
};

/// `path` itself if it has a program, otherwise all folders directly below it
/// that have one, sorted by name.
std::vector<std::string> findProgramFolders(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROGRAMFOLDER_H
