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

/// Processes with subtrees and without, of one and of several dimensions, with
/// one device and with several; a power of two of them and not; and blocks that
/// are no boxes, or do not follow each other.
static const std::vector<Deals> kDeals = {
    {{8}, 8, {}},      {{9}, 9, {}},        {{12}, 12, {}},
    {{16}, 8, {}},     {{21}, 21, {}},      {{32}, 16, {}},
    {{4, 4}, 8, {}},   {{4, 4}, 8, {1, 0}}, {{4, 4}, 16, {1, 0}},
    {{16, 3}, 16, {}}, {{3, 4, 2}, 12, {}}, {{24}, 8, {}},
    {{3, 16}, 16, {}}, {{4, 6}, 8, {}},     {{5, 5}, 9, {}},
    {{3, 5}, 15, {}},  {{4, 4}, 7, {1, 0}}, {{5, 4}, 11, {}},
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

/// All numbers of processes up to 17, with blocks of one and of several devices
/// whose sizes may differ by one.
TEST(TreeCombinationTest, HasTheBitsOfTheTreeForAnyBlocks) {
  for (int64_t numProcesses = 2; numProcesses <= 17; ++numProcesses)
    for (int64_t numDevices : {numProcesses, numProcesses + 1,
                               5 * numProcesses / 2, 3 * numProcesses}) {
      SCOPED_TRACE(std::to_string(numDevices) + " devices in " +
                   std::to_string(numProcesses));
      Mesh mesh({numDevices}, 1, numProcesses, {});
      // Long vectors cost time, where all wait in one process.
      bool isTried =
          numDevices == numProcesses || numDevices == 5 * numProcesses / 2;
      for (int64_t width : {3, isTried ? 400 : 40})
        for (bool isScattered : {false, true}) {
          CollectiveCase test{{37, width}, {{{}, {}}, {0}}, {{{}, {}}, {}}};
          test.type = DT_BF16;
          if (isScattered)
            test.to.axes[0] = {0};
          checkCollective(mesh, test);
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
  auto count = [&](int64_t numDevices, int64_t numProcesses,
                   std::vector<int64_t> extents,
                   std::vector<int64_t> scattered) {
    Mesh mesh({numDevices}, 1, numProcesses, {});
    return countSent(mesh, {extents, {{{}}, {0}}, {{scattered}, {}}});
  };
  // Whole values: log2 P.
  EXPECT_EQ(count(16, 8, {10}, {}), 3);
  EXPECT_EQ(count(32, 16, {10}, {}), 4);
  EXPECT_EQ(count(64, 32, {10}, {}), 5);
  EXPECT_EQ(count(64, 32, {64}, {0}), 5);
  // Blocks that are no subtrees, of equal sizes and of others.
  EXPECT_EQ(count(24, 8, {10}, {}), 3);
  EXPECT_EQ(count(24, 8, {24}, {0}), 3);
  EXPECT_EQ(count(45, 16, {10}, {}), 4);
  // Eight processes are four pairs. Each of the other four serves a pair.
  EXPECT_EQ(count(24, 12, {10}, {}), 4);
  EXPECT_EQ(count(24, 12, {24}, {0}), 4);
  // Where pairs and others alternate, some serve a pair in each step.
  EXPECT_LE(count(31, 12, {10}, {}), 6);
  // Shares go both ways. A message of several large parts is several transfers:
  // a header and two parts of more than 16 KiB, in pieces of 1000 bytes.
  EXPECT_LE(count(24, 12, {5000}, {}), 2 * (4 * 2 + 20));
  // Few processes have all messages at a time.
  EXPECT_EQ(count(8, 4, {10}, {}), 3);
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
