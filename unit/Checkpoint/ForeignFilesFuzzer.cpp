//===- ForeignFilesFuzzer.cpp - Reads files of any content ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: foreign-files-fuzzer [-max_total_time=600] [FOLDER]
// A program of LLVM's libFuzzer. Each input is read as a file of a checkpoint:
// the first byte says which one. An error is right, and so are tensors that are
// within the file; anything else is found by the sanitizers.

#include "dtensor/Checkpoint/LoadCheckpoint.h"
#include "dtensor/Checkpoint/PrintIndex.h"
#include "dtensor/Checkpoint/Safetensors.h"
#include "dtensor/Checkpoint/SavePlan.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <fstream>

using namespace dtensor;
using llvm::StringRef;

static void writeFile(const std::string &path, StringRef contents) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(contents.data(), contents.size());
}

/// Reads and prints what a folder has.
static void readAll(const std::string &path) {
  llvm::Expected<CheckpointIndex> index = readIndex(path);
  if (!index) {
    llvm::consumeError(index.takeError());
    return;
  }
  std::string table;
  llvm::raw_string_ostream os(table);
  printIndex(*index, os);
  llvm::consumeError(verifyCheckpoint(*index));
  for (const auto &[name, tensor] : index->tensors) {
    if (!tensor.type)
      continue;
    Box whole = getWholeBox(tensor.shape);
    constexpr int64_t kMany = 1 << 20;
    int64_t bytes = tensor.getNumBytes(whole), numBytes = 0;
    if (bytes > kMany)
      continue;
    std::vector<char> data(bytes);
    llvm::consumeError(readBox(*index, name, whole, data.data(), numBytes));
  }
}

/// A file of two tensors with a text as its metadata of PyTorch's DCP.
static std::string makeFileOfDCP(StringRef shardings) {
  SafetensorsHeader header;
  header.metadata[kShardingKey.str()] = shardings.str();
  header.entries = {{"b", "BOOL", {3}, 0, 3}, {"w", "F32", {2, 3}, 3, 27}};
  return formatSafetensorsHeader(header) + std::string(27, '\1');
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string folder = [] {
    llvm::SmallString<128> made;
    bool hasMemory = llvm::sys::fs::can_write("/dev/shm");
    llvm::sys::fs::createUniqueDirectory(
        hasMemory ? "/dev/shm/checkpoint" : "checkpoint", made);
    return made.str().str();
  }();
  if (size == 0)
    return 0;
  StringRef text(reinterpret_cast<const char *>(data) + 1, size - 1);
  std::string file = folder + "/model.safetensors";
  std::string index = folder + "/" + kIndexName.str();
  std::string map = folder + "/" + kWeightMapName.str();
  for (const std::string &path : {file, index, map})
    llvm::sys::fs::remove(path);
  switch (data[0] % 4) {
  case 0:
    writeFile(file, text);
    break;
  case 1:
    if (llvm::json::isUTF8(text))
      writeFile(file, makeFileOfDCP(text));
    break;
  case 2:
    writeFile(file, makeFileOfDCP("{\"b\":{\"saved_offsets\":[0]},"
                                  "\"w\":{\"saved_offsets\":[0,0]}}"));
    writeFile(map, text);
    break;
  default:
    // Its checksum is right, so that its content counts.
    writeFile(file, makeFileOfDCP("{}"));
    writeFile(index,
              "{\"dtensor_checkpoint\":2,\"checksum\":\"" +
                  llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true,
                                  /*Width=*/16) +
                  "\",\"content\":" + text.str() + "}\n");
  }
  readAll(folder);
  return 0;
}
