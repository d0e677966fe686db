//===- SavePlan.cpp - Which box goes to which file ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/SavePlan.h"

#include "dtensor/Checkpoint/Safetensors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using llvm::Error;
using llvm::Expected;
using llvm::Twine;

namespace dtensor {

/// The digits of a number in the name of a file.
static constexpr size_t kMaxFiles = 99999;

namespace {

/// A box that is written once, and the devices that have it.
struct DistinctBox {
  Box box;
  std::vector<int64_t> devices;
};

/// A file of one device of a process: a device has each tensor once, as a file
/// must.
using Slot = std::pair<int64_t, int64_t>;

/// A box of a tensor in a file.
struct Entry {
  const TensorToSave *tensor;
  Box box;
};

class Planner {
public:
  explicit Planner(const SaveOptions &options) : options(options) {}

  Expected<SavePlan> plan(llvm::ArrayRef<TensorToSave> tensors);

private:
  void planParts(const TensorToSave &tensor);
  void planWhole(const TensorToSave &tensor);
  Error addFile(int64_t maker, std::vector<Entry> entries, std::string name);
  Error addFiles();
  void chooseChecksumBlock();
  Error makeChecksums();

  const SaveOptions &options;
  SavePlan result;
  /// The bytes of each slot so far.
  std::map<Slot, int64_t> loads;
  std::map<Slot, std::vector<Entry>> slots;
  /// Files with whole tensors.
  std::vector<std::vector<Entry>> wholes;
  int64_t wholeBytes = 0;
};

} // namespace

static std::vector<DistinctBox> findBoxes(const TensorToSave &tensor) {
  std::vector<DistinctBox> boxes;
  std::map<std::vector<int64_t>, size_t> known;
  bool isEmpty = getNumElements(getWholeBox(tensor.shape)) == 0;
  for (int64_t device = 0; device < tensor.mesh.getNumDevices(); ++device) {
    Box box =
        isEmpty ? getWholeBox(tensor.shape)
                : tensor.layout.getOwnedBox(tensor.mesh, tensor.shape, device);
    if (!isEmpty && getNumElements(box) == 0)
      continue;
    std::vector<int64_t> key;
    for (Slice slice : box)
      key.insert(key.end(), {slice.offset, slice.extent});
    auto [found, isNew] = known.try_emplace(std::move(key), boxes.size());
    if (isNew)
      boxes.push_back({box, {}});
    boxes[found->second].devices.push_back(device);
  }
  return boxes;
}

static Error check(const TensorToSave &tensor) {
  if (!llvm::json::isUTF8(tensor.name))
    return llvm::createStringError("required a name in UTF-8");
  if (tensor.name == "__metadata__")
    return llvm::createStringError(
        "safetensors files use this name for their metadata");
  if (tensor.layout.isPartial())
    return llvm::createStringError(
        "required a layout without partial values, found '" +
        tensor.layout.str(tensor.mesh) +
        "'; relayout() to one combines what the devices have");
  return Error::success();
}

void Planner::planParts(const TensorToSave &tensor) {
  for (const DistinctBox &distinct : findBoxes(tensor)) {
    std::optional<std::pair<int64_t, Slot>> best;
    int64_t writer = 0;
    for (int64_t device : distinct.devices) {
      int64_t process = tensor.processes[device];
      int64_t first =
          llvm::find(tensor.processes, process) - tensor.processes.begin();
      Slot slot(process, device - first);
      std::pair<int64_t, Slot> candidate(loads[slot], slot);
      if (best && *best <= candidate)
        continue;
      best = candidate;
      writer = device;
    }
    Slot slot = best->second;
    loads[slot] += getNumElements(distinct.box) * tensor.type->getByteSize();
    slots[slot].push_back({&tensor, distinct.box});
    SavedTensor &saved = result.index.tensors[tensor.name];
    result.writes.push_back({tensor.name,
                             static_cast<unsigned>(saved.boxes.size()),
                             distinct.box, writer, slot.first});
    saved.boxes.push_back({0, distinct.box, 0, {}});
  }
}

void Planner::planWhole(const TensorToSave &tensor) {
  Box whole = getWholeBox(tensor.shape);
  int64_t bytes = getNumElements(whole) * tensor.type->getByteSize();
  if (wholes.empty() || bytes > options.fileBytes - wholeBytes) {
    wholes.emplace_back();
    wholeBytes = 0;
  }
  wholeBytes += bytes;
  wholes.back().push_back({&tensor, whole});
  result.index.tensors[tensor.name].boxes.push_back({0, whole, 0, {}});
  for (const DistinctBox &distinct : findBoxes(tensor)) {
    int64_t device = distinct.devices.front();
    result.writes.push_back(
        {tensor.name, 0, distinct.box, device, tensor.processes[device]});
  }
}

/// A text that is longer cannot be read again.
static Error checkTextLength(const Twine &what, size_t bytes) {
  if (bytes <= static_cast<size_t>(kMaxCheckpointText))
    return Error::success();
  return llvm::createStringError(what + ": required at most " +
                                 Twine(kMaxCheckpointText) + " bytes, found " +
                                 Twine(bytes) +
                                 "; save the tensors to several checkpoints");
}

Error Planner::addFile(int64_t maker, std::vector<Entry> entries,
                       std::string name) {
  // Elements are aligned if those of large types come first.
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    unsigned sizeA = a.tensor->type->getByteSize();
    unsigned sizeB = b.tensor->type->getByteSize();
    return sizeA != sizeB ? sizeA > sizeB : a.tensor->name < b.tensor->name;
  });
  SafetensorsHeader header;
  header.metadata["format"] = "pt";
  std::string shardings;
  llvm::raw_string_ostream os(shardings);
  llvm::json::OStream json(os);
  json.objectBegin();
  int64_t end = 0;
  for (const Entry &entry : entries) {
    SafetensorsEntry inFile;
    inFile.name = entry.tensor->name;
    inFile.dtype = entry.tensor->type->inFile.str();
    for (Slice slice : entry.box)
      inFile.shape.push_back(slice.extent);
    json.attributeObject(inFile.name, [&] {
      json.attributeArray("saved_offsets", [&] {
        for (Slice slice : entry.box)
          json.value(slice.offset);
        if (entry.tensor->type->isPair)
          json.value(0);
      });
    });
    if (entry.tensor->type->isPair)
      inFile.shape.push_back(2);
    inFile.begin = end;
    end += getNumElements(entry.box) * entry.tensor->type->getByteSize();
    inFile.end = end;
    header.entries.push_back(std::move(inFile));
  }
  json.objectEnd();
  if (!options.whole) {
    header.metadata["DCP_VERSION"] = "1.0";
    header.metadata[kShardingKey.str()] = shardings;
    header.metadata[kNeedsIndex.str()] = "1";
  }

  std::string text = formatSafetensorsHeader(header);
  if (Error error =
          checkTextLength("the header of '" + name + "'", text.size()))
    return error;
  int64_t headerBytes = text.size();
  unsigned file = result.index.files.size();
  for (auto [entry, inFile] : llvm::zip_equal(entries, header.entries))
    for (SavedBox &saved : result.index.tensors[entry.tensor->name].boxes)
      if (saved.box == entry.box) {
        saved.file = file;
        saved.begin = headerBytes + inFile.begin;
      }
  result.index.files.push_back({std::move(name), headerBytes + end, headerBytes,
                                llvm::xxh3_64bits(llvm::StringRef(text))});
  result.headers.push_back(std::move(text));
  result.makers.push_back(maker);
  return Error::success();
}

