//===- ShiftedTensorTest.cpp - Tensors of shifted boxes -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ShiftedTensor.h"
#include "Parsing.h"
#include "llvm/ADT/Sequence.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {
/// The number of the source's element at each position, in order; -1 for other
/// contents.
using Elements = std::vector<int64_t>;
} // namespace

static llvm::SmallVector<int64_t> getPosition(int64_t number,
                                              llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> position(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    position[axis] = number % shape[axis];
    number /= shape[axis];
  }
  return position;
}

static int64_t getNumber(llvm::ArrayRef<int64_t> position,
                         llvm::ArrayRef<int64_t> shape) {
  int64_t number = 0;
  for (auto [place, extent] : llvm::zip_equal(position, shape))
    number = number * extent + place;
  return number;
}

static int64_t count(llvm::ArrayRef<int64_t> shape) {
  int64_t total = 1;
  for (int64_t extent : shape)
    total *= extent;
  return total;
}

static Elements getElements(const ShiftedTensor &tensor,
                            llvm::ArrayRef<int64_t> source) {
  Elements elements(count(tensor.shape), -1);
  for (int64_t number : llvm::seq<int64_t>(elements.size())) {
    llvm::SmallVector<int64_t> at = getPosition(number, tensor.shape);
    for (const ShiftedBox &box : tensor.boxes) {
      bool isIn = true;
      llvm::SmallVector<int64_t> from(at);
      for (size_t axis = 0; axis < at.size(); ++axis) {
        isIn &= at[axis] >= box.begin[axis] && at[axis] < box.end[axis];
        from[axis] += box.shift[axis];
      }
      if (!isIn)
        continue;
      EXPECT_EQ(elements[number], -1) << "boxes overlap";
      elements[number] = getNumber(from, source);
    }
  }
  return elements;
}

/// The tensor whose position `p` is position `p - by` of a source of the same
/// shape. It is a rotation, or what leaves at one end is lost.
static ShiftedTensor getShift(llvm::ArrayRef<int64_t> shape,
                              llvm::ArrayRef<int64_t> by, bool isRotation) {
  Fetch fetch = Fetch::ofTensor(Layout(shape.size()), shape);
  int64_t numWraps = isRotation ? int64_t(1) << shape.size() : 1;
  for (int64_t wraps : llvm::seq(numWraps)) {
    FetchSource source{Layout(shape.size()), {shape.begin(), shape.end()}, {}};
    bool isNeeded = true;
    for (auto [axis, extent] : llvm::enumerate(shape)) {
      int64_t start = by[axis];
      if (wraps >> axis & 1) {
        isNeeded &= start != 0;
        start += start > 0 ? -extent : extent;
      }
      source.moves.push_back({0, 1, extent, start, 1});
    }
    if (isNeeded)
      fetch.sources.push_back(source);
  }
  std::optional<ShiftedTensor> tensor = ShiftedTensor::ofFetch(fetch);
  EXPECT_TRUE(tensor);
  return *tensor;
}

static const llvm::SmallVector<int64_t> kShape = {3, 4};

/// All shifts by at most one position along one axis, two along the other.
static std::vector<ShiftedTensor> getAllShifts(bool isRotation) {
  std::vector<ShiftedTensor> all;
  for (int64_t rows : {-1, 0, 1})
    for (int64_t columns : {-2, -1, 0, 1, 2})
      all.push_back(getShift(kShape, {rows, columns}, isRotation));
  return all;
}

TEST(ShiftedTensorTest, RotationIsTwoBoxes) {
  ShiftedTensor tensor = getShift({4}, {1}, true);
  EXPECT_EQ(getElements(tensor, {4}), Elements({3, 0, 1, 2}));
  EXPECT_TRUE(tensor.isCovered());
  tensor = getShift({4}, {1}, false);
  EXPECT_EQ(getElements(tensor, {4}), Elements({-1, 0, 1, 2}));
  EXPECT_FALSE(tensor.isCovered());
}

TEST(ShiftedTensorTest, OtherFetches) {
  Fetch fetch = Fetch::ofTensor(Layout(1), {4});
  fetch.sources.push_back({Layout(1), {8}, {{0, 2, 4, 0, 1}}});
  EXPECT_FALSE(ShiftedTensor::ofFetch(fetch));
  // The second source overwrites a part of the first one.
  fetch.sources = {{Layout(1), {4}, {{0, 1, 4, 0, 1}}},
                   {Layout(1), {4}, {{0, 1, 2, 2, 1}}}};
  EXPECT_FALSE(ShiftedTensor::ofFetch(fetch));
}

TEST(ShiftedTensorTest, ComposedAsOneAfterTheOther) {
  for (bool isRotation : {false, true})
    for (const ShiftedTensor &inner : getAllShifts(isRotation))
      for (const ShiftedTensor &outer : getAllShifts(isRotation)) {
        Elements first = getElements(inner, kShape);
        Elements expected = getElements(outer, kShape);
        for (int64_t &element : expected)
          if (element >= 0)
            element = first[element];
        EXPECT_EQ(getElements(compose(outer, inner), kShape), expected);
      }
  // Boxes of one shift that lie side by side become one.
  ShiftedTensor one = getShift({8}, {1}, true);
  EXPECT_EQ(compose(one, compose(one, one)).boxes.size(), 2u);
}

TEST(ShiftedTensorTest, JoinedTensorHasAllAsSlices) {
  int numJoined = 0;
  for (bool isRotation : {false, true}) {
    std::vector<ShiftedTensor> all = getAllShifts(isRotation);
    for (const ShiftedTensor &a : all)
      for (const ShiftedTensor &b : all)
        for (const ShiftedTensor &c : all) {
          const ShiftedTensor *tensors[] = {&a, &b, &c};
          std::optional<JoinedTensor> joined = join(tensors);
          if (!joined)
            continue;
          ++numJoined;
          Elements whole = getElements(joined->whole, kShape);
          for (auto [tensor, offset] :
               llvm::zip_equal(tensors, joined->offsets)) {
            Elements slice;
            for (int64_t number : llvm::seq(count(kShape))) {
              llvm::SmallVector<int64_t> at = getPosition(number, kShape);
              for (auto [place, by] : llvm::zip_equal(at, offset))
                place += by;
              slice.push_back(whole[getNumber(at, joined->whole.shape)]);
            }
            EXPECT_EQ(slice, getElements(*tensor, kShape));
          }
        }
  }
  EXPECT_GT(numJoined, 1000);
}

TEST(ShiftedTensorTest, NotJoinedIfOneWouldSeeTheOther) {
  // [-1, 0, 1, -1]: without the last element, which the other one has.
  ShiftedTensor shorter = getShift({4}, {1}, false);
  shorter.boxes.front().end[0] = 3;
  ShiftedTensor other = getShift({4}, {0}, false);
  EXPECT_FALSE(join({&shorter, &other}));
  shorter.boxes.front().end[0] = 4;
  EXPECT_TRUE(join({&shorter, &other}));
}
