//===- LocalShapes.cpp - The shapes that devices have ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/LocalShapes.h"

#include <functional>
#include <map>

using namespace dtensor;

/// The number of coordinates with each extent, the largest extent first.
using ExtentCounts = std::map<int64_t, int64_t, std::greater<int64_t>>;

/// Divides extents along a mesh dimension: most coordinates get equal parts,
/// one gets the rest, and the others nothing.
static ExtentCounts divide(const ExtentCounts &extents, int64_t size) {
  ExtentCounts result;
  for (auto [extent, count] : extents) {
    int64_t part = (extent + size - 1) / size;
    int64_t numEqual = part ? extent / part : 0;
    int64_t rest = part ? extent % part : 0;
    if (numEqual > 0)
      result[part] += count * numEqual;
    if (rest > 0)
      result[rest] += count;
    if (int64_t numEmpty = size - numEqual - (rest > 0))
      result[0] += count * numEmpty;
  }
  return result;
}

llvm::SmallVector<LocalShape>
dtensor::getLocalShapes(const Mesh &mesh, const Layout &layout,
                        llvm::ArrayRef<int64_t> shape) {
  int64_t numOthers = mesh.getNumDevices();
  llvm::SmallVector<ExtentCounts> axes;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    ExtentCounts extents{{extent, 1}};
    for (unsigned dim : layout.getAxes()[axis]) {
      extents = divide(extents, mesh.getSize(dim));
      numOthers /= mesh.getSize(dim);
    }
    axes.push_back(std::move(extents));
  }
  llvm::SmallVector<LocalShape> shapes{{{}, numOthers}};
  for (const ExtentCounts &extents : axes) {
    llvm::SmallVector<LocalShape> longer;
    for (const LocalShape &begun : shapes)
      for (auto [extent, count] : extents) {
        longer.push_back(begun);
        longer.back().shape.push_back(extent);
        longer.back().numDevices *= count;
      }
    shapes = std::move(longer);
  }
  return shapes;
}
