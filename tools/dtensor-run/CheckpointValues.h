//===- CheckpointValues.h - Values in checkpoints ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_CHECKPOINTVALUES_H
#define DTENSOR_TOOLS_DTENSOR_RUN_CHECKPOINTVALUES_H

#include "dtensor/Launch/Job.h"
#include "dtensor/Launch/LinkedProgram.h"
#include "dtensor/Launch/ValueFiles.h"

namespace dtensor {

// A value's name in a checkpoint is that in the program. An argument without a
// name is `arg0`, by its position. A result that lies in the memory of an
// argument has the argument's name, so that the results of a step are the
// arguments of the next one. Any other result is `out0`, by its position.

/// The values of the arguments; random ones for those that the checkpoint does
/// not have, if `random` says which. All processes of a job call it, and each
/// reads what its devices need: other elements are undefined, unless the first
/// process needs the whole. Errors, the same in all: a missing tensor, or one
/// of another type or shape; files that are not those that were saved.
llvm::Expected<Values> readCheckpointInputs(llvm::StringRef path,
                                            std::optional<RandomInputs> random,
                                            const Signature &signature,
                                            Job *job, bool needsWhole);

/// Saves the first `numResults` results of a run in their layouts; those that
/// are partial are combined before. All processes of a job call it, and each
/// writes what its devices have. Errors, the same in all: those of a save.
llvm::Error writeCheckpointResults(llvm::StringRef path, LinkedProgram &program,
                                   Invocation &invocation, size_t numResults,
                                   Job *job);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_CHECKPOINTVALUES_H
