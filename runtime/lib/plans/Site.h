//===- Site.h - The description of a collective -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_SITE_H
#define DTENSOR_RUNTIME_PLANS_SITE_H

#include "../Topology.h"
#include "dtensor/Runtime/ABI.h"

#include <cstdint>

namespace dtensor::runtime {

/// The highest rank of a tensor that a collective moves.
constexpr int64_t kMaxRank = 32;

/// The mesh dimensions that shard one axis, major first.
struct AxisDims {
  const int64_t *dims;
  int64_t count;
};

/// A decoded DtSite, with the sets of mesh dimensions that follow from it.
/// Dimensions of one device are in none of them.
struct Site {
  DtElementType type;
  DtCombiner combiner;
  int64_t rank;
  bool shared;
  AxisDims from[kMaxRank];
  AxisDims to[kMaxRank];

  /// The dimensions that span the group.
  DimMask group;
  /// The dimensions along which `from` is partial and `to` is not.
  DimMask combined;
  /// The dimensions of the group along which all members get the same
  /// component.
  DimMask replicas;
  /// The dimensions of the group that shard an axis of `from`.
  DimMask sharded;
  /// The dimensions that shard an axis of `to`.
  DimMask toSharded;
  /// The number of integers of the site.
  int64_t size;

  /// Fills this object. Returns nullptr, or a description of the error in the
  /// site.
  const char *decode(DtSite data, const Topology &topology);
};

/// Reads one layout's axes at `data` and returns the position behind them. Adds
/// the mesh dimensions to `sharded`.
DtSite decodeAxes(DtSite data, int64_t rank, AxisDims *axes, DimMask &sharded);

/// The bytes of an element; 0 if there is no such type.
int64_t getElementSize(int64_t type);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_SITE_H
