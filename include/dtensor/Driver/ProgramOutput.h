//===- ProgramOutput.h - Programs as files ----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PROGRAMOUTPUT_H
#define DTENSOR_DRIVER_PROGRAMOUTPUT_H

#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/Linker.h"

namespace dtensor {

/// The forms in which a program can be written: the local view, LLVM IR, an
/// object file, a shared library with a header of C, or an executable (see
/// docs/Compile.md).
enum class OutputForm { LocalView, LLVM, Object, SharedLibrary, Executable };

/// The form for the extension of a path: `.mlir`, `.ll`, `.o`, `.so`, or none
/// for an executable. Errors: another extension.
llvm::Expected<OutputForm> getOutputForm(llvm::StringRef path);

/// Whether a form is made by a linker.
inline bool isLinked(OutputForm form) {
  return form == OutputForm::SharedLibrary || form == OutputForm::Executable;
}

/// The last stage that a form needs.
Stage getLastStage(OutputForm form);

/// The contents of the files of an output.
struct ProgramOutput {
  OutputForm form;
  std::string contents;
  /// The header of a shared library.
  std::string header;
};

/// Makes the output of a module that has been compiled to that stage. `name` is
/// that of its entry in the source. `linker` is there if the form is linked.
/// Errors: those of the linker, an argument or result that no function of C
/// could pass.
llvm::Expected<ProgramOutput>
makeOutput(mlir::ModuleOp module, llvm::StringRef name,
           const CompiledProgram &program, const CompileOptions &options,
           OutputForm form, llvm::StringRef path, const Linker *linker);

/// Writes the output to `path`, and a header beside it. Each file is written
/// completely or not at all. Errors name the path.
llvm::Error writeOutput(const ProgramOutput &output, llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROGRAMOUTPUT_H
