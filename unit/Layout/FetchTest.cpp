//===- FetchTest.cpp - The cost of windows --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutEnumeration.h"
#include "Parsing.h"
#include "dtensor/Layout/FetchVolume.h"
#include "llvm/ADT/Sequence.h"
#include <set>

using namespace dtensor;

namespace {
/// For each device the number of elements that it needs and does not own, found
/// by enumerating all elements, and whether some of them are only outside of
/// the group.
struct Counted {
  int64_t most = 0;
  std::vector<int64_t> byDevice;
  bool leavesGroup = false;
};
} // namespace

static bool contains(Slice slice, int64_t position) {
  return position >= slice.offset && position < slice.offset + slice.extent;
}

static bool contains(const Box &box, llvm::ArrayRef<int64_t> position) {
  return llvm::all_of(llvm::zip_equal(box, position), [](auto pair) {
    return contains(std::get<0>(pair), std::get<1>(pair));
  });
}

static Counted count(const Mesh &mesh, const Fetch &fetch) {
  Counted counted;
  DimList group = getGroup(mesh, fetch);
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
    Box loops = fetch.to.getOwnedBox(mesh, fetch.loops, device);
    int64_t missing = 0;
    for (const FetchSource &source : fetch.sources) {
      unsigned rank = source.shape.size();
      llvm::SmallVector<int64_t> step(rank), position(rank);
      int64_t total = 1;
      for (const AxisMove &move : source.moves)
        total *= move.count;
      Box own = source.layout.getOwnedBox(mesh, source.shape, device);
      for (int64_t number = 0; number < total; ++number) {
        int64_t rest = number;
        bool isWanted = true;
        for (unsigned axis = 0; axis < rank; ++axis) {
          const AxisMove &move = source.moves[axis];
          step[axis] = rest % move.count;
          rest /= move.count;
          position[axis] = move.start + move.stride * step[axis];
          isWanted &= contains({0, source.shape[axis]}, position[axis]) &&
                      contains(fetch.windows[axis].getHull(loops),
                               move.destStart + move.destStride * step[axis]);
        }
        if (!isWanted || contains(own, position))
          continue;
        ++missing;
        bool found = false;
        for (int64_t peer = 0; peer < mesh.getNumDevices(); ++peer) {
          bool isMember = true;
          for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
            isMember &= llvm::is_contained(group, dim) ||
                        mesh.getCoordinate(peer, dim) ==
                            mesh.getCoordinate(device, dim);
          found |= isMember &&
                   contains(source.layout.getOwnedBox(mesh, source.shape, peer),
                            position);
        }
        counted.leavesGroup |= !found;
      }
    }
    counted.most = std::max(counted.most, missing);
    counted.byDevice.push_back(missing);
  }
  return counted;
}

static void check(const Mesh &mesh, const Fetch &fetch) {
  Counted counted = count(mesh, fetch);
  EXPECT_EQ(getReceivedElements(mesh, fetch), counted.most);
  EXPECT_EQ(getReceivedByDevice(mesh, fetch), counted.byDevice);
  EXPECT_FALSE(counted.leavesGroup);
}

TEST(FetchTest, MovesOfOneAxisUnderAllLayouts) {
  for (const char *text : {"x=2", "x=3", "x=2,y=2", "x=2,y=3"}) {
    Mesh mesh = parseMesh(text);
    for (int64_t extent : {0, 1, 2, 7, 12})
      for (AxisMove move :
           {AxisMove{0, 1, extent, 0, 1}, AxisMove{0, 1, extent, 2, 1},
            AxisMove{extent - 1, -1, extent, 0, 1},
            AxisMove{1, 2, extent / 2, 0, 1}, AxisMove{0, 1, extent, 1, 2},
            AxisMove{0, 1, extent, -2, 1}, AxisMove{extent / 2, 1, 1, 0, 1}})
        for (int64_t result : {int64_t(0), int64_t(1), extent, 2 * extent + 1})
          for (const Layout &from : getAllLayouts(mesh, 1))
            for (const Layout &to : getAllLayouts(mesh, 1)) {
              Fetch fetch = Fetch::ofTensor(to, {result});
              fetch.sources.push_back({from, {extent}, {move}});
              check(mesh, fetch);
            }
  }
}

TEST(FetchTest, ShardingsThatMoveToOtherAxes) {
  Mesh mesh = parseMesh("x=2,y=3");
  for (const Layout &from : getAllLayouts(mesh, 2))
    for (const Layout &to : getAllLayouts(mesh, 2)) {
      Fetch fetch = Fetch::ofTensor(to, {9, 5});
      fetch.sources.push_back(
          {from, {7, 5}, {AxisMove{0, 1, 7, 1, 1}, AxisMove::ofAll(5)}});
      fetch.sources.push_back(
          {to, {1, 5}, {AxisMove{0, 1, 1, 8, 1}, AxisMove::ofAll(5)}});
      check(mesh, fetch);
    }
}

