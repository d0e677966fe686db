//===- Layout.cpp - How a tensor lies on a mesh ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Twine;

bool dtensor::isPrefix(llvm::ArrayRef<unsigned> prefix,
                       llvm::ArrayRef<unsigned> dims) {
  return prefix.size() <= dims.size() &&
         prefix == dims.take_front(prefix.size());
}

int64_t dtensor::getNumElements(const Box &box) {
  int64_t count = 1;
  for (const Slice &slice : box)
    count *= slice.extent;
  return count;
}

Slice dtensor::chunk(int64_t extent, int64_t count, int64_t coordinate) {
  int64_t part = llvm::divideCeil(extent, count);
  int64_t offset = std::min(extent, part * coordinate);
  return {offset, std::min(part, extent - offset)};
}

Slice dtensor::cut(const Mesh &mesh, int64_t extent,
                   llvm::ArrayRef<unsigned> dims,
                   llvm::ArrayRef<int64_t> coordinates) {
  Slice slice{0, extent};
  for (unsigned dim : dims) {
    Slice part = chunk(slice.extent, mesh.getSize(dim), coordinates[dim]);
    slice = {slice.offset + part.offset, part.extent};
  }
  return slice;
}

Layout::Layout(llvm::ArrayRef<DimList> axes, llvm::ArrayRef<PartialDim> partial)
    : axes(axes) {
  setPartial(partial);
}

void Layout::setAxis(unsigned axis, llvm::ArrayRef<unsigned> dims) {
  axes[axis].assign(dims.begin(), dims.end());
}

void Layout::setPartial(llvm::ArrayRef<PartialDim> dims) {
  partial.assign(dims.begin(), dims.end());
  llvm::sort(partial, [](const PartialDim &a, const PartialDim &b) {
    return a.dim < b.dim;
  });
}

llvm::Error Layout::verify(const Mesh &mesh) const {
  /// The use of each mesh dimension.
  llvm::SmallVector<std::string> uses(mesh.getNumDimensions());
  auto use = [&](unsigned dim, std::string what) -> llvm::Error {
    if (dim >= mesh.getNumDimensions())
      return createStringError("the layout " + what + " along mesh dimension " +
                               Twine(dim) + ", but mesh " + mesh.str() +
                               " has " + Twine(mesh.getNumDimensions()) +
                               " dimensions");
    std::string &known = uses[dim];
    if (!known.empty())
      return createStringError("mesh dimension '" + mesh.getName(dim) +
                               "' is used twice: the layout " + known +
                               " and " + what + " along it");
    known = std::move(what);
    return llvm::Error::success();
  };

  for (auto [axis, dims] : llvm::enumerate(axes))
    for (unsigned dim : dims)
      if (llvm::Error error = use(dim, "shards axis " + std::to_string(axis)))
        return error;
  for (const PartialDim &pending : partial) {
    std::string kind = stringify(pending.combiner).str();
    if (llvm::Error error = use(pending.dim, "is partial(" + kind + ")"))
      return error;
    if (!canMix(pending.combiner, partial.front().combiner))
      return createStringError(
          "a layout must be partial of one kind (sum and avg may mix), found " +
          stringify(partial.front().combiner) + " along '" +
          mesh.getName(partial.front().dim) + "' and " + kind + " along '" +
          mesh.getName(pending.dim) + "'");
  }
  return llvm::Error::success();
}

std::optional<Combiner> Layout::getPartial(unsigned dim) const {
  for (const PartialDim &pending : partial)
    if (pending.dim == dim)
      return pending.combiner;
  return std::nullopt;
}

Layout Layout::withoutTrivialDims(const Mesh &mesh) const {
  auto isTrivial = [&](unsigned dim) { return mesh.getSize(dim) == 1; };
  Layout result = *this;
  for (DimList &dims : result.axes)
    llvm::erase_if(dims, isTrivial);
  llvm::erase_if(result.partial, [&](const PartialDim &pending) {
    return isTrivial(pending.dim);
  });
  return result;
}

std::optional<unsigned> Layout::getShardedAxis(unsigned dim) const {
  for (auto [axis, dims] : llvm::enumerate(axes))
    if (llvm::is_contained(dims, dim))
      return axis;
  return std::nullopt;
}

bool Layout::isSharded() const {
  return !llvm::all_of(axes, [](const DimList &dims) { return dims.empty(); });
}

bool Layout::isReplicated(const Mesh &mesh) const {
  return llvm::all_of(llvm::seq(mesh.getNumDimensions()), [&](unsigned dim) {
    return mesh.getSize(dim) == 1 || (!getShardedAxis(dim) && !getPartial(dim));
  });
}

DimList Layout::getReplicatedDims(const Mesh &mesh) const {
  DimList dims;
  for (unsigned dim : llvm::seq(mesh.getNumDimensions()))
    if (!getShardedAxis(dim) && !getPartial(dim))
      dims.push_back(dim);
  return dims;
}

Slice Layout::getOwnedSlice(const Mesh &mesh, unsigned axis, int64_t extent,
                            int64_t device) const {
  Slice owned{0, extent};
  for (unsigned dim : axes[axis]) {
    Slice part =
        chunk(owned.extent, mesh.getSize(dim), mesh.getCoordinate(device, dim));
    owned = {owned.offset + part.offset, part.extent};
  }
  return owned;
}

Box Layout::getOwnedBox(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                        int64_t device) const {
  Box box;
  for (auto [axis, extent] : llvm::enumerate(shape))
    box.push_back(getOwnedSlice(mesh, axis, extent, device));
  return box;
}

int64_t Layout::getMaxLocalExtent(const Mesh &mesh, unsigned axis,
                                  int64_t extent) const {
  if (extent < 0)
    return extent;
  for (unsigned dim : axes[axis])
    extent = llvm::divideCeil(extent, mesh.getSize(dim));
  return extent;
}

bool Layout::isEven(const Mesh &mesh, unsigned axis, int64_t extent) const {
  int64_t group = mesh.getGroupSize(axes[axis]);
  return group == 1 || (extent >= 0 && extent % group == 0);
}
