//===- Safetensors.cpp - The header of a safetensors file -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/Safetensors.h"

#include "dtensor/Checkpoint/StoredType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

static constexpr int64_t kLengthBytes = 8;
/// Far more than any format here has; the parser of JSON calls itself.
static constexpr unsigned kMaxNesting = 32;
static constexpr size_t kMaxRank = 64;

Expected<llvm::json::Value> parseBoundedJSON(StringRef text) {
  if (text.size() > static_cast<size_t>(kMaxCheckpointText))
    return llvm::createStringError("required a text of at most " +
                                   Twine(kMaxCheckpointText) +
                                   " bytes, found " + Twine(text.size()));
  unsigned nesting = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString && c == '\\')
      ++i;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString && (c == '[' || c == '{') && ++nesting > kMaxNesting)
      return llvm::createStringError("required at most " + Twine(kMaxNesting) +
                                     " nested lists and objects, found more");
    else if (!isInString && (c == ']' || c == '}') && nesting > 0)
      --nesting;
  }
  return llvm::json::parse(text);
}

Expected<int64_t> getSafetensorsTextLength(StringRef beginning,
                                           int64_t fileBytes) {
  if (fileBytes < kLengthBytes ||
      beginning.size() < static_cast<size_t>(kLengthBytes))
    return llvm::createStringError(
        "required a safetensors file, which has at least " +
        Twine(kLengthBytes) + " bytes, found " + Twine(fileBytes));
  uint64_t length = llvm::support::endian::read64le(beginning.data());
  if (length > static_cast<uint64_t>(kMaxCheckpointText))
    return llvm::createStringError(
        "required a safetensors file with a header of at most " +
        Twine(kMaxCheckpointText) + " bytes, found " + Twine(length));
  if (static_cast<int64_t>(length) > fileBytes - kLengthBytes)
    return llvm::createStringError("the header ends early: required " +
                                   Twine(length) + " bytes, found " +
                                   Twine(fileBytes - kLengthBytes));
  return static_cast<int64_t>(length);
}

/// The numbers of a list, which are at least 0.
static std::optional<llvm::SmallVector<int64_t>>
getNumbers(const llvm::json::Array *list) {
  if (!list || list->size() > kMaxRank)
    return std::nullopt;
  llvm::SmallVector<int64_t> numbers;
  for (const llvm::json::Value &value : *list) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number < 0)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

static Error readEntry(const llvm::json::Value &value,
                       SafetensorsEntry &entry) {
  const llvm::json::Object *object = value.getAsObject();
  std::optional<StringRef> dtype =
      object ? object->getString("dtype") : std::nullopt;
  auto shape = getNumbers(object ? object->getArray("shape") : nullptr);
  auto offsets =
      getNumbers(object ? object->getArray("data_offsets") : nullptr);
  if (!dtype || !shape || !offsets || offsets->size() != 2)
    return llvm::createStringError(
        "required 'dtype', 'shape' and two 'data_offsets'");
  entry.dtype = dtype->str();
  entry.shape = *shape;
  entry.begin = (*offsets)[0];
  entry.end = (*offsets)[1];
  std::optional<unsigned> bits = getBitsInFile(entry.dtype);
  if (!bits)
    return llvm::createStringError("unknown element type '" + entry.dtype +
                                   "'");
  std::optional<int64_t> size = *bits;
  for (int64_t extent : entry.shape)
    if (size)
      size = llvm::checkedMul(*size, extent);
  if (!size || *size % 8 != 0 || entry.begin > entry.end ||
      *size / 8 != entry.end - entry.begin)
    return llvm::createStringError(
        "required " + (size ? Twine(*size / 8) : Twine("too many")) +
        " bytes, found those from " + Twine(entry.begin) + " to " +
        Twine(entry.end));
  return Error::success();
}

static Error readMetadata(const llvm::json::Value &value,
                          std::map<std::string, std::string> &metadata) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return llvm::createStringError("'__metadata__' is no object");
  for (const auto &[key, text] : *object) {
    std::optional<StringRef> string = text.getAsString();
    if (!string)
      return llvm::createStringError("'__metadata__': required texts");
    metadata[key.str()] = string->str();
  }
  return Error::success();
}

Expected<SafetensorsHeader> parseSafetensorsText(StringRef text,
                                                 int64_t dataBytes) {
  Expected<llvm::json::Value> root = parseBoundedJSON(text);
  if (!root)
    return root.takeError();
  const llvm::json::Object *object = root->getAsObject();
  if (!object)
    return llvm::createStringError("the header is no object");
  SafetensorsHeader header;
  for (const auto &[key, value] : *object) {
    if (key == "__metadata__") {
      if (Error error = readMetadata(value, header.metadata))
        return std::move(error);
      continue;
    }
    SafetensorsEntry entry;
    entry.name = key.str();
    if (Error error = readEntry(value, entry))
      return llvm::createStringError("tensor '" + entry.name +
                                     "': " + llvm::toString(std::move(error)));
    header.entries.push_back(std::move(entry));
  }
  llvm::sort(header.entries, [](const auto &a, const auto &b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  int64_t end = 0;
  for (const SafetensorsEntry &entry : header.entries) {
    if (entry.begin != end)
      return llvm::createStringError(
          "tensor '" + entry.name + "': required to begin at byte " +
          Twine(end) + ", where the last one ends, found " +
          Twine(entry.begin));
    end = entry.end;
  }
  if (end != dataBytes)
    return llvm::createStringError("required " + Twine(end) +
                                   " bytes of elements, found " +
                                   Twine(dataBytes));
  return header;
}

std::string formatSafetensorsHeader(const SafetensorsHeader &header) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    if (!header.metadata.empty())
      json.attributeObject("__metadata__", [&] {
        for (const auto &[key, value] : header.metadata)
          json.attribute(key, value);
      });
    for (const SafetensorsEntry &entry : header.entries)
      json.attributeObject(entry.name, [&] {
        json.attribute("dtype", entry.dtype);
        json.attributeArray("shape", [&] {
          for (int64_t extent : entry.shape)
            json.value(extent);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(entry.begin);
          json.value(entry.end);
        });
      });
  });
  constexpr size_t kAlignment = 64;
  size_t size = llvm::alignTo(kLengthBytes + text.size(), kAlignment);
  text.append(size - kLengthBytes - text.size(), ' ');
  char length[kLengthBytes];
  llvm::support::endian::write64le(length, text.size());
  return std::string(length, kLengthBytes) + text;
}

} // namespace dtensor
