//===- ReadIndex.cpp - Finds out what a path holds ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/CheckpointFile.h"
#include "dtensor/Checkpoint/CheckpointFolder.h"
#include "dtensor/Checkpoint/CheckpointIndex.h"
#include "dtensor/Checkpoint/Safetensors.h"
#include "dtensor/Checkpoint/SavePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

namespace {

/// Collects the tensors of files of other programs.
class ForeignReader {
public:
  explicit ForeignReader(CheckpointIndex &index) : index(index) {}

  /// Adds the tensors of a file; only those of `names`, if there are any.
  Error addFile(StringRef name, const std::set<std::string> *names = nullptr);
  /// Errors: boxes that do not add up to a tensor.
  Error finish();

private:
  Error addEntry(const SafetensorsEntry &entry, int64_t dataBegin,
                 const llvm::json::Object *shardings);

  CheckpointIndex &index;
  /// The files with metadata of DCP.
  std::set<unsigned> filesOfDCP;
  /// By the tensor and the box: the number of the box among those of the
  /// tensor.
  std::map<std::pair<std::string, std::vector<int64_t>>, size_t> known;
};

} // namespace

static Expected<SafetensorsHeader> readHeader(StringRef path, SavedFile &file) {
  Expected<CheckpointFile> opened = CheckpointFile::openToRead(path);
  if (!opened)
    return opened.takeError();
  Expected<int64_t> size = opened->getSize();
  if (!size)
    return size.takeError();
  file.size = *size;
  std::string beginning(std::min<int64_t>(file.size, 8), '\0');
  if (Error error = opened->readAt(beginning.data(), beginning.size(), 0))
    return std::move(error);
  Expected<int64_t> length = getSafetensorsTextLength(beginning, file.size);
  if (!length)
    return llvm::createStringError("'" + path +
                                   "': " + llvm::toString(length.takeError()));
  file.headerBytes = 8 + *length;
  std::string text(*length, '\0');
  if (Error error = opened->readAt(text.data(), *length, 8))
    return std::move(error);
  Expected<SafetensorsHeader> header =
      parseSafetensorsText(text, file.size - file.headerBytes);
  if (!header)
    return llvm::createStringError("'" + path +
                                   "': " + llvm::toString(header.takeError()));
  return header;
}

Error ForeignReader::addFile(StringRef name,
                             const std::set<std::string> *names) {
  index.files.push_back({name.str(), 0});
  std::string path = index.getPath(index.files.size() - 1);
  Expected<SafetensorsHeader> header = readHeader(path, index.files.back());
  if (!header)
    return header.takeError();
  // The index says which parts are written.
  if (header->metadata.count(kNeedsIndex.str()))
    return llvm::createStringError(
        "'" + path + "' is a part of a checkpoint: required '" + kIndexName +
        "' beside it, found none; open the folder of a whole checkpoint");
  for (const auto &[key, value] : header->metadata)
    if (key != kShardingKey)
      index.metadata.emplace(key, value);
  std::optional<llvm::json::Value> shardings;
  if (auto found = header->metadata.find(kShardingKey.str());
      found != header->metadata.end()) {
    Expected<llvm::json::Value> parsed = parseBoundedJSON(found->second);
    if (!parsed)
      return llvm::createStringError("'" + path + "': " + kShardingKey + ": " +
                                     llvm::toString(parsed.takeError()));
    shardings = std::move(*parsed);
    if (!shardings->getAsObject())
      return llvm::createStringError("'" + path + "': " + kShardingKey +
                                     " is no object");
    filesOfDCP.insert(index.files.size() - 1);
  }
  for (const SafetensorsEntry &entry : header->entries) {
    if (names && !names->count(entry.name))
      continue;
    if (Error error = addEntry(entry, index.files.back().headerBytes,
                               shardings ? shardings->getAsObject() : nullptr))
      return llvm::createStringError("'" + path + "': tensor '" + entry.name +
                                     "': " + llvm::toString(std::move(error)));
  }
  return Error::success();
}

Error ForeignReader::addEntry(const SafetensorsEntry &entry, int64_t dataBegin,
                              const llvm::json::Object *shardings) {
  SavedBox saved{static_cast<unsigned>(index.files.size() - 1),
                 getWholeBox(entry.shape),
                 dataBegin + entry.begin,
                 {}};
  const llvm::json::Object *sharding =
      shardings ? shardings->getObject(entry.name) : nullptr;
  const llvm::json::Array *offsets =
      sharding ? sharding->getArray("saved_offsets") : nullptr;
  if (shardings && (!offsets || offsets->size() != entry.shape.size()))
    return llvm::createStringError("required " + Twine(entry.shape.size()) +
                                   " 'saved_offsets' in '" + kShardingKey +
                                   "'");
  auto [found, isNew] = index.tensors.try_emplace(entry.name);
  SavedTensor &tensor = found->second;
  if (isNew) {
    tensor.type = findTypeInFile(entry.dtype);
    tensor.typeInFile = entry.dtype;
    tensor.shape.assign(entry.shape.size(), 0);
  }
  // DCP has a tensor in several files. Otherwise these are several tensors, of
  // which one would win by the name of its file.
  if (!isNew && !(filesOfDCP.count(saved.file) &&
                  filesOfDCP.count(tensor.boxes.front().file)))
    return llvm::createStringError("'" +
                                   index.getPath(tensor.boxes.front().file) +
                                   "' has a tensor of this name as well; open "
                                   "one of the two files");
  if (tensor.typeInFile != entry.dtype ||
      tensor.shape.size() != entry.shape.size())
    return llvm::createStringError("another file has a tensor of this name of "
                                   "another type or rank");
  // A tensor is as large as its last box says.
  for (size_t axis = 0; axis < entry.shape.size(); ++axis) {
    std::optional<int64_t> offset =
        offsets ? (*offsets)[axis].getAsInteger() : 0;
    std::optional<int64_t> end =
        offset && *offset >= 0 ? llvm::checkedAdd(*offset, entry.shape[axis])
                               : std::nullopt;
    if (!end)
      return llvm::createStringError("required offsets of at least 0");
    saved.box[axis].offset = *offset;
    tensor.shape[axis] = std::max(tensor.shape[axis], *end);
  }
  std::vector<int64_t> key;
  for (Slice slice : saved.box)
    key.insert(key.end(), {slice.offset, slice.extent});
  auto [first, isOther] =
      known.try_emplace({entry.name, std::move(key)}, tensor.boxes.size());
  if (isOther)
    tensor.boxes.push_back(std::move(saved));
  else
    tensor.boxes[first->second].replicas.push_back({saved.file, saved.begin});
  return Error::success();
}

