//===- CheckpointFolder.h - A checkpoint that is whole ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_CHECKPOINTFOLDER_H
#define DTENSOR_CHECKPOINT_CHECKPOINTFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace dtensor {

/// The folder of a checkpoint that is being written. It is made beside its
/// place, as `PATH.part`, and moved there when all is on the disk. An old
/// checkpoint in that place is there until then.
///
/// A crash leaves the old checkpoint or the new one at `PATH`. Where the file
/// system cannot exchange two folders, there is a moment in which the old one
/// is at `PATH.old` and nothing is at `PATH`: `resolveCheckpoint` finds it.
///
/// A folder at `PATH.part` or `PATH.old` may also be the user's. So a save puts
/// a file into those that it may remove, its marker.
class CheckpointFolder {
public:
  explicit CheckpointFolder(llvm::StringRef path, bool mayExchange = true);

  /// Makes the empty folder; removes what an interrupted save has left. Errors:
  /// at `path` is something that is no checkpoint, or has other files in it; at
  /// `PATH.part` is something that no save has left.
  llvm::Error create();
  /// The folder to write to.
  const std::string &getUnfinished() const { return unfinished; }
  /// Moves the folder, whose files are on the disk, to its place, and removes
  /// the old checkpoint. After an error the old one is in its place again, or
  /// both are kept if that is not possible.
  llvm::Error commit();
  /// Removes the unfinished folder.
  void discard();

private:
  /// Moves the folders. Returns where the old checkpoint is then, if there is
  /// one.
  llvm::Expected<std::string> move();
  /// Moves them back. Errors: they are as they were after `move`.
  llvm::Error moveBack(llvm::StringRef moved);

  std::string path;
  std::string unfinished;
  std::string old;
  bool mayExchange;
  /// Whether the unfinished folder has nothing that is needed.
  bool mayDiscard = true;
};

/// Where the checkpoint of a path is: the path itself, or `PATH.old` if a save
/// was interrupted between its last two steps.
std::string resolveCheckpoint(llvm::StringRef path);

/// Removes the files of a checkpoint and its folder. A crash leaves a folder
/// that is no checkpoint, and has a marker. Errors: other files.
llvm::Error removeCheckpoint(llvm::StringRef path);

/// The file that marks what may be removed.
inline constexpr llvm::StringLiteral kMarkerName = "dtensor.unfinished";

/// Whether a folder is what an interrupted save or removal has left: it has the
/// marker, and no index.
bool isLeftover(llvm::StringRef folder);

/// Removes what interrupted saves to a path, and interrupted removals of it,
/// have left. A checkpoint at the path, or that which `resolveCheckpoint` finds
/// instead, is kept. Errors: other files.
llvm::Error removeLeftovers(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_CHECKPOINTFOLDER_H
