//===- CollectiveTimeTest.cpp - Tests of the time of collectives ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Machine/CollectiveTime.h"
#include "gtest/gtest.h"

using namespace dtensor;

/// Combining takes no time.
static constexpr double kAtOnce = 1e300;

/// Hosts of 4 devices with one link to other hosts.
static Machine makeMachine(double latency = 1, double gap = 0.5) {
  MachineDevice device;
  device.operations = {{"other", 1}};
  return Machine(
      "small", device,
      {{"host", 4, {{0, latency, gap, 1000, kAtOnce}}, 1},
       {"cluster", 1 << 20, {{0, 10 * latency, 10 * gap, 400, kAtOnce}}, 1}});
}

static Mesh makeMesh(llvm::StringRef text) {
  return llvm::cantFail(Mesh::parse(text));
}

TEST(GroupPlacementTest, DimensionsLieOnLevels) {
  Machine machine = makeMachine();
  Mesh mesh = makeMesh("x=8,y=4");
  // The last dimension varies fastest: y is a host.
  EXPECT_EQ(GroupPlacement(machine, mesh, {1}).within,
            llvm::SmallVector<int64_t>({1, 4, 4}));
  EXPECT_EQ(GroupPlacement(machine, mesh, {0}).within,
            llvm::SmallVector<int64_t>({1, 1, 8}));
  EXPECT_EQ(GroupPlacement(machine, mesh, {0, 1}).within,
            llvm::SmallVector<int64_t>({1, 4, 32}));
}

TEST(GroupPlacementTest, HalfOfAHost) {
  Machine machine = makeMachine();
  Mesh mesh = makeMesh("x=8,y=2");
  GroupPlacement placement(machine, mesh, {0});
  EXPECT_EQ(placement.within, llvm::SmallVector<int64_t>({1, 2, 8}));
  EXPECT_EQ(placement.getParts(0), 2);
  EXPECT_EQ(placement.getParts(1), 4);
}

TEST(GroupPlacementTest, UnevenExtentsCountTheFewest) {
  Machine machine = makeMachine();
  // Groups of 3 in hosts of 4: a host has at least one member of some group.
  GroupPlacement placement(machine, makeMesh("x=2,y=3"), {0});
  EXPECT_EQ(placement.within, llvm::SmallVector<int64_t>({1, 1, 2}));
}

TEST(CollectiveTimeTest, AllGatherWithinAHost) {
  // Two rounds and 300 of 400 bytes.
  CollectiveCost cost =
      predictCollective(makeMachine(), makeMesh("x=4"), "all_gather", {0}, 300);
  EXPECT_DOUBLE_EQ(cost.seconds, 2 * 1 + 300 / 1000.0);
  EXPECT_EQ(cost.bytes, llvm::SmallVector<double>({300, 0}));
}

TEST(CollectiveTimeTest, AllGatherOverHosts) {
  // 8 devices on 2 hosts gather 800 bytes. A device receives 100 bytes from the
  // other host, where four share a link of 400 bytes a second, and has 200
  // then; 600 come from within the host.
  CollectiveCost cost =
      predictCollective(makeMachine(), makeMesh("x=8"), "all_gather", {0}, 700);
  EXPECT_DOUBLE_EQ(cost.seconds, 10 + 100 / 100.0 + 2 * 1 + 600 / 1000.0);
  EXPECT_EQ(cost.bytes, llvm::SmallVector<double>({600, 100}));
}

TEST(CollectiveTimeTest, SmallAllReduceDoubles) {
  // A vector of 4 bytes on 4 devices: two rounds with the whole vector are
  // better than four rounds with parts.
  CollectiveCost cost =
      predictCollective(makeMachine(), makeMesh("x=4"), "all_reduce", {0}, 6);
  EXPECT_DOUBLE_EQ(cost.seconds, 2 * 1 + 2 * 4 / 1000.0);
}

TEST(CollectiveTimeTest, LargeAllReduceScatters) {
  // A vector of 4e6 bytes: 3e6 bytes twice.
  CollectiveCost cost =
      predictCollective(makeMachine(), makeMesh("x=4"), "all_reduce", {0}, 6e6);
  EXPECT_DOUBLE_EQ(cost.seconds, 4 * 1 + 6e6 / 1000);
}

TEST(CollectiveTimeTest, LargeAllReduceIsHierarchical) {
  // A vector of 8e6 bytes on 2 hosts of 4. Within the host each device receives
  // 6e6 bytes to sum up its quarter, and 6e6 in the end. Between the hosts it
  // exchanges the quarter, in one round, or in two of half.
  CollectiveCost cost = predictCollective(makeMachine(), makeMesh("x=8"),
                                          "all_reduce", {0}, 14e6);
  EXPECT_DOUBLE_EQ(cost.seconds, 4 * 1 + 12e6 / 1000 + 10 + 2e6 / 100);
  EXPECT_EQ(cost.bytes, llvm::SmallVector<double>({12e6, 2e6}));
}

