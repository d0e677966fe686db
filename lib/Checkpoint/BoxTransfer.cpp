//===- BoxTransfer.cpp - Moves boxes between files and memory -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/BoxTransfer.h"

#include "dtensor/Checkpoint/CheckpointIndex.h"
#include "dtensor/Checkpoint/Checksum.h"
#include "dtensor/Checkpoint/RunTasks.h"
#include "dtensor/Checkpoint/SharedRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <map>
#include <set>

using llvm::Error;
using llvm::StringRef;

namespace dtensor {

/// The most bytes of one call of the system; they stay in the cache of a core
/// until their checksum is computed.
static constexpr int64_t kBufferBytes = 256 << 10;
/// Longer runs are moved without a copy.
static constexpr int64_t kDirectBytes = 64 << 10;
/// The bytes of a file that a thread moves at a time, before the disk begins to
/// write them. If runs are short, they are fewer, since there is a list of
/// runs.
static constexpr int64_t kWindowBytes = 1 << 20;
static constexpr int64_t kShortWindowBytes = 256 << 10;
static constexpr int64_t kShortRunBytes = 4 << 10;
/// The most windows that a thread reads one after the other. The system reads
/// ahead in a file that is read so, for each thread.
static constexpr int64_t kWindowsToRead = 64;
/// The system reads whole pages.
static constexpr int64_t kPageBytes = 4 << 10;

namespace {

/// A box that is contiguous in the file, as many of them as fit a window.
class Windows {
public:
  Windows(const Box &box, unsigned elementSize, int64_t windowBytes)
      : box(box) {
    if (getNumElements(box) == 0)
      return;
    axis = box.size();
    int64_t inner = elementSize;
    while (axis > 0 && inner * box[axis - 1].extent <= windowBytes)
      inner *= box[--axis].extent;
    count = 1;
    if (axis == 0)
      return;
    --axis;
    // `inner` is the size of one position of this axis.
    chunk = std::max<int64_t>(windowBytes / inner, 1);
    chunks = llvm::divideCeil(box[axis].extent, chunk);
    for (size_t outer = 0; outer < axis; ++outer)
      count *= box[outer].extent;
    count *= chunks;
  }

  int64_t getCount() const { return count; }

  Box get(int64_t number) const {
    Box window = box;
    if (chunks == 0)
      return window;
    int64_t first = number % chunks * chunk;
    number /= chunks;
    window[axis] = {box[axis].offset + first,
                    std::min(chunk, box[axis].extent - first)};
    for (size_t outer = axis; outer-- > 0;) {
      window[outer] = {box[outer].offset + number % box[outer].extent, 1};
      number /= box[outer].extent;
    }
    return window;
  }

private:
  const Box &box;
  int64_t count = 0;
  /// The axis that is cut, and how; no chunks if the box is one window.
  size_t axis = 0;
  int64_t chunk = 0;
  int64_t chunks = 0;
};

/// Neighbouring bytes in the file and in memory.
struct Run {
  /// From the beginning of the box in the file.
  int64_t position;
  int64_t bytes;
  char *data;
  size_t memory;
};

/// The bytes of the box in the file that are needed.
int64_t getNeededBytes(const BoxTransfer &transfer) {
  int64_t needed = 0;
  for (const MemoryBox &memory : transfer.memory)
    if (std::optional<Box> part = intersect(transfer.box, memory.box))
      needed += getNumElements(*part) * transfer.elementSize;
  return needed;
}

/// Files of which nearly all bytes are needed. The system may read ahead in
/// them.
std::set<const CheckpointFile *>
findWholeFiles(llvm::ArrayRef<BoxTransfer> transfers) {
  std::map<const CheckpointFile *, int64_t> needed;
  for (const BoxTransfer &transfer : transfers)
    needed[transfer.file] += getNeededBytes(transfer);
  std::set<const CheckpointFile *> files;
  for (auto [file, bytes] : needed) {
    llvm::Expected<int64_t> size = file->getSize();
    if (!size)
      llvm::consumeError(size.takeError());
    else if (*size - bytes <= bytes / 20)
      files.insert(file);
  }
  return files;
}

/// The shortest run of a transfer.
int64_t getRunBytes(const BoxTransfer &transfer) {
  int64_t least = INT64_MAX;
  for (const MemoryBox &memory : transfer.memory)
    if (std::optional<Box> part = intersect(transfer.box, memory.box)) {
      int64_t bytes = transfer.elementSize;
      for (size_t axis = part->size(); axis-- > 0;) {
        bytes *= (*part)[axis].extent;
        if ((*part)[axis].extent != transfer.box[axis].extent ||
            (*part)[axis].extent != memory.getFrame()[axis].extent)
          break;
      }
      least = std::min(least, bytes);
    }
  return least;
}

/// Moves windows, one after the other, in one thread.
class Mover {
public:
  Mover(TransferDirection direction, std::atomic<int64_t> &numBytes,
        const std::set<const CheckpointFile *> &wholeFiles)
      : direction(direction), numBytes(numBytes), wholeFiles(wholeFiles),
        buffer(kBufferBytes) {}

