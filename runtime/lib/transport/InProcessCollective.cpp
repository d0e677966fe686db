//===- InProcessCollective.cpp - Collectives by loads and stores ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Context.h"
#include "../collectives/Strided.h"
#include "InProcess.h"

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
class InProcessCollective {
public:
  InProcessCollective(InProcessTransport &transport, DtDevice &device,
                      const CollectivePlan &plan, CombineKernel kernel,
                      const DtMemRef &source, const DtMemRef &destination,
                      const char *where)
      : transport(transport), device(device), topology(plan.topology),
        plan(plan), site(plan.site), kernel(kernel), source(source),
        destination(destination), where(where), elementSize(plan.elementSize),
        toBox(plan.ownDestination) {}

  void run();

private:
  void checkShared();
  bool isInPlace(DimMask varied);
  int64_t chooseSliceAxis(const Box &box, int64_t count) const;
  int64_t getSliceUnit(const Box &box, int64_t axis) const;

  void handle(const Piece &piece);
  void handleShare(Piece piece);
  void produce(const Piece &piece);
  void combine(const Piece &piece, char *target);
  void push(const Box &box);
  const Posting &reach(int64_t peer) {
    return InProcessTransport::reach(device, plan, peer, where);
  }
  const char *getSourcePlace(const Piece &piece, const DtMemRef &peerSource);
  char *getPlace(const Box &box, const DtMemRef &peerDestination) const;
  const int64_t *getStrides(const DtMemRef &memref) const {
    return memref.sizesAndStrides + site.rank;
  }
  [[noreturn]] void fail(const char *message) const {
    device.context->fail(device, message, where);
  }

  InProcessTransport &transport;
  DtDevice &device;
  const Topology &topology;
  const CollectivePlan &plan;
  const Site &site;
  CombineKernel kernel;
  const DtMemRef &source;
  const DtMemRef &destination;
  const char *where;

  int64_t elementSize;
  const Box &toBox;
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

void InProcessCollective::run() {
  numCombined = plan.getNumAddends();
  int64_t bytes = toBox.getNumElements(site.rank) * elementSize;
  if (static_cast<int64_t>(device.operands.size()) < numCombined) {
    try {
      device.operands.resize(numCombined);
      device.runOperands.resize(numCombined);
    } catch (const std::bad_alloc &) {
      fail("out of memory");
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
  if (!transport.enter(device, plan.group, {plan.data, &source, &destination},
                       active, where))
    return;
  if (site.shared)
    checkShared();
  int64_t numProduced = 0;
  plan.forEachPiece(device.getPlace(), toBox, varied, [&](const Piece &piece) {
    numProduced += piece.box.getNumElements(site.rank);
    handle(piece);
  });
  if (!divided && numProduced != toBox.getNumElements(site.rank))
    fail("a collective's destination needs devices outside of its group");
  transport.exit(device, plan.group, where);
}

/// Hosts provide the memory of results. Each device looks at the next one, so
/// together they look at all.
void InProcessCollective::checkShared() {
  int64_t count = topology.getGroupSize(site.replicas);
  int64_t next = topology.getRank(device.index, site.replicas) + 1;
  int64_t peer = topology.getMember(device.index, site.replicas, next % count);
  const DtMemRef &other = *reach(peer).destination;
  if (other.aligned != destination.aligned ||
      other.offset != destination.offset)
    fail("devices that share a destination have different memory for it");
}

/// Whether the device would only copy its source to the place where it already
/// is.
bool InProcessCollective::isInPlace(DimMask varied) {
  if (numCombined > 1 || varied != 0)
    return false;
  bool inPlace = true;
  plan.forEachPiece(device.getPlace(), toBox, varied, [&](const Piece &piece) {
    inPlace = getSourcePlace(piece, source) == getPlace(piece.box, destination);
    for (int64_t axis = 0; axis < site.rank; ++axis)
      if (piece.box.extent[axis] > 1 &&
          getStrides(source)[axis] != getStrides(destination)[axis])
        inPlace = false;
  });
  return inPlace;
}

const char *InProcessCollective::getSourcePlace(const Piece &piece,
                                                const DtMemRef &peerSource) {
  int64_t element = peerSource.offset;
  for (int64_t axis = 0; axis < site.rank; ++axis)
    element += (piece.box.offset[axis] - piece.peerOffset[axis]) *
               getStrides(peerSource)[axis];
  return static_cast<const char *>(peerSource.aligned) + element * elementSize;
}

/// The place of a box in the destination of a device that holds the same
/// component as this one.
char *InProcessCollective::getPlace(const Box &box,
                                    const DtMemRef &peerDestination) const {
  int64_t element = peerDestination.offset;
  for (int64_t axis = 0; axis < site.rank; ++axis)
    element += (box.offset[axis] - toBox.offset[axis]) *
               getStrides(peerDestination)[axis];
  return static_cast<char *>(peerDestination.aligned) + element * elementSize;
}

/// The axis along which a box is divided into `count` parts. It is the
/// outermost one that is long enough, so that the parts are long runs.
int64_t InProcessCollective::chooseSliceAxis(const Box &box,
                                             int64_t count) const {
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
int64_t InProcessCollective::getSliceUnit(const Box &box, int64_t axis) const {
  if (axis != site.rank - 1)
    return 1;
  return std::max<int64_t>(kCacheLine / elementSize, 1);
}

void InProcessCollective::handle(const Piece &piece) {
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

void InProcessCollective::handleShare(Piece piece) {
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
void InProcessCollective::produce(const Piece &piece) {
  char *target = getPlace(piece.box, destination);
  if (numCombined > 1)
    return combine(piece, target);
  const DtMemRef &peerSource = *reach(piece.peer).source;
  copyBox(elementSize, site.rank, piece.box.extent,
          getSourcePlace(piece, peerSource), getStrides(peerSource), target,
          getStrides(destination));
}

void InProcessCollective::combine(const Piece &piece, char *target) {
  Operand *operands = device.operands.data();
  RunOperand *runOperands = device.runOperands.data();
  CombineTree tree = plan.getTree();
  for (int64_t rank = 0; rank < numCombined; ++rank) {
    const DtMemRef &peerSource =
        *reach(plan.getAddend(piece.peer, rank)).source;
    operands[rank] = {getSourcePlace(piece, peerSource), getStrides(peerSource),
                      elementSize};
    runOperands[rank].numMerges = tree.getNumMerges(rank);
    runOperands[rank].isIntermediate = false;
  }
  CombineRun run;
  run.numOperands = numCombined;
  run.numAddends = numCombined;
  combineBoxes(kernel, site.rank, piece.box.extent, operands, runOperands, run,
               target, getStrides(destination), elementSize);
}

/// Copies a box of this device's destination to all that hold the same
/// component.
void InProcessCollective::push(const Box &box) {
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

void InProcessTransport::collective(
    DtDevice &device, const CollectivePlan &plan, CombineKernel kernel,
    const DtMemRef &source, const DtMemRef &destination, const char *where) {
  InProcessCollective(*this, device, plan, kernel, source, destination, where)
      .run();
}
