//===- ProgramSignature.h - Can a program run here? -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_PROGRAMSIGNATURE_H
#define DTENSOR_LAUNCH_PROGRAMSIGNATURE_H

#include "dtensor/Host/Signature.h"
#include "dtensor/Runtime/ABI.h"

namespace dtensor {

/// Reads the description that an object file has of its program, and limits the
/// kernels of this process to the program's processor. Errors: another version
/// of the ABI, features that this processor lacks, a process whose kernels were
/// chosen for another processor, a mesh or a layout that does not parse.
llvm::Expected<Signature> readProgramSignature(const DtProgramInfo &info);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_PROGRAMSIGNATURE_H
