//===- RoundGatherTest.cpp - Gathers among many processes -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/RoundGather.h"
#include "Reference.h"

#include <set>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

/// Calls `function(test)` for gathers along all dimensions and along some, of
/// parts of several sizes, some of which are empty.
template <typename Function>
static void forEachGather(const std::vector<int64_t> &sizes,
                          Function &&function) {
  std::vector<int64_t> all = getAllDims(sizes),
                       reversed(all.rbegin(), all.rend());
  std::vector<int64_t> rest(all.begin() + 1, all.end());
  for (const std::vector<int64_t> &extents :
       std::vector<std::vector<int64_t>>{{48, 2}, {13, 5}, {2, 50}}) {
    function({extents, {{all, {}}, {}}, {{{}, {}}, {}}});
    function({extents, {{{}, reversed}, {}}, {{{}, {}}, {}}});
    if (rest.empty())
      continue;
    function({extents, {{rest, {0}}, {}}, {{{}, {}}, {}}});
    function({extents, {{rest, {0}}, {}}, {{{}, {0}}, {}}});
    function({extents, {{all, {}}, {}}, {{{0}, {}}, {}}});
    function({extents, {{reversed, {}}, {}}, {{rest, {}}, {}}});
  }
}

TEST(RoundGatherTest, EveryElementComesToItsPlace) {
  for (const Deals &deals : std::vector<Deals>{
           {{8}, 8, {}},
           {{9}, 9, {}},
           {{24}, 8, {}},
           {{4, 4}, 16, {1, 0}},
           {{3, 8}, 12, {}},
           {{2, 12}, 12, {1, 0}},
           {{3, 4, 2}, 12, {}},
           {{2, 9}, 18, {}},
       }) {
    Mesh mesh(deals, 1);
    forEachGather(deals.sizes, [&](CollectiveCase test) {
      for (bool isOdd : {false, true}) {
        test.strided = test.shared = isOdd;
        test.type = isOdd ? DT_I8 : DT_F64;
        checkCollective(mesh, test);
      }
    });
    if (HasFailure())
      return;
  }
}

/// Under mpirun, by MPI.
TEST(RoundGatherTest, RunsAmongTheProcessesOfAJob) {
  for (const std::vector<int64_t> &sizes :
       std::vector<std::vector<int64_t>>{{16}, {12}, {8, 3}, {2, 2, 2, 2}}) {
    Mesh mesh(sizes, 1);
    forEachGather(sizes, [&](const CollectiveCase &test) {
      checkCollective(mesh, test);
    });
  }
}

TEST(RoundGatherTest, HasFewMessages) {
  auto count = [&](int64_t numProcesses, int64_t rows) {
    Mesh mesh({2 * numProcesses}, 1, numProcesses, {});
    checkCollective(mesh, {{2 * numProcesses * rows}, {{{0}}, {}}, {{{}}, {}}});
    // It runs twice.
    return mesh.getNumSent(0) / 2;
  };
  EXPECT_EQ(count(8, 10), 3);
  EXPECT_EQ(count(9, 10), 4);
  EXPECT_EQ(count(16, 10), 4);
  EXPECT_EQ(count(33, 1), 6);
  // Few processes, and large parts, have all messages at a time.
  EXPECT_EQ(count(5, 10), 4);
  EXPECT_GE(count(16, 2000), 15);
}

/// All places of all processes agree.
TEST(ProcessGridTest, EveryMemberHasAPlace) {
  for (const Deals &deals : std::vector<Deals>{
           {{24}, 8, {}}, {{4, 4}, 8, {1, 0}}, {{3, 4, 2}, 12, {}}}) {
    Topology topology(deals.sizes);
    for (DimMask dims = 1; dims < maskOf(deals.sizes.size()); ++dims)
      for (int64_t device = 0; device < topology.getNumDevices(); ++device) {
        int64_t process = Deal(topology, deals.numProcesses, 0, deals.order)
                              .getProcess(device);
        Deal deal(topology, deals.numProcesses, process, deals.order);
        ProcessGrid grid(topology, deal, dims, device);
        ASSERT_TRUE(grid.hasBoxes());
        EXPECT_EQ(grid.getProcess(grid.getOwnPlace()), process);
        std::set<int64_t> members;
        for (int64_t place = 0; place < grid.getNumProcesses(); ++place)
          for (int64_t i = 0; i < grid.getNumMembers(); ++i) {
            int64_t member = grid.getMember(place, i);
            EXPECT_EQ(deal.getProcess(member), grid.getProcess(place));
            members.insert(topology.getRank(member, dims));
            EXPECT_EQ(topology.getRank(member, ~dims),
                      topology.getRank(device, ~dims));
          }
        EXPECT_EQ(int64_t(members.size()), topology.getGroupSize(dims));
      }
  }
}
