//===- Strided.cpp - Boxes in strided buffers -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strided.h"
#include "CopyBytes.h"
#include "StreamBytes.h"

using namespace dtensor::runtime;

void dtensor::runtime::copyTogether(char *destination, const char *source,
                                    int64_t bytes) {
  if (bytes < kMinStreamedBytes)
    return copyBytes(destination, source, bytes);
  streamBytes(destination, source, bytes);
  endStreams();
}

template <typename Element>
static void copyStrided(int64_t size, const char *source, int64_t sourceStride,
                        char *destination, int64_t destinationStride) {
  auto *from = reinterpret_cast<const Element *>(source);
  auto *to = reinterpret_cast<Element *>(destination);
  for (int64_t i = 0; i < size; ++i)
    to[i * destinationStride] = from[i * sourceStride];
}

static void copyRun(int64_t elementSize, int64_t size, const char *source,
                    int64_t sourceStride, char *destination,
                    int64_t destinationStride) {
  struct Wide {
    uint64_t words[2];
  };
  if (sourceStride == 1 && destinationStride == 1) {
    copyBytes(destination, source, size * elementSize);
    return;
  }
  switch (elementSize) {
  case 1:
    return copyStrided<uint8_t>(size, source, sourceStride, destination,
                                destinationStride);
  case 2:
    return copyStrided<uint16_t>(size, source, sourceStride, destination,
                                 destinationStride);
  case 4:
    return copyStrided<uint32_t>(size, source, sourceStride, destination,
                                 destinationStride);
  case 8:
    return copyStrided<uint64_t>(size, source, sourceStride, destination,
                                 destinationStride);
  default:
    return copyStrided<Wide>(size, source, sourceStride, destination,
                             destinationStride);
  }
}

void dtensor::runtime::copyBox(int64_t elementSize, int64_t rank,
                               const int64_t *extents, const char *source,
                               const int64_t *sourceStrides, char *destination,
                               const int64_t *destinationStrides) {
  if (source == destination)
    return;
  LoopNest loops(rank, extents, 2, [&](int64_t i) {
    return i == 0 ? sourceStrides : destinationStrides;
  });
  int64_t size = loops.getInnerSize();
  int64_t sourceStride = loops.getInnerStride(sourceStrides);
  int64_t destinationStride = loops.getInnerStride(destinationStrides);
  auto forEachRun = [&](auto copy) {
    loops.forEachRun([&](const int64_t *index) {
      copy(source + loops.getOffset(index, sourceStrides) * elementSize,
           destination +
               loops.getOffset(index, destinationStrides) * elementSize);
    });
  };
  int64_t runBytes = size * elementSize, bytes = elementSize;
  for (int64_t axis = 0; axis < rank; ++axis)
    bytes *= extents[axis];
  if (sourceStride == 1 && destinationStride == 1 &&
      runBytes >= kMinStreamedRun && bytes >= kMinStreamedBytes) {
    forEachRun(
        [&](const char *from, char *to) { streamBytes(to, from, runBytes); });
    return endStreams();
  }
  forEachRun([&](const char *from, char *to) {
    copyRun(elementSize, size, from, sourceStride, to, destinationStride);
  });
}
