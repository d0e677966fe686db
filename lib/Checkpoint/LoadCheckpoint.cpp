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
#include "dtensor/Checkpoint/SharedRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <mutex>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

Expected<CheckpointFile> openCheckpointFile(const CheckpointIndex &index,
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
  if (!index.isOwn)
    return file;
  std::string header(saved.headerBytes, '\0');
  if (Error error = file->readAt(header.data(), header.size(), 0))
    return std::move(error);
  if (llvm::xxh3_64bits(StringRef(header)) != saved.headerChecksum)
    return llvm::createStringError(
        "'" + path +
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

/// Programs rely on 0 and 1, which other programs may not have written.
static void normalizeBooleans(char *data, int64_t count) {
  for (char *end = data + count; data != end; ++data)
    *data = *data != 0;
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
      transfer.memory.push_back({parts[i].needed->box, parts[i].needed->data});
      numbers.push_back(i);
    }
    if (numbers.empty())
      continue;
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
            normalizeBooleans(needed.data, getNumElements(needed.box));
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

  /// Copies `bytes` bytes from `position` of the box on to `data`.
  Error read(int64_t position, int64_t bytes, char *data) {
    while (bytes > 0) {
      int64_t number = position / index.checksumBlock;
      if (Error error = load(number))
        return error;
      int64_t begin = position - number * index.checksumBlock;
      int64_t count =
          std::min<int64_t>(bytes, static_cast<int64_t>(block.size()) - begin);
      std::memcpy(data, block.data() + begin, count);
      position += count;
      data += count;
      bytes -= count;
    }
    return Error::success();
  }

  Error load(int64_t number) {
    if (number == loaded)
      return Error::success();
    int64_t begin = number * index.checksumBlock;
    block.resize(std::min(index.checksumBlock, savedBytes - begin));
    if (Error error =
            file.readAt(block.data(), block.size(), saved.begin + begin))
      return error;
    numBytes += block.size();
    loaded = number;
    StringRef bytes(block.data(), block.size());
    if (index.isOwn && getChecksum(bytes, begin) != saved.checksums[number])
      return makeDamage(index, name, saved);
    return Error::success();
  }

private:
  const CheckpointIndex &index;
  const std::string &name;
  const SavedBox &saved;
  int64_t savedBytes;
  const CheckpointFile &file;
  int64_t &numBytes;
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
  forEachSharedRun(part, saved.box, box, tensor.type->getByteSize(),
                   [&](int64_t inFile, int64_t inMemory, int64_t bytes) {
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
    normalizeBooleans(data, getNumElements(box));
  return Error::success();
}

Error verifyCheckpoint(const CheckpointIndex &index) {
  // Files without tensors are checked as well.
  std::vector<CheckpointFile> files;
  for (unsigned i = 0; i < index.files.size(); ++i) {
    Expected<CheckpointFile> file = openCheckpointFile(index, i);
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
  }
  for (const auto &[name, tensor] : index.tensors)
    for (const SavedBox &saved : tensor.boxes) {
      if (!tensor.type)
        continue;
      int64_t bytes = tensor.getNumBytes(saved.box), numBytes = 0;
      BlockReader reader(index, name, saved, bytes, files[saved.file],
                         numBytes);
      for (int64_t begin = 0; begin < bytes; begin += index.checksumBlock)
        if (Error error = reader.load(begin / index.checksumBlock))
          return error;
    }
  return Error::success();
}

} // namespace dtensor
