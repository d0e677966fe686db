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
  /// Take a part of what the device has; nothing is received.
  Slice,
  /// Replicate -> Partial and Shard -> Partial (of the minor mesh dimensions of
  /// axes): nothing is received. A shard is put in its place and the rest takes
  /// the identity; along an average it is multiplied by the dimension's size. A
  /// replicated value stays at coordinate 0 alone and the others take the
  /// identity, or all keep it if the kind is idempotent.
  MakePartial,
  /// Drops minor mesh dimensions of one axis or more.
  AllGather,
  /// The minor mesh dimensions of one axis become the minor ones of another.
  AllToAll,
  /// Combines along some partial dimensions, all of one combiner.
  AllReduce,
  /// The same, where each of these becomes the minor mesh dimension of an axis:
  /// a device gets a chunk of what it had.
  ReduceScatter,
  /// Each device receives one whole component of another one.
  Permute,
  /// Any other set of box transfers.
  Exchange,
};

llvm::StringRef stringify(StepKind kind);

/// One step of a plan: from one layout to the next, over the groups that the
/// mesh dimensions `dims` span (`getGroup`: sorted, none where nothing is
/// sent).
struct RedistributionStep {
  StepKind kind;
  Layout from, to;
  DimList dims;
  /// What the most loaded device must receive, in bytes: what it wants and does
  /// not own; over g devices, 2n(g-1)/g for an all_reduce of a component of n
  /// bytes, and n(g-1) for a reduce_scatter to a component of n bytes.
  int64_t bytesReceived;
};

/// No steps if every device already has just what it is to have (the layouts
/// may then still differ in mesh dimensions of size 1).
struct RedistributionPlan {
  llvm::SmallVector<RedistributionStep, 0> steps;
  /// Total over the steps.
  int64_t bytesReceived = 0;
  /// Largest source + destination component of any step on one device.
  int64_t peakBytes = 0;
};

struct PlannerOptions {
  /// Whether box transfers between any two devices are possible (one address
  /// space): then pure data movement is one step at the lower bound, after a
  /// slice at most. Else it is a sequence of collectives.
  bool allowExchange = true;
};

/// Plans the way from `from` to `to` for a tensor of `shape` (static extents;
/// a dynamic extent is planned as a large even one) whose elements take
/// `elementBits`. Deterministic. Both layouts are valid on `mesh` and of the
/// shape's rank.
RedistributionPlan planRedistribution(const Mesh &mesh, const Layout &from,
                                      const Layout &to,
                                      llvm::ArrayRef<int64_t> shape,
                                      int64_t elementBits,
                                      const PlannerOptions &options = {});

/// What the most loaded device must have and has not, in bytes, with exchanges;
/// for partials n(g-1)/g of a reduce_scatter and 2n(g-1)/g of an all_reduce of
/// a component of n bytes, in the cheapest order that the planner finds.
int64_t getLowerBound(const Mesh &mesh, const Layout &from, const Layout &to,
                      llvm::ArrayRef<int64_t> shape, int64_t elementBits);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_REDISTRIBUTIONPLANNER_H
