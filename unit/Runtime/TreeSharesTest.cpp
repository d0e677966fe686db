//===- TreeSharesTest.cpp - The elements that subtrees need ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/TreeShares.h"
#include "Reference.h"

#include <chrono>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;
using Clock = std::chrono::steady_clock;

namespace {

/// A sum over some dimensions of a mesh that is scattered along all of them.
struct Scatter {
  std::vector<int64_t> sizes;
  int64_t numProcesses;
  std::vector<int64_t> order;
  std::vector<int64_t> combined;
  std::vector<int64_t> extents;
  /// The mesh dimensions of each axis.
  std::vector<std::vector<int64_t>> axes;
};

} // namespace

static std::vector<int64_t> makeSite(const Scatter &scatter) {
  std::vector<std::vector<int64_t>> before = scatter.axes;
  for (std::vector<int64_t> &axis : before)
    std::erase_if(axis, [&](int64_t dim) {
      return std::count(scatter.combined.begin(), scatter.combined.end(), dim);
    });
  return makeSite(CollectiveCase{
      scatter.extents, {before, scatter.combined}, {scatter.axes, {}}});
}

/// The shares of all processes follow each other, and have the elements of
/// their boxes.
TEST(TreeSharesTest, ShareHasTheElementsOfItsBoxes) {
  std::vector<Scatter> scatters = {
      {{8}, 8, {}, {0}, {37}, {{0}}},
      {{16}, 8, {}, {0}, {5, 3}, {{0}, {}}},
      {{4, 4}, 16, {}, {0, 1}, {37, 13}, {{0}, {1}}},
      {{4, 4}, 8, {}, {0, 1}, {37, 2}, {{1, 0}, {}}},
      {{4, 4}, 16, {1, 0}, {0, 1}, {9}, {{1, 0}}},
      {{2, 4, 4}, 32, {}, {1, 2}, {50}, {{0, 2, 1}}},
      {{24}, 8, {}, {0}, {37}, {{0}}},
      {{4, 6}, 8, {}, {0, 1}, {29, 7}, {{0}, {1}}},
      {{2, 2, 2, 2}, 16, {}, {0, 1, 2, 3}, {23, 3}, {{3, 1, 0}, {2}}},
  };
  for (const Scatter &scatter : scatters) {
    SCOPED_TRACE(&scatter - scatters.data());
    std::vector<int64_t> data = makeSite(scatter);
    Topology topology(scatter.sizes);
    CollectivePlan plan(topology, data.data(), scatter.extents.data());
    ASSERT_EQ(plan.decode(), nullptr);
    for (int64_t own = 0; own < scatter.numProcesses; ++own) {
      Deal deal(topology, scatter.numProcesses, own, scatter.order);
      int64_t device = deal.getDevice(0);
      ProcessRow row(topology, deal, plan.site.combined, device);
      ASSERT_TRUE(row.isRow() && row.hasBoxes());
      int64_t coordinates[Topology::kMaxDims];
      TreeShares shares(plan, row, topology.getPlace(device, coordinates));
      int64_t end = 0;
      for (int64_t i = 0; i < row.getNumProcesses(); ++i) {
        TreeShares::Share share = shares.getShare(i);
        EXPECT_EQ(share.numbers.begin, i);
        EXPECT_EQ(share.numbers.end, i + 1);
        EXPECT_EQ(share.elements.begin, end);
        shares.forEachBox(i, [&](const Box &box) {
          end += box.getNumElements(plan.site.rank);
        });
        EXPECT_EQ(share.elements.end, end);
      }
      EXPECT_EQ(shares.getWhole().elements.end, end);
    }
  }
}

/// No process looks at all others.
TEST(TreeSharesTest, ShareIsFoundAmongAHundredThousand) {
  auto getSeconds = [](int64_t count) {
    Scatter scatter{{count}, count, {}, {0}, {count / 2 + 1}, {{0}}};
    std::vector<int64_t> data = makeSite(scatter);
    Topology topology(scatter.sizes);
    CollectivePlan plan(topology, data.data(), scatter.extents.data());
    EXPECT_EQ(plan.decode(), nullptr);
    Deal deal(topology, count, count / 2, {});
    ProcessRow row(topology, deal, 1, count / 2);
    int64_t coordinates[Topology::kMaxDims];
    TreeShares shares(plan, row, topology.getPlace(count / 2, coordinates));
    double best = 1;
    for (int i = 0; i < 5; ++i) {
      Clock::time_point start = Clock::now();
      for (int64_t place = 0; place < 100; ++place)
        EXPECT_LE(shares.getShare(place).elements.size(), 1);
      best = std::min(
          best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return best;
  };
  EXPECT_LE(getSeconds(1 << 17), 100 * getSeconds(1 << 3));
}
