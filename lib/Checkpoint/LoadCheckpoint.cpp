//===- LoadCheckpoint.cpp - Reads boxes of a checkpoint -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/LoadCheckpoint.h"

#include "dtensor/Checkpoint/BoxTransfer.h"
#include "dtensor/Checkpoint/Checksum.h"
#include "dtensor/Checkpoint/RunTasks.h"
#include "dtensor/Checkpoint/SharedRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <mutex>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

/// Opens a file and checks its size.
static Expected<CheckpointFile> openOfSize(const CheckpointIndex &index,
                                           unsigned number) {
  const SavedFile &saved = index.files[number];
  std::string path = index.getPath(number);
  Expected<CheckpointFile> file = CheckpointFile::openToRead(path);
  if (!file)
    return file.takeError();
  Expected<int64_t> size = file->getSize();
  if (!size)
    return size.takeError();
  if (*size != saved.size)
    return llvm::createStringError(
        "'" + path + "'" +
        (*size < saved.size ? " is cut short" : " is another file") +
        ": required " + Twine(saved.size) + " bytes, found " + Twine(*size));
  // Else the system would read ahead behind the header.
  file->expectReads(/*areSequential=*/false);
  return file;
}

Error checkFileSizes(const CheckpointIndex &index, const SavedTensor &tensor,
                     const Box &box) {
  for (const SavedBox &saved : tensor.boxes)
    if (intersect(saved.box, box))
      if (Expected<CheckpointFile> file = openOfSize(index, saved.file); !file)
        return file.takeError();
  return Error::success();
}

Expected<CheckpointFile> openCheckpointFile(const CheckpointIndex &index,
                                            unsigned number) {
  Expected<CheckpointFile> file = openOfSize(index, number);
  if (!file || !index.isOwn)
    return file;
  const SavedFile &saved = index.files[number];
  std::string header(saved.headerBytes, '\0');
  if (Error error = file->readAt(header.data(), header.size(), 0))
    return std::move(error);
  if (llvm::xxh3_64bits(StringRef(header)) != saved.headerChecksum)
    return llvm::createStringError(
        "'" + index.getPath(number) +
        "' is damaged, or another file: its header is not that which the "
        "index of the checkpoint has");
  return file;
}

static Error makeDamage(const CheckpointIndex &index, const std::string &name,
                        const SavedBox &saved) {
  return llvm::createStringError(
      "'" + index.getPath(saved.file) +
      "' is damaged: the elements of tensor '" + name +
      "' are not those that were saved, by their checksum");
}

/// Replicas in files of another program have equal bytes. They have no
/// checksums, so all of them are read.
static Error compareReplicas(const CheckpointIndex &index,
                             const std::string &name, const SavedTensor &tensor,
                             const SavedBox &saved) {
  if (saved.replicas.empty())
    return Error::success();
  Expected<CheckpointFile> first = openOfSize(index, saved.file);
  if (!first)
    return first.takeError();
  constexpr int64_t kBlock = 1 << 20;
  std::string own, others;
  for (const SavedBox::Replica &replica : saved.replicas) {
    Expected<CheckpointFile> other = openOfSize(index, replica.file);
    if (!other)
      return other.takeError();
    int64_t bytes = tensor.getNumBytes(saved.box);
    for (int64_t begin = 0; begin < bytes; begin += kBlock) {
      own.resize(std::min(kBlock, bytes - begin));
      others.resize(own.size());
      if (Error error =
              first->readAt(own.data(), own.size(), saved.begin + begin))
        return error;
      if (Error error =
              other->readAt(others.data(), own.size(), replica.begin + begin))
        return error;
      if (own != others)
        return llvm::createStringError(
            "'" + index.getPath(saved.file) + "' and '" +
            index.getPath(replica.file) +
            "': required equal replicas of a part of tensor '" + name +
            "', found different elements");
    }
  }
  return Error::success();
}