Error Planner::addFiles() {
  size_t count = options.whole ? wholes.size() : slots.size();
  if (count > kMaxFiles)
    return llvm::createStringError("required at most " + Twine(kMaxFiles) +
                                   " files, found " + Twine(count));
  size_t number = 0;
  for (std::vector<Entry> &entries : wholes)
    if (Error error = addFile(
            /*maker=*/0, std::move(entries),
            llvm::formatv("model-{0,0+5}-of-{1,0+5}.safetensors", ++number,
                          count)
                .str()))
      return error;
  // The names of PyTorch's DCP: those of ranks that write one file each.
  for (auto &[slot, entries] : slots)
    if (Error error = addFile(
            slot.first, std::move(entries),
            llvm::formatv("shard-{0,0+5}-model-00001-of-00001.safetensors",
                          ++number)
                .str()))
      return error;
  return Error::success();
}

/// A box that is read must be read with the whole blocks it touches, so they
/// are small, unless there would be so many that their checksums make the index
/// long: one takes 19 bytes of it.
void Planner::chooseChecksumBlock() {
  constexpr int64_t kManyBlocks = 1 << 18;
  int64_t bytes = 0;
  for (const SavedFile &file : result.index.files)
    bytes += file.size;
  int64_t &block = result.index.checksumBlock;
  while (block < kMaxChecksumBlock && bytes / block > kManyBlocks)
    block *= 2;
}

