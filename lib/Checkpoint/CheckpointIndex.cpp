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
#include <set>

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
  // Overlaps are looked for among boxes that meet along one axis: that with the
  // most offsets, where few do.
  size_t best = 0, most = 0;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    std::set<int64_t> offsets;
    for (const SavedBox &saved : boxes)
      offsets.insert(saved.box[axis].offset);
    if (offsets.size() > most)
      std::tie(most, best) = std::pair(offsets.size(), axis);
  }
  std::vector<const Box *> sorted;
  for (const SavedBox &saved : boxes)
    if (getNumElements(saved.box) > 0)
      sorted.push_back(&saved.box);
  if (shape.empty())
    return Error::success();
  llvm::sort(sorted, [&](const Box *a, const Box *b) {
    return (*a)[best].offset < (*b)[best].offset;
  });
  for (auto [i, box] : llvm::enumerate(sorted))
    for (size_t j = i + 1;
         j < sorted.size() &&
         (*sorted[j])[best].offset < (*box)[best].offset + (*box)[best].extent;
         ++j)
      if (intersect(*box, *sorted[j]))
        return llvm::createStringError("boxes " + formatBox(*box) + " and " +
                                       formatBox(*sorted[j]) + " overlap");
  return Error::success();
}

} // namespace dtensor
