//===- CheckpointIndex.h - What a checkpoint holds --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_CHECKPOINTINDEX_H
#define DTENSOR_CHECKPOINT_CHECKPOINTINDEX_H

#include "dtensor/Checkpoint/StoredType.h"
#include "dtensor/Layout/Layout.h"
#include <map>
#include <string>
#include <vector>

namespace dtensor {

/// The least and the most bytes of a saved box that have one checksum.
inline constexpr int64_t kMinChecksumBlock = 64 << 10;
inline constexpr int64_t kMaxChecksumBlock = 16 << 20;

/// A box of a tensor in a file, row-major.
struct SavedBox {
  unsigned file;
  Box box;
  /// The byte of the file at which it begins.
  int64_t begin;
  /// One for each `CheckpointIndex::checksumBlock` bytes of it, from its
  /// beginning on; none in a file of another program.
  std::vector<uint64_t> checksums;
  /// Other places with the same elements, in files of another program.
  struct Replica {
    unsigned file;
    int64_t begin;
  };
  std::vector<Replica> replicas = {};
};

struct SavedTensor {
  /// Null for elements of a type that this project does not have.
  const StoredType *type;
  /// The type in the file.
  std::string typeInFile;
  llvm::SmallVector<int64_t> shape;
  /// The mesh and the layout with which it was saved, as text; empty in a
  /// checkpoint of another program.
  std::string mesh;
  std::string layout;
  /// They cover the tensor, each element once.
  std::vector<SavedBox> boxes;

  int64_t getNumBytes(const Box &box) const {
    return getNumElements(box) * type->getByteSize();
  }
};

struct SavedFile {
  std::string name;
  int64_t size;
  int64_t headerBytes = 0;
  /// Of the header; not used in a checkpoint of another program.
  uint64_t headerChecksum = 0;
};

/// The content of a checkpoint: a folder of safetensors files.
struct CheckpointIndex {
  /// The folder with the files.
  std::string folder;
  /// Whether this project has written it: it has checksums.
  bool isOwn = false;
  /// The bytes of a saved box that have one checksum: a power of two.
  int64_t checksumBlock = kMinChecksumBlock;
  std::vector<SavedFile> files;
  std::map<std::string, SavedTensor> tensors;
  /// Texts of the user.
  std::map<std::string, std::string> metadata;

  std::string getPath(unsigned file) const;
};

/// The name of the file in a checkpoint that has the index.
inline constexpr llvm::StringLiteral kIndexName = "dtensor.index.json";

std::string formatIndex(const CheckpointIndex &index);
/// Reads what `formatIndex` makes. Errors: a text that is cut short or changed,
/// a later version, boxes that do not fit their tensor, their file, or each
/// other.
llvm::Expected<CheckpointIndex> parseIndex(llvm::StringRef text);

/// Reads what a path holds: a folder of this project, a folder of safetensors
/// files as PyTorch's DCP or Hugging Face's libraries write them, or one such
/// file. If a save over an old checkpoint was interrupted at its end, that is
/// the old one. Errors name the file.
llvm::Expected<CheckpointIndex> readIndex(llvm::StringRef path);

/// Errors: boxes outside of the tensor, overlaps, elements in no box. The time
/// is linear in the number of boxes; an error is missed with a probability of
/// about 2^-61.
llvm::Error checkCover(llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<SavedBox> boxes);

/// The part that two boxes have in common; nothing if it is empty.
std::optional<Box> intersect(const Box &a, const Box &b);
/// The box of a whole tensor.
Box getWholeBox(llvm::ArrayRef<int64_t> shape);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_CHECKPOINTINDEX_H
