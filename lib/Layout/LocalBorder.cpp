//===- LocalBorder.cpp - The border of a local_map ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/LocalBorder.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

Layout LocalBorder::lift(const Layout &inside) const {
  Layout outside = manual;
  for (unsigned axis = 0; axis < outside.getRank(); ++axis) {
    DimList all(manual.getAxis(axis));
    llvm::append_range(all, inside.getAxis(axis));
    outside.setAxis(axis, all);
  }
  llvm::SmallVector<PartialDim> partial(manual.getPartial());
  llvm::append_range(partial, inside.getPartial());
  outside.setPartial(partial);
  return outside;
}

Layout LocalBorder::peel(const Layout &outside) const {
  auto isFree = [&](unsigned dim) { return !llvm::is_contained(dims, dim); };
  Layout inside(outside.getRank());
  for (unsigned axis = 0; axis < outside.getRank(); ++axis) {
    DimList free;
    llvm::copy_if(outside.getAxis(axis), std::back_inserter(free), isFree);
    inside.setAxis(axis, free);
  }
  llvm::SmallVector<PartialDim> partial;
  for (const PartialDim &dim : outside.getPartial())
    if (isFree(dim.dim))
      partial.push_back(dim);
  inside.setPartial(partial);
  return inside;
}

TensorState LocalBorder::peel(const TensorState &outside,
                              llvm::ArrayRef<int64_t> shape) const {
  TensorState inside = outside;
  inside.shape.assign(shape.begin(), shape.end());
  inside.layout = peel(outside.layout);
  // If the value has another layout along manual dimensions, it has to be
  // moved. A value that is moved is a new one.
  for (unsigned axis = 0; axis < manual.getRank(); ++axis) {
    llvm::ArrayRef<unsigned> have = outside.layout.getAxis(axis);
    llvm::ArrayRef<unsigned> first = manual.getAxis(axis);
    size_t common = std::min(have.size(), first.size());
    inside.open[axis] = outside.open[axis] &&
                        have.take_front(common) == first.take_front(common) &&
                        inside.layout.getAxis(axis) == have.drop_front(common);
  }
  return inside;
}
