//===- ProgramFile.h - A shared library with a program ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_PROGRAMFILE_H
#define DTENSOR_LAUNCH_PROGRAMFILE_H

#include "dtensor/Runtime/ABI.h"
#include "llvm/Support/Error.h"

namespace dtensor {

/// Loads a shared library that dtensor-compile has made, for the rest of the
/// process. This runs its code. Errors: no library for this machine, a file
/// that was cut off, a library without a program.
llvm::Expected<const DtProgramInfo &> loadProgramFile(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_PROGRAMFILE_H
