//===- ShardParts.h - The parts of sharded axes -----------------*- C++ -*-===//
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

/// The parts of the sharded axes of an op: one for each device of the group, in
/// the order of their positions. Results of parts are gathered. Results of
/// empty parts have no meaning and are left out. All parts together must have
/// at least one element.
class ShardParts {
public:
  ShardParts(Expander &expander, llvm::ArrayRef<ShardedAxis> axes);
  ShardParts(Expander &expander, llvm::ArrayRef<unsigned> dims, int64_t extent)
      : ShardParts(expander, ShardedAxis{dims, extent}) {}

  int64_t getCount() const { return extents.size(); }
  /// The number of positions of each part. With several axes it is the product
  /// of their extents.
  llvm::ArrayRef<int64_t> getExtents() const { return extents; }
  /// The largest number of positions of a part. There must be only one axis.
  int64_t getMaxExtent() const;

  /// Gathers one result of each part. `local` is the result of this device, of
  /// `type` in the layout `layout` (or those of `like`). The parts become the
  /// first axis.
  mlir::Value gatherResults(mlir::Value local, mlir::RankedTensorType type,
                            const Layout &layout, llvm::StringRef reason);
  mlir::Value gatherResults(mlir::Value local, mlir::Value like,
                            llvm::StringRef reason) {
    return gatherResults(local,
                         mlir::cast<mlir::RankedTensorType>(like.getType()),
                         expander.getLayout(like), reason);
  }

  /// Gathers `axis` of `local`, a component in the layout of `like` or one of
  /// the same kind.
  mlir::Value gatherAxis(mlir::Value local, mlir::Value like, int64_t axis,
                         llvm::StringRef reason);

  /// Makes a destination for `count` positions of `axis` of this device's part.
  /// `gatherCandidates` then concatenates the positions of all parts. A part
  /// with fewer positions contributes only those that it has.
  mlir::Value createCandidates(mlir::Value like, int64_t axis, int64_t count);
  mlir::Value gatherCandidates(mlir::Value local, mlir::Value like,
                               int64_t axis, int64_t count,
                               llvm::StringRef reason);

  /// The number of parts with elements before this device's part, or behind it.
  mlir::Value createNumBefore(mlir::Location loc, bool behind);

  static Layout getWithoutAxis(const Layout &layout, int64_t axis);

private:
  mlir::Value gather(mlir::Value local, mlir::RankedTensorType type,
                     const Layout &from, const Layout &to, mlir::Location loc,
                     llvm::StringRef reason);
  /// Concatenates the slices `spans` of `axis`.
  mlir::Value join(mlir::Value value, int64_t axis, llvm::ArrayRef<Slice> spans,
                   mlir::Location loc);

  Expander &expander;
  DimList dims;
  llvm::SmallVector<int64_t> extents;
};

} // namespace dtensor

#endif // DTENSOR_PARTITION_SHARDPARTS_H
