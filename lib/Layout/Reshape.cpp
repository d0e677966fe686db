//===- Reshape.cpp - Moves between tensors of two shapes ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Reshape.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>

using namespace dtensor;
using llvm::ArrayRef;
using llvm::SmallVector;

/// The largest number of coordinates, and of contiguous runs, that are
/// enumerated exactly.
static constexpr int64_t kMaxCoordinates = 1 << 12;
static constexpr int64_t kMaxRuns = 1 << 12;

static bool isDynamic(int64_t extent) { return extent < 0; }

SmallVector<ReshapeGroup> dtensor::getReshapeGroups(ArrayRef<int64_t> from,
                                                    ArrayRef<int64_t> to) {
  unsigned fromEnd = from.size(), toEnd = to.size();
  if (llvm::is_contained(from, 0) || llvm::is_contained(to, 0))
    return {{0, fromEnd, 0, toEnd}};

  // The groups of static axes at the end, found backwards.
  SmallVector<ReshapeGroup> minor;
  auto takeBack = [&]() -> std::optional<ReshapeGroup> {
    unsigned i = fromEnd, j = toEnd;
    int64_t left = 1, right = 1;
    do {
      bool takesLeft = left <= right && i > 0;
      if (!takesLeft && j == 0)
        return std::nullopt;
      int64_t extent = takesLeft ? from[--i] : to[--j];
      if (isDynamic(extent))
        return std::nullopt;
      (takesLeft ? left : right) *= extent;
    } while (left != right);
    return ReshapeGroup{i, fromEnd, j, toEnd};
  };
  bool anyDynamic =
      llvm::any_of(from, isDynamic) || llvm::any_of(to, isDynamic);
  if (anyDynamic)
    while (std::optional<ReshapeGroup> group = takeBack()) {
      minor.push_back(*group);
      fromEnd = group->fromBegin;
      toEnd = group->toBegin;
    }

  SmallVector<ReshapeGroup> groups;
  unsigned i = 0, j = 0;
  while (i < fromEnd && j < toEnd) {
    ReshapeGroup group{i, i + 1, j, j + 1};
    int64_t left = from[i], right = to[j];
    while (left != right && !isDynamic(left) && !isDynamic(right)) {
      bool takesLeft = left < right && group.fromEnd < fromEnd;
      if (!takesLeft && group.toEnd == toEnd)
        break;
      int64_t extent = takesLeft ? from[group.fromEnd++] : to[group.toEnd++];
      int64_t &side = takesLeft ? left : right;
      side = isDynamic(extent) ? extent : side * extent;
    }
    // A dynamic extent may be determined by its neighbours.
    if (isDynamic(left) || isDynamic(right))
      group.fromEnd = fromEnd, group.toEnd = toEnd;
    groups.push_back(group);
    i = group.fromEnd;
    j = group.toEnd;
  }
  // Axes of one position may be left over on one side.
  if (i < fromEnd || j < toEnd) {
    if (groups.empty())
      groups.push_back({0, fromEnd, 0, toEnd});
    groups.back().fromEnd = fromEnd;
    groups.back().toEnd = toEnd;
  }
  llvm::append_range(groups, llvm::reverse(minor));
  if (groups.empty())
    groups.push_back({0, fromEnd, 0, toEnd});
  return groups;
}

namespace {
/// The axes of one side of a group.
struct Side {
  SmallVector<int64_t, 4> extents;
  SmallVector<DimList, 4> axes;

  Box getBox(const Mesh &mesh, int64_t device) const {
    return Layout(axes).getOwnedBox(mesh, extents, device);
  }
};

struct Group {
  Side from, to;
  /// The mesh dimensions on either side.
  DimList dims;
};

/// The positions of a group that one device owns and needs.
struct Share {
  int64_t wanted, common;
};
} // namespace