/// Programs rely on 0 and 1, which other programs may not have written.
static void normalizeBooleans(const NeededBox &needed) {
  const Box &frame = needed.frame.empty() ? needed.box : needed.frame;
  forEachSharedRun(needed.box, frame, frame, /*elementSize=*/1,
                   [&](int64_t begin, int64_t, int64_t bytes) {
                     for (char &byte :
                          llvm::MutableArrayRef(needed.data + begin, bytes))
                       byte = byte != 0;
                   });
}

NeededTensor planLoad(std::string name, llvm::ArrayRef<int64_t> shape,
                      const Mesh &mesh, const Layout &layout,
                      llvm::ArrayRef<int64_t> processes) {
  NeededTensor tensor{std::move(name), {}};
  std::map<std::vector<int64_t>, size_t> known;
  for (auto [device, process] : llvm::enumerate(processes)) {
    Box box = layout.getOwnedBox(mesh, shape, device);
    if (getNumElements(box) == 0)
      continue;
    std::vector<int64_t> key;
    for (Slice slice : box)
      key.insert(key.end(), {slice.offset, slice.extent});
    auto [found, isNew] =
        known.try_emplace(std::move(key), tensor.boxes.size());
    if (isNew)
      tensor.boxes.push_back({box, nullptr, {}});
    llvm::SmallVector<int64_t> &readers = tensor.boxes[found->second].readers;
    if (!llvm::is_contained(readers, process))
      readers.push_back(process);
  }
  return tensor;
}

CheckpointLoad::CheckpointLoad(const CheckpointIndex &index,
                               std::vector<NeededTensor> tensors,
                               unsigned numThreads)
    : index(index), tensors(std::move(tensors)), numThreads(numThreads) {
  for (const NeededTensor &tensor : this->tensors) {
    const SavedTensor &saved = index.tensors.at(tensor.name);
    for (const SavedBox &savedBox : saved.boxes)
      for (const NeededBox &needed : tensor.boxes)
        if (intersect(savedBox.box, needed.box))
          parts.push_back({&tensor, &saved, &savedBox, &needed});
  }
  checksums.assign(parts.size(), 0);
}

Error CheckpointLoad::read() {
  std::map<unsigned, CheckpointFile> files;
  std::vector<BoxTransfer> transfers;
  std::mutex mutex;
  for (size_t i = 0; i < parts.size();) {
    const Part &part = parts[i];
    // Parts of the same saved box follow each other.
    BoxTransfer transfer{nullptr,
                         part.savedBox->box,
                         part.savedBox->begin,
                         part.saved->type->getByteSize(),
                         index.checksumBlock,
                         {},
                         {}};
    std::vector<size_t> numbers;
    for (; i < parts.size() && parts[i].savedBox == part.savedBox; ++i) {
      if (!parts[i].needed->data)
        continue;
      transfer.memory.push_back({parts[i].needed->box, parts[i].needed->data,
                                 parts[i].needed->frame});
      numbers.push_back(i);
    }
    if (numbers.empty())
      continue;
    if (Error error = compareReplicas(index, part.tensor->name, *part.saved,
                                      *part.savedBox))
      return error;
    unsigned number = part.savedBox->file;
    if (!files.count(number)) {
      Expected<CheckpointFile> file = openCheckpointFile(index, number);
      if (!file)
        return file.takeError();
      files.emplace(number, std::move(*file));
    }
    transfer.file = &files.at(number);
    transfer.onMoved = [this, &mutex, numbers](size_t memory, int64_t,
                                               uint64_t checksum) {
      std::lock_guard<std::mutex> lock(mutex);
      uint64_t &sum = checksums[numbers[memory]];
      sum = addChecksums(sum, checksum);
    };
    transfers.push_back(std::move(transfer));
  }
  if (Error error =
          transferBoxes(std::move(transfers), TransferDirection::ToMemory,
                        numThreads, numBytes))
    return error;
  if (!index.isOwn)
    for (const NeededTensor &tensor : tensors)
      if (index.tensors.at(tensor.name).type->type == ElementType::I1)
        for (const NeededBox &needed : tensor.boxes)
          if (needed.data)
            normalizeBooleans(needed);
  return Error::success();
}

