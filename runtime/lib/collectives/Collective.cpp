//===- Collective.cpp - Any move between two layouts ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "../Context.h"
#include "Box.h"
#include "Combine.h"
#include "CombineTree.h"
#include "Strided.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace dtensor::runtime;

/// The number of bytes to read up to which every member reduces everything that
/// it needs. Above it, each member reduces its share and passes it to the
/// others.
static constexpr int64_t kRedundantBytes = 16 << 10;
/// The size of blocks that are passed on, so that they are still in the cache.
static constexpr int64_t kPushBytes = 64 << 10;
static constexpr int64_t kCacheLine = 64;

namespace {

/// One collective on one device. It lives on the device's stack and is
/// abandoned with it, so no member may need a destructor.
class Collective {
public:
  Collective(DtDevice &device, DtSite data, const char *where,
             const DtMemRef &source, const DtMemRef &destination,
             const int64_t *extents)
      : device(device), context(*device.context), topology(context.topology),
        data(data), where(where), source(source), destination(destination),
        extents(extents) {}

  void run();

private:
  bool isInPlace(DimMask varied);
  int64_t chooseSliceAxis(const Box &box, int64_t count) const;
  int64_t getSliceUnit(const Box &box, int64_t axis) const;

  void handle(const Piece &piece);
  void handleShare(Piece piece);
  void produce(const Piece &piece);
  void combine(const Piece &piece, char *target);
  void push(const Box &box);
  const Posting &reach(int64_t peer);
  const char *getSourcePlace(const Piece &piece, const DtMemRef &peerSource);
  char *getPlace(const Box &box, const DtMemRef &peerDestination) const;
  const int64_t *getStrides(const DtMemRef &memref) const {
    return memref.sizesAndStrides + site.rank;
  }
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
  const int64_t *extents;

  Site site;
  int64_t elementSize;
  Box fromBox;
  Box toBox;
  CombineKernel kernel = nullptr;
  int64_t numCombined = 1;
  /// Whether members divide the work. Each then produces its share for all that
  /// hold the same component. Otherwise each produces all of its own.
  bool divided = false;
  /// The members that would produce the same component, and this device's place
  /// among them.
  DimMask sharers = 0;
  int64_t numSharers = 1;
  int64_t sharerRank = 0;
};

} // namespace

void Collective::run() {
  if (const char *problem = site.decode(data, topology))
    fail(problem);
  elementSize = getElementSize(site.type);
  fromBox = getOwnedBox(topology, device, site.from, site.rank, extents);
  toBox = getOwnedBox(topology, device, site.to, site.rank, extents);
  checkComponent(device, where, "a collective's source", source, fromBox,
                 site.rank);
  checkComponent(device, where, "a collective's destination", destination,
                 toBox, site.rank);

  numCombined = topology.getGroupSize(site.combined);
  int64_t bytes = toBox.getNumElements(site.rank) * elementSize;
  if (numCombined > 1) {
    kernel = getCombineKernel(site.type, site.combiner);
    if (!kernel)
      fail("a collective's combiner is not defined on its element type");
    if (static_cast<int64_t>(device.operands.size()) < numCombined) {
      try {
        device.operands.resize(numCombined);
        device.runOperands.resize(numCombined);
      } catch (const std::bad_alloc &) {
        fail("out of memory");
      }
    }
  }
  // All members that hold the same component make the same decision.
  divided = site.replicas != 0 &&
            (site.shared ||
             (numCombined > 1 && bytes * numCombined > kRedundantBytes));
  DimMask varied = site.sharded;
  if (divided) {
    varied &= ~site.replicas;
    sharers = site.replicas & ~site.sharded;
    numSharers = topology.getGroupSize(sharers);
    sharerRank = topology.getRank(device.index, sharers);
  }

  bool active = !(site.shared && isInPlace(varied));
  Transport &transport = *context.transport;
  if (!transport.enter(device, site.group, {data, &source, &destination},
                       active, where))
    return;
  int64_t numProduced = 0;
  PieceWalk(topology, device, site, extents, toBox, varied)
      .run([&](const Piece &piece) {
        numProduced += piece.box.getNumElements(site.rank);
        handle(piece);
      });
  if (!divided && numProduced != toBox.getNumElements(site.rank))
    fail("a collective's destination needs devices outside of its group");
  transport.exit(device, site.group, where);
}

