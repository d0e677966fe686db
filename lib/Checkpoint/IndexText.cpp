//===- IndexText.cpp - The index of a checkpoint as text ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/CheckpointIndex.h"
#include "dtensor/Checkpoint/Safetensors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string formatChecksum(uint64_t checksum) {
  return llvm::utohexstr(checksum, /*LowerCase=*/true, /*Width=*/16);
}

static void write(llvm::json::OStream &json, const SavedBox &saved) {
  json.object([&] {
    json.attribute("file", saved.file);
    json.attributeArray("offsets", [&] {
      for (Slice slice : saved.box)
        json.value(slice.offset);
    });
    json.attributeArray("shape", [&] {
      for (Slice slice : saved.box)
        json.value(slice.extent);
    });
    json.attribute("begin", saved.begin);
    json.attributeArray("checksums", [&] {
      for (uint64_t checksum : saved.checksums)
        json.value(formatChecksum(checksum));
    });
  });
}

static void write(llvm::json::OStream &json, const SavedTensor &tensor) {
  json.object([&] {
    json.attribute("dtype", tensor.type->name);
    json.attributeArray("shape", [&] {
      for (int64_t extent : tensor.shape)
        json.value(extent);
    });
    json.attribute("mesh", tensor.mesh);
    json.attribute("layout", tensor.layout);
    json.attributeArray("boxes", [&] {
      for (const SavedBox &saved : tensor.boxes)
        write(json, saved);
    });
  });
}

/// The text stands before the content, whose checksum it has.
static constexpr StringRef kVersionText = "{\"dtensor_checkpoint\":2,";
static constexpr StringRef kChecksumText = "\"checksum\":\"";
static constexpr StringRef kContentText = "\",\"content\":";
static constexpr size_t kChecksumDigits = 16;

std::string formatIndex(const CheckpointIndex &index) {
  std::string content;
  llvm::raw_string_ostream os(content);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("checksum_block", index.checksumBlock);
    json.attributeArray("files", [&] {
      for (const SavedFile &file : index.files)
        json.object([&] {
          json.attribute("name", file.name);
          json.attribute("bytes", file.size);
          json.attribute("header_bytes", file.headerBytes);
          json.attribute("header_checksum",
                         formatChecksum(file.headerChecksum));
        });
    });
    json.attributeObject("metadata", [&] {
      for (const auto &[key, value] : index.metadata)
        json.attribute(key, value);
    });
    json.attributeObject("tensors", [&] {
      for (const auto &[name, tensor] : index.tensors) {
        json.attributeBegin(name);
        write(json, tensor);
        json.attributeEnd();
      }
    });
  });
  return (kVersionText + kChecksumText +
          formatChecksum(llvm::xxh3_64bits(StringRef(content))) + kContentText +
          content + "}\n")
      .str();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Reads the parts of the content. Each function returns false, or null, if
/// something is not as it must be; the checksum has shown that the text is as
/// it was written, so it was not written by this project.
class IndexParser {
public:
  explicit IndexParser(CheckpointIndex &index) : index(index) {}

