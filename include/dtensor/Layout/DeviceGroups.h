//===- DeviceGroups.h - Groups of devices along dimensions ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_DEVICEGROUPS_H
#define DTENSOR_LAYOUT_DEVICEGROUPS_H

#include "dtensor/Layout/CommonMesh.h"
#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// Devices by number, in the order of their group.
using DeviceGroups = llvm::SmallVector<llvm::SmallVector<int64_t>>;

/// The dimensions of `mesh`, major first, along which all of `groups` go; none
/// if they go otherwise, or are not of all devices, each once. On `x=2,y=4` the
/// groups {0, 4}, {1, 5}, {2, 6}, {3, 7} go along x.
std::optional<DimList> findGroupDims(const Mesh &mesh,
                                     const DeviceGroups &groups);

/// The dimensions of `mesh`, major first, along which `device / divisor % size`
/// counts: `device / 2 % 3` is the place along y of `x=2,y=3,z=2`. None if
/// there are no such ones.
std::optional<DimList> findDigitDims(const Mesh &mesh, int64_t divisor,
                                     int64_t size);

/// A grid of which one axis is the groups and one their members: with it {0,
/// 1}, {2, 3} take `x=4` apart into `x.0=2,x.1=2` (see `findCommonMesh`). None
/// for groups of different sizes.
std::optional<DeviceGrid> makeGroupGrid(const DeviceGroups &groups);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_DEVICEGROUPS_H