Error CheckpointLoad::check(
    llvm::ArrayRef<llvm::ArrayRef<uint64_t>> ofProcesses) const {
  // Others have no checksums.
  if (!index.isOwn)
    return Error::success();
  for (size_t i = 0; i < parts.size();) {
    const Part &first = parts[i];
    uint64_t required = 0, found = 0;
    for (uint64_t checksum : first.savedBox->checksums)
      required = addChecksums(required, checksum);
    bool areEqual = true;
    for (; i < parts.size() && parts[i].savedBox == first.savedBox; ++i) {
      llvm::ArrayRef<int64_t> readers = parts[i].needed->readers;
      uint64_t part = ofProcesses[readers.front()][i];
      found = addChecksums(found, part);
      for (int64_t reader : readers)
        areEqual &= ofProcesses[reader][i] == part;
    }
    if (!areEqual || found != required)
      return makeDamage(index, first.tensor->name, *first.savedBox);
  }
  return Error::success();
}

namespace {

/// Reads a saved box by blocks, each of which is checked.
class BlockReader {
public:
  BlockReader(const CheckpointIndex &index, const std::string &name,
              const SavedBox &saved, int64_t savedBytes,
              const CheckpointFile &file, int64_t &numBytes)
      : index(index), name(name), saved(saved), savedBytes(savedBytes),
        file(file), numBytes(numBytes) {}

  /// Reads `bytes` bytes from `position` of the box on to `data`.
  Error read(int64_t position, int64_t bytes, char *data) {
    while (bytes > 0) {
      int64_t begin = position % index.checksumBlock;
      int64_t count = std::min(bytes, getBlockBytes(position) - begin);
      if (count == getBlockBytes(position)) {
        // Whole blocks need no copy.
        while (count < kReadBytes && count < bytes &&
               count + getBlockBytes(position + count) <= bytes)
          count += getBlockBytes(position + count);
        if (Error error = readBlocks(position, count, data))
          return error;
      } else {
        if (Error error = load(position - begin))
          return error;
        std::memcpy(data, block.data() + begin, count);
      }
      position += count;
      data += count;
      bytes -= count;
    }
    return Error::success();
  }

  /// Enough bytes for one call of the system.
  static constexpr int64_t kReadBytes = 1 << 20;

private:
  /// The bytes of the block that has a position.
  int64_t getBlockBytes(int64_t position) const {
    int64_t begin = llvm::alignDown(position, index.checksumBlock);
    return std::min(index.checksumBlock, savedBytes - begin);
  }

  Error readBlocks(int64_t position, int64_t bytes, char *data) {
    if (Error error = file.readAt(data, bytes, saved.begin + position))
      return error;
    numBytes += bytes;
    for (int64_t done = 0; index.isOwn && done < bytes;) {
      int64_t begin = position + done;
      StringRef contents(data + done, getBlockBytes(begin));
      if (getChecksum(contents, begin) !=
          saved.checksums[begin / index.checksumBlock])
        return makeDamage(index, name, saved);
      done += contents.size();
    }
    return Error::success();
  }

  Error load(int64_t begin) {
    if (begin == loaded)
      return Error::success();
    block.resize(getBlockBytes(begin));
    loaded = begin;
    return readBlocks(begin, block.size(), block.data());
  }

  const CheckpointIndex &index;
  const std::string &name;
  const SavedBox &saved;
  int64_t savedBytes;
  const CheckpointFile &file;
  int64_t &numBytes;
  /// A block of which only a part is needed, and where it begins.
  std::vector<char> block;
  int64_t loaded = -1;
};

} // namespace

