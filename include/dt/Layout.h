//===- Layout.h - How a tensor lies on a mesh -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_LAYOUT_H
#define DT_LAYOUT_H

#include "dt/Mesh.h"

namespace dt {

/// The spec of an axis that no mesh dimension shards.
inline constexpr const char *unsharded = "unsharded";

using Shape = std::vector<int64_t>;

/// The effect of a layout along one mesh dimension, in PyTorch's terms.
struct DT_EXPORT Placement {
  enum class Kind { replicate, shard, partial };
  Kind kind = Kind::replicate;
  /// Of a shard; -1 is the last axis.
  int64_t axis = 0;
  /// Of a partial: `sum`, `avg`, `product`, `max`, `min`.
  std::string reduce_op;

  bool operator==(const Placement &other) const = default;
};
/// `Shard(0)`, `Replicate` or `Partial(sum)`.
DT_EXPORT std::string to_string(const Placement &placement);

inline Placement Replicate() { return {}; }
inline Placement Shard(int64_t axis) {
  return {Placement::Kind::shard, axis, {}};
}
inline Placement Partial(std::string reduce_op = "sum") {
  return {Placement::Kind::partial, 0, std::move(reduce_op)};
}

/// How the devices of a mesh divide a tensor: which mesh dimensions shard each
/// axis. Along the others the tensor is replicated, or partial: each device
/// then holds an addend. Uneven axes are divided as by `torch.chunk`. A layout
/// is a value, like a mesh.
///
///     dt::Layout layout({"x", dt::unsharded}, mesh); // rows divided along x
class DT_EXPORT Layout {
public:
  /// One spec per axis: a mesh dimension, several (`x+y`, major first), or
  /// `unsharded`. Errors: a dimension that the mesh does not have, or that
  /// shards two axes.
  Layout(const std::vector<std::string> &sharding_specs, const Mesh &mesh);
  /// One placement per mesh dimension, for a tensor of `rank`.
  Layout(const std::vector<Placement> &placements, const Mesh &mesh,
         int64_t rank);

  static Layout replicated(const Mesh &mesh, int64_t rank);
  /// Axis `axis` is sharded along `batch_dim`, and the others are unsharded.
  static Layout batch_sharded(const Mesh &mesh, std::string_view batch_dim,
                              int64_t rank, int64_t axis = 0);

  /// Parses `x,unsharded;partial(sum):y`.
  static Layout from_string(std::string_view text, const Mesh &mesh);
  /// Parses `Shard(0),Replicate()`, for a tensor of `rank`.
  static Layout from_placements(std::string_view text, const Mesh &mesh,
                                int64_t rank);
  /// Parses TensorFlow's form `sharding_specs:x,unsharded, mesh:|x=3,y=2|...`.
  static Layout from_string(std::string_view text);

  /// `x,unsharded;partial(sum):y`.
  const std::string &str() const;
  /// TensorFlow's form.
  std::string to_string() const;

  const Mesh &mesh() const;
  int64_t rank() const;
  std::vector<std::string> sharding_specs() const;
  /// Errors: a layout with another order of mesh dimensions on one axis than
  /// that of the mesh; PyTorch has no words for it.
  std::vector<Placement> placements() const;
  /// Whether every device holds the whole tensor.
  bool is_fully_replicated() const;
  bool is_partial() const;

  /// The extents of the component that `device` holds of a tensor of `shape`,
  /// and where it begins. Errors: another rank.
  Shape local_shape(const Shape &shape, int64_t device) const;
  Shape local_offset(const Shape &shape, int64_t device) const;

  bool operator==(const Layout &other) const;

  struct Impl;

private:
  friend struct Access;
  explicit Layout(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl;
};

/// Draws the devices that hold each part of a tensor of `shape`: a table for
/// one or two axes, else a line for each part. Errors: another rank.
DT_EXPORT std::string draw(const Layout &layout, const Shape &shape);

} // namespace dt

#endif // DT_LAYOUT_H