Error ForeignReader::finish() {
  for (auto &[name, tensor] : index.tensors) {
    Error error = Error::success();
    if (tensor.type) {
      Expected<int64_t> count = countElements(tensor.type->type, tensor.shape);
      error =
          count ? checkCover(tensor.shape, tensor.boxes) : count.takeError();
    }
    if (error)
      return llvm::createStringError("'" + index.folder + "': tensor '" + name +
                                     "': " + llvm::toString(std::move(error)));
  }
  return Error::success();
}

/// Reads the files that Hugging Face's index names.
static Error readWeightMap(StringRef text, ForeignReader &reader) {
  Expected<llvm::json::Value> root = parseBoundedJSON(text);
  if (!root)
    return root.takeError();
  const llvm::json::Object *object = root->getAsObject();
  const llvm::json::Object *map =
      object ? object->getObject("weight_map") : nullptr;
  if (!map)
    return llvm::createStringError("required a 'weight_map'");
  std::map<std::string, std::set<std::string>> names;
  for (const auto &[key, value] : *map) {
    std::optional<StringRef> file = value.getAsString();
    if (!file || file->empty() || file->contains('/') || file->contains('\0'))
      return llvm::createStringError("tensor '" + key.str() +
                                     "': required the name of a file");
    names[file->str()].insert(key.str());
  }
  for (const auto &[file, tensors] : names)
    if (Error error = reader.addFile(file, &tensors))
      return error;
  return Error::success();
}

static Error checkAllThere(StringRef text, const CheckpointIndex &index) {
  Expected<llvm::json::Value> root = parseBoundedJSON(text);
  if (!root)
    return root.takeError();
  for (const auto &[key, value] : *root->getAsObject()->getObject("weight_map"))
    if (!index.tensors.count(key.str()))
      return llvm::createStringError("tensor '" + key.str() +
                                     "' is not in the file '" +
                                     value.getAsString().value_or("") + "'");
  return Error::success();
}

/// The safetensors files of a folder, in the order of their names.
static std::vector<std::string> listFiles(StringRef folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       file != end && !error; file.increment(error)) {
    StringRef name = llvm::sys::path::filename(file->path());
    if (name.ends_with(".safetensors"))
      names.push_back(name.str());
  }
  llvm::sort(names);
  return names;
}

static Expected<CheckpointIndex> readForeign(StringRef path) {
  CheckpointIndex index;
  ForeignReader reader(index);
  if (!llvm::sys::fs::is_directory(path)) {
    StringRef folder = llvm::sys::path::parent_path(path);
    index.folder = folder.empty() ? "." : folder.str();
    if (Error error = reader.addFile(llvm::sys::path::filename(path)))
      return std::move(error);
  } else {
    index.folder = path.str();
    llvm::SmallString<128> map(path);
    llvm::sys::path::append(map, kWeightMapName);
    if (llvm::sys::fs::exists(map)) {
      Expected<std::string> text = readWhole(map, kMaxCheckpointText);
      if (!text)
        return text.takeError();
      Error error = readWeightMap(*text, reader);
      if (!error)
        error = checkAllThere(*text, index);
      if (error)
        return llvm::createStringError(
            "'" + map + "': " + llvm::toString(std::move(error)));
    } else {
      for (const std::string &name : listFiles(path))
        if (Error error = reader.addFile(name))
          return std::move(error);
      if (index.files.empty())
        return llvm::createStringError(
            "'" + path + "' is no checkpoint: required '" + kIndexName +
            "', '" + kWeightMapName + "' or whole safetensors files");
    }
  }
  if (Error error = reader.finish())
    return std::move(error);
  return index;
}

Expected<CheckpointIndex> readIndex(StringRef path) {
  std::string folder = resolveCheckpoint(path);
  if (!llvm::sys::fs::exists(folder))
    return llvm::createStringError("'" + path + "': there is no checkpoint");
  if (isLeftover(folder))
    return llvm::createStringError(
        "'" + folder +
        "' is no checkpoint: an interrupted save or removal has left it");
  llvm::SmallString<128> file(folder);
  llvm::sys::path::append(file, kIndexName);
  if (!llvm::sys::fs::exists(file))
    return readForeign(folder);
  Expected<std::string> text = readWhole(file, kMaxCheckpointText);
  if (!text)
    return text.takeError();
  Expected<CheckpointIndex> index = parseIndex(*text);
  if (!index)
    return llvm::createStringError("'" + file +
                                   "': " + llvm::toString(index.takeError()));
  index->folder = folder;
  return index;
}

} // namespace dtensor
