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

/// Groups of devices. Each lists the numbers of its devices in order.
using DeviceGroups = llvm::SmallVector<llvm::SmallVector<int64_t>>;

/// The dimensions of `mesh`, major first, along which all of `groups` lie.
/// Nothing if the groups do not lie along dimensions, or do not contain each
/// device exactly once. On `x=2,y=4` the groups {0, 4}, {1, 5}, {2, 6}, {3, 7}
/// lie along x.
std::optional<DimList> findGroupDims(const Mesh &mesh,
                                     const DeviceGroups &groups);

/// The dimensions of `mesh`, major first, whose coordinate is `device / divisor
/// % size`: `device / 2 % 3` is the coordinate along y of `x=2,y=3,z=2`.
/// Nothing if there are no such dimensions.
std::optional<DimList> findDigitDims(const Mesh &mesh, int64_t divisor,
                                     int64_t size);

/// A grid with one axis for the groups and one for their members. With it {0,
/// 1}, {2, 3} split `x=4` into `x.0=2,x.1=2` (see `findCommonMesh`). Nothing
/// for groups of different sizes.
std::optional<DeviceGrid> makeGroupGrid(const DeviceGroups &groups);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_DEVICEGROUPS_H
