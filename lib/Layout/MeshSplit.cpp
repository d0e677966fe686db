//===- MeshSplit.cpp - Mesh dimensions taken apart ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/MeshSplit.h"
#include "llvm/ADT/Twine.h"

using namespace dtensor;
using llvm::ArrayRef;
using llvm::SmallVector;

llvm::Expected<Mesh> dtensor::splitMesh(const Mesh &mesh, unsigned dim,
                                        ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  if (product != mesh.getSize(dim))
    return llvm::createStringError(
        "mesh dimension '" + mesh.getName(dim) + "' has size " +
        llvm::Twine(mesh.getSize(dim)) + ", its parts multiply to " +
        llvm::Twine(product));
  SmallVector<MeshDimension> dimensions;
  for (auto [position, dimension] : llvm::enumerate(mesh.getDimensions())) {
    if (position != dim) {
      dimensions.push_back(dimension);
      continue;
    }
    for (auto [part, size] : llvm::enumerate(sizes))
      dimensions.push_back({dimension.name + "." + std::to_string(part), size});
  }
  return Mesh::create(dimensions);
}

llvm::Expected<Layout> dtensor::splitLayout(const Mesh &mesh,
                                            const Layout &layout,
                                            ArrayRef<int64_t> shape,
                                            unsigned dim, unsigned numParts) {
  auto isCutUnevenly = [&](ArrayRef<unsigned> dims, int64_t extent) {
    const unsigned *end = llvm::find(dims, dim);
    return end != dims.end() &&
           extent % mesh.getGroupSize(ArrayRef(dims.begin(), end + 1)) != 0;
  };
  auto appendParts = [&](unsigned other, auto append) {
    if (other != dim)
      return append(other < dim ? other : other + numParts - 1);
    for (unsigned part = 0; part < numParts; ++part)
      append(dim + part);
  };

  SmallVector<DimList> axes;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    ArrayRef<unsigned> dims = layout.getAxis(axis);
    if (numParts > 1 && isCutUnevenly(dims, extent))
      return llvm::createStringError(
          "axis " + llvm::Twine(axis) + " of extent " + llvm::Twine(extent) +
          " is cut unevenly along mesh dimension '" + mesh.getName(dim) +
          "', whose parts would cut it at other places");
    DimList &parts = axes.emplace_back();
    for (unsigned other : dims)
      appendParts(other, [&](unsigned part) { parts.push_back(part); });
  }
  SmallVector<PartialDim> partial;
  for (const PartialDim &pending : layout.getPartial())
    appendParts(pending.dim, [&](unsigned part) {
      partial.push_back({part, pending.combiner});
    });
  return Layout(axes, partial);
}