/// The number of positions before `end`, in row-major order, that lie in `box`.
static int64_t countBefore(const Box &box, ArrayRef<int64_t> extents,
                           int64_t end) {
  int64_t block = getNumElements(box);
  int64_t size = std::accumulate(extents.begin(), extents.end(), int64_t(1),
                                 std::multiplies<>());
  if (end >= size || block == 0)
    return block;
  int64_t count = 0;
  for (auto [slice, extent] : llvm::zip_equal(box, extents)) {
    size /= extent;
    block /= slice.extent;
    int64_t index = end / size;
    end %= size;
    int64_t before = std::clamp<int64_t>(index - slice.offset, 0, slice.extent);
    count += before * block;
    if (index < slice.offset || index >= slice.offset + slice.extent)
      return count;
  }
  return count;
}

/// The number of contiguous runs in a box.
static int64_t countRuns(const Box &box, ArrayRef<int64_t> extents) {
  int64_t runs = 1;
  size_t cut = box.size();
  while (cut > 0 && box[cut - 1].extent == extents[cut - 1])
    --cut;
  for (size_t axis = 0; axis + 1 < cut; ++axis)
    runs *= box[axis].extent;
  return runs;
}

/// The number of positions that lie in both boxes; 0 if there are too many
/// runs.
static int64_t countCommon(const Box &box, ArrayRef<int64_t> extents,
                           const Box &other, ArrayRef<int64_t> otherExtents) {
  if (getNumElements(box) == 0 || getNumElements(other) == 0)
    return 0;
  int64_t runs = countRuns(box, extents);
  if (runs > countRuns(other, otherExtents))
    return countCommon(other, otherExtents, box, extents);
  if (runs > kMaxRuns)
    return 0;
  int64_t length = getNumElements(box) / runs, common = 0;
  for (int64_t run = 0; run < runs; ++run) {
    // The first position of the run. The number of the run within the box is
    // split by the box's extents along the axes before.
    int64_t number = run * length, start = 0, size = 1;
    for (size_t axis = box.size(); axis-- > 0;) {
      start += (number % box[axis].extent + box[axis].offset) * size;
      number /= box[axis].extent;
      size *= extents[axis];
    }
    common += countBefore(other, otherExtents, start + length) -
              countBefore(other, otherExtents, start);
  }
  return common;
}

/// Replaces dynamic extents by large ones that shard evenly. Returns false if
/// the two sides cannot be made to agree.
static bool makeStatic(const Mesh &mesh, Side &from, Side &to) {
  int64_t left = 1, right = 1;
  int64_t *fromDynamic = nullptr, *toDynamic = nullptr;
  for (auto [side, product, dynamic] : {std::tuple(&from, &left, &fromDynamic),
                                        std::tuple(&to, &right, &toDynamic)})
    for (int64_t &extent : side->extents) {
      if (!isDynamic(extent)) {
        *product *= extent;
        continue;
      }
      if (*dynamic)
        return false;
      *dynamic = &extent;
    }
  int64_t large = getCountedExtent(mesh, -1);
  if (fromDynamic && toDynamic) {
    int64_t common = std::gcd(left, right);
    *fromDynamic = large * (right / common);
    *toDynamic = large * (left / common);
  } else if (fromDynamic) {
    *fromDynamic = right / left;
    return right % left == 0;
  } else if (toDynamic) {
    *toDynamic = left / right;
    return left % right == 0;
  }
  return true;
}

