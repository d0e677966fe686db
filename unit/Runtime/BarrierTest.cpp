//===- BarrierTest.cpp - Devices meet -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <atomic>

using namespace dtensor::runtime::test;

/// Checks that no device leaves the k-th barrier before all have arrived at it.
static void checkBarrier(const std::vector<int64_t> &sizes, int64_t workers,
                         int64_t repetitions) {
  Mesh mesh(sizes, workers);
  std::atomic<int64_t> numArrived{0};
  std::atomic<int64_t> numEarly{0};
  mesh.runOk([&](DtDevice *device, int64_t index) {
    for (int64_t i = 1; i <= repetitions; ++i) {
      numArrived.fetch_add(1);
      dt_barrier(device, -1, "barrier");
      if (numArrived.load() < i * mesh.getNumDevices())
        numEarly.fetch_add(1);
      dt_barrier(device, -1, "barrier");
    }
  });
  EXPECT_EQ(numArrived.load(), repetitions * mesh.getNumDevices());
  EXPECT_EQ(numEarly.load(), 0);
}

TEST(BarrierTest, OneDevice) { checkBarrier({1}, 1, 10); }
TEST(BarrierTest, EmptyMesh) { checkBarrier({}, 1, 10); }
TEST(BarrierTest, TwoDevices) { checkBarrier({2}, 2, 1000); }
TEST(BarrierTest, MoreDevicesThanWorkers) { checkBarrier({4, 4}, 2, 300); }
TEST(BarrierTest, MoreWorkersThanCores) { checkBarrier({7}, 7, 50); }
TEST(BarrierTest, OneWorker) { checkBarrier({5}, 1, 100); }
TEST(BarrierTest, ManyDevices) { checkBarrier({256}, 2, 5); }
#if !__has_feature(thread_sanitizer)
// The sanitizer does not support so many fibers.
TEST(BarrierTest, ThousandsOfDevices) { checkBarrier({64, 64}, 2, 3); }
#endif

TEST(BarrierTest, GroupsAreIndependent) {
  // Rows meet more often than other groups; no row waits for another.
  Mesh mesh({3, 2});
  std::atomic<int64_t> counts[3] = {};
  mesh.runOk([&](DtDevice *device, int64_t index) {
    int64_t row = dt_coordinate(device, 0);
    for (int64_t i = 1; i <= 10 * (row + 1); ++i) {
      counts[row].fetch_add(1);
      dt_barrier(device, 2, "row");
      EXPECT_GE(counts[row].load(), 2 * i);
      dt_barrier(device, 2, "row");
    }
    dt_barrier(device, 3, "all");
    for (int64_t other = 0; other < 3; ++other)
      EXPECT_EQ(counts[other].load(), 20 * (other + 1));
  });
}

TEST(BarrierTest, CoordinatesAreRowMajor) {
  Mesh mesh({2, 3});
  mesh.runOk([&](DtDevice *device, int64_t index) {
    EXPECT_EQ(dt_coordinate(device, 0), index / 3);
    EXPECT_EQ(dt_coordinate(device, 1), index % 3);
  });
}

TEST(BarrierTest, CallsAreRepeatable) {
  Mesh mesh({4});
  std::atomic<int64_t> numRuns{0};
  for (int i = 0; i < 500; ++i)
    mesh.runOk([&](DtDevice *device, int64_t index) {
      dt_barrier(device, 1, "barrier");
      numRuns.fetch_add(1);
    });
  EXPECT_EQ(numRuns.load(), 2000);
}
