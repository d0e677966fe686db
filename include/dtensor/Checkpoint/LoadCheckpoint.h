//===- LoadCheckpoint.h - Reads boxes of a checkpoint -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_LOADCHECKPOINT_H
#define DTENSOR_CHECKPOINT_LOADCHECKPOINT_H

#include "dtensor/Checkpoint/CheckpointFile.h"
#include "dtensor/Checkpoint/CheckpointIndex.h"
#include <atomic>

namespace dtensor {

/// A box that somebody needs.
struct NeededBox {
  Box box;
  /// Where it goes; null for a box of other processes.
  char *data;
  /// The processes that read it; the first one's checksum counts, and those of
  /// the others are compared with it.
  llvm::SmallVector<int64_t> readers;
  /// The box whose row-major elements `data` has, if it is a larger one.
  Box frame = {};
};

/// The distinct boxes that all processes together need of a tensor. They cover
/// it, each element once.
struct NeededTensor {
  std::string name;
  std::vector<NeededBox> boxes;
};

/// The boxes of a tensor that the devices of a mesh need. `processes` has the
/// process that runs each device. Nothing has a place yet.
NeededTensor planLoad(std::string name, llvm::ArrayRef<int64_t> shape,
                      const Mesh &mesh, const Layout &layout,
                      llvm::ArrayRef<int64_t> processes);

/// Reads what each process needs, and nothing else, and checks it all.
///
/// The checksum of a saved box is the sum of those of its parts. So each
/// process reads its own parts; then the processes tell each other their
/// checksums, and each of them checks everything.
class CheckpointLoad {
public:
  CheckpointLoad(const CheckpointIndex &index,
                 std::vector<NeededTensor> tensors, unsigned numThreads);

  /// Reads the boxes of this process, and checks sizes and headers of their
  /// files. Errors: files that are missing, cut short, or other ones.
  llvm::Error read();
  /// The checksums of what this process has read: the same number in all
  /// processes.
  llvm::ArrayRef<uint64_t> getChecksums() const { return checksums; }
  /// The processes that read what a checksum is of.
  llvm::ArrayRef<int64_t> getReaders(size_t number) const {
    return parts[number].needed->readers;
  }
  /// Checks what all processes have read, each of which gives its checksums.
  /// Errors: elements that differ from those that were saved.
  llvm::Error check(llvm::ArrayRef<llvm::ArrayRef<uint64_t>> ofProcesses) const;

  /// The bytes of elements that this process has read.
  int64_t getNumBytes() const { return numBytes; }

private:
  /// Parts of saved boxes that somebody needs, in the order of `checksums`.
  struct Part {
    const NeededTensor *tensor;
    const SavedTensor *saved;
    const SavedBox *savedBox;
    const NeededBox *needed;
  };

  const CheckpointIndex &index;
  std::vector<NeededTensor> tensors;
  unsigned numThreads;
  std::vector<Part> parts;
  std::vector<uint64_t> checksums;
  std::atomic<int64_t> numBytes{0};
};

/// Opens a file of a checkpoint and checks its size and its header.
llvm::Expected<CheckpointFile> openCheckpointFile(const CheckpointIndex &index,
                                                  unsigned file);

/// Checks the sizes of the files that have a box of a tensor, before somebody
/// allocates memory for it: an index may claim any size. Errors: a file that is
/// missing, cut short, or another one.
llvm::Error checkFileSizes(const CheckpointIndex &index,
                           const SavedTensor &tensor, const Box &box);

/// Reads any box of a tensor, of the size of `data`, and adds the bytes that it
/// has read to `numBytes`. If it is checked, whole blocks of
/// `CheckpointIndex::checksumBlock` bytes are read. Else only the box is.
llvm::Error readBox(const CheckpointIndex &index, const std::string &name,
                    const Box &box, char *data, int64_t &numBytes,
                    bool isChecked = true);

/// Reads everything and checks it. Errors: one thing that is wrong.
llvm::Error verifyCheckpoint(const CheckpointIndex &index,
                             unsigned numThreads = 1);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_LOADCHECKPOINT_H