int64_t dtensor::getReshapedElements(const Mesh &mesh, const LaidShape &from,
                                     const LaidShape &to) {
  int64_t bound = getMaxLocalElements(mesh, to.layout, to.shape);
  if (bound == 0)
    return 0;
  // Groups that stay in place multiply the volume of the rest.
  int64_t inPlace = 1;
  SmallVector<Group, 0> groups;
  DimList dims;
  int64_t coordinates = 1;
  for (const ReshapeGroup &interval : getReshapeGroups(from.shape, to.shape)) {
    Group group;
    for (unsigned axis : llvm::seq(interval.fromBegin, interval.fromEnd)) {
      group.from.extents.push_back(from.shape[axis]);
      group.from.axes.emplace_back(from.layout.getAxis(axis));
    }
    for (unsigned axis : llvm::seq(interval.toBegin, interval.toEnd)) {
      group.to.extents.push_back(to.shape[axis]);
      group.to.axes.emplace_back(to.layout.getAxis(axis));
    }
    if (!makeStatic(mesh, group.from, group.to))
      return bound;
    if (group.from.extents == group.to.extents &&
        group.from.axes == group.to.axes) {
      inPlace *=
          getMaxLocalElements(mesh, Layout(group.to.axes), group.to.extents);
      continue;
    }
    for (const Side *side : {&group.from, &group.to})
      for (const DimList &axis : side->axes)
        for (unsigned dim : axis)
          if (mesh.getSize(dim) > 1 && !llvm::is_contained(group.dims, dim))
            group.dims.push_back(dim);
    for (unsigned dim : group.dims)
      if (!llvm::is_contained(dims, dim)) {
        dims.push_back(dim);
        if (llvm::MulOverflow(coordinates, mesh.getSize(dim), coordinates) ||
            coordinates > kMaxCoordinates)
          return bound;
      }
    groups.push_back(std::move(group));
  }

  // Each group depends on its own coordinates only.
  std::vector<std::map<SmallVector<int64_t, 4>, Share>> shares(groups.size());
  SmallVector<int64_t> position(mesh.getNumDimensions(), 0);
  int64_t most = 0;
  for (int64_t number : llvm::seq(coordinates)) {
    for (unsigned dim : dims) {
      position[dim] = number % mesh.getSize(dim);
      number /= mesh.getSize(dim);
    }
    int64_t wanted = inPlace, common = inPlace;
    for (auto [group, known] : llvm::zip_equal(groups, shares)) {
      SmallVector<int64_t, 4> key;
      for (unsigned dim : group.dims)
        key.push_back(position[dim]);
      auto [it, isNew] = known.try_emplace(key);
      if (isNew) {
        int64_t device = mesh.getDevice(position);
        Box owned = group.from.getBox(mesh, device);
        Box target = group.to.getBox(mesh, device);
        it->second = {
            getNumElements(target),
            countCommon(target, group.to.extents, owned, group.from.extents)};
      }
      wanted *= it->second.wanted;
      common *= it->second.common;
    }
    most = std::max(most, wanted - common);
  }
  return most;
}

DimList dtensor::getReshapeDims(const Mesh &mesh, const LaidShape &from,
                                const LaidShape &to) {
  DimList dims;
  for (const ReshapeGroup &group : getReshapeGroups(from.shape, to.shape)) {
    bool isOneAxis = group.fromEnd - group.fromBegin == 1 &&
                     group.toEnd - group.toBegin == 1;
    // The first mesh dimensions of the first axes divide the group's positions
    // alike on both sides, as long as they do so evenly.
    size_t alike = 0;
    if (group.fromBegin < group.fromEnd && group.toBegin < group.toEnd) {
      ArrayRef<unsigned> source = from.layout.getAxis(group.fromBegin);
      ArrayRef<unsigned> target = to.layout.getAxis(group.toBegin);
      int64_t left = from.shape[group.fromBegin];
      int64_t right = to.shape[group.toBegin];
      while (alike < source.size() && alike < target.size() &&
             source[alike] == target[alike]) {
        int64_t size = mesh.getSize(source[alike]);
        if (!isOneAxis && (isDynamic(left) || isDynamic(right) ||
                           left % size != 0 || right % size != 0))
          break;
        left /= size;
        right /= size;
        ++alike;
      }
    }
    for (unsigned axis : llvm::seq(group.fromBegin, group.fromEnd))
      for (unsigned dim : from.layout.getAxis(axis).drop_front(
               axis == group.fromBegin ? alike : 0))
        if (mesh.getSize(dim) > 1)
          dims.push_back(dim);
  }
  llvm::sort(dims);
  return dims;
}
