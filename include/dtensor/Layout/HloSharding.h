//===- HloSharding.h - Shardings as XLA writes them -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_HLOSHARDING_H
#define DTENSOR_LAYOUT_HLOSHARDING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dtensor {

/// The text of `mhlo.sharding` and `HloSharding`, as JAX wrote it before
/// Shardy:
///
///   {replicated}  {manual}  {unknown}  {unreduced}  {maximal device=3}
///   {devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}
///   {devices=[4,2]<=[2,4]T(1,0) last_tile_dims={manual}}
///   {{replicated}, {devices=[2]<=[2]}}
///
/// The numbers in brackets say into how many parts each axis is cut; the
/// devices of the parts follow in row-major order, counted through or, behind
/// `<=`, counted through in the shape given there and transposed.
struct HloSharding {
  enum class Kind {
    Replicated,
    Manual,
    Unknown,
    Unreduced,
    /// On one device.
    Maximal,
    /// Cut into tiles.
    Tiled,
    Tuple
  };

  Kind kind = Kind::Replicated;
  /// Of Maximal.
  int64_t device = 0;
  /// Of Tiled: parts of each axis, and then the sizes of `subgroups`.
  llvm::SmallVector<int64_t> tiles;
  /// Of Tiled: the device of each tile.
  llvm::SmallVector<int64_t> devices;
  /// Of Tiled: what devices along the last sizes of `tiles` do: each
  /// Replicated, Manual or Unreduced.
  llvm::SmallVector<Kind> subgroups;
  /// Of Tuple.
  std::vector<HloSharding> elements;
  /// `shard_as 1`, `shard_like 1`: values of one group are sharded alike.
  std::optional<int64_t> group;

  /// Axes of the tensor that Tiled is for.
  size_t getRank() const { return tiles.size() - subgroups.size(); }

  /// Errors: text that is none of the above, said with its place; devices that
  /// are not one for each tile, each once; more than 2^20 tiles.
  static llvm::Expected<HloSharding> parse(llvm::StringRef text);
  /// Devices that are counted through print as `<=[8]`, others one by one.
  std::string str() const;

  bool operator==(const HloSharding &other) const = default;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_HLOSHARDING_H
