//===- RelayoutVolume.h - The volume of a relayout --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_RELAYOUTVOLUME_H
#define DTENSOR_LAYOUT_RELAYOUTVOLUME_H

#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// The largest number of elements, over devices, that a device owns under `to`
/// and not under `from`. Only axes are looked at, not partial dimensions. The
/// number is exact, with one exception. Where extents shard evenly and no axis
/// changes from one mesh dimension to another, the work does not depend on the
/// mesh. Otherwise the coordinates of the mesh dimensions of those axes are
/// enumerated. From 2^16 coordinates on, the result is an upper bound: that the
/// most loaded device owns nothing of what it needs. Dynamic extents count as
/// large ones that shard evenly.
int64_t getReceivedElements(const Mesh &mesh, const Layout &from,
                            const Layout &to, llvm::ArrayRef<int64_t> shape);

/// The number of elements of the largest component (that of device 0) of a
/// tensor of `shape`. Dynamic extents count as large ones that shard evenly.
int64_t getMaxLocalElements(const Mesh &mesh, const Layout &layout,
                            llvm::ArrayRef<int64_t> shape);

/// The number that stands for an extent in volumes and costs. It is the extent
/// itself, or for a dynamic one a number of at least 1024 that every group of
/// devices divides.
int64_t getCountedExtent(const Mesh &mesh, int64_t extent);

/// The smallest set of mesh dimensions, sorted, whose groups contain all
/// transfers of a relayout, for any extents. These are the dimensions that
/// shard `from` but do not stand in the same place of `to`, and those along
/// which a partial value is combined.
DimList getGroup(const Mesh &mesh, const Layout &from, const Layout &to);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_RELAYOUTVOLUME_H
