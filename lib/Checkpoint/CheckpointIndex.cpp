//===- CheckpointIndex.cpp - What a checkpoint holds ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/CheckpointIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Path.h"
#include <random>
#include <unordered_map>

using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

std::string CheckpointIndex::getPath(unsigned file) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, files[file].name);
  return path.str().str();
}

std::optional<Box> intersect(const Box &a, const Box &b) {
  Box part;
  for (auto [first, second] : llvm::zip_equal(a, b)) {
    int64_t begin = std::max(first.offset, second.offset);
    int64_t end =
        std::min(first.offset + first.extent, second.offset + second.extent);
    if (begin >= end)
      return std::nullopt;
    part.push_back({begin, end - begin});
  }
  return part;
}

Box getWholeBox(llvm::ArrayRef<int64_t> shape) {
  Box box;
  for (int64_t extent : shape)
    box.push_back({0, extent});
  return box;
}

static std::string formatBox(const Box &box) {
  return "[" +
         llvm::join(llvm::map_range(
                        box,
                        [](Slice slice) {
                          return std::to_string(slice.offset) + ":" +
                                 std::to_string(slice.offset + slice.extent);
                        }),
                    ", ") +
         "]";
}

//===----------------------------------------------------------------------===//
// Whether boxes cover a tensor
//===----------------------------------------------------------------------===//

// Give each border between positions of an axis a place on a line, and a box
// the product of the distances of its borders. If boxes cover the tensor, each
// element once, then these sizes add up to that of the tensor, wherever the
// borders are. If not, the difference is a polynomial of the places that is not
// zero. So places are chosen by chance, modulo a prime.

static constexpr uint64_t kPrime = (uint64_t(1) << 61) - 1;

/// The places of the borders of an axis that boxes have.
using Borders = std::unordered_map<int64_t, uint64_t>;

static uint64_t getSize(const Box &box, std::vector<Borders> &borders,
                        std::mt19937_64 &random) {
  uint64_t size = 1;
  for (auto [slice, places] : llvm::zip_equal(box, borders)) {
    auto getPlace = [&, &places = places](int64_t border) {
      auto [found, isNew] = places.try_emplace(border, 0);
      if (isNew)
        found->second = random() % kPrime;
      return found->second;
    };
    uint64_t begin = getPlace(slice.offset);
    uint64_t end = getPlace(slice.offset + slice.extent);
    using uint128_t = unsigned __int128;
    size = uint128_t(size) * (end + kPrime - begin) % kPrime;
  }
  return size;
}

Error checkCover(llvm::ArrayRef<int64_t> shape,
                 llvm::ArrayRef<SavedBox> boxes) {
  int64_t covered = 0;
  for (const SavedBox &saved : boxes) {
    if (saved.box.size() != shape.size())
      return llvm::createStringError("required boxes of rank " +
                                     Twine(shape.size()) + ", found " +
                                     formatBox(saved.box));
    for (auto [slice, extent] : llvm::zip_equal(saved.box, shape))
      if (slice.offset < 0 || slice.extent < 0 || slice.offset > extent ||
          slice.extent > extent - slice.offset)
        return llvm::createStringError("box " + formatBox(saved.box) +
                                       " is not within the tensor's extents");
    // Boxes that overlap may count more elements than fit.
    std::optional<int64_t> sum =
        llvm::checkedAdd(covered, getNumElements(saved.box));
    if (!sum)
      return llvm::createStringError("boxes overlap");
    covered = *sum;
  }
  if (covered != getNumElements(getWholeBox(shape)))
    return llvm::createStringError("required boxes with " +
                                   Twine(getNumElements(getWholeBox(shape))) +
                                   " elements, found " + Twine(covered));
  // A box that is alone, and is as large, is the tensor; one without elements
  // has no box that counts.
  if (boxes.size() == 1 || covered == 0)
    return Error::success();
  std::mt19937_64 random{std::random_device{}()};
  std::vector<Borders> borders(shape.size());
  uint64_t sum = 0;
  for (const SavedBox &saved : boxes)
    if (getNumElements(saved.box) > 0)
      sum = (sum + getSize(saved.box, borders, random)) % kPrime;
  if (sum == getSize(getWholeBox(shape), borders, random))
    return Error::success();
  // An example is of use where a person can look for it.
  constexpr size_t kFew = 1000;
  if (boxes.size() <= kFew)
    for (auto [i, saved] : llvm::enumerate(boxes))
      for (const SavedBox &other : boxes.drop_front(i + 1))
        if (intersect(saved.box, other.box))
          return llvm::createStringError("boxes " + formatBox(saved.box) +
                                         " and " + formatBox(other.box) +
                                         " overlap");
  return llvm::createStringError("boxes overlap");
}

} // namespace dtensor
