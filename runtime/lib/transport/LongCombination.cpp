//===- LongCombination.cpp - Combinations of long vectors -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongCombination.h"
#include "../Context.h"
#include "MessageCollective.h"

#include <algorithm>

using namespace dtensor::runtime;

/// The number of bytes to read up to which every member reduces everything that
/// it needs. Above it, each member reduces its share, and a second exchange
/// gathers the shares.
static constexpr int64_t kRedundantBytes = 16 << 10;
/// The same for a group of two. These send as many bytes in one exchange as in
/// two, and gain only that each combines half of them.
static constexpr int64_t kRedundantBytesOfTwo = 256 << 10;
/// The bytes of a slice, and those from which on there are slices. Two devices
/// each have half of a slice from the other one beside their own: as much as a
/// second-level cache. Shorter vectors stay in the last level anyway.
static constexpr int64_t kSliceBytes = 2 << 20;
static constexpr int64_t kSlicedBytes = 32 << 20;

namespace {

/// A part of a component, in its memory.
class View {
public:
  /// `part` and `whole` are the boxes of the part and of the component.
  View(const DtMemRef &memref, const Box &part, const Box &whole, int64_t rank)
      : view(*reinterpret_cast<DtMemRef *>(descriptor)) {
    view.allocated = memref.allocated;
    view.aligned = memref.aligned;
    view.offset = memref.offset;
    for (int64_t axis = 0; axis < rank; ++axis) {
      int64_t stride = memref.sizesAndStrides[rank + axis];
      view.offset += (part.offset[axis] - whole.offset[axis]) * stride;
      view.sizesAndStrides[axis] = part.extent[axis];
      view.sizesAndStrides[rank + axis] = stride;
    }
  }
  View(const View &) = delete;
  const DtMemRef &get() const { return view; }

private:
  alignas(DtMemRef) char descriptor[sizeof(DtMemRef) +
                                    2 * kMaxRank * sizeof(int64_t)];
  DtMemRef &view;
};

/// The two exchanges, as plans.
class DividedPlan {
public:
  explicit DividedPlan(const CollectivePlan &plan);

  CollectivePlan first, second;

private:
  int64_t dims[Topology::kMaxDims];
};

} // namespace

static DimMask getDivided(const CollectivePlan &plan) {
  const Site &site = plan.site;
  return site.replicas & (site.combined | site.sharded);
}

/// The largest component of the destination: that of the mesh's first device.
static Box getLargest(const CollectivePlan &plan) {
  int64_t coordinates[Topology::kMaxDims];
  return plan.getDestinationBox(plan.topology.getPlace(0, coordinates));
}

static int64_t getLargestBytes(const CollectivePlan &plan) {
  return getLargest(plan).getNumElements(plan.site.rank) * plan.elementSize;
}

/// The outermost axis that no device divides; -1 if there is none.
static int64_t getUndividedAxis(const CollectivePlan &plan) {
  for (int64_t axis = 0; axis < plan.site.rank; ++axis)
    if (plan.site.from[axis].count == 0 && plan.site.to[axis].count == 0 &&
        plan.extents[axis] > 1)
      return axis;
  return -1;
}

bool LongCombination::isBetter() const {
  int64_t numAddends = plan.getNumAddends();
  if (numAddends == 1 || plan.site.rank == 0 || getDivided(plan) == 0)
    return false;
  int64_t limit = plan.topology.getGroupSize(plan.group) == 2
                      ? kRedundantBytesOfTwo
                      : kRedundantBytes;
  return getLargestBytes(plan) * numAddends > limit;
}

DividedPlan::DividedPlan(const CollectivePlan &plan)
    : first(plan), second(plan) {
  const Site &site = first.site;
  DimMask divided = getDivided(plan);
  // The outermost axis that is long enough, so that shares are long runs.
  Box box = getLargest(plan);
  int64_t count = plan.topology.getGroupSize(divided);
  int64_t axis = 0;
  for (int64_t i = 0; i < site.rank; ++i) {
    if (box.extent[i] > box.extent[axis])
      axis = i;
    if (box.extent[i] >= 4 * count) {
      axis = i;
      break;
    }
  }
  AxisDims &shares = first.site.to[axis];
  int64_t numDims = 0;
  for (; numDims < shares.count; ++numDims)
    dims[numDims] = shares.dims[numDims];
  forEachDim(divided, [&](int64_t dim) { dims[numDims++] = dim; });
  shares = {dims, numDims};
  first.site.toSharded |= divided;
  first.site.replicas &= ~divided;
  first.site.shared = false;

  std::copy_n(first.site.to, site.rank, second.site.from);
  second.combineNothing();
  second.site.sharded = second.group & first.site.toSharded;
}

void LongCombination::run() {
  int64_t axis = getUndividedAxis(plan);
  int64_t bytes = getLargestBytes(plan);
  if (axis < 0 || bytes < kSlicedBytes)
    return runSlice(plan, source, destination);
  int64_t rank = plan.site.rank, length = plan.extents[axis];
  int64_t numSlices = std::min(bytes / kSliceBytes, length);
  Place place = device.getPlace();
  Box held = plan.getSourceBox(place), wanted = plan.getDestinationBox(place);
  CollectivePlan slice = plan;
  int64_t extents[kMaxRank];
  std::copy_n(plan.extents, rank, extents);
  slice.extents = extents;
  for (int64_t i = 0; i < numSlices; ++i) {
    int64_t first = length * i / numSlices;
    extents[axis] = length * (i + 1) / numSlices - first;
    Box from = held, to = wanted;
    from.offset[axis] = to.offset[axis] = first;
    from.extent[axis] = to.extent[axis] = extents[axis];
    runSlice(slice, View(source, from, held, rank).get(),
             View(destination, to, wanted, rank).get());
  }
}

void LongCombination::runSlice(const CollectivePlan &slice,
                               const DtMemRef &from, const DtMemRef &to) {
  DividedPlan divided(slice);
  Place place = device.getPlace();
  View share(to, divided.first.getDestinationBox(place),
             slice.getDestinationBox(place), slice.site.rank);
  runExchange(transport, device, divided.first, kernel, from, share.get(),
              where, /*step=*/0);
  runExchange(transport, device, divided.second, nullptr, share.get(), to,
              where, /*step=*/1);
}
