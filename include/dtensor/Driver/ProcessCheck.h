//===- ProcessCheck.h - Several processes against one -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PROCESSCHECK_H
#define DTENSOR_DRIVER_PROCESSCHECK_H

#include "dtensor/Driver/CompiledProgram.h"

namespace dtensor {

/// The outcome of a program that is run by the processes of a job.
struct ProcessCheck {
  enum class Kind {
    /// Each device of this process has the bits that it has in one process.
    Same,
    /// Some device of this process has other bits.
    Different,
    /// The program does not run in one process either. This is so in all
    /// processes, and none has begun to run it with the others.
    Unusable,
    /// The program has failed among the processes, which are at different
    /// places now.
    Failed,
  };
  Kind kind;
  /// The reason, unless the bits are the same.
  std::string message = {};
};

/// Compiles a program once, runs it in this process alone, and then by all
/// processes of `job`. The components of all results are compared bit by bit:
/// each process compares those of its devices. Every process calls this for the
/// same program and inputs. `entry` is changed.
ProcessCheck checkProcesses(mlir::func::FuncOp entry, ProgramCompiler &compiler,
                            const Processor &processor,
                            llvm::ArrayRef<std::shared_ptr<HostTensor>> inputs,
                            const Job &job);

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROCESSCHECK_H