TEST(CollectiveTimeTest, CombiningTakesTime) {
  MachineDevice device;
  device.operations = {{"other", 1}};
  Machine machine("slow", device, {{"host", 2, {{0, 0, 0, 1e9, 10}}, 1}});
  CollectiveCost cost =
      predictCollective(machine, makeMesh("x=2"), "reduce_scatter", {0}, 100);
  EXPECT_DOUBLE_EQ(cost.seconds, 100 / 1e9 + 10);
}

TEST(CollectiveTimeTest, OwnPartIsCopied) {
  MachineDevice device;
  device.operations = {{"other", 1}};
  Machine machine(
      "copying", device,
      {{"host", 4, {{0, 0, 0, 1000, 1, 10}, {50, 0, 0, 1000, 1, 5}}, 1}});
  auto predict = [&](llvm::StringRef kind, double received) {
    return predictCollective(machine, makeMesh("x=4"), kind, {0}, received)
        .seconds;
  };
  // Of 100 bytes, 75 come and 25 are copied; of 400, 100 are, more slowly.
  EXPECT_DOUBLE_EQ(predict("all_gather", 75), 75 / 1000.0 + 25 / 10.0);
  EXPECT_DOUBLE_EQ(predict("all_gather", 300), 300 / 1000.0 + 100 / 5.0);
  EXPECT_DOUBLE_EQ(predict("all_to_all", 75), 75 / 1000.0 + 25 / 10.0);
  EXPECT_DOUBLE_EQ(predict("reduce_scatter", 75), 75 / 1000.0 + 75);
  EXPECT_DOUBLE_EQ(predict("permute", 75), 75 / 1000.0);
}

TEST(CollectiveTimeTest, LargeMessagesHaveTheirOwnParameters) {
  MachineDevice device;
  device.operations = {{"other", 1}};
  Machine machine("stepped", device,
                  {{"host", 4, {{0, 1, 1, 10, 1}, {100, 5, 5, 1000, 1}}, 1}});
  // Two rounds of 75 bytes on average are small messages, of 150 large ones.
  EXPECT_DOUBLE_EQ(
      predictCollective(machine, makeMesh("x=4"), "all_gather", {0}, 150)
          .seconds,
      2 * 1 + 150 / 10.0);
  EXPECT_DOUBLE_EQ(
      predictCollective(machine, makeMesh("x=4"), "all_gather", {0}, 300)
          .seconds,
      2 * 5 + 300 / 1000.0);
}

TEST(CollectiveTimeTest, LargeAllToAllIsDirect) {
  // 3e6 bytes in three messages, whose starts are half a second apart.
  CollectiveCost cost =
      predictCollective(makeMachine(), makeMesh("x=4"), "all_to_all", {0}, 3e6);
  EXPECT_DOUBLE_EQ(cost.seconds, 1 + 2 * 0.5 + 3e6 / 1000);
}

TEST(CollectiveTimeTest, SmallAllToAllOfManyTakesRounds) {
  // 2^20 devices: directly, each would send a million messages.
  Machine machine = makeMachine();
  CollectiveCost cost =
      predictCollective(machine, makeMesh("x=1048576"), "all_to_all", {0}, 1);
  // Three messages in a host, and 18 rounds between hosts.
  EXPECT_LT(cost.seconds, 2 + 18 * 10 + 1);
}

TEST(CollectiveTimeTest, MovesTakeTheHighestLevel) {
  Machine machine = makeMachine();
  EXPECT_DOUBLE_EQ(
      predictCollective(machine, makeMesh("x=8"), "permute", {0}, 50).seconds,
      10 + 50 / 100.0);
  EXPECT_DOUBLE_EQ(
      predictCollective(machine, makeMesh("x=2,y=4"), "permute", {1}, 50)
          .seconds,
      1 + 50 / 1000.0);
  // A halo comes from two sides.
  EXPECT_DOUBLE_EQ(
      predictCollective(machine, makeMesh("x=8"), "fetch", {0}, 50).seconds,
      10 + 5 + 50 / 100.0);
}

TEST(CollectiveTimeTest, OneDeviceTakesNoTime) {
  EXPECT_EQ(predictCollective(makeMachine(), makeMesh("x=1,y=4"), "all_reduce",
                              {0}, 0)
                .seconds,
            0);
}

TEST(CollectiveTimeTest, MoreDevicesNeverTakeLess) {
  Machine machine = makeMachine();
  for (llvm::StringRef kind :
       {"all_reduce", "all_gather", "reduce_scatter", "all_to_all"}) {
    double before = 0;
    for (int64_t size = 2; size <= 1 << 16; size *= 2) {
      Mesh mesh = llvm::cantFail(Mesh::create({{"x", size}}));
      // The same vector of 1e6 bytes.
      double received = 1e6 * (size - 1) / size;
      double seconds =
          predictCollective(machine, mesh, kind, {0}, received).seconds;
      EXPECT_GE(seconds, before) << kind.str() << " of " << size;
      before = seconds;
    }
  }
}