  Error parse(const llvm::json::Value &content) {
    const llvm::json::Object *object = content.getAsObject();
    const llvm::json::Array *files =
        object ? object->getArray("files") : nullptr;
    const llvm::json::Object *tensors =
        object ? object->getObject("tensors") : nullptr;
    const llvm::json::Object *metadata =
        object ? object->getObject("metadata") : nullptr;
    if (!files || !tensors || !metadata)
      return llvm::createStringError(
          "required 'files', 'metadata' and 'tensors'");
    index.checksumBlock = object->getInteger("checksum_block").value_or(0);
    if (!llvm::isPowerOf2_64(index.checksumBlock) ||
        index.checksumBlock < kMinChecksumBlock ||
        index.checksumBlock > kMaxChecksumBlock)
      return llvm::createStringError(
          "'checksum_block': required a power of two from " +
          Twine(kMinChecksumBlock) + " to " + Twine(kMaxChecksumBlock) +
          ", found " + Twine(index.checksumBlock));
    for (const llvm::json::Value &value : *files)
      if (!parseFile(value.getAsObject()))
        return llvm::createStringError("a file: required its name, bytes, "
                                       "header_bytes and header_checksum");
    for (const auto &[key, value] : *metadata) {
      std::optional<StringRef> text = value.getAsString();
      if (!text)
        return llvm::createStringError("metadata: required texts");
      index.metadata[key.str()] = text->str();
    }
    for (const auto &[key, value] : *tensors)
      if (Error error =
              parseTensor(value.getAsObject(), index.tensors[key.str()]))
        return llvm::createStringError(
            "tensor '" + key.str() + "': " + llvm::toString(std::move(error)));
    return checkDistinct();
  }

private:
  /// All tensors together are not larger than the files. Errors: two boxes that
  /// have the same bytes.
  Error checkDistinct() const {
    std::vector<std::vector<std::pair<int64_t, int64_t>>> ranges(
        index.files.size());
    for (const auto &[name, tensor] : index.tensors)
      for (const SavedBox &saved : tensor.boxes)
        ranges[saved.file].push_back(
            {saved.begin, saved.begin + tensor.getNumBytes(saved.box)});
    for (auto [file, ofFile] : llvm::zip_equal(index.files, ranges)) {
      llvm::sort(ofFile);
      int64_t end = 0;
      for (auto [first, last] : ofFile) {
        if (first < end)
          return llvm::createStringError("file '" + file.name +
                                         "': two boxes have the bytes from " +
                                         Twine(first) + " on");
        end = last;
      }
    }
    return Error::success();
  }

  static std::optional<uint64_t> getChecksum(std::optional<StringRef> text) {
    uint64_t checksum;
    if (!text || text->getAsInteger(16, checksum))
      return std::nullopt;
    return checksum;
  }

  static bool parseNumbers(const llvm::json::Array *list,
                           llvm::SmallVectorImpl<int64_t> &numbers) {
    if (!list)
      return false;
    for (const llvm::json::Value &value : *list) {
      std::optional<int64_t> number = value.getAsInteger();
      if (!number || *number < 0)
        return false;
      numbers.push_back(*number);
    }
    return true;
  }

  bool parseFile(const llvm::json::Object *object) {
    if (!object)
      return false;
    auto name = object->getString("name");
    auto size = object->getInteger("bytes");
    auto headerBytes = object->getInteger("header_bytes");
    auto checksum = getChecksum(object->getString("header_checksum"));
    if (!name || name->empty() || name->contains('/') || *name == ".." ||
        name->contains('\0') || !size || !headerBytes || !checksum ||
        *headerBytes < 0 || *headerBytes > *size ||
        *headerBytes > kMaxCheckpointText + 8)
      return false;
    index.files.push_back({name->str(), *size, *headerBytes, *checksum});
    return true;
  }

  Error parseTensor(const llvm::json::Object *object, SavedTensor &tensor) {
    auto dtype = object ? object->getString("dtype") : std::nullopt;
    auto mesh = object ? object->getString("mesh") : std::nullopt;
    auto layout = object ? object->getString("layout") : std::nullopt;
    auto *boxes = object ? object->getArray("boxes") : nullptr;
    if (!dtype || !mesh || !layout || !boxes ||
        !parseNumbers(object->getArray("shape"), tensor.shape))
      return llvm::createStringError(
          "required 'dtype', 'shape', 'mesh', 'layout' and 'boxes'");
    tensor.type = findStoredType(*dtype);
    if (!tensor.type)
      return llvm::createStringError("unknown element type '" + *dtype + "'");
    tensor.typeInFile = tensor.type->inFile;
    if (Expected<int64_t> count =
            countElements(tensor.type->type, tensor.shape);
        !count)
      return count.takeError();
    tensor.mesh = mesh->str();
    tensor.layout = layout->str();
    if (Error error = checkLayout(tensor))
      return error;
    for (const llvm::json::Value &value : *boxes)
      if (!parseBox(value.getAsObject(), tensor))
        return llvm::createStringError(
            "a box: required 'file', 'offsets', 'shape', 'begin' and "
            "'checksums' that fit the tensor and the file");
    return checkCover(tensor.shape, tensor.boxes);
  }

