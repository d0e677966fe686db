//===- Reshape.cpp - A move between tensors of two shapes -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"
#include "../Context.h"
#include "Box.h"

#include <algorithm>
#include <cstring>

using namespace dtensor::runtime;

namespace {

/// Elements from one position on that are consecutive both in the tensor, in
/// row-major order, and in a buffer.
struct Run {
  /// The number of elements.
  int64_t length = 1;
  /// The outermost axis that they extend over; the rank for a single element.
  int64_t axis;

  /// `offset` and `extent` are a component's place in a tensor of `extents`.
  /// `local` is the position in the component.
  Run(int64_t rank, const int64_t *extents, const int64_t *extent,
      const int64_t *strides, const int64_t *local)
      : axis(rank) {
    int64_t before = 0, span = 1;
    while (axis > 0 && (extent[axis - 1] == 1 || strides[axis - 1] == span) &&
           (axis == rank || extent[axis] == extents[axis])) {
      --axis;
      length = (extent[axis] - local[axis]) * span - before;
      before += local[axis] * span;
      span *= extent[axis];
    }
  }
};

/// One reshape on one device. It lives on the device's stack and is abandoned
/// with it, so no member may need a destructor.
class Reshape {
public:
  Reshape(DtDevice &device, DtSite data, const char *where,
          const DtMemRef &source, const DtMemRef &destination,
          const int64_t *fromExtents, const int64_t *toExtents)
      : device(device), context(*device.context), topology(context.topology),
        data(data), where(where), source(source), destination(destination),
        fromExtents(fromExtents), toExtents(toExtents) {}

  void run();

private:
  void decode();
  void fill();
  void pull(int64_t position, int64_t count, char *target);
  const DtMemRef &reach(int64_t peer);
  [[noreturn]] void fail(const char *message) const {
    context.fail(device, message, where);
  }

  DtDevice &device;
  DtContext &context;
  const Topology &topology;
  DtSite data;
  const char *where;
  const DtMemRef &source;
  const DtMemRef &destination;
  const int64_t *fromExtents;
  const int64_t *toExtents;

  int64_t elementSize;
  int64_t fromRank;
  int64_t toRank;
  int64_t siteSize;
  DimMask group;
  AxisDims from[kMaxRank];
  AxisDims to[kMaxRank];
  Box toBox;
};

} // namespace

void Reshape::decode() {
  elementSize = getElementSize(data[1]);
  if (elementSize == 0)
    fail("unknown element type of a reshape");
  fromRank = data[2];
  toRank = data[3];
  if (fromRank > kMaxRank || toRank > kMaxRank)
    fail("a reshape moves tensors of rank 16 at most");
  group = data[4] & topology.getProperDims();
  DimMask sharded = 0;
  DtSite end = decodeAxes(data + DT_RESHAPE_HEADER, fromRank, from, sharded);
  end = decodeAxes(end, toRank, to, sharded);
  siteSize = end - data;
}

void Reshape::run() {
  decode();
  Box fromBox = getOwnedBox(topology, device, from, fromRank, fromExtents);
  toBox = getOwnedBox(topology, device, to, toRank, toExtents);
  checkComponent(device, where, "a reshape's source", source, fromBox,
                 fromRank);
  checkComponent(device, where, "a reshape's destination", destination, toBox,
                 toRank);
  Transport &transport = *context.transport;
  transport.enter(device, group, {data, &source, &destination},
                  /*active=*/true, where);
  if (toBox.getNumElements(toRank) != 0)
    fill();
  transport.exit(device, group, where);
}

/// Visits the destination run by run.
void Reshape::fill() {
  int64_t index[kMaxRank] = {};
  const int64_t *strides = destination.sizesAndStrides + toRank;
  Run run(toRank, toExtents, toBox.extent, strides, index);
  while (true) {
    int64_t position = 0, element = destination.offset, size = 1;
    for (int64_t axis = toRank; axis-- > 0; size *= toExtents[axis]) {
      position += (toBox.offset[axis] + index[axis]) * size;
      element += index[axis] * strides[axis];
    }
    pull(position, run.length,
         static_cast<char *>(destination.aligned) + element * elementSize);
    int64_t axis = run.axis - 1;
    for (; axis >= 0 && ++index[axis] == toBox.extent[axis]; --axis)
      index[axis] = 0;
    if (axis < 0)
      return;
  }
}

/// Copies `count` elements from `position` on, in row-major order, to `target`,
/// from the devices that hold them.
void Reshape::pull(int64_t position, int64_t count, char *target) {
  while (count > 0) {
    int64_t local[kMaxRank], extent[kMaxRank];
    int64_t peer = device.index, rest = position;
    for (int64_t axis = fromRank; axis-- > 0;) {
      local[axis] = rest % fromExtents[axis];
      rest /= fromExtents[axis];
      extent[axis] = fromExtents[axis];
      for (int64_t level = 0; level < from[axis].count; ++level) {
        int64_t dim = from[axis].dims[level];
        int64_t size = topology.getSize(dim);
        int64_t coordinate = local[axis] / ((extent[axis] + size - 1) / size);
        int64_t offset;
        dt_chunk(extent[axis], size, coordinate, &offset, &extent[axis]);
        local[axis] -= offset;
        int64_t own = device.coordinates[dim];
        if (coordinate != own && !(group & maskOf(dim)))
          fail("a reshape's destination needs devices outside of its group");
        peer += (coordinate - own) * topology.getStride(dim);
      }
    }
    const DtMemRef &held = reach(peer);
    const int64_t *strides = held.sizesAndStrides + fromRank;
    int64_t element = held.offset;
    for (int64_t axis = 0; axis < fromRank; ++axis)
      element += local[axis] * strides[axis];
    Run run(fromRank, fromExtents, extent, strides, local);
    int64_t length = std::min(count, run.length);
    std::memcpy(target,
                static_cast<const char *>(held.aligned) + element * elementSize,
                length * elementSize);
    position += length;
    count -= length;
    target += length * elementSize;
  }
}

const DtMemRef &Reshape::reach(int64_t peer) {
  if (peer == device.index)
    return source;
  const Posting &posting = context.transport->reach(device, peer);
  if (posting.site != data &&
      (!posting.site || !std::equal(data, data + siteSize, posting.site)))
    fail("devices of a group meet different collectives");
  return *posting.source;
}

void dtensor::runtime::runReshape(DtDevice &device, DtSite site,
                                  const char *where, const DtMemRef &source,
                                  const DtMemRef &destination,
                                  const int64_t *fromExtents,
                                  const int64_t *toExtents) {
  Reshape(device, site, where, source, destination, fromExtents, toExtents)
      .run();
}
