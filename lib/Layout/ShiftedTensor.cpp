//===- ShiftedTensor.cpp - Tensors of shifted boxes -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ShiftedTensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

bool ShiftedBox::isEmpty() const {
  return llvm::any_of(llvm::zip_equal(begin, end), [](auto pair) {
    return std::get<0>(pair) >= std::get<1>(pair);
  });
}

int64_t ShiftedBox::getNumElements() const {
  int64_t count = 1;
  for (auto [first, last] : llvm::zip_equal(begin, end))
    count *= std::max<int64_t>(last - first, 0);
  return count;
}

ShiftedBox ShiftedBox::intersect(const ShiftedBox &other) const {
  ShiftedBox both = *this;
  for (size_t axis = 0; axis < begin.size(); ++axis) {
    both.begin[axis] = std::max(begin[axis], other.begin[axis]);
    both.end[axis] = std::min(end[axis], other.end[axis]);
  }
  return both;
}

ShiftedBox ShiftedBox::getHull(const ShiftedBox &other) const {
  ShiftedBox hull = *this;
  for (size_t axis = 0; axis < begin.size(); ++axis) {
    hull.begin[axis] = std::min(begin[axis], other.begin[axis]);
    hull.end[axis] = std::max(end[axis], other.end[axis]);
  }
  return hull;
}

/// Adds a box to others that it does not overlap. It may become one with
/// another of the same shift.
static void addBox(std::vector<ShiftedBox> &boxes, ShiftedBox box) {
  if (box.isEmpty())
    return;
  for (ShiftedBox &other : boxes) {
    if (other.shift != box.shift)
      continue;
    ShiftedBox hull = other.getHull(box);
    if (hull.getNumElements() ==
        other.getNumElements() + box.getNumElements()) {
      other = std::move(hull);
      return;
    }
  }
  boxes.push_back(std::move(box));
}

static bool overlap(llvm::ArrayRef<ShiftedBox> boxes) {
  for (size_t i = 0; i < boxes.size(); ++i)
    for (const ShiftedBox &other : boxes.take_front(i))
      if (!boxes[i].intersect(other).isEmpty())
        return true;
  return false;
}

std::optional<ShiftedTensor> ShiftedTensor::ofFetch(const Fetch &fetch) {
  ShiftedTensor tensor;
  tensor.shape = fetch.loops;
  if (fetch.windows.size() != fetch.loops.size() ||
      llvm::any_of(tensor.shape, [](int64_t extent) { return extent < 0; }))
    return std::nullopt;
  for (auto [axis, window] : llvm::enumerate(fetch.windows))
    if (window != AxisWindow::ofLoop(axis))
      return std::nullopt;
  std::vector<ShiftedBox> boxes;
  for (const FetchSource &source : fetch.sources) {
    ShiftedBox box;
    for (auto [axis, move] : llvm::enumerate(source.moves)) {
      if (move.stride != 1 || move.destStride != 1 || source.shape[axis] < 0 ||
          move.start == AxisMove::kDynamic ||
          move.destStart == AxisMove::kDynamic || move.count < 0)
        return std::nullopt;
      int64_t shift = move.start - move.destStart;
      box.shift.push_back(shift);
      box.begin.push_back(std::max<int64_t>({move.destStart, -shift, 0}));
      box.end.push_back(
          std::min({move.destStart + move.count, source.shape[axis] - shift,
                    fetch.loops[axis]}));
    }
    boxes.push_back(std::move(box));
  }
  if (overlap(boxes))
    return std::nullopt;
  for (ShiftedBox &box : boxes)
    addBox(tensor.boxes, std::move(box));
  return tensor;
}

bool ShiftedTensor::isCovered() const {
  int64_t total = 1, covered = 0;
  for (int64_t extent : shape)
    total *= extent;
  for (const ShiftedBox &box : boxes)
    covered += box.getNumElements();
  return covered == total;
}

ShiftedTensor dtensor::compose(const ShiftedTensor &outer,
                               const ShiftedTensor &inner) {
  ShiftedTensor composed;
  composed.shape = outer.shape;
  for (const ShiftedBox &after : outer.boxes)
    for (const ShiftedBox &before : inner.boxes) {
      // The positions of the outer tensor that have those of the inner one.
      ShiftedBox moved = before;
      for (auto [axis, by] : llvm::enumerate(after.shift)) {
        moved.begin[axis] -= by;
        moved.end[axis] -= by;
        moved.shift[axis] += by;
      }
      addBox(composed.boxes, moved.intersect(after));
    }
  return composed;
}

/// The box in a tensor that has this one at `offset`.
static ShiftedBox moveTo(ShiftedBox box, llvm::ArrayRef<int64_t> offset) {
  for (auto [axis, by] : llvm::enumerate(offset)) {
    box.begin[axis] += by;
    box.end[axis] += by;
    box.shift[axis] -= by;
  }
  return box;
}

/// Whether a tensor finds its boxes at `offset` of `whole`, and nothing else.
static bool isSlice(const ShiftedTensor &tensor, const ShiftedTensor &whole,
                    llvm::ArrayRef<int64_t> offset) {
  ShiftedBox all;
  all.begin.assign(offset.begin(), offset.end());
  all.shift.resize(offset.size());
  for (auto [begin, extent] : llvm::zip_equal(offset, tensor.shape))
    all.end.push_back(begin + extent);
  int64_t found = 0, own = 0;
  for (const ShiftedBox &box : whole.boxes)
    found += box.intersect(all).getNumElements();
  for (const ShiftedBox &box : tensor.boxes)
    own += box.getNumElements();
  // Each own box is in the box of its shift. So there is more than these if the
  // numbers differ.
  return found == own;
}

std::optional<JoinedTensor>
dtensor::join(llvm::ArrayRef<const ShiftedTensor *> tensors) {
  JoinedTensor joined;
  auto &shape = joined.whole.shape;
  llvm::SmallVector<int64_t, 4> least;
  for (const ShiftedTensor *tensor : tensors) {
    if (tensor->boxes.empty())
      return std::nullopt;
    auto largest = llvm::max_element(
        tensor->boxes, [](const ShiftedBox &a, const ShiftedBox &b) {
          return a.getNumElements() < b.getNumElements();
        });
    joined.offsets.emplace_back(largest->shift);
    if (least.empty())
      least = largest->shift;
    for (auto [known, shift] : llvm::zip_equal(least, largest->shift))
      known = std::min(known, shift);
  }
  shape = tensors.front()->shape;
  for (auto [tensor, offset] : llvm::zip_equal(tensors, joined.offsets))
    for (auto [axis, by] : llvm::enumerate(offset)) {
      by -= least[axis];
      shape[axis] = std::max(shape[axis], tensor->shape[axis] + by);
    }
  std::vector<ShiftedBox> &boxes = joined.whole.boxes;
  for (auto [tensor, offset] : llvm::zip_equal(tensors, joined.offsets))
    for (const ShiftedBox &box : tensor->boxes) {
      ShiftedBox moved = moveTo(box, offset);
      auto known = llvm::find_if(boxes, [&](const ShiftedBox &other) {
        return other.shift == moved.shift;
      });
      if (known == boxes.end())
        boxes.push_back(std::move(moved));
      else
        *known = known->getHull(moved);
    }
  if (overlap(boxes))
    return std::nullopt;
  for (auto [tensor, offset] : llvm::zip_equal(tensors, joined.offsets))
    if (!isSlice(*tensor, joined.whole, offset))
      return std::nullopt;
  return joined;
}