/// Whether the device would only copy its source to the place where it already
/// is.
bool Collective::isInPlace(DimMask varied) {
  if (numCombined > 1 || varied != 0)
    return false;
  bool inPlace = true;
  PieceWalk(topology, device, site, extents, toBox, varied)
      .run([&](const Piece &piece) {
        inPlace =
            getSourcePlace(piece, source) == getPlace(piece.box, destination);
        for (int64_t axis = 0; axis < site.rank; ++axis)
          if (piece.box.extent[axis] > 1 &&
              getStrides(source)[axis] != getStrides(destination)[axis])
            inPlace = false;
      });
  return inPlace;
}

const Posting &Collective::reach(int64_t peer) {
  const Posting &posting = context.transport->reach(device, peer);
  if (posting.site == data)
    return posting;
  // Variants of a program for different shapes have copies of its constants.
  DtSite end = data + DT_SITE_HEADER;
  for (int64_t axis = 0; axis < 2 * site.rank; ++axis)
    end += 1 + end[0];
  if (!posting.site || !std::equal(data, end, posting.site))
    fail("devices of a group meet different collectives");
  return posting;
}

const char *Collective::getSourcePlace(const Piece &piece,
                                       const DtMemRef &peerSource) {
  int64_t element = peerSource.offset;
  for (int64_t axis = 0; axis < site.rank; ++axis)
    element += (piece.box.offset[axis] - piece.peerOffset[axis]) *
               getStrides(peerSource)[axis];
  return static_cast<const char *>(peerSource.aligned) + element * elementSize;
}

/// The place of a box in the destination of a device that holds the same
/// component as this one.
char *Collective::getPlace(const Box &box,
                           const DtMemRef &peerDestination) const {
  int64_t element = peerDestination.offset;
  for (int64_t axis = 0; axis < site.rank; ++axis)
    element += (box.offset[axis] - toBox.offset[axis]) *
               getStrides(peerDestination)[axis];
  return static_cast<char *>(peerDestination.aligned) + element * elementSize;
}

/// The axis along which a box is divided into `count` parts. It is the
/// outermost one that is long enough, so that the parts are long runs.
int64_t Collective::chooseSliceAxis(const Box &box, int64_t count) const {
  int64_t best = 0;
  for (int64_t axis = 0; axis < site.rank; ++axis) {
    if (box.extent[axis] >= 4 * count)
      return axis;
    if (box.extent[axis] > box.extent[best])
      best = axis;
  }
  return best;
}

/// The unit in which an axis is divided. Along the last axis parts end between
/// cache lines, since two devices write on the two sides.
int64_t Collective::getSliceUnit(const Box &box, int64_t axis) const {
  if (axis != site.rank - 1)
    return 1;
  return std::max<int64_t>(kCacheLine / elementSize, 1);
}

void Collective::handle(const Piece &piece) {
  if (numSharers == 1)
    return handleShare(piece);
  if (site.rank == 0) {
    if (sharerRank == 0)
      handleShare(piece);
    return;
  }
  int64_t axis = chooseSliceAxis(piece.box, numSharers);
  int64_t unit = getSliceUnit(piece.box, axis);
  int64_t extent = piece.box.extent[axis];
  int64_t numUnits = (extent + unit - 1) / unit;
  int64_t begin = std::min(extent, numUnits * sharerRank / numSharers * unit);
  int64_t end =
      std::min(extent, numUnits * (sharerRank + 1) / numSharers * unit);
  if (begin == end)
    return;
  Piece share = piece;
  share.box.offset[axis] += begin;
  share.box.extent[axis] = end - begin;
  handleShare(share);
}