TEST(FetchTest, SeveralFetchesTogether) {
  for (const char *text : {"x=2", "x=4", "x=2,y=2"}) {
    Mesh mesh = parseMesh(text);
    for (const Layout &layout : getAllLayouts(mesh, 2)) {
      std::vector<Fetch> fetches;
      // The neighbours above, below, and before.
      for (auto [rows, columns] : {std::pair(1, 0), {-1, 0}, {0, 1}}) {
        Fetch fetch = Fetch::ofTensor(layout, {8, 5});
        fetch.sources.push_back(
            {layout, {8, 5}, {{0, 1, 8, rows, 1}, {0, 1, 5, columns, 1}}});
        fetches.push_back(std::move(fetch));
      }
      std::vector<int64_t> together(mesh.getNumDevices());
      for (const Fetch &fetch : fetches)
        for (auto [sum, own] :
             llvm::zip_equal(together, count(mesh, fetch).byDevice))
          sum += own;
      EXPECT_EQ(getReceivedElements(mesh, fetches),
                *llvm::max_element(together));
    }
  }
  // The first device has no neighbour above, and the second none below.
  Mesh mesh = parseMesh("x=2");
  Layout rows(2);
  rows.setAxis(0, {0});
  Fetch above = Fetch::ofTensor(rows, {8, 5}), below = above;
  above.sources.push_back({rows, {8, 5}, {{0, 1, 8, 1, 1}, {0, 1, 5, 0, 1}}});
  below.sources.push_back({rows, {8, 5}, {{0, 1, 8, -1, 1}, {0, 1, 5, 0, 1}}});
  EXPECT_EQ(getReceivedElements(mesh, above), 5);
  EXPECT_EQ(getReceivedElements(mesh, below), 5);
  EXPECT_EQ(getReceivedElements(mesh, {above, below}), 5);
}

TEST(FetchTest, WindowsOfTwoLoops) {
  Mesh mesh = parseMesh("x=2,y=2");
  for (int64_t stride : {1, 2, 3})
    for (int64_t dilation : {1, 2})
      for (const Layout &from : getAllLayouts(mesh, 1))
        for (const Layout &to : getAllLayouts(mesh, 2)) {
          Fetch fetch;
          fetch.to = to;
          fetch.loops = {6, 3};
          fetch.windows = {AxisWindow{0, {{0, stride}, {1, dilation}}}};
          int64_t extent = 5 * stride + 2 * dilation + 1;
          fetch.sources.push_back({from, {extent}, {AxisMove::ofAll(extent)}});
          check(mesh, fetch);
        }
}

TEST(FetchTest, ConvolutionReceivesItsHaloOnly) {
  Mesh mesh = parseMesh("x=4");
  Fetch fetch;
  fetch.to = parseLayout(mesh, "x,unsharded");
  fetch.loops = {32, 3};
  fetch.windows = {AxisWindow{-1, {{0, 1}, {1, 1}}}};
  fetch.sources.push_back(
      {parseLayout(mesh, "x"), {32}, {AxisMove::ofAll(32)}});
  EXPECT_EQ(getReceivedElements(mesh, fetch), 2);
}

/// A convolution and the gradient of its kernel read the input at the same
/// positions: the loops over space and over the kernel change places.
TEST(FetchTest, OtherLoopsOfTheSameWindowAreEqual) {
  Mesh mesh = parseMesh("x=4");
  Fetch forward, gradient;
  forward.to = parseLayout(mesh, "unsharded,x,unsharded");
  forward.loops = {8, 32, 3};
  forward.windows = {AxisWindow{-1, {{1, 1}, {2, 1}}}};
  gradient.to = parseLayout(mesh, "unsharded,x");
  gradient.loops = {3, 32};
  gradient.windows = {AxisWindow{-1, {{0, 1}, {1, 1}}}};
  for (Fetch *fetch : {&forward, &gradient})
    fetch->numberLoops();
  EXPECT_EQ(forward.to, gradient.to);
  EXPECT_EQ(forward.loops, gradient.loops);
  EXPECT_EQ(forward.windows, gradient.windows);
  EXPECT_EQ(forward.loops.size(), 2u);
  // A diagonal: one loop in two windows.
  Fetch diagonal;
  diagonal.to = parseLayout(mesh, "unsharded,x");
  diagonal.loops = {3, 4};
  diagonal.windows = {AxisWindow::ofLoop(1), AxisWindow::ofLoop(1)};
  diagonal.numberLoops();
  EXPECT_EQ(diagonal.to, parseLayout(mesh, "x"));
  EXPECT_EQ(diagonal.windows[1], AxisWindow::ofLoop(0));
}

TEST(FetchTest, WindowsThatDoNotOverlapCostNothing) {
  Mesh mesh = parseMesh("x=4");
  Fetch fetch;
  fetch.to = parseLayout(mesh, "x,unsharded");
  fetch.loops = {8, 2};
  fetch.windows = {AxisWindow{0, {{0, 2}, {1, 1}}}};
  fetch.sources.push_back(
      {parseLayout(mesh, "x"), {16}, {AxisMove::ofAll(16)}});
  EXPECT_EQ(getReceivedElements(mesh, fetch), 0);
  EXPECT_TRUE(getGroup(mesh, fetch).empty());
}

TEST(FetchTest, UnknownStartsCountAsElsewhere) {
  Mesh mesh = parseMesh("x=4");
  Fetch fetch = Fetch::ofTensor(Layout(1), {3});
  fetch.sources.push_back({parseLayout(mesh, "x"),
                           {16},
                           {AxisMove{AxisMove::kDynamic, 1, 3, 0, 1}}});
  EXPECT_EQ(getReceivedElements(mesh, fetch), 3);
  EXPECT_EQ(getGroup(mesh, fetch), DimList{0});
}

TEST(FetchTest, LargeMeshesAreNotEnumerated) {
  Mesh mesh = parseMesh("x=100000");
  Fetch fetch;
  fetch.to = parseLayout(mesh, "x,unsharded");
  fetch.loops = {1000000, 3};
  fetch.windows = {AxisWindow{0, {{0, 1}, {1, 1}}}};
  fetch.sources.push_back(
      {parseLayout(mesh, "x"), {1000002}, {AxisMove::ofAll(1000002)}});
  EXPECT_GT(getReceivedElements(mesh, fetch), 0);
}