/// Reads the part of a box that a saved box has, without other bytes.
static Error readExactly(const CheckpointIndex &index,
                         const SavedTensor &tensor, const SavedBox &saved,
                         CheckpointFile &file, const Box &box, char *data,
                         int64_t &numBytes) {
  std::atomic<int64_t> count = 0;
  Error error =
      transferBoxes({{&file,
                      saved.box,
                      saved.begin,
                      tensor.type->getByteSize(),
                      index.checksumBlock,
                      {{box, data}},
                      [](size_t, int64_t, uint64_t) {}}},
                    TransferDirection::ToMemory, /*numThreads=*/1, count);
  numBytes += count;
  return error;
}

/// Reads the same part by blocks that are checked.
static Error readChecked(const CheckpointIndex &index, const std::string &name,
                         const SavedTensor &tensor, const SavedBox &saved,
                         const CheckpointFile &file, const Box &part,
                         const Box &box, char *data, int64_t &numBytes) {
  BlockReader reader(index, name, saved, tensor.getNumBytes(saved.box), file,
                     numBytes);
  Error error = Error::success();
  // The system reads ahead of a long run, and also a little behind it.
  constexpr int64_t kLongRunBytes = 64 << 20;
  forEachSharedRun(part, saved.box, box, tensor.type->getByteSize(),
                   [&](int64_t inFile, int64_t inMemory, int64_t bytes) {
                     if (bytes >= kLongRunBytes)
                       file.expectReads(/*areSequential=*/true);
                     if (!error)
                       error = reader.read(inFile, bytes, data + inMemory);
                   });
  return error;
}

Error readBox(const CheckpointIndex &index, const std::string &name,
              const Box &box, char *data, int64_t &numBytes, bool isChecked) {
  const SavedTensor &tensor = index.tensors.at(name);
  for (const SavedBox &saved : tensor.boxes) {
    std::optional<Box> part = intersect(saved.box, box);
    if (!part)
      continue;
    if (Error error = compareReplicas(index, name, tensor, saved))
      return error;
    Expected<CheckpointFile> file = openCheckpointFile(index, saved.file);
    if (!file)
      return file.takeError();
    // Others have no checksums.
    if (Error error =
            index.isOwn && isChecked
                ? readChecked(index, name, tensor, saved, *file, *part, box,
                              data, numBytes)
                : readExactly(index, tensor, saved, *file, box, data, numBytes))
      return error;
  }
  if (!index.isOwn && tensor.type->type == ElementType::I1)
    normalizeBooleans({box, data, {}});
  return Error::success();
}

Error verifyCheckpoint(const CheckpointIndex &index, unsigned numThreads) {
  // Files without tensors are checked as well.
  std::vector<CheckpointFile> files;
  for (unsigned i = 0; i < index.files.size(); ++i) {
    Expected<CheckpointFile> file = openCheckpointFile(index, i);
    if (!file)
      return file.takeError();
    file->expectReads(/*areSequential=*/true);
    files.push_back(std::move(*file));
  }
  struct Task {
    const std::string &name;
    const SavedTensor &tensor;
    const SavedBox &saved;
  };
  std::vector<Task> tasks;
  for (const auto &[name, tensor] : index.tensors)
    for (const SavedBox &saved : tensor.boxes)
      if (tensor.type)
        tasks.push_back({name, tensor, saved});
  auto verify = [&](int64_t number, unsigned) -> Error {
    const auto &[name, tensor, saved] = tasks[number];
    int64_t bytes = tensor.getNumBytes(saved.box), numBytes = 0;
    BlockReader reader(index, name, saved, bytes, files[saved.file], numBytes);
    int64_t most = std::max(BlockReader::kReadBytes, index.checksumBlock);
    std::vector<char> data(std::min(most, bytes));
    for (int64_t begin = 0; begin < bytes; begin += most)
      if (Error error =
              reader.read(begin, std::min(most, bytes - begin), data.data()))
        return error;
    return compareReplicas(index, name, tensor, saved);
  };
  return runTasks(tasks.size(), numThreads, verify);
}

} // namespace dtensor
