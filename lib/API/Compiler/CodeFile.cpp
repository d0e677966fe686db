//===- CodeFile.cpp - Machine code as bytes of a file ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeFile.h"

#include "FolderCache.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <cstring>

namespace dt {

// Each part has its size before it.

static void append(std::string &bytes, llvm::StringRef part) {
  uint64_t size = part.size();
  bytes.append(reinterpret_cast<const char *>(&size), sizeof(size));
  bytes += part;
}

static std::optional<llvm::StringRef> takePart(llvm::StringRef &bytes) {
  uint64_t size;
  if (bytes.size() < sizeof(size))
    return std::nullopt;
  std::memcpy(&size, bytes.data(), sizeof(size));
  bytes = bytes.drop_front(sizeof(size));
  if (bytes.size() < size)
    return std::nullopt;
  llvm::StringRef part = bytes.take_front(size);
  bytes = bytes.drop_front(size);
  return part;
}

static std::string hash(llvm::StringRef bytes) {
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes));
  return std::string(digest.begin(), digest.end());
}

std::string CodeFile::serialize() const {
  std::string contents;
  append(contents, getBuild());
  append(contents, key);
  append(contents, code.entry);
  for (const std::string &object : code.objects)
    append(contents, object);
  return hash(contents) + contents;
}

std::optional<CodeFile> CodeFile::parse(llvm::StringRef bytes) {
  constexpr size_t kHashBytes = 32;
  if (bytes.size() < kHashBytes ||
      hash(bytes.drop_front(kHashBytes)) != bytes.take_front(kHashBytes))
    return std::nullopt;
  bytes = bytes.drop_front(kHashBytes);
  if (takePart(bytes) != llvm::StringRef(getBuild()))
    return std::nullopt;
  std::optional<llvm::StringRef> key = takePart(bytes);
  std::optional<llvm::StringRef> entry = takePart(bytes);
  if (!key || !entry)
    return std::nullopt;
  CodeFile file{key->str(), {entry->str(), {}}};
  while (std::optional<llvm::StringRef> object = takePart(bytes))
    file.code.objects.push_back(object->str());
  if (file.code.objects.empty())
    return std::nullopt;
  return file;
}

} // namespace dt
