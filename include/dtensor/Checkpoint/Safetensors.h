//===- Safetensors.h - The header of a safetensors file ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// https://huggingface.co/docs/safetensors: 8 bytes with the length of a text of
// JSON, the text, and the elements of all tensors without gaps.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_SAFETENSORS_H
#define DTENSOR_CHECKPOINT_SAFETENSORS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace dtensor {

/// The most bytes that a text of JSON may have. Parsing takes some times as
/// much memory.
inline constexpr int64_t kMaxCheckpointText = 32 << 20;

/// Parses JSON of somebody else. Errors: a text that is too long or too deeply
/// nested for the parser, and those of the parser.
llvm::Expected<llvm::json::Value> parseBoundedJSON(llvm::StringRef text);

/// A tensor of a safetensors file.
struct SafetensorsEntry {
  std::string name;
  /// `F32`, `BF16`, `BOOL` ...
  std::string dtype;
  llvm::SmallVector<int64_t> shape;
  /// Where its bytes begin and end, counted from the end of the header.
  int64_t begin = 0;
  int64_t end = 0;
};

struct SafetensorsHeader {
  /// In the order of their bytes.
  std::vector<SafetensorsEntry> entries;
  std::map<std::string, std::string> metadata;
};

/// The length of the text, which the first 8 bytes of a file give. Errors: not
/// a safetensors file, a text that is longer than the file or than
/// `kMaxCheckpointText`.
llvm::Expected<int64_t> getSafetensorsTextLength(llvm::StringRef beginning,
                                                 int64_t fileBytes);

/// Reads the text of a header before `dataBytes` bytes of elements. Errors: a
/// text that does not parse, a type that safetensors does not have, extents
/// that do not fit the bytes, gaps or overlaps, other bytes than the file has.
llvm::Expected<SafetensorsHeader> parseSafetensorsText(llvm::StringRef text,
                                                       int64_t dataBytes);

/// The beginning of a file, before the elements. Its length is a multiple of
/// 64, so that elements are aligned.
std::string formatSafetensorsHeader(const SafetensorsHeader &header);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_SAFETENSORS_H
