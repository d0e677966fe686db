//===- BoxTransfer.h - Moves boxes between files and memory -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_BOXTRANSFER_H
#define DTENSOR_CHECKPOINT_BOXTRANSFER_H

#include "dtensor/Checkpoint/CheckpointFile.h"
#include "dtensor/Layout/Layout.h"
#include <atomic>
#include <functional>
#include <vector>

namespace dtensor {

/// A box in memory.
struct MemoryBox {
  Box box;
  /// The row-major elements of the box, or of `frame` if it lies in that one.
  char *data;
  Box frame = {};

  const Box &getFrame() const { return frame.empty() ? box : frame; }
};

/// A box that a file holds, row-major, and boxes in memory. What they have in
/// common is read from the file or written to it. The boxes in memory do not
/// overlap.
struct BoxTransfer {
  CheckpointFile *file;
  Box box;
  /// The byte of the file at which the box begins.
  int64_t begin;
  unsigned elementSize;
  /// The bytes of the box of the file that have one checksum.
  int64_t checksumBlock;
  std::vector<MemoryBox> memory;
  /// Called with the checksum of what was moved of a box in memory, and with
  /// the place of its block in the box of the file. Several threads call it.
  std::function<void(size_t memory, int64_t position, uint64_t checksum)>
      onMoved;
};

enum class TransferDirection { ToMemory, ToFile };

/// Moves all of them, file by file, by `numThreads` threads. Each byte is read
/// once, and nothing else is read: `numBytes` counts the bytes that were moved.
/// Besides the boxes, at most 16 MiB of memory per thread are used.
llvm::Error transferBoxes(std::vector<BoxTransfer> transfers,
                          TransferDirection direction, unsigned numThreads,
                          std::atomic<int64_t> &numBytes);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_BOXTRANSFER_H
