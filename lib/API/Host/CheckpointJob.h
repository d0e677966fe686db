//===- CheckpointJob.h - Saves by all processes -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_CHECKPOINTJOB_H
#define DTENSOR_LIB_API_HOST_CHECKPOINTJOB_H

#include "dt/Checkpoint.h"
#include "dtensor/Checkpoint/SaveCheckpoint.h"

namespace dt {

/// A save by this process, or by all that run the meshes together.
class CheckpointJob {
public:
  /// It keeps the components until it ends. Errors: those of the plan.
  CheckpointJob(const std::string &path,
                const std::map<std::string, DTensor> &tensors,
                const SaveOptions &options);

  bool isShared() const { return numProcesses > 1; }
  bool isFirst() const { return rank == 0; }
  /// Makes folder and files. All processes call it.
  void begin();
  /// Writes the parts of this process, in any thread. Returns the error.
  std::string write();
  /// Ends the save, after `write` and its error. All processes call it. Errors,
  /// the same in all processes: that of one of them.
  void end(const std::string &problem);
  /// Waits for the other processes. Returns the error of all: that of one of
  /// them.
  std::string meet(const std::string &problem) const;

private:
  /// Takes a step, if there is no problem, and meets the other processes.
  void step(llvm::Error (dtensor::CheckpointSave::*step)(),
            std::string problem = "");

  int64_t rank = 0;
  int64_t numProcesses = 1;
  /// What the processes must agree on.
  std::string description;
  std::string problem;
  std::unique_ptr<dtensor::CheckpointSave> save;
};

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_CHECKPOINTJOB_H
