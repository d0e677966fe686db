//===- RelayoutVolume.h - What a relayout must move -------------*- C++ -*-===//
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

/// The largest, over devices, number of elements that a device owns under `to`
/// and not under `from`. Looks at the axes alone, not at partial dimensions.
/// Exact; the work does not depend on the mesh where extents are even and no
/// axis changes from one mesh dimension to another; else it enumerates the
/// coordinates of the mesh dimensions of those axes, and from 2^16 of them on
/// it is the bound that the most loaded device owns nothing of what it wants.
/// Dynamic extents count as large even ones.
int64_t getReceivedElements(const Mesh &mesh, const Layout &from,
                            const Layout &to, llvm::ArrayRef<int64_t> shape);

/// Elements of the largest component (that of device 0) of a tensor of `shape`.
/// Dynamic extents count as large even ones.
int64_t getMaxLocalElements(const Mesh &mesh, const Layout &layout,
                            llvm::ArrayRef<int64_t> shape);

/// What an extent counts as in volumes and prices: itself, or for a dynamic one
/// a number of at least 1024 that every group of devices divides.
int64_t getCountedExtent(const Mesh &mesh, int64_t extent);

/// The smallest set of mesh dimensions, sorted, whose groups no transfer of a
/// relayout leaves, whatever the extents: those that shard `from` but not in
/// the same place of `to`, and those along which a partial value is combined.
DimList getGroup(const Mesh &mesh, const Layout &from, const Layout &to);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_RELAYOUTVOLUME_H