  Error move(const BoxTransfer &transfer, const Box &window) {
    if (transfer.file != file)
      open(transfer);
    runs.clear();
    for (auto [i, memory] : llvm::enumerate(transfer.memory))
      if (std::optional<Box> part = intersect(window, memory.box))
        forEachSharedRun(*part, transfer.box, memory.getFrame(),
                         transfer.elementSize,
                         [&, i = i, data = memory.data](
                             int64_t inFile, int64_t inMemory, int64_t bytes) {
                           addRun({inFile, bytes, data + inMemory, i});
                         });
    llvm::sort(runs, [](const Run &a, const Run &b) {
      return a.position < b.position;
    });
    if (isRead() && !isWhole)
      announceReads(transfer);
    for (size_t begin = 0; begin < runs.size();) {
      size_t end = begin + 1;
      int64_t bytes = runs[begin].bytes;
      // Neighbours that fit the buffer go together.
      while (end < runs.size() && runs[begin].bytes < kDirectBytes &&
             runs[end].position == runs[begin].position + bytes &&
             bytes + runs[end].bytes <= kBufferBytes)
        bytes += runs[end++].bytes;
      llvm::ArrayRef<Run> batch =
          llvm::ArrayRef(runs).slice(begin, end - begin);
      if (Error error = moveBatch(transfer, batch, bytes))
        return error;
      numBytes += bytes;
      begin = end;
    }
    flush(transfer);
    return isRead() ? Error::success() : beginWrites(transfer);
  }

private:
  bool isRead() const { return direction == TransferDirection::ToMemory; }

  /// The system reads ahead for each opening of a file, so this thread has its
  /// own.
  void open(const BoxTransfer &transfer) {
    file = transfer.file;
    isWhole = wholeFiles.count(file);
    opened = isRead() ? file->reopen() : std::nullopt;
    if (isRead())
      getFile().expectReads(/*areSequential=*/isWhole);
  }

  const CheckpointFile &getFile() const { return opened ? *opened : *file; }

  /// The disk reads all runs of a window at once, and nothing between them.
  void announceReads(const BoxTransfer &transfer) const {
    for (size_t first = 0; first < runs.size();) {
      int64_t end = runs[first].position + runs[first].bytes;
      size_t next = first + 1;
      for (; next < runs.size() && runs[next].position < end + kPageBytes;
           ++next)
        end = runs[next].position + runs[next].bytes;
      getFile().announceRead(transfer.begin + runs[first].position,
                             end - runs[first].position);
      first = next;
    }
  }

  /// The disk works while the next window is copied.
  Error beginWrites(const BoxTransfer &transfer) const {
    if (runs.empty())
      return Error::success();
    int64_t begin = runs.front().position;
    int64_t end = runs.back().position + runs.back().bytes;
    return transfer.file->beginWrites(transfer.begin + begin, end - begin);
  }

  /// Long runs are cut, so that one fits the buffer.
  void addRun(Run run) {
    while (run.bytes > 0) {
      int64_t bytes =
          std::min(run.bytes, kBufferBytes - run.position % kBufferBytes);
      runs.push_back({run.position, bytes, run.data, run.memory});
      run.position += bytes;
      run.bytes -= bytes;
      run.data += bytes;
    }
  }

