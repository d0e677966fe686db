//===- PlacedBuffers.h - Buffers by where they lie --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CONVERSION_PLACEDBUFFERS_H
#define DTENSOR_LIB_CONVERSION_PLACEDBUFFERS_H

#include "mlir/IR/Operation.h"
#include <map>
#include <set>

namespace dtensor {

/// Bytes of an arena.
struct Place {
  mlir::Value arena;
  int64_t begin, end;

  bool overlaps(const Place &other) const {
    return arena == other.arena && begin < other.end && other.begin < end;
  }
};

/// A set of buffers with their places. To find those that lie over a place
/// takes little more time than there are such: most of the set lie apart, and
/// of those that are about equally large and begin before the place few reach
/// it.
class PlacedBuffers {
public:
  void insert(mlir::Operation *buffer, const Place &place);
  void erase(mlir::Operation *buffer);
  void
  forEachOverlapping(const Place &place,
                     llvm::function_ref<void(mlir::Operation *)> visit) const;

private:
  using Begins = std::set<std::pair<int64_t, mlir::Operation *>>;
  llvm::DenseMap<mlir::Operation *, Place> places;
  /// Per arena by the logarithm of the size.
  llvm::DenseMap<mlir::Value, std::map<unsigned, Begins>> bySize;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CONVERSION_PLACEDBUFFERS_H
