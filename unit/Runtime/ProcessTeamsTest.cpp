//===- ProcessTeamsTest.cpp - Tests of teams of processes -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/ProcessTeams.h"
#include "transport/SubtreeSums.h"

#include "gtest/gtest.h"

#include <set>

using namespace dtensor::runtime;
using Range = ProcessRow::Range;

namespace {

/// The deals of a mesh to all numbers of processes.
template <typename Function> void forEachRow(Function &&function) {
  std::vector<std::pair<std::vector<int64_t>, std::vector<int64_t>>> meshes = {
      {{12}, {}},       {{17}, {}},       {{40}, {}},
      {{5, 7}, {}},     {{7, 5}, {1, 0}}, {{4, 3, 5}, {}},
      {{8, 4}, {1, 0}}, {{3, 1, 11}, {}}, {{2, 6, 3}, {1, 2, 0}}};
  for (const auto &[sizes, order] : meshes) {
    Topology topology(sizes);
    for (int64_t count = 1; count <= topology.getNumDevices(); ++count)
      for (DimMask dims = 1; dims < DimMask(1) << sizes.size(); ++dims) {
        if ((dims & topology.getProperDims()) == 0)
          continue;
        SCOPED_TRACE(testing::Message()
                     << "mesh " << testing::PrintToString(sizes) << ", order "
                     << testing::PrintToString(order) << ", " << count
                     << " processes, dimensions " << dims);
        function(topology, order, count, dims);
        if (testing::Test::HasFailure())
          return;
      }
  }
}

} // namespace

/// Whether the processes of the addends, in their order, are each met once.
static bool areInRow(const Topology &topology, const Deal &deal, DimMask dims,
                     int64_t device) {
  std::set<int64_t> seen;
  int64_t last = -1;
  for (int64_t i = 0; i < topology.getGroupSize(dims); ++i) {
    int64_t process = deal.getProcess(topology.getMember(device, dims, i));
    if (process != last && !seen.insert(process).second)
      return false;
    last = process;
  }
  return true;
}

TEST(ProcessRowTest, HasTheAddendsOfEachProcess) {
  int64_t numRows = 0, numMissed = 0;
  forEachRow([&](const Topology &topology, const std::vector<int64_t> &order,
                 int64_t count, DimMask dims) {
    for (int64_t own = 0; own < count; ++own) {
      Deal deal(topology, count, own, order);
      for (int64_t local = 0; local < deal.getNumLocal(); ++local) {
        int64_t device = deal.getDevice(local);
        ProcessRow row(topology, deal, dims, device);
        if (!row.isRow()) {
          numMissed += areInRow(topology, deal, dims, device);
          continue;
        }
        ++numRows;
        ASSERT_EQ(row.getProcess(row.getOwnPlace()), own);
        int64_t rank = 0;
        for (int64_t place = 0; place < row.getNumProcesses(); ++place) {
          Range ranks = row.getRanks({place, place + 1});
          ASSERT_EQ(ranks.begin, rank);
          ASSERT_GT(ranks.size(), 0);
          for (; rank < ranks.end; ++rank) {
            ASSERT_EQ(row.getPlace(rank), place);
            ASSERT_EQ(deal.getProcess(topology.getMember(device, dims, rank)),
                      row.getProcess(place));
          }
        }
        ASSERT_EQ(rank, topology.getGroupSize(dims));
      }
    }
  });
  // Only groups along dimensions that are apart, in blocks that are no boxes.
  EXPECT_GT(numRows, 10 * numMissed);
}

/// Teams have one process or two. Two that are partners are so in both
/// directions, and ranges that join are all in the end.
TEST(ProcessTeamsTest, RangesJoin) {
  forEachRow([&](const Topology &topology, const std::vector<int64_t> &order,
                 int64_t count, DimMask dims) {
    struct Seen {
      Range own, other, partner;
    };
    CombineTree tree(topology, dims & topology.getProperDims());
    Deal deal(topology, count, 0, order);
    ProcessRow first(topology, deal, dims, deal.getDevice(0));
    if (!first.isRow())
      return;
    int64_t numProcesses = first.getNumProcesses(), numLevels = 0;
    std::vector<std::vector<Seen>> seen(numProcesses);
    for (int64_t place = 0; place < numProcesses; ++place) {
      ProcessRow row(topology, deal, dims,
                     first.getDevice(first.getFirstRank(place)));
      ProcessTeams teams(row, tree);
      numLevels = teams.getNumLevels();
      ASSERT_LE(int64_t(1) << numLevels, numProcesses);
      ASSERT_LT(numProcesses, int64_t(2) << numLevels);
      ASSERT_LE(teams.getOwn(0).size(), 2);
      for (int64_t level = 0; level < numLevels; ++level) {
        Range own = teams.getOwn(level), other = teams.getOther(level);
        Range joined = teams.getOwn(level + 1);
        ASSERT_LE(own.begin, place);
        ASSERT_LT(place, own.end);
        ASSERT_EQ(joined.begin, std::min(own.begin, other.begin));
        ASSERT_EQ(joined.end, std::max(own.end, other.end));
        ASSERT_EQ(joined.size(), own.size() + other.size());
        ASSERT_EQ(teams.isFirst(level), own.begin == joined.begin);
        seen[place].push_back({own, other, teams.getPartner(level)});
      }
      ASSERT_EQ(teams.getOwn(numLevels).size(), numProcesses);
    }
    for (int64_t place = 0; place < numProcesses; ++place)
      for (int64_t level = 0; level < numLevels; ++level) {
        const Seen &own = seen[place][level];
        ASSERT_GE(own.partner.begin, own.other.begin);
        ASSERT_LE(own.partner.end, own.other.end);
        for (int64_t i = own.partner.begin; i < own.partner.end; ++i) {
          ASSERT_EQ(seen[i][level].own.begin, own.other.begin);
          ASSERT_LE(seen[i][level].partner.begin, place);
          ASSERT_GT(seen[i][level].partner.end, place);
        }
      }
  });
}

/// Ranges are subtrees where that is possible: then each has one sum. Otherwise
/// the sums, each of as many elements as a step has, are less than twice as
/// many bytes as one of all elements.
TEST(ProcessTeamsTest, RangesHaveFewSubtrees) {
  for (int64_t count = 1; count <= 600; ++count) {
    Topology topology({count});
    CombineTree tree(topology, 1);
    bool isEasy = (count & (count - 1)) == 0 ||
                  (count % 3 == 0 && (count / 3 & (count / 3 - 1)) == 0);
    for (int64_t own = 0; own < count; own += count / 40 + 1) {
      Deal deal(topology, count, own, {});
      ProcessRow row(topology, deal, 1, own);
      ProcessTeams teams(row, tree);
      double bytes = teams.getOwn(0).size() == 2 ? 0.5 : 0;
      for (int64_t level = 0; level < teams.getNumLevels(); ++level) {
        int64_t number =
            SubtreeSums::count(tree, row.getRanks(teams.getOwn(level)));
        if (isEasy)
          ASSERT_EQ(number, 1) << own << " of " << count;
        bytes +=
            double(number) / (int64_t(2) << level) / teams.getOwn(0).size();
      }
      ASSERT_LT(bytes, 2) << own << " of " << count;
    }
  }
}