void Collective::handleShare(Piece piece) {
  if (!divided || site.shared || site.rank == 0) {
    produce(piece);
    if (divided && !site.shared)
      push(piece.box);
    return;
  }
  int64_t axis = chooseSliceAxis(piece.box, 1);
  int64_t unit = getSliceUnit(piece.box, axis);
  int64_t extent = piece.box.extent[axis];
  int64_t sliceBytes =
      piece.box.getNumElements(site.rank) / extent * elementSize;
  int64_t step = std::max<int64_t>(kPushBytes / sliceBytes / unit, 1) * unit;
  int64_t start = piece.box.offset[axis];
  for (int64_t begin = 0; begin < extent; begin += step) {
    piece.box.offset[axis] = start + begin;
    piece.box.extent[axis] = std::min(step, extent - begin);
    produce(piece);
    push(piece.box);
  }
}

/// Writes a piece to its place in this device's destination.
void Collective::produce(const Piece &piece) {
  char *target = getPlace(piece.box, destination);
  if (numCombined > 1)
    return combine(piece, target);
  const DtMemRef &peerSource = *reach(piece.peer).source;
  copyBox(elementSize, site.rank, piece.box.extent,
          getSourcePlace(piece, peerSource), getStrides(peerSource), target,
          getStrides(destination));
}

void Collective::combine(const Piece &piece, char *target) {
  Operand *operands = device.operands.data();
  RunOperand *runOperands = device.runOperands.data();
  for (int64_t rank = 0; rank < numCombined; ++rank) {
    int64_t peer = topology.getMember(piece.peer, site.combined, rank);
    const DtMemRef &peerSource = *reach(peer).source;
    operands[rank] = {getSourcePlace(piece, peerSource),
                      getStrides(peerSource)};
  }
  const int64_t *targetStrides = getStrides(destination);
  LoopNest loops(site.rank, piece.box.extent, numCombined + 1, [&](int64_t i) {
    return i == numCombined ? targetStrides : operands[i].strides;
  });
  CombineRun run;
  run.destinationStride = loops.getInnerStride(targetStrides);
  run.size = loops.getInnerSize();
  run.operands = runOperands;
  run.numOperands = numCombined;
  run.contiguous = run.destinationStride == 1;
  CombineTree tree(topology, site.combined);
  for (int64_t i = 0; i < numCombined; ++i) {
    runOperands[i].numMerges = tree.getNumMerges(i);
    runOperands[i].stride = loops.getInnerStride(operands[i].strides);
    run.contiguous &= runOperands[i].stride == 1;
  }
  loops.forEachRun([&](const int64_t *index) {
    for (int64_t i = 0; i < numCombined; ++i)
      runOperands[i].data =
          operands[i].data +
          loops.getOffset(index, operands[i].strides) * elementSize;
    run.destination =
        target + loops.getOffset(index, targetStrides) * elementSize;
    kernel(run);
  });
}

/// Copies a box of this device's destination to all that hold the same
/// component.
void Collective::push(const Box &box) {
  const char *produced = getPlace(box, destination);
  int64_t count = topology.getGroupSize(site.replicas);
  int64_t own = topology.getRank(device.index, site.replicas);
  for (int64_t i = 1; i < count; ++i) {
    int64_t peer =
        topology.getMember(device.index, site.replicas, (own + i) % count);
    const DtMemRef &target = *reach(peer).destination;
    copyBox(elementSize, site.rank, box.extent, produced,
            getStrides(destination), getPlace(box, target), getStrides(target));
  }
}

void dtensor::runtime::runCollective(DtDevice &device, DtSite site,
                                     const char *where, const DtMemRef &source,
                                     const DtMemRef &destination,
                                     const int64_t *extents) {
  Collective(device, site, where, source, destination, extents).run();
}
