//===- PlacedBuffers.cpp - Buffers by where they lie ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacedBuffers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dtensor;

static unsigned getSizeClass(const Place &place) {
  return llvm::Log2_64_Ceil(place.end - place.begin);
}

void PlacedBuffers::insert(Operation *buffer, const Place &place) {
  // Nothing lies over an empty one.
  if (place.begin < place.end && places.try_emplace(buffer, place).second)
    bySize[place.arena][getSizeClass(place)].insert({place.begin, buffer});
}

void PlacedBuffers::erase(Operation *buffer) {
  auto it = places.find(buffer);
  if (it == places.end())
    return;
  const Place &place = it->second;
  bySize[place.arena][getSizeClass(place)].erase({place.begin, buffer});
  places.erase(it);
}

void PlacedBuffers::forEachOverlapping(
    const Place &place, llvm::function_ref<void(Operation *)> visit) const {
  auto found = bySize.find(place.arena);
  if (found == bySize.end() || place.begin == place.end)
    return;
  for (const auto &[sizeClass, begins] : found->second) {
    int64_t maxSize = int64_t(1) << sizeClass;
    for (auto it = begins.upper_bound({place.begin - maxSize, nullptr});
         it != begins.end() && it->first < place.end; ++it)
      if (places.find(it->second)->second.overlaps(place))
        visit(it->second);
  }
}
