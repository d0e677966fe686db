//===- DeviceGroups.cpp - Groups of devices along dimensions --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/DeviceGroups.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;
using llvm::SmallVector;

/// All devices of `groups`, or none if the groups have different sizes.
static SmallVector<int64_t> concat(const DeviceGroups &groups) {
  SmallVector<int64_t> devices;
  for (const SmallVector<int64_t> &group : groups) {
    if (group.size() != groups.front().size())
      return {};
    llvm::append_range(devices, group);
  }
  return devices;
}

std::optional<DimList> dtensor::findGroupDims(const Mesh &mesh,
                                              const DeviceGroups &groups) {
  SmallVector<int64_t> devices = concat(groups);
  int64_t count = mesh.getNumDevices();
  if (static_cast<int64_t>(devices.size()) != count ||
      llvm::any_of(devices, [&](int64_t device) {
        return device < 0 || device >= count;
      }))
    return std::nullopt;

  // From minor to major: the stride of the next dimension in the first group.
  int64_t size = groups.front().size();
  DimList dims;
  SmallVector<int64_t> base = mesh.getCoordinates(devices[0]);
  for (int64_t stride = 1; stride < size;) {
    SmallVector<int64_t> next = mesh.getCoordinates(devices[stride]);
    unsigned dim = 0;
    while (dim < next.size() && next[dim] == base[dim])
      ++dim;
    if (dim == next.size() || llvm::is_contained(dims, dim) ||
        size % (stride * mesh.getSize(dim)))
      return std::nullopt;
    dims.insert(dims.begin(), dim);
    stride *= mesh.getSize(dim);
  }
  // All groups must have the same strides.
  for (size_t i = 0; i < devices.size(); ++i) {
    int64_t place = i % size;
    SmallVector<int64_t> expected = mesh.getCoordinates(devices[i - place]);
    for (unsigned dim : llvm::reverse(dims)) {
      expected[dim] = place % mesh.getSize(dim);
      place /= mesh.getSize(dim);
    }
    if (mesh.getDevice(expected) != devices[i])
      return std::nullopt;
  }
  return dims;
}

std::optional<DimList> dtensor::findDigitDims(const Mesh &mesh, int64_t divisor,
                                              int64_t size) {
  DimList dims;
  int64_t stride = 1;
  for (unsigned dim = mesh.getNumDimensions(); dim-- > 0;) {
    // The most minor dimension must begin where the digit does.
    if (mesh.getSize(dim) > 1 && stride < divisor * size &&
        (!dims.empty() || stride == divisor))
      dims.insert(dims.begin(), dim);
    stride *= mesh.getSize(dim);
  }
  if (mesh.getGroupSize(dims) != size)
    return std::nullopt;
  return dims;
}

std::optional<DeviceGrid> dtensor::makeGroupGrid(const DeviceGroups &groups) {
  // The order of the groups has no meaning.
  DeviceGroups sorted = groups;
  llvm::sort(sorted);
  SmallVector<int64_t> devices = concat(sorted);
  if (devices.empty())
    return std::nullopt;
  DeviceGrid grid;
  grid.axes = {{"group", static_cast<int64_t>(sorted.size())},
               {"member", static_cast<int64_t>(sorted.front().size())}};
  grid.devices = std::move(devices);
  return grid;
}
