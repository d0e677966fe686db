//===- DeadlockSearchTest.cpp - Processes that wait for each other --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/DeadlockSearch.h"
#include "Context.h"
#include "MemoryWire.h"
#include "MeshRun.h"
#include "Sums.h"
#include "transport/Messages.h"

#include <chrono>
#include <random>
#include <thread>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;
using Clock = std::chrono::steady_clock;

/// Long before the watchdog, which ends a test that fails.
static constexpr double kSoon = 6, kWatchdog = 20;

static const std::vector<int64_t> kAll = makeSum(DT_F32, 3),
                                  kFirst = makeSum(DT_F32, 1),
                                  kSecond = makeSum(DT_F32, 2);

static void setWatchdogs(const Mesh &mesh) {
  for (int64_t process = 0; process < mesh.getNumProcesses(); ++process)
    dt_set_watchdog(mesh.get(process), kWatchdog);
}

static void expectRing(const Mesh &mesh, const Mesh::Body &body,
                       const std::vector<std::string> &parts) {
  setWatchdogs(mesh);
  Clock::time_point start = Clock::now();
  mesh.expectError(body, parts);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), kSoon);
}

/// Each has messages of a few others only, so it may wait for processes that
/// wait for the odd one.
TEST(DeadlockSearchTest, OneIsElsewhereInATree) {
  for (int64_t odd : {0, 1, 6, 15})
    for (const std::vector<int64_t> &site : {kFirst, kSecond}) {
      Mesh mesh({4, 4}, 1, 16, {});
      std::string dims = site == kFirst ? "0" : "1";
      expectRing(mesh,
                 [&](DtDevice *device, int64_t index) {
                   sum(device, kAll, 10, "a");
                   bool isOdd = index == odd;
                   sum(device, isOdd ? site : kAll, 10, isOdd ? "b" : "c");
                   sum(device, kAll, 10, "d");
                 },
                 {"all_reduce of f32 with [10] over mesh dimensions 0,1 at c",
                  "all_reduce of f32 with [10] over mesh dimensions " + dims +
                      " at b on device"});
    }
}

/// No two processes wait for each other.
TEST(DeadlockSearchTest, FourWaitInARing) {
  Mesh mesh({2, 2}, 1, 4, {});
  expectRing(mesh,
             [&](DtDevice *device, int64_t index) {
               bool isFirst = index == 0 || index == 3;
               sum(device, isFirst ? kFirst : kSecond, 10, isFirst ? "a" : "b");
             },
             {"over mesh dimensions 0 at a", "over mesh dimensions 1 at b"});
}

/// Two processes of two devices, two of which wait within their process.
TEST(DeadlockSearchTest, RingsGoThroughBarriers) {
  for (int64_t workers : {1, 2}) {
    Mesh mesh({2, 2}, workers, 2, {});
    expectRing(mesh,
               [&](DtDevice *device, int64_t index) {
                 bool isFirst = index == 0 || index == 3;
                 sum(device, isFirst ? kFirst : kSecond, 10,
                     isFirst ? "a" : "b");
               },
               {"over mesh dimensions 0 at a",
                "to wait for devices of its process at b"});
  }
}

/// The first two processes await the last two, and the other way round, in
/// moves of which no process sends anything.
TEST(DeadlockSearchTest, MessagesThatNobodySends) {
  constexpr int64_t kShard = 4, kSize = 4 * kShard, kShift = 2 * kShard;
  std::vector<int64_t> site = {
      DT_FETCH_SITE, DT_F32, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0};
  Mesh mesh({4}, 1, 4, {});
  expectRing(mesh,
             [&](DtDevice *device, int64_t index) {
               bool isBack = index >= 2;
               int64_t numbers[] = {kSize, kSize, isBack ? 0 : kShift, kShift,
                                    isBack ? kShift : 0};
               Vector source(kShard), destination(kShard);
               const DtMemRef *held = source.get();
               dt_fetch(device, site.data(), "a", &held, destination.get(),
                        numbers);
             },
             {"fetch of f32 with [16, 16, 8, 8, 0]",
              "fetch of f32 with [16, 16, 0, 8, 8]"});
}

