//===- Take.cpp - Elements from any device along an axis ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Take.h"
#include "../Context.h"
#include "Box.h"

#include <algorithm>
#include <cstring>

using namespace dtensor::runtime;

namespace {

/// One take on one device. It lives on the device's stack and is abandoned with
/// it, so no member may need a destructor.
class Take {
public:
  Take(DtDevice &device, DtSite data, const char *where, const DtMemRef &source,
       const DtMemRef &positions, const DtMemRef &destination,
       const int64_t *extents)
      : device(device), context(*device.context), topology(context.topology),
        data(data), where(where), source(source), positions(positions),
        destination(destination), extents(extents) {}

  void run();

private:
  void decode();
  void fill();
  void seek(int64_t position);
  const DtMemRef &reach(int64_t peer);
  [[noreturn]] void fail(const char *message) const {
    context.fail(device, message, where);
  }
  const int64_t *sizes() const { return destination.sizesAndStrides; }

  DtDevice &device;
  DtContext &context;
  const Topology &topology;
  DtSite data;
  const char *where;
  const DtMemRef &source;
  const DtMemRef &positions;
  const DtMemRef &destination;
  const int64_t *extents;

  int64_t elementSize;
  int64_t rank;
  int64_t siteSize;
  int64_t along;
  DimMask group;
  AxisDims from[kMaxRank];

  /// The shard that contained the last position: its start, its length, and the
  /// device that holds it.
  int64_t shardOffset = 0;
  int64_t shardExtent = 0;
  const DtMemRef *held = nullptr;
};

} // namespace

void Take::decode() {
  elementSize = getElementSize(data[1]);
  if (elementSize == 0)
    fail("unknown element type of a take");
  rank = data[2];
  if (rank > kMaxRank)
    fail("a take moves tensors of rank 16 at most");
  group = data[3] & topology.getProperDims();
  along = data[4];
  DimMask sharded = 0;
  siteSize = decodeAxes(data + DT_TAKE_HEADER, rank, from, sharded) - data;
}

void Take::run() {
  decode();
  Box box = getOwnedBox(topology, device, from, rank, extents);
  checkComponent(device, where, "a take's source", source, box, rank);
  box.extent[along] = sizes()[along];
  checkComponent(device, where, "a take's destination", destination, box, rank);
  checkComponent(device, where, "a take's positions", positions, box, rank);
  Transport &transport = *context.transport;
  transport.enter(device, group, {data, &source, &destination},
                  /*active=*/true, where);
  if (box.getNumElements(rank) != 0)
    fill();
  transport.exit(device, group, where);
}

/// Visits the destination row-major.
void Take::fill() {
  int64_t index[kMaxRank] = {};
  while (true) {
    int64_t at = positions.offset, to = destination.offset;
    for (int64_t axis = 0; axis < rank; ++axis) {
      at += index[axis] * positions.sizesAndStrides[rank + axis];
      to += index[axis] * destination.sizesAndStrides[rank + axis];
    }
    int64_t position = static_cast<const int64_t *>(positions.aligned)[at];
    if (position < shardOffset || position >= shardOffset + shardExtent)
      seek(position);
    int64_t element = held->offset;
    for (int64_t axis = 0; axis < rank; ++axis)
      element += (axis == along ? position - shardOffset : index[axis]) *
                 held->sizesAndStrides[rank + axis];
    std::memcpy(static_cast<char *>(destination.aligned) + to * elementSize,
                static_cast<const char *>(held->aligned) +
                    element * elementSize,
                elementSize);
    int64_t axis = rank - 1;
    for (; axis >= 0 && ++index[axis] == sizes()[axis]; --axis)
      index[axis] = 0;
    if (axis < 0)
      return;
  }
}

/// Finds the shard that contains `position`.
void Take::seek(int64_t position) {
  if (position < 0 || position >= extents[along])
    fail("a take's position is outside of its tensor");
  int64_t peer = device.index;
  shardOffset = 0;
  shardExtent = extents[along];
  for (int64_t level = 0; level < from[along].count; ++level) {
    int64_t dim = from[along].dims[level];
    int64_t size = topology.getSize(dim);
    int64_t coordinate =
        (position - shardOffset) / ((shardExtent + size - 1) / size);
    int64_t offset;
    dt_chunk(shardExtent, size, coordinate, &offset, &shardExtent);
    shardOffset += offset;
    int64_t own = device.coordinates[dim];
    if (coordinate != own && !(group & maskOf(dim)))
      fail("a take's position is outside of its group");
    peer += (coordinate - own) * topology.getStride(dim);
  }
  held = &reach(peer);
}

const DtMemRef &Take::reach(int64_t peer) {
  if (peer == device.index)
    return source;
  const Posting &posting = context.transport->reach(device, peer);
  if (posting.site != data &&
      (!posting.site || !std::equal(data, data + siteSize, posting.site)))
    fail("devices of a group meet different collectives");
  return *posting.source;
}

void dtensor::runtime::runTake(DtDevice &device, DtSite site, const char *where,
                               const DtMemRef &source,
                               const DtMemRef &positions,
                               const DtMemRef &destination,
                               const int64_t *extents) {
  Take(device, site, where, source, positions, destination, extents).run();
}
