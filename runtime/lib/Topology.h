//===- Topology.h - The mesh as the runtime sees it -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TOPOLOGY_H
#define DTENSOR_RUNTIME_TOPOLOGY_H

#include <cstdint>
#include <vector>

namespace dtensor::runtime {

/// A set of mesh dimensions, one bit each.
using DimMask = uint64_t;

inline DimMask maskOf(int64_t dim) { return DimMask(1) << dim; }

/// Calls `function` with each mesh dimension of `mask`, in mesh order.
template <typename Function> void forEachDim(DimMask mask, Function function) {
  for (; mask != 0; mask &= mask - 1)
    function(static_cast<int64_t>(__builtin_ctzll(mask)));
}

/// A device and its coordinates along each mesh dimension.
struct Place {
  int64_t device;
  const int64_t *coordinates;
};

/// A mesh: devices in row-major order of their coordinates.
class Topology {
public:
  static constexpr int64_t kMaxDims = 62;
  static constexpr int64_t kMaxDevices = 1 << 20;

  explicit Topology(std::vector<int64_t> meshSizes);

  int64_t getNumDims() const { return sizes.size(); }
  int64_t getNumDevices() const { return numDevices; }
  int64_t getSize(int64_t dim) const { return sizes[dim]; }
  /// The distance of two devices that are neighbours along `dim`.
  int64_t getStride(int64_t dim) const { return strides[dim]; }
  int64_t getCoordinate(int64_t device, int64_t dim) const {
    return device / strides[dim] % sizes[dim];
  }

  /// Computes the place of any device in `coordinates`.
  Place getPlace(int64_t device, int64_t (&coordinates)[kMaxDims]) const {
    for (int64_t dim = 0; dim < getNumDims(); ++dim)
      coordinates[dim] = getCoordinate(device, dim);
    return {device, coordinates};
  }

  /// The dimensions of more than one device. Groups depend on no others.
  DimMask getProperDims() const { return properDims; }
  /// The number of devices of a group that `dims` span.
  int64_t getGroupSize(DimMask dims) const;
  /// The position of a device in its group, in row-major order.
  int64_t getRank(int64_t device, DimMask dims) const;
  /// The member at `rank` of the group of `device`.
  int64_t getMember(int64_t device, DimMask dims, int64_t rank) const;

private:
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
  int64_t numDevices = 1;
  DimMask properDims = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TOPOLOGY_H