/// A process that is at a meeting answers: one that has ended its program, and
/// one that has not begun it and has no mesh any more.
TEST(DeadlockSearchTest, ProcessesAtMeetingsAreNamed) {
  struct Process {
    std::shared_ptr<Processes> processes;
    std::unique_ptr<DtContext> context;
    int64_t numSums;
    int result;
  };
  auto work = [](DtDevice *device, void **arguments) {
    for (int64_t i = *static_cast<int64_t *>(*arguments); i-- > 0;)
      sum(device, kFirst, 10, "a");
  };
  auto run = [&](Process &process, int64_t numSums) {
    process.numSums = numSums;
    void *slot = &process.numSums;
    void **arguments = &slot;
    process.result = process.context->run(work, &arguments);
  };
  for (bool hasBegun : {true, false}) {
    auto hub = std::make_shared<MemoryHub>(/*numProcesses=*/2,
                                           /*maxBytes=*/1 << 20, /*seed=*/1);
    Process all[2];
    for (int64_t i = 0; i < 2; ++i) {
      all[i].processes =
          std::make_shared<Processes>(std::make_unique<MemoryWire>(hub, i));
      all[i].context = std::make_unique<DtContext>(
          std::vector<int64_t>{2}, 2, i, std::vector<int64_t>{},
          /*numWorkers=*/1,
          std::make_unique<MessageTransport>(all[i].processes));
      all[i].context->setWatchdog(kWatchdog);
    }
    Clock::time_point start = Clock::now();
    std::string found;
    std::thread other([&] {
      EXPECT_EQ(all[1].processes->meet({}, ""), "");
      run(all[1], 2);
      // It comes late to its next run, which is no error.
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      run(all[1], 2);
      if (hasBegun)
        run(all[1], 2);
      else
        all[1].context.reset();
      found = all[1].processes->meet({}, "", /*heedsFailures=*/true);
    });
    EXPECT_EQ(all[0].processes->meet({}, ""), "");
    for (int i = 0; i < 2; ++i) {
      run(all[0], 2);
      EXPECT_EQ(all[0].result, 0) << all[0].context->error;
    }
    run(all[0], 3);
    other.join();
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(),
              kSoon);
    EXPECT_EQ(all[1].result, 0);
    EXPECT_EQ(all[0].result, 1);
    std::string expected = "device 0: a: process 1 ";
    expected += hasBegun ? "has ended its program"
                         : "waits at a meeting of all processes";
    expected += ": required all_reduce of f32 with [10] over mesh dimensions 0 "
                "at a on device 0";
    EXPECT_EQ(all[0].context->error, expected);
    EXPECT_EQ(found, expected);
  }
}

/// One that still runs may have a device that has ended. A message that it has
/// sent before is none that it does not send.
TEST(DeadlockSearchTest, DevicesThatHaveEndedAreNamed) {
  Mesh mesh({2, 2}, 1, 2, {});
  expectRing(mesh,
             [&](DtDevice *device, int64_t index) {
               sum(device, kFirst, 10, "a");
               if (index == 2)
                 return;
               if (index == 0)
                 sum(device, kFirst, 10, "b");
               if (index < 2)
                 sum(device, kSecond, 10, "c");
               sum(device, kFirst, 10, "d");
             },
             {"device 0: b: process 1 has ended its program: required "
              "all_reduce of f32 with [10] over mesh dimensions 0 at b"});
}

/// Long waits are no rings, whatever their order.
TEST(DeadlockSearchTest, SlowDevicesAreNoError) {
  for (int64_t numProcesses : {3, 12}) {
    Mesh mesh({3, 4}, 1, numProcesses, {});
    setWatchdogs(mesh);
    mesh.runOk([&](DtDevice *device, int64_t index) {
      std::mt19937 random(index + numProcesses);
      for (int i = 0; i < 3; ++i) {
        if (random() % 4 == 0)
          std::this_thread::sleep_for(
              std::chrono::milliseconds(100 + random() % 400));
        sum(device, kFirst, 10, "a");
        sum(device, kSecond, 10, "b");
        sum(device, kAll, 10, "c");
      }
    });
  }
}
