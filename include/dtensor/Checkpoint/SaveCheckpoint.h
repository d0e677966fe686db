//===- SaveCheckpoint.h - Writes a checkpoint -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_SAVECHECKPOINT_H
#define DTENSOR_CHECKPOINT_SAVECHECKPOINT_H

#include "dtensor/Checkpoint/CheckpointFolder.h"
#include "dtensor/Checkpoint/SavePlan.h"
#include "dtensor/Host/Components.h"

namespace dtensor {

/// A save, of which each of one or several processes takes the same steps. All
/// of them finish a step before any begins the next one. After an error of any,
/// the first process calls `discard`.
class CheckpointSave {
public:
  /// `rank` is the number of this process. `components` has, for each tensor of
  /// the plan, the components of the devices of this process.
  CheckpointSave(llvm::StringRef path, SavePlan plan,
                 std::map<std::string, Components> components, int64_t rank,
                 int64_t numProcesses, unsigned numThreads);

  /// The first process makes the folder.
  llvm::Error begin();
  /// Each process makes its files.
  llvm::Error makeFiles();
  /// Each process writes its boxes, and waits until they are on the disk.
  llvm::Error write();
  /// The first process writes the index and moves the folder to its place.
  llvm::Error commit();
  void discard() { folder.discard(); }

  /// All steps of a process that is alone.
  llvm::Error run();

private:
  std::string getChecksumsPath(int64_t process) const;
  llvm::Error writeChecksums() const;
  llvm::Error addChecksumsOf(int64_t process);

  CheckpointFolder folder;
  SavePlan plan;
  std::map<std::string, Components> components;
  int64_t rank;
  int64_t numProcesses;
  unsigned numThreads;
};

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_SAVECHECKPOINT_H
