//===- OtherRuns.h - Runs that results are compared with --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_OTHERRUNS_H
#define DTENSOR_TOOLS_DTENSOR_RUN_OTHERRUNS_H

#include "Options.h"
#include "dtensor/Driver/InterpretedProgram.h"
#include "dtensor/Driver/Progress.h"
#include "dtensor/Launch/ValueFiles.h"

namespace dtensor {

/// Evaluates a program, and shows its progress if that takes long.
llvm::Expected<std::vector<HostTensor>> interpret(InterpretedProgram &program,
                                                  const RunOptions &options,
                                                  const Values &inputs,
                                                  Progress &progress);

/// The results of an entry that has not been compiled, on one device. Its
/// errors are reported.
mlir::FailureOr<Values> runOnOneDevice(mlir::func::FuncOp entry,
                                       const RunOptions &options,
                                       const Values &inputs,
                                       Progress &progress);

/// The same on all devices of the mesh, run by this process alone.
mlir::FailureOr<Values> runInOneProcess(mlir::func::FuncOp entry,
                                        const RunOptions &options,
                                        const Values &inputs,
                                        Progress &progress);

/// The same from the reference interpreter.
mlir::FailureOr<Values> runInReference(mlir::func::FuncOp entry,
                                       const RunOptions &options,
                                       const Values &inputs,
                                       Progress &progress);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_OTHERRUNS_H
