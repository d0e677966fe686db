//===- AxisWindowTest.cpp - Windows and moves, by enumeration -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/AxisWindow.h"
#include "gtest/gtest.h"
#include <map>

using namespace dtensor;

TEST(AxisWindowTest, HullIsFromTheFirstToTheLastPosition) {
  AxisWindow window{-1, {{0, 2}, {1, 3}}};
  for (int64_t begin = 0; begin < 4; ++begin)
    for (int64_t extent = 0; extent < 4; ++extent)
      for (int64_t taps = 0; taps < 3; ++taps) {
        int64_t first = INT64_MAX, last = INT64_MIN;
        for (int64_t i = begin; i < begin + extent; ++i)
          for (int64_t k = 1; k < 1 + taps; ++k) {
            first = std::min(first, 2 * i + 3 * k - 1);
            last = std::max(last, 2 * i + 3 * k - 1);
          }
        Slice hull = window.getHull({{begin, extent}, {1, taps}});
        if (first > last)
          EXPECT_EQ(hull.extent, 0);
        else
          EXPECT_EQ(hull, (Slice{first, last - first + 1}));
      }
}

/// The source positions by destination position.
static std::map<int64_t, int64_t> getMoved(const AxisMove &move) {
  std::map<int64_t, int64_t> moved;
  for (int64_t step = 0; step < move.count; ++step)
    moved[move.destStart + move.destStride * step] =
        move.start + move.stride * step;
  return moved;
}

TEST(AxisMoveTest, StepsBetweenTwoIntervals) {
  for (int64_t stride : {-3, -1, 1, 2})
    for (int64_t start : {-1, 0, 5})
      for (int64_t destStride : {1, 2, 3})
        for (int64_t low = -2; low < 6; ++low)
          for (int64_t extent : {0, 1, 4}) {
            AxisMove move{start, stride, 5, 1, destStride};
            Slice source{low, extent}, dest{2, 7};
            int64_t first = INT64_MAX, last = INT64_MIN;
            for (int64_t t = 0; t < move.count; ++t) {
              int64_t from = start + stride * t, to = 1 + destStride * t;
              if (from < low || from >= low + extent || to < 2 || to >= 9)
                continue;
              first = std::min(first, t);
              last = std::max(last, t);
            }
            Slice steps = move.getSteps(source, dest);
            if (first > last)
              EXPECT_EQ(steps.extent, 0);
            else
              EXPECT_EQ(steps, (Slice{first, last - first + 1}));
          }
}

TEST(AxisMoveTest, CompositionMovesWhatBothMove) {
  std::vector<AxisMove> inner, outer;
  for (int64_t stride : {-2, -1, 1, 3})
    for (int64_t destStride : {1, 2, 3})
      for (int64_t count : {0, 1, 5})
        for (int64_t start : {-1, 4}) {
          inner.push_back({start, stride, count, 2, destStride});
          outer.push_back({start, stride, count, 1, destStride});
          outer.push_back({start + 5, stride, count, 1, destStride});
        }
  for (const AxisMove &a : inner)
    for (const AxisMove &b : outer) {
      std::map<int64_t, int64_t> first = getMoved(a), expected;
      for (auto [to, between] : getMoved(b))
        if (auto it = first.find(between); it != first.end())
          expected[to] = it->second;
      std::optional<AxisMove> both = compose(a, b);
      ASSERT_TRUE(both.has_value());
      EXPECT_EQ(getMoved(*both), expected);
      EXPECT_GE(both->destStride, 1);
      EXPECT_NE(both->stride, 0);
    }
}
