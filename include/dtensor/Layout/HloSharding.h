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
/// The numbers in brackets are the number of parts of each axis. The devices of
/// the parts follow in row-major order. They are either listed, or given behind
/// `<=` as a shape in which 0, 1, 2, ... are written and which is then
/// transposed.
struct HloSharding {
  enum class Kind {
    Replicated,
    Manual,
    Unknown,
    Unreduced,
    /// All of the value is on one device.
    Maximal,
    /// The value is split into tiles.
    Tiled,
    Tuple
  };

  Kind kind = Kind::Replicated;
  /// For Maximal.
  int64_t device = 0;
  /// For Tiled: the number of parts of each axis, followed by the sizes of
  /// `subgroups`.
  llvm::SmallVector<int64_t> tiles;
  /// For Tiled: the device of each tile.
  llvm::SmallVector<int64_t> devices;
  /// For Tiled: the role of devices along the last sizes of `tiles`: each is
  /// Replicated, Manual or Unreduced.
  llvm::SmallVector<Kind> subgroups;
  /// For Tuple.
  std::vector<HloSharding> elements;
  /// `shard_as 1`, `shard_like 1`: the values of one group have the same
  /// sharding.
  std::optional<int64_t> group;

  /// The number of axes of the tensor that a Tiled sharding is for.
  size_t getRank() const { return tiles.size() - subgroups.size(); }

  /// Errors name the place in the text: text that has none of these forms;
  /// devices that are not one for each tile, each once; more than 2^20 tiles.
  static llvm::Expected<HloSharding> parse(llvm::StringRef text);
  /// The sharding as text. Devices in the order 0, 1, 2, ... print as `<=[8]`,
  /// others one by one.
  std::string str() const;

  bool operator==(const HloSharding &other) const = default;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_HLOSHARDING_H
