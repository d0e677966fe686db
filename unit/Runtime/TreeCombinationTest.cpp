//===- TreeCombinationTest.cpp - Sums among many processes ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/TreeCombination.h"
#include "Reference.h"
#include "Sums.h"

#include <set>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

/// Balanced trees and others, of one and of two dimensions, with one device and
/// with several in a process; and blocks that are no subtrees.
static const std::vector<Deals> kDeals = {
    {{8}, 8, {}},      {{9}, 9, {}},        {{12}, 12, {}},
    {{16}, 8, {}},     {{21}, 21, {}},      {{32}, 16, {}},
    {{4, 4}, 8, {}},   {{4, 4}, 8, {1, 0}}, {{4, 4}, 16, {1, 0}},
    {{16, 3}, 16, {}}, {{3, 4, 2}, 12, {}}, {{24}, 8, {}},
    {{3, 16}, 16, {}},
};

TEST(TreeCombinationTest, HasTheBitsOfTheTree) {
  for (const Deals &deals : kDeals) {
    Mesh mesh(deals, 1);
    std::vector<int64_t> all = getAllDims(deals.sizes);
    auto check = [&](const std::vector<int64_t> &extents,
                     std::vector<int64_t> partial,
                     std::vector<int64_t> scattered, DtElementType type,
                     DtCombiner combiner) {
      CollectiveCase test{extents, {{{}, {}}, partial}, {{scattered, {}}, {}}};
      test.type = type;
      test.combiner = combiner;
      for (bool isOdd : {false, true}) {
        test.strided = test.shared = isOdd;
        checkCollective(mesh, test);
      }
    };
    for (DtElementType type : {DT_F64, DT_BF16}) {
      // Whole values, and shares of them.
      check({3, 7}, all, {}, type, DT_ADD);
      check({50, 90}, all, {}, type, DT_ADD);
      check({1, 1}, all, {}, type, DT_AVG);
      // Also parts of several sizes, some of which are empty.
      check({37, 13}, all, all, type, DT_ADD);
      check({37, 13}, all, {all.back()}, type, DT_ADD);
      check({37, 13}, {all.back()}, {}, type, DT_ADD);
      check({37, 13}, {all.front()}, {all.front()}, type, DT_ADD);
    }
    if (HasFailure())
      return;
  }
}

/// Under mpirun, by MPI.
TEST(TreeCombinationTest, RunsAmongTheProcessesOfAJob) {
  for (const std::vector<int64_t> &sizes :
       std::vector<std::vector<int64_t>>{{16}, {8, 3}, {2, 2, 2, 2}}) {
    Mesh mesh(sizes, 1);
    std::vector<int64_t> all = getAllDims(sizes);
    for (const std::vector<int64_t> &extents :
         std::vector<std::vector<int64_t>>{{5, 7}, {48, 300}, {100, 1000}})
      for (const std::vector<int64_t> &scattered : {{}, all}) {
        CollectiveCase test{extents, {{{}, {}}, all}, {{scattered, {}}, {}}};
        test.type = DT_F64;
        checkCollective(mesh, test);
      }
  }
}

TEST(TreeCombinationTest, SendsLargePartsFromTheirPlaces) {
  Mesh mesh({16}, 1, 8, {});
  CollectiveCase test{{120, 130}, {{{}, {}}, {0}}, {{{}, {}}, {}}};
  test.type = DT_F64;
  checkCollective(mesh, test);
  test.to.axes[0] = {0};
  checkCollective(mesh, test);
}

/// The most transfers that a process sends for a collective.
static int64_t countSent(const Mesh &mesh, const CollectiveCase &test) {
  std::vector<int64_t> before;
  for (int64_t i = 0; i < mesh.getNumProcesses(); ++i)
    before.push_back(mesh.getNumSent(i));
  checkCollective(mesh, test);
  int64_t most = 0;
  for (int64_t i = 0; i < mesh.getNumProcesses(); ++i)
    most = std::max(most, mesh.getNumSent(i) - before[i]);
  // It runs twice.
  return most / 2;
}

TEST(TreeCombinationTest, HasFewMessages) {
  auto count = [&](int64_t numProcesses, std::vector<int64_t> extents,
                   std::vector<int64_t> scattered) {
    Mesh mesh({2 * numProcesses}, 1, numProcesses, {});
    return countSent(mesh, {extents, {{{}}, {0}}, {{scattered}, {}}});
  };
  // Whole values: log2 P.
  EXPECT_EQ(count(8, {10}, {}), 3);
  EXPECT_EQ(count(16, {10}, {}), 4);
  EXPECT_EQ(count(32, {10}, {}), 5);
  // Some of the first 8 pass on what they get of the last 4.
  EXPECT_EQ(count(12, {10}, {}), 5);
  EXPECT_EQ(count(32, {64}, {0}), 5);
  EXPECT_EQ(count(12, {24}, {0}), 5);
  // Few processes have all messages at a time.
  EXPECT_EQ(count(4, {10}, {}), 3);
}

/// All processes learn of a process that does something else, though each has
/// messages of a few others only.
TEST(TreeCombinationTest, DifferencesAreAnError) {
  for (int64_t odd = 0; odd < 12; ++odd) {
    Mesh mesh({12}, 1, 12, {});
    std::vector<int64_t> site = makeSum(DT_F32);
    mesh.expectError(
        [&](DtDevice *device, int64_t index) {
          sum(device, site, index == odd ? 11 : 10, "here");
        },
        {"all_reduce of f32 with [11]"});
  }
}

/// Two processes of a tree expect the same messages of each other, and all
/// steps together bring every value to every process.
TEST(ProcessTreeTest, EveryProcessGetsAllValues) {
  for (int64_t count = 1; count <= 70; ++count) {
    Topology topology({count, 2});
    std::vector<std::set<int64_t>> known(count);
    // The steps of all processes, in the order of their numbers.
    struct Known {
      int64_t level, number, from, to;
      auto operator<=>(const Known &) const = default;
    };
    std::set<Known> sent, received;
    int64_t most = 0;
    for (int64_t own = 0; own < count; ++own) {
      known[own].insert(own);
      Deal deal(topology, count, own, {});
      ProcessTree tree(topology, deal, 3, 2 * own);
      ASSERT_TRUE(tree.hasSubtrees());
      EXPECT_EQ(tree.getNumProcesses(), count);
      EXPECT_LE(int64_t(1) << tree.getNumLevels(),
                std::max<int64_t>(2 * count - 1, 1));
      most = tree.getNumSteps();
      EXPECT_LE(most, 2 * tree.getNumLevels());
      int64_t numSteps = 0;
      tree.forEachStep([&](const ProcessTree::Step &step) {
        ++numSteps;
        int64_t level = step.number % ProcessTree::kMaxLevels;
        if (step.sends)
          sent.insert({level, step.number, own, step.process});
        if (step.receives)
          received.insert({level, step.number, step.process, own});
      });
      EXPECT_LE(numSteps, most);
    }
    EXPECT_EQ(sent, received);
    for (auto step = sent.begin(); step != sent.end();) {
      // Messages of one step are under way at the same time.
      std::vector<std::set<int64_t>> before = known;
      int64_t number = step->number;
      for (; step != sent.end() && step->number == number; ++step)
        known[step->to].insert(before[step->from].begin(),
                               before[step->from].end());
    }
    for (const std::set<int64_t> &values : known)
      EXPECT_EQ(int64_t(values.size()), count);
  }
}
