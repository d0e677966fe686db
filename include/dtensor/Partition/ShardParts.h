//===- ShardParts.h - What the devices of a group have made -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_SHARDPARTS_H
#define DTENSOR_PARTITION_SHARDPARTS_H

#include "dtensor/Partition/Expander.h"

namespace dtensor {

/// One axis of an op's index space, sharded on `dims`.
struct ShardedAxis {
  llvm::ArrayRef<unsigned> dims;
  int64_t extent;
};

/// The parts into which sharded axes of an op are cut: one for each device of
/// the group, in the order of their positions. Results of parts are gathered;
/// those of empty parts, which mean nothing, are left out. There is at least
/// one element in all.
class ShardParts {
public:
  ShardParts(Expander &expander, llvm::ArrayRef<ShardedAxis> axes);
  ShardParts(Expander &expander, llvm::ArrayRef<unsigned> dims, int64_t extent)
      : ShardParts(expander, ShardedAxis{dims, extent}) {}

  int64_t getCount() const { return extents.size(); }
  /// Per part the number of its positions (of several axes, their product).
  llvm::ArrayRef<int64_t> getExtents() const { return extents; }
  /// Of the only axis: the most positions that a part has.
  int64_t getMaxExtent() const;

  /// One result of each part, `local` of the device's own, of `type` in the
  /// layout `layout` (or those of `like`); the parts become the first axis.
  mlir::Value gatherResults(mlir::Value local, mlir::RankedTensorType type,
                            const Layout &layout, llvm::StringRef reason);
  mlir::Value gatherResults(mlir::Value local, mlir::Value like,
                            llvm::StringRef reason) {
    return gatherResults(local,
                         mlir::cast<mlir::RankedTensorType>(like.getType()),
                         expander.getLayout(like), reason);
  }

  /// `local`, a component in the layout of `like` or made alike, with the whole
  /// of `axis`.
  mlir::Value gatherAxis(mlir::Value local, mlir::Value like, int64_t axis,
                         llvm::StringRef reason);

  /// A destination for `count` positions of `axis` of this device's part, and
  /// all parts' positions one after the other: the first ones of a part that
  /// has fewer.
  mlir::Value createCandidates(mlir::Value like, int64_t axis, int64_t count);
  mlir::Value gatherCandidates(mlir::Value local, mlir::Value like,
                               int64_t axis, int64_t count,
                               llvm::StringRef reason);

  /// The number of parts with elements before this device's, or behind it.
  mlir::Value createNumBefore(mlir::Location loc, bool behind);

  static Layout getWithoutAxis(const Layout &layout, int64_t axis);

private:
  mlir::Value gather(mlir::Value local, mlir::RankedTensorType type,
                     const Layout &from, const Layout &to, mlir::Location loc,
                     llvm::StringRef reason);
  /// The slices of `axis` that `spans` are, one after the other.
  mlir::Value join(mlir::Value value, int64_t axis, llvm::ArrayRef<Slice> spans,
                   mlir::Location loc);

  Expander &expander;
  DimList dims;
  llvm::SmallVector<int64_t> extents;
};

} // namespace dtensor

#endif // DTENSOR_PARTITION_SHARDPARTS_H