/// Errors: an index that is too long. It is as long with the checksums of the
/// elements.
Error Planner::makeChecksums() {
  constexpr int64_t kTextBytes = 19;
  int64_t count = 0;
  for (auto &[name, tensor] : result.index.tensors)
    for (SavedBox &saved : tensor.boxes) {
      int64_t blocks = llvm::divideCeil(tensor.getNumBytes(saved.box),
                                        result.index.checksumBlock);
      count += blocks;
      // Before they take memory.
      if (Error error = checkTextLength("the index", kTextBytes * count))
        return error;
      saved.checksums.assign(blocks, 0);
    }
  return checkTextLength("the index", formatIndex(result.index).size());
}

Expected<SavePlan> Planner::plan(llvm::ArrayRef<TensorToSave> tensors) {
  result.index.isOwn = true;
  result.isWhole = options.whole;
  for (const auto &[key, value] : options.metadata)
    if (!llvm::json::isUTF8(key) || !llvm::json::isUTF8(value))
      return llvm::createStringError("required metadata in UTF-8");
  result.index.metadata = options.metadata;
  for (const TensorToSave &tensor : tensors) {
    if (Error error = check(tensor))
      return llvm::createStringError("tensor '" + tensor.name +
                                     "': " + llvm::toString(std::move(error)));
    SavedTensor &saved = result.index.tensors[tensor.name];
    if (saved.type)
      return llvm::createStringError("two tensors have the name '" +
                                     tensor.name + "'");
    saved.type = tensor.type;
    saved.typeInFile = tensor.type->inFile.str();
    saved.shape = tensor.shape;
    saved.mesh = tensor.mesh.str();
    saved.layout = tensor.layout.str(tensor.mesh);
    if (options.whole)
      planWhole(tensor);
    else
      planParts(tensor);
  }
  if (Error error = addFiles())
    return std::move(error);
  chooseChecksumBlock();
  if (Error error = makeChecksums())
    return std::move(error);
  return std::move(result);
}

Expected<SavePlan> planSave(llvm::ArrayRef<TensorToSave> tensors,
                            const SaveOptions &options) {
  return Planner(options).plan(tensors);
}

std::string formatWeightMap(const CheckpointIndex &index) {
  int64_t total = 0;
  for (const auto &[name, tensor] : index.tensors)
    total += tensor.getNumBytes(getWholeBox(tensor.shape));
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeObject("metadata",
                         [&] { json.attribute("total_size", total); });
    json.attributeObject("weight_map", [&] {
      for (const auto &[name, tensor] : index.tensors)
        json.attribute(name, index.files[tensor.boxes.front().file].name);
    });
  });
  return text + "\n";
}

} // namespace dtensor
