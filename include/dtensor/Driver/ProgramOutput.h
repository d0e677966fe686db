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
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

/// The forms in which a program can be written: the local view, LLVM IR, or an
/// object file (see docs/Compile.md).
enum class OutputForm { LocalView, LLVM, Object };

/// The form for the extension of a path: `.mlir`, `.ll` or `.o`. Errors:
/// another extension.
llvm::Expected<OutputForm> getOutputForm(llvm::StringRef path);

/// The last stage that a form needs.
Stage getLastStage(OutputForm form);

/// Writes a module that has been compiled to that stage. `name` is that of its
/// entry in the source. If there is an error, nothing is written.
llvm::Error writeProgram(mlir::ModuleOp module, llvm::StringRef name,
                         const CompiledProgram &program,
                         const CompileOptions &options, OutputForm form,
                         llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROGRAMOUTPUT_H
