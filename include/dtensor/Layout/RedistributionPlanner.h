//===- RedistributionPlanner.h - Steps from layout to layout ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_REDISTRIBUTIONPLANNER_H
#define DTENSOR_LAYOUT_REDISTRIBUTIONPLANNER_H

#include "dtensor/Layout/RelayoutVolume.h"

namespace dtensor {

enum class StepKind {
  /// Takes a part of the component that the device has; nothing is received.
  Slice,
  /// Replicate -> Partial and Shard -> Partial (of the minor mesh dimensions of
  /// axes); nothing is received. A shard is put in its place, and the other
  /// positions take the identity; along an average it is multiplied by the
  /// dimension's size. A replicated value stays at coordinate 0 and the others
  /// take the identity. If the combiner is idempotent, all of them keep it.
  MakePartial,
  /// Gathers along the minor mesh dimensions of one axis or more.
  AllGather,
  /// Moves the minor mesh dimensions of one axis to the minor end of another.
  AllToAll,
  /// Combines along some partial dimensions, all of one combiner.
  AllReduce,
  /// Combines along partial dimensions, each of which becomes the minor mesh
  /// dimension of an axis. A device gets a chunk of what it had.
  ReduceScatter,
  /// Each device receives one whole component of another one.
  Permute,
  /// Any other set of box transfers.
  Exchange,
};

llvm::StringRef stringify(StepKind kind);

/// One step of a plan, from one layout to the next. It runs over the groups
/// that the mesh dimensions `dims` span. These are given by `getGroup`: sorted,
/// and none where nothing is sent.
struct RedistributionStep {
  StepKind kind;
  Layout from, to;
  DimList dims;
  /// The bytes that the most loaded device must receive, because it wants
  /// elements that it does not own. Over g devices an all_reduce of a component
  /// of n bytes takes 2n(g-1)/g bytes, and a reduce_scatter to a component of n
  /// bytes takes n(g-1).
  int64_t bytesReceived;
};

/// The steps of a relayout. There are none if every device already has the
/// component that it needs. The layouts may then still differ in mesh
/// dimensions of size 1.
struct RedistributionPlan {
  llvm::SmallVector<RedistributionStep, 0> steps;
  /// Total over the steps.
  int64_t bytesReceived = 0;
  /// The largest sum of source and destination component of a step on one
  /// device.
  int64_t peakBytes = 0;
};

struct PlannerOptions {
  /// Whether boxes can be transferred between any two devices, because they
  /// share an address space. Pure data movement is then one step at the lower
  /// bound, after a slice at most. Otherwise it is a sequence of collectives.
  bool allowExchange = true;
};

/// Plans the relayout of a tensor of `shape` from `from` to `to`, with elements
/// of `elementBits` bits. A dynamic extent is planned as a large one that
/// shards evenly. The result is deterministic. Both layouts must be valid on
/// `mesh` and have the shape's rank.
RedistributionPlan planRedistribution(const Mesh &mesh, const Layout &from,
                                      const Layout &to,
                                      llvm::ArrayRef<int64_t> shape,
                                      int64_t elementBits,
                                      const PlannerOptions &options = {});

/// The bytes that the most loaded device needs and does not have, if exchanges
/// are allowed. For partial values it counts n(g-1)/g for a reduce_scatter and
/// 2n(g-1)/g for an all_reduce of a component of n bytes, in the cheapest order
/// that the planner finds.
int64_t getLowerBound(const Mesh &mesh, const Layout &from, const Layout &to,
                      llvm::ArrayRef<int64_t> shape, int64_t elementBits);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_REDISTRIBUTIONPLANNER_H