  static Error checkLayout(const SavedTensor &tensor) {
    Expected<Mesh> mesh =
        tensor.mesh.empty() ? Mesh::create({}) : Mesh::parse(tensor.mesh);
    if (!mesh)
      return mesh.takeError();
    Expected<Layout> layout = Layout::parse(*mesh, tensor.layout);
    if (!layout)
      return layout.takeError();
    if (layout->getRank() != tensor.shape.size())
      return llvm::createStringError("required a layout of rank " +
                                     Twine(tensor.shape.size()) + ", found '" +
                                     tensor.layout + "'");
    return Error::success();
  }

  bool parseBox(const llvm::json::Object *object, SavedTensor &tensor) {
    if (!object)
      return false;
    auto file = object->getInteger("file");
    auto begin = object->getInteger("begin");
    const llvm::json::Array *checksums = object->getArray("checksums");
    llvm::SmallVector<int64_t> offsets, shape;
    if (!file || !begin || !checksums || *file < 0 ||
        *file >= static_cast<int64_t>(index.files.size()) ||
        !parseNumbers(object->getArray("offsets"), offsets) ||
        !parseNumbers(object->getArray("shape"), shape) ||
        offsets.size() != tensor.shape.size() ||
        shape.size() != tensor.shape.size())
      return false;
    SavedBox saved{static_cast<unsigned>(*file), {}, *begin, {}};
    for (auto [offset, extent, whole] :
         llvm::zip_equal(offsets, shape, tensor.shape)) {
      // So its size fits an integer as that of the tensor does.
      if (offset > whole || extent > whole - offset)
        return false;
      saved.box.push_back({offset, extent});
    }
    const SavedFile &holder = index.files[*file];
    int64_t bytes = tensor.getNumBytes(saved.box);
    if (*begin < holder.headerBytes || *begin > holder.size ||
        bytes > holder.size - *begin ||
        checksums->size() !=
            static_cast<uint64_t>(llvm::divideCeil(bytes, index.checksumBlock)))
      return false;
    for (const llvm::json::Value &value : *checksums) {
      std::optional<uint64_t> checksum = getChecksum(value.getAsString());
      if (!checksum)
        return false;
      saved.checksums.push_back(*checksum);
    }
    tensor.boxes.push_back(std::move(saved));
    return true;
  }

  CheckpointIndex &index;
};

} // namespace

Expected<CheckpointIndex> parseIndex(StringRef text) {
  if (!text.consume_front(kVersionText))
    return llvm::createStringError(
        "required the index of a checkpoint, of version 2; it is another file, "
        "damaged, or of another version");
  StringRef checksum;
  if (text.consume_front(kChecksumText)) {
    checksum = text.take_front(kChecksumDigits);
    text = text.drop_front(checksum.size());
  }
  if (!text.consume_front(kContentText) || !text.consume_back("}\n"))
    return llvm::createStringError("the index is cut short or damaged");
  if (formatChecksum(llvm::xxh3_64bits(text)) != checksum)
    return llvm::createStringError(
        "the index is damaged: its checksum is not that of its text");
  Expected<llvm::json::Value> content = parseBoundedJSON(text);
  if (!content)
    return content.takeError();
  CheckpointIndex index;
  index.isOwn = true;
  if (Error error = IndexParser(index).parse(*content))
    return std::move(error);
  return index;
}

} // namespace dtensor
