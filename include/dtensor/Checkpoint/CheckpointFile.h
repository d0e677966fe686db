//===- CheckpointFile.h - A file of a checkpoint ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_CHECKPOINTFILE_H
#define DTENSOR_CHECKPOINT_CHECKPOINTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace dtensor {

/// A file that is read and written at any place, by several threads. Errors
/// name it.
class CheckpointFile {
public:
  static llvm::Expected<CheckpointFile> openToRead(llvm::StringRef path);
  /// A new file, or an old one whose contents are dropped.
  static llvm::Expected<CheckpointFile> create(llvm::StringRef path);
  /// A file that is there, with its contents.
  static llvm::Expected<CheckpointFile> openToWrite(llvm::StringRef path);
  CheckpointFile(CheckpointFile &&other);
  CheckpointFile &operator=(CheckpointFile &&other);
  ~CheckpointFile();

  llvm::Expected<int64_t> getSize() const;
  /// Errors: the file ends before.
  llvm::Error readAt(char *data, int64_t bytes, int64_t offset) const;
  /// Another opening of the same file, to read it: the system reads ahead for
  /// each of them. Nothing if that is not possible.
  std::optional<CheckpointFile> reopen() const;
  /// Has the system read ahead, or read only what somebody asks for.
  void expectReads(bool areSequential) const;
  /// Has the disk begin to read these bytes, and does not wait for it.
  void announceRead(int64_t offset, int64_t bytes) const;
  llvm::Error writeAt(llvm::StringRef bytes, int64_t offset) const;
  /// Has the disk begin to write these bytes, and does not wait for it.
  llvm::Error beginWrites(int64_t offset, int64_t bytes) const;
  /// Makes a new file as large as it will be. Errors: a disk that has no place
  /// for it, where the file system can tell.
  llvm::Error reserve(int64_t bytes) const;
  /// Waits until the contents are on the disk, and closes the file. An error of
  /// a write may come only here.
  llvm::Error finish();

private:
  CheckpointFile(int number, llvm::StringRef path)
      : number(number), path(path) {}
  static llvm::Expected<CheckpointFile> open(llvm::StringRef path, int flags);

  int number;
  std::string path;
};

/// The error of the last call of the C library, about a path.
llvm::Error makeFileError(llvm::StringRef path);

/// Writes a file and waits until it is on the disk.
llvm::Error writeDurably(llvm::StringRef path, llvm::StringRef contents);
/// Reads a whole file. Errors: more than `limit` bytes.
llvm::Expected<std::string> readWhole(llvm::StringRef path, int64_t limit);
/// Waits until the names in a folder are on the disk.
llvm::Error syncFolder(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_CHECKPOINTFILE_H
