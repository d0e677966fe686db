//===- Fetch.cpp - Boxes of other tensors at one go -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fetch.h"
#include "../Context.h"
#include "Strided.h"

#include <algorithm>
#include <cstdio>

using namespace dtensor::runtime;

namespace {

/// A half-open interval.
struct Range {
  int64_t begin;
  int64_t end;
};

/// One axis of one source, with the numbers of the call.
struct Move {
  AxisDims dims;
  int64_t stride;
  int64_t destStride;
  int64_t extent;
  int64_t start;
  int64_t count;
  int64_t destStart;
};

/// Division of signed numbers, rounded down and up.
int64_t divideDown(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
int64_t divideUp(int64_t a, int64_t b) { return -divideDown(-a, b); }

/// The t for which start + stride * t lies in `range`.
Range getSteps(int64_t start, int64_t stride, Range range) {
  int64_t begin = range.begin - start;
  int64_t end = range.end - start;
  if (stride > 0)
    return {divideUp(begin, stride), divideUp(end, stride)};
  return {divideDown(end, stride) + 1, divideDown(begin, stride) + 1};
}

Range intersect(Range a, Range b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// One fetch on one device. It lives on the device's stack and is abandoned
/// with it, so no member may need a destructor.
class Fetch {
public:
  Fetch(DtDevice &device, DtFetchSite data, const char *where,
        const DtMemRef *const *sources, const DtMemRef &destination,
        const int64_t *numbers)
      : device(device), context(*device.context), topology(context.topology),
        data(data), where(where), sources(sources), destination(destination),
        numbers(numbers) {}

  void run();

private:
  void decodeDestination();
  void decodeSource();
  Range cut(AxisDims dims, int64_t extent) const;
  void checkExtents(const char *name, const DtMemRef &memref,
                    const Range *box) const;
  bool findSteps();
  void walkAxis(int64_t axis);
  void visitShards(int64_t axis, int64_t level, int64_t offset, int64_t extent);
  void copyPiece();
  const Posting &reach(int64_t peer);
  [[noreturn]] void fail(const char *message) const {
    context.fail(device, message, where);
  }

  DtDevice &device;
  DtContext &context;
  const Topology &topology;
  DtFetchSite data;
  const char *where;
  const DtMemRef *const *sources;
  const DtMemRef &destination;
  const int64_t *numbers;

  /// The part of the site and of the numbers that is not read yet.
  DtFetchSite next;
  const int64_t *nextNumber;

  int64_t elementSize;
  int64_t rank;
  int64_t numSources;
  DimMask group;
  /// The destination's positions in the global view.
  Range hull[kMaxRank];
  Move moves[kMaxRank];

  /// The current piece: the steps along each axis, and the start of the peer's
  /// component.
  int64_t source;
  int64_t peer;
  Range steps[kMaxRank];
  int64_t peerOffset[kMaxRank];
};

} // namespace

void Fetch::run() {
  decodeDestination();
  DtFetchSite firstSource = next;
  const int64_t *firstNumber = nextNumber;
  for (source = 0; source < numSources; ++source) {
    decodeSource();
    Range own[kMaxRank];
    for (int64_t axis = 0; axis < rank; ++axis)
      own[axis] = cut(moves[axis].dims, moves[axis].extent);
    checkExtents("source", *sources[source], own);
  }
  Posting posting;
  posting.site = data;
  posting.destination = &destination;
  posting.sources = sources;
  Transport &transport = *context.transport;
  transport.enter(device, group, posting, /*active=*/true, where);
  next = firstSource;
  nextNumber = firstNumber;
  for (source = 0; source < numSources; ++source) {
    decodeSource();
    peer = device.index;
    if (findSteps())
      walkAxis(0);
  }
  transport.exit(device, group, where);
}

/// This device's part of an axis.
Range Fetch::cut(AxisDims dims, int64_t extent) const {
  int64_t offset = 0;
  for (int64_t level = 0; level < dims.count; ++level) {
    int64_t dim = dims.dims[level];
    int64_t chunkOffset;
    dt_chunk(extent, topology.getSize(dim), device.coordinates[dim],
             &chunkOffset, &extent);
    offset += chunkOffset;
  }
  return {offset, offset + extent};
}

static AxisDims takeDims(DtFetchSite &next) {
  AxisDims dims = {next + 1, next[0]};
  next += 1 + next[0];
  return dims;
}

void Fetch::decodeDestination() {
  elementSize = getElementSize(data[1]);
  rank = data[2];
  int64_t numLoops = data[3];
  numSources = data[4];
  group = data[5] & topology.getProperDims();
  if (elementSize == 0)
    fail("unknown element type of a fetch");
  if (rank > kMaxRank || numLoops > kMaxRank)
    fail("a fetch moves tensors of rank 16 at most");
  next = data + DT_FETCH_HEADER;
  nextNumber = numbers;
  Range loops[kMaxRank];
  for (int64_t loop = 0; loop < numLoops; ++loop)
    loops[loop] = cut(takeDims(next), *nextNumber++);
  for (int64_t axis = 0; axis < rank; ++axis) {
    Range &range = hull[axis];
    range = {next[0], next[0] + 1};
    bool isEmpty = false;
    int64_t numTerms = next[1];
    next += 2;
    for (; numTerms > 0; --numTerms, next += 2) {
      Range loop = loops[next[0]];
      isEmpty |= loop.begin == loop.end;
      range.begin += next[1] * loop.begin;
      range.end += next[1] * (loop.end - 1);
    }
    if (isEmpty)
      range.end = range.begin;
  }
  checkExtents("destination", destination, hull);
}

void Fetch::decodeSource() {
  for (int64_t axis = 0; axis < rank; ++axis) {
    Move &move = moves[axis];
    move.stride = next[0];
    move.destStride = next[1];
    next += 2;
    move.dims = takeDims(next);
    move.extent = nextNumber[0];
    move.start = nextNumber[1];
    move.count = nextNumber[2];
    move.destStart = nextNumber[3];
    nextNumber += 4;
  }
}

void Fetch::checkExtents(const char *name, const DtMemRef &memref,
                         const Range *box) const {
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t found = memref.sizesAndStrides[axis];
    int64_t wanted = box[axis].end - box[axis].begin;
    if (found == wanted)
      continue;
    char message[160];
    snprintf(message, sizeof(message),
             "a fetch's %s has extent %lld along axis %lld where its layout "
             "gives %lld",
             name, static_cast<long long>(found), static_cast<long long>(axis),
             static_cast<long long>(wanted));
    fail(message);
  }
}

/// Sets the steps that bring elements to this device. Returns false if there
/// are none.
bool Fetch::findSteps() {
  bool isWanted = true;
  for (int64_t axis = 0; axis < rank; ++axis) {
    const Move &move = moves[axis];
    steps[axis] =
        intersect(intersect({0, move.count}, getSteps(move.start, move.stride,
                                                      {0, move.extent})),
                  getSteps(move.destStart, move.destStride, hull[axis]));
    isWanted &= steps[axis].begin < steps[axis].end;
  }
  return isWanted;
}

/// Finds the shards that hold the needed positions of an axis, by arithmetic.
void Fetch::walkAxis(int64_t axis) {
  if (axis == rank)
    return copyPiece();
  visitShards(axis, 0, 0, moves[axis].extent);
}

/// Divides [offset, offset + extent) of an axis along the mesh dimensions from
/// `level` on, and continues with the next axis for each shard that is needed.
void Fetch::visitShards(int64_t axis, int64_t level, int64_t offset,
                        int64_t extent) {
  const Move &move = moves[axis];
  Range wanted = steps[axis];
  Range here = intersect(
      wanted, getSteps(move.start, move.stride, {offset, offset + extent}));
  if (here.begin >= here.end)
    return;
  if (level == move.dims.count) {
    steps[axis] = here;
    peerOffset[axis] = offset;
    walkAxis(axis + 1);
    steps[axis] = wanted;
    return;
  }
  int64_t dim = move.dims.dims[level];
  int64_t count = topology.getSize(dim);
  int64_t size = (extent + count - 1) / count;
  int64_t first = move.start + move.stride * here.begin - offset;
  int64_t last = move.start + move.stride * (here.end - 1) - offset;
  if (move.stride < 0)
    std::swap(first, last);
  int64_t own = device.coordinates[dim];
  int64_t unchanged = peer;
  for (int64_t coordinate = first / size; coordinate <= last / size;
       ++coordinate) {
    int64_t chunkOffset;
    int64_t chunkExtent;
    dt_chunk(extent, count, coordinate, &chunkOffset, &chunkExtent);
    peer = unchanged + (coordinate - own) * topology.getStride(dim);
    if (peer != unchanged && !(group & maskOf(dim)))
      fail("a fetch needs devices outside of its group");
    visitShards(axis, level + 1, offset + chunkOffset, chunkExtent);
  }
  peer = unchanged;
}

const Posting &Fetch::reach(int64_t peer) {
  const Posting &posting = context.transport->reach(device, peer);
  if (posting.site == data)
    return posting;
  // Variants of a program for different shapes have copies of its constants.
  if (!posting.site || !posting.sources ||
      !std::equal(data, next, posting.site))
    fail("devices of a group meet different collectives");
  return posting;
}

void Fetch::copyPiece() {
  const DtMemRef &from =
      peer == device.index ? *sources[source] : *reach(peer).sources[source];
  int64_t sourcePlace = from.offset;
  int64_t place = destination.offset;
  int64_t extents[kMaxRank];
  int64_t sourceStrides[kMaxRank];
  int64_t strides[kMaxRank];
  for (int64_t axis = 0; axis < rank; ++axis) {
    const Move &move = moves[axis];
    int64_t step = steps[axis].begin;
    extents[axis] = steps[axis].end - step;
    int64_t sourceStride = from.sizesAndStrides[rank + axis];
    int64_t stride = destination.sizesAndStrides[rank + axis];
    sourcePlace +=
        (move.start + move.stride * step - peerOffset[axis]) * sourceStride;
    place +=
        (move.destStart + move.destStride * step - hull[axis].begin) * stride;
    sourceStrides[axis] = sourceStride * move.stride;
    strides[axis] = stride * move.destStride;
  }
  copyBox(elementSize, rank, extents,
          static_cast<const char *>(from.aligned) + sourcePlace * elementSize,
          sourceStrides,
          static_cast<char *>(destination.aligned) + place * elementSize,
          strides);
}

void dtensor::runtime::runFetch(DtDevice &device, DtFetchSite site,
                                const char *where,
                                const DtMemRef *const *sources,
                                const DtMemRef &destination,
                                const int64_t *numbers) {
  Fetch(device, site, where, sources, destination, numbers).run();
}
