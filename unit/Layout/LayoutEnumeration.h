//===- LayoutEnumeration.h - All layouts of small meshes --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_LAYOUT_LAYOUTENUMERATION_H
#define DTENSOR_UNIT_LAYOUT_LAYOUTENUMERATION_H

#include "dtensor/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"

namespace dtensor {

/// Extends `layout` by every use of the mesh dimensions from `dim` on.
inline void enumerateLayouts(const Mesh &mesh, llvm::ArrayRef<Combiner> kinds,
                             unsigned dim, const Layout &layout,
                             std::vector<Layout> &layouts) {
  if (dim == mesh.getNumDimensions()) {
    layouts.push_back(layout);
    return;
  }
  enumerateLayouts(mesh, kinds, dim + 1, layout, layouts);
  for (unsigned axis = 0; axis < layout.getRank(); ++axis)
    for (size_t place = 0; place <= layout.getAxis(axis).size(); ++place) {
      DimList dims(layout.getAxis(axis));
      dims.insert(dims.begin() + place, dim);
      Layout next = layout;
      next.setAxis(axis, dims);
      enumerateLayouts(mesh, kinds, dim + 1, next, layouts);
    }
  for (Combiner kind : kinds) {
    if (layout.isPartial() &&
        !canMix(kind, layout.getPartial().front().combiner))
      continue;
    llvm::SmallVector<PartialDim> partial(layout.getPartial());
    partial.push_back({dim, kind});
    Layout next = layout;
    next.setPartial(partial);
    enumerateLayouts(mesh, kinds, dim + 1, next, layouts);
  }
}

/// Every layout of this rank, partial ones of the given kinds included.
inline std::vector<Layout> getAllLayouts(const Mesh &mesh, unsigned rank,
                                         llvm::ArrayRef<Combiner> kinds = {}) {
  std::vector<Layout> layouts;
  enumerateLayouts(mesh, kinds, 0, Layout(rank), layouts);
  return layouts;
}

} // namespace dtensor

#endif // DTENSOR_UNIT_LAYOUT_LAYOUTENUMERATION_H
