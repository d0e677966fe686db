//===- Site.h - The description of a collective -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_SITE_H
#define DTENSOR_RUNTIME_COLLECTIVES_SITE_H

#include "../Topology.h"
#include "dtensor/Runtime/ABI.h"

#include <cstdint>

namespace dtensor::runtime {

/// The highest rank of a tensor that a collective moves.
constexpr int64_t kMaxRank = 16;

/// Mesh dimensions that cut one axis, major first.
struct AxisDims {
  const int64_t *dims;
  int64_t count;
};

/// A DtSite, decoded, with the sets of mesh dimensions that follow from it.
/// Dimensions of one device are in none of them.
struct Site {
  DtElementType type;
  DtCombiner combiner;
  int64_t rank;
  bool shared;
  AxisDims from[kMaxRank];
  AxisDims to[kMaxRank];

  /// Spans the group.
  DimMask group;
  /// Partial in `from` and not in `to`.
  DimMask combined;
  /// Of the group: along them all members get the same component.
  DimMask replicas;
  /// Of the group: they shard an axis of `from`.
  DimMask sharded;

  /// Fills this; returns nullptr, or what is wrong with the site.
  const char *decode(DtSite data, const Topology &topology);
};

/// Reads one layout's axes at `data`, past which it returns; adds the mesh
/// dimensions to `sharded`.
DtSite decodeAxes(DtSite data, int64_t rank, AxisDims *axes, DimMask &sharded);

/// Bytes of an element; 0 if there is no such type.
int64_t getElementSize(int64_t type);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_SITE_H
