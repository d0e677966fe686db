//===- SaveCheckpoint.cpp - Writes a checkpoint ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/SaveCheckpoint.h"

#include "dtensor/Checkpoint/BoxTransfer.h"
#include "dtensor/Checkpoint/Checksum.h"
#include "dtensor/Checkpoint/RunTasks.h"
#include "dtensor/Checkpoint/Safetensors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <mutex>
#include <set>
#include <unistd.h>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

CheckpointSave::CheckpointSave(StringRef path, SavePlan plan,
                               std::map<std::string, Components> components,
                               int64_t rank, int64_t numProcesses,
                               unsigned numThreads)
    : folder(path), plan(std::move(plan)), components(std::move(components)),
      rank(rank), numProcesses(numProcesses), numThreads(numThreads) {
  this->plan.index.folder = folder.getUnfinished();
}

Error CheckpointSave::begin() {
  return rank == 0 ? folder.create() : Error::success();
}

Error CheckpointSave::makeFiles() {
  for (auto [i, maker] : llvm::enumerate(plan.makers)) {
    if (maker != rank)
      continue;
    Expected<CheckpointFile> file =
        CheckpointFile::create(plan.index.getPath(i));
    if (!file)
      return file.takeError();
    // All bytes are there from the beginning, so that anybody can write, and a
    // full disk is found before anything is written.
    if (Error error = file->reserve(plan.index.files[i].size))
      return error;
    if (Error error = file->writeAt(plan.headers[i], 0))
      return error;
  }
  return Error::success();
}

Error CheckpointSave::write() {
  std::set<unsigned> touched;
  for (auto [i, maker] : llvm::enumerate(plan.makers))
    if (maker == rank)
      touched.insert(i);
  for (const PlannedWrite &write : plan.writes)
    if (write.process == rank)
      touched.insert(plan.index.tensors.at(write.tensor).boxes[write.box].file);
  std::map<unsigned, CheckpointFile> files;
  for (unsigned i : touched) {
    Expected<CheckpointFile> file =
        CheckpointFile::openToWrite(plan.index.getPath(i));
    if (!file)
      return file.takeError();
    files.emplace(i, std::move(*file));
  }

  // A transfer for each box of a file, with the parts of this process.
  std::map<std::pair<std::string, unsigned>, BoxTransfer> byBox;
  std::mutex mutex;
  for (const PlannedWrite &write : plan.writes) {
    if (write.process != rank)
      continue;
    SavedTensor &tensor = plan.index.tensors.at(write.tensor);
    SavedBox &saved = tensor.boxes[write.box];
    auto [found, isNew] = byBox.try_emplace({write.tensor, write.box});
    BoxTransfer &transfer = found->second;
    if (isNew)
      transfer = {&files.at(saved.file),
                  saved.box,
                  saved.begin,
                  tensor.type->getByteSize(),
                  plan.index.checksumBlock,
                  {},
                  [&](size_t, int64_t position, uint64_t checksum) {
                    std::lock_guard<std::mutex> lock(mutex);
                    uint64_t &sum =
                        saved.checksums[position / plan.index.checksumBlock];
                    sum = addChecksums(sum, checksum);
                  }};
    transfer.memory.push_back(
        {write.part, components.at(write.tensor)[write.device]->getData()});
  }
  std::vector<BoxTransfer> transfers;
  for (auto &[place, transfer] : byBox)
    transfers.push_back(std::move(transfer));
  std::atomic<int64_t> numBytes = 0;
  if (Error error =
          transferBoxes(std::move(transfers), TransferDirection::ToFile,
                        numThreads, numBytes))
    return error;
  // The file system writes what it knows about several files at once.
  std::vector<CheckpointFile *> written;
  for (auto &[i, file] : files)
    written.push_back(&file);
  if (Error error =
          runTasks(written.size(), numThreads,
                   [&](int64_t i, unsigned) { return written[i]->finish(); }))
    return error;
  return rank == 0 ? Error::success() : writeChecksums();
}

std::string CheckpointSave::getChecksumsPath(int64_t process) const {
  return folder.getUnfinished() + "/checksums-" + std::to_string(process) +
         ".json";
}

/// The first process has no other way to them.
Error CheckpointSave::writeChecksums() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.array([&] {
    for (const auto &[name, tensor] : plan.index.tensors)
      for (const SavedBox &saved : tensor.boxes)
        for (uint64_t checksum : saved.checksums)
          json.value(static_cast<int64_t>(checksum));
  });
  return writeDurably(getChecksumsPath(rank), text);
}

Error CheckpointSave::addChecksumsOf(int64_t process) {
  std::string path = getChecksumsPath(process);
  if (!llvm::sys::fs::exists(path))
    return llvm::createStringError(
        "process " + Twine(process) + " has written elsewhere: required '" +
        folder.getUnfinished() + "' in a file system that all processes share");
  Expected<std::string> text = readWhole(path, kMaxCheckpointText);
  if (!text)
    return text.takeError();
  Expected<llvm::json::Value> list = parseBoundedJSON(*text);
  if (!list)
    return list.takeError();
  const llvm::json::Array *numbers = list->getAsArray();
  size_t next = 0;
  for (auto &[name, tensor] : plan.index.tensors)
    for (SavedBox &saved : tensor.boxes)
      for (uint64_t &checksum : saved.checksums) {
        std::optional<int64_t> number;
        if (numbers && next < numbers->size())
          number = (*numbers)[next++].getAsInteger();
        if (!number)
          return llvm::createStringError("'" + path + "' is damaged");
        checksum = addChecksums(checksum, *number);
      }
  return unlink(path.c_str()) == 0 ? Error::success() : makeFileError(path);
}

Error CheckpointSave::commit() {
  if (rank != 0)
    return Error::success();
  for (int64_t process = 1; process < numProcesses; ++process)
    if (Error error = addChecksumsOf(process))
      return error;
  if (plan.isWhole)
    if (Error error =
            writeDurably(folder.getUnfinished() + "/" + kWeightMapName.str(),
                         formatWeightMap(plan.index)))
      return error;
  std::string path = folder.getUnfinished() + "/" + kIndexName.str();
  if (Error error = writeDurably(path, formatIndex(plan.index)))
    return error;
  return folder.commit();
}

Error CheckpointSave::run() {
  // At the path may be something else, of which nothing is removed.
  if (Error error = begin())
    return error;
  for (auto step : {&CheckpointSave::makeFiles, &CheckpointSave::write,
                    &CheckpointSave::commit})
    if (Error error = (this->*step)()) {
      discard();
      return error;
    }
  return Error::success();
}

} // namespace dtensor
