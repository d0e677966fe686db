//===- FetchPlan.cpp - Plans of fetches -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FetchPlan.h"

using namespace dtensor::runtime;

static AxisDims takeDims(DtSite &next) {
  AxisDims dims = {next + 1, next[0]};
  next += 1 + next[0];
  return dims;
}

const char *FetchPlan::decode() {
  elementSize = getElementSize(data[1]);
  rank = data[2];
  numLoops = data[3];
  numSources = data[4];
  group = data[5] & topology.getProperDims();
  fromPeersOnly = data[6] & DT_FROM_PEERS_ONLY;
  if (elementSize == 0)
    return "unknown element type of a fetch";
  if (rank > kMaxRank || numLoops > kMaxRank)
    return "a fetch moves tensors of rank 32 at most";
  DtSite next = data + DT_FETCH_HEADER;
  for (int64_t loop = 0; loop < numLoops; ++loop)
    loops[loop] = {takeDims(next), numbers[loop]};
  for (int64_t axis = 0; axis < rank; ++axis) {
    windows[axis] = next;
    next += 2 + 2 * next[1];
  }
  firstSource = next;
  SourceReader reader(*this);
  for (int64_t source = 0; source < numSources; ++source)
    reader.read();
  size = reader.getNext() - data;
  return nullptr;
}

const FetchMove *FetchPlan::SourceReader::read() {
  for (int64_t axis = 0; axis < rank; ++axis) {
    FetchMove &move = moves[axis];
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
  return moves;
}

Range FetchPlan::getHull(int64_t axis, const Range *parts) const {
  DtSite window = windows[axis];
  Range hull = {window[0], window[0] + 1};
  bool isEmpty = false;
  DtSite term = window + 2;
  for (int64_t i = 0; i < window[1]; ++i, term += 2) {
    Range part = parts[term[0]];
    isEmpty |= part.begin == part.end;
    hull.begin += term[1] * part.begin;
    hull.end += term[1] * (part.end - 1);
  }
  if (isEmpty)
    hull.end = hull.begin;
  return hull;
}

Box FetchPlan::getDestinationBox(Place place) const {
  Range parts[kMaxRank];
  for (int64_t loop = 0; loop < numLoops; ++loop) {
    int64_t offset, extent = loops[loop].extent;
    getOwnedPart(topology, place, loops[loop].dims, offset, extent);
    parts[loop] = {offset, offset + extent};
  }
  Box box;
  for (int64_t axis = 0; axis < rank; ++axis) {
    Range hull = getHull(axis, parts);
    box.offset[axis] = hull.begin;
    box.extent[axis] = hull.end - hull.begin;
  }
  return box;
}
