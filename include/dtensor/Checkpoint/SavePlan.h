//===- SavePlan.h - Which box goes to which file ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_SAVEPLAN_H
#define DTENSOR_CHECKPOINT_SAVEPLAN_H

#include "dtensor/Checkpoint/CheckpointIndex.h"

namespace dtensor {

/// A tensor to save, as all processes know it.
struct TensorToSave {
  std::string name;
  const StoredType *type;
  llvm::SmallVector<int64_t> shape;
  Mesh mesh;
  Layout layout;
  /// The process that runs each device of the mesh.
  llvm::SmallVector<int64_t> processes;
};

struct SaveOptions {
  /// Whether files hold whole tensors, as Hugging Face's libraries expect them,
  /// rather than the parts of devices.
  bool whole = false;
  /// The most bytes of a file with several whole tensors. The default is that
  /// of Hugging Face's libraries.
  int64_t fileBytes = 5'000'000'000;
  std::map<std::string, std::string> metadata;
};

/// What one device writes: its box, to a place within a box of a file.
struct PlannedWrite {
  /// The tensor, and the number of the box of the file among its boxes.
  std::string tensor;
  unsigned box;
  Box part;
  int64_t device;
  int64_t process;
};

/// All writes of a save. Each process makes the same plan.
struct SavePlan {
  /// With files and boxes. The checksums of elements are still 0.
  CheckpointIndex index;
  /// The beginning of each file.
  std::vector<std::string> headers;
  /// The process that makes each file.
  std::vector<int64_t> makers;
  std::vector<PlannedWrite> writes;
  /// Whether files hold whole tensors.
  bool isWhole = false;
};

/// Devices with the same part are found by their boxes, and one of them writes
/// it: that with the fewest bytes so far. Empty parts are not written, but a
/// tensor without elements is, once. Errors: a partial layout, a name that is
/// no UTF-8 or not unique, more files than names have numbers for, a header or
/// an index that is too long to be read.
llvm::Expected<SavePlan> planSave(llvm::ArrayRef<TensorToSave> tensors,
                                  const SaveOptions &options);

/// The index of Hugging Face's libraries: the file of each whole tensor.
std::string formatWeightMap(const CheckpointIndex &index);
inline constexpr llvm::StringLiteral kWeightMapName =
    "model.safetensors.index.json";

/// Keys of the metadata of a safetensors file. The first one is PyTorch DCP's:
/// where the parts in the file begin. The second one is ours: without the index
/// nobody knows whether the file was written completely.
inline constexpr llvm::StringLiteral kShardingKey = "DCP_SHARDING_INFO";
inline constexpr llvm::StringLiteral kNeedsIndex = "dtensor_checkpoint";

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_SAVEPLAN_H
