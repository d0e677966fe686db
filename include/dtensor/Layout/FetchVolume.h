//===- FetchVolume.h - The volume of a fetch by device ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_FETCHVOLUME_H
#define DTENSOR_LAYOUT_FETCHVOLUME_H

#include "dtensor/Layout/Fetch.h"
#include <vector>

namespace dtensor {

/// The number of elements that each device needs and does not own. The device
/// that receives most in one fetch may receive nothing in another: of two halos
/// the first device has one, and the last device the other. Empty on meshes of
/// more than 4096 devices.
std::vector<int64_t> getReceivedByDevice(const Mesh &mesh, const Fetch &fetch);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_FETCHVOLUME_H
