//===- Layout.h - How a tensor lies on a mesh -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_LAYOUT_H
#define DTENSOR_LAYOUT_LAYOUT_H

#include "dtensor/Layout/Combiner.h"
#include "dtensor/Layout/Mesh.h"

namespace dtensor {

/// Positions of mesh dimensions, major first.
using DimList = llvm::SmallVector<unsigned, 2>;

/// Whether `dims` begins with `prefix`.
bool isPrefix(llvm::ArrayRef<unsigned> prefix, llvm::ArrayRef<unsigned> dims);

/// A half-open interval of one axis, such as the part that a device owns.
struct Slice {
  int64_t offset;
  int64_t extent;

  bool operator==(const Slice &other) const = default;
};

/// A box of a tensor: one slice per axis.
using Box = llvm::SmallVector<Slice, 4>;

/// The number of elements of a box.
int64_t getNumElements(const Box &box);

/// The part of `extent` that the device at `coordinate` of `count` gets. It is
/// the one of torch.chunk: ceil(extent/count) positions each, the tail shorter
/// or empty. An empty part starts where the extent ends.
Slice chunk(int64_t extent, int64_t count, int64_t coordinate);

/// The part of `extent` that the device at `coordinates` (one per mesh
/// dimension) gets when `dims` shard it one after the other, major first.
Slice cut(const Mesh &mesh, int64_t extent, llvm::ArrayRef<unsigned> dims,
          llvm::ArrayRef<int64_t> coordinates);

/// A mesh dimension along which a value still has to be combined.
struct PartialDim {
  unsigned dim;
  Combiner combiner;

  bool operator==(const PartialDim &other) const = default;
};

/// The complete layout of a value: for each axis the mesh dimensions that shard
/// it, and the mesh dimensions along which the value is partial. The value is
/// replicated along every other mesh dimension. A layout has a meaning only
/// with the mesh it was made for.
class Layout {
public:
  Layout() = default;
  /// A replicated layout of this rank.
  explicit Layout(unsigned rank) : axes(rank) {}
  Layout(llvm::ArrayRef<DimList> axes, llvm::ArrayRef<PartialDim> partial = {});

  /// Errors: a dimension that is out of range on `mesh` or used twice,
  /// combiners that cannot be mixed.
  llvm::Error verify(const Mesh &mesh) const;

  unsigned getRank() const { return axes.size(); }
  llvm::ArrayRef<DimList> getAxes() const { return axes; }
  llvm::ArrayRef<unsigned> getAxis(unsigned axis) const { return axes[axis]; }
  void setAxis(unsigned axis, llvm::ArrayRef<unsigned> dims);

  /// The partial dimensions, sorted by mesh dimension.
  llvm::ArrayRef<PartialDim> getPartial() const { return partial; }
  void setPartial(llvm::ArrayRef<PartialDim> dims);
  bool isPartial() const { return !partial.empty(); }
  std::optional<Combiner> getPartial(unsigned dim) const;
  Layout withoutPartial() const { return Layout(axes); }
  /// This layout without mesh dimensions of size 1, which have no effect.
  Layout withoutTrivialDims(const Mesh &mesh) const;

  /// The axis that `dim` shards.
  std::optional<unsigned> getShardedAxis(unsigned dim) const;
  bool isSharded() const;
  /// Whether the layout is neither sharded nor partial along any dimension of
  /// more than one device.
  bool isReplicated(const Mesh &mesh) const;
  /// The mesh dimensions that neither shard an axis nor are partial.
  DimList getReplicatedDims(const Mesh &mesh) const;

  /// The box that `device` owns of a tensor of `shape`. Several mesh dimensions
  /// on one axis shard it one after the other, major first.
  Box getOwnedBox(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                  int64_t device) const;
  Slice getOwnedSlice(const Mesh &mesh, unsigned axis, int64_t extent,
                      int64_t device) const;

  /// The largest local extent of an axis of `extent` (that of device 0). For a
  /// dynamic extent (negative) the result is the extent itself.
  int64_t getMaxLocalExtent(const Mesh &mesh, unsigned axis,
                            int64_t extent) const;
  /// Whether every device owns the same extent of an axis of `extent`. False
  /// for a dynamic extent on several devices, where it is not known.
  bool isEven(const Mesh &mesh, unsigned axis, int64_t extent) const;

  /// Parses the axis notation that users write:
  /// `x,unsharded,y+z;partial(sum):w`. The empty text is a replicated scalar.
  static llvm::Expected<Layout> parse(const Mesh &mesh, llvm::StringRef text);
  std::string str(const Mesh &mesh) const;

  /// Parses a notation with one entry per mesh dimension:
  /// `Shard(0),Replicate,Partial(sum)`. Several mesh dimensions on one axis are
  /// in mesh order; a layout with another order has no such form. PyTorch's
  /// spellings `Shard(dim=-1)`, `Replicate()` and `Partial()` (a sum) parse as
  /// well.
  static llvm::Expected<Layout> parsePlacements(const Mesh &mesh, unsigned rank,
                                                llvm::StringRef text);
  std::optional<std::string> strPlacements(const Mesh &mesh) const;

  bool operator==(const Layout &other) const = default;

private:
  llvm::SmallVector<DimList, 4> axes;
  llvm::SmallVector<PartialDim, 1> partial;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_LAYOUT_H