  Error moveBatch(const BoxTransfer &transfer, llvm::ArrayRef<Run> batch,
                  int64_t bytes) {
    int64_t offset = transfer.begin + batch.front().position;
    bool isDirect = batch.size() == 1;
    char *data = isDirect ? batch.front().data : buffer.data();
    if (isRead()) {
      if (Error error = getFile().readAt(data, bytes, offset))
        return error;
      if (!isDirect)
        copy(batch, [](char *inBuffer, const Run &run) {
          std::memcpy(run.data, inBuffer, run.bytes);
        });
    } else {
      if (!isDirect)
        copy(batch, [](char *inBuffer, const Run &run) {
          std::memcpy(inBuffer, run.data, run.bytes);
        });
      if (Error error = transfer.file->writeAt(StringRef(data, bytes), offset))
        return error;
    }
    for (const Run &run : batch)
      addChecksum(transfer, run);
    return Error::success();
  }

  template <typename Function>
  void copy(llvm::ArrayRef<Run> batch, Function function) {
    char *inBuffer = buffer.data();
    for (const Run &run : batch) {
      function(inBuffer, run);
      inBuffer += run.bytes;
    }
  }

  void addChecksum(const BoxTransfer &transfer, Run run) {
    if (sums.size() < transfer.memory.size())
      sums.resize(transfer.memory.size());
    while (run.bytes > 0) {
      int64_t begin = llvm::alignDown(run.position, transfer.checksumBlock);
      int64_t end = begin + transfer.checksumBlock;
      int64_t bytes = std::min(run.bytes, end - run.position);
      if (begin != block)
        flush(transfer);
      block = begin;
      uint64_t sum = getChecksum(StringRef(run.data, bytes), run.position);
      sums[run.memory] = addChecksums(sums[run.memory], sum);
      run.position += bytes;
      run.bytes -= bytes;
      run.data += bytes;
    }
  }

  void flush(const BoxTransfer &transfer) {
    for (auto [memory, sum] : llvm::enumerate(sums))
      if (sum != 0) {
        transfer.onMoved(memory, block, sum);
        sum = 0;
      }
  }

  TransferDirection direction;
  std::atomic<int64_t> &numBytes;
  const std::set<const CheckpointFile *> &wholeFiles;
  /// The file of the last window, as this thread has opened it.
  const CheckpointFile *file = nullptr;
  std::optional<CheckpointFile> opened;
  bool isWhole = false;
  std::vector<char> buffer;
  std::vector<Run> runs;
  /// By box in memory: the checksum of what was moved of the present block.
  std::vector<uint64_t> sums;
  /// Where it begins.
  int64_t block = 0;
};

} // namespace

Error transferBoxes(std::vector<BoxTransfer> transfers,
                    TransferDirection direction, unsigned numThreads,
                    std::atomic<int64_t> &numBytes) {
  // In the order of files and of their bytes.
  llvm::sort(transfers, [](const BoxTransfer &a, const BoxTransfer &b) {
    return std::pair(a.file, a.begin) < std::pair(b.file, b.begin);
  });
  std::vector<Windows> windows;
  // The number of windows of a transfer and of all before it.
  std::vector<int64_t> ends;
  int64_t total = 0;
  for (const BoxTransfer &transfer : transfers) {
    bool isShort = getRunBytes(transfer) < kShortRunBytes;
    windows.emplace_back(transfer.box, transfer.elementSize,
                         isShort ? kShortWindowBytes : kWindowBytes);
    total += getNeededBytes(transfer) > 0 ? windows.back().getCount() : 0;
    ends.push_back(total);
  }

  // Few, if all threads would not have some.
  int64_t together =
      direction == TransferDirection::ToFile
          ? 1
          : std::clamp<int64_t>(total / (2 * numThreads), 1, kWindowsToRead);
  std::set<const CheckpointFile *> wholeFiles = findWholeFiles(transfers);
  std::vector<Mover> movers;
  for (unsigned i = 0; i < numThreads; ++i)
    movers.emplace_back(direction, numBytes, wholeFiles);
  auto moveSome = [&](int64_t task, unsigned thread) -> Error {
    int64_t last = std::min(total, (task + 1) * together);
    for (int64_t i = task * together; i < last; ++i) {
      size_t number = llvm::upper_bound(ends, i) - ends.begin();
      int64_t begin = number == 0 ? 0 : ends[number - 1];
      if (Error error = movers[thread].move(transfers[number],
                                            windows[number].get(i - begin)))
        return error;
    }
    return Error::success();
  };
  return runTasks(llvm::divideCeil(total, together), numThreads, moveSome);
}

} // namespace dtensor
