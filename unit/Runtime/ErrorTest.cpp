//===- ErrorTest.cpp - Errors end programs --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"
#include "dtensor/Runtime/Interrupt.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <thread>

using namespace dtensor::runtime::test;

static testing::AssertionResult hasError(const Mesh &mesh,
                                         const std::string &text) {
  std::string error = dt_error(mesh.get());
  if (error.find(text) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "'" << error << "' has no '" << text << "'";
}

TEST(ErrorTest, OneDeviceEndsAll) {
  Mesh mesh({2, 3});
  for (int64_t culprit = 0; culprit < 6; ++culprit) {
    EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
      if (index == culprit)
        dt_fail(device, "division by zero", "line 3");
      dt_barrier(device, 3, "barrier");
      ADD_FAILURE() << "passed the barrier";
    }),
              1);
    EXPECT_STREQ(dt_error(mesh.get()), ("device " + std::to_string(culprit) +
                                        ": line 3: division by zero")
                                           .c_str());
    // The context can be used again.
    mesh.runOk([&](DtDevice *device, int64_t index) {
      dt_barrier(device, 3, "barrier");
      dt_barrier(device, 1, "barrier");
    });
  }
}

TEST(ErrorTest, DevicesThatPollLeave) {
  Mesh mesh({4});
  std::atomic<bool> hasEnded = false;
  // A run that has just begun may miss an interruption.
  std::thread other([&] {
    while (!hasEnded) {
      for (int64_t process = 0; process < mesh.getNumProcesses(); ++process)
        dt_interrupt(mesh.get(process));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  EXPECT_EQ(mesh.run([](DtDevice *device, int64_t) {
    while (true)
      dt_poll(device);
  }),
            1);
  hasEnded = true;
  other.join();
  EXPECT_TRUE(hasError(mesh, "interrupted"));
}

TEST(ErrorTest, DeviceThatFailsLateEndsWaitingPeers) {
  Mesh mesh({4});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    if (index == 3) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      dt_fail(device, "late", "");
    }
    dt_barrier(device, 1, "barrier");
  }),
            1);
  EXPECT_TRUE(hasError(mesh, "device 3: late"));
}

TEST(ErrorTest, FirstErrorWins) {
  Mesh mesh({8});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    dt_fail(device, "all fail", "");
  }),
            1);
  EXPECT_TRUE(hasError(mesh, ": all fail"));
}

TEST(ErrorTest, ThrowIsAnError) {
  Mesh mesh({3});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    if (index == 1)
      throw std::runtime_error("thrown");
    dt_barrier(device, 1, "barrier");
  }),
            1);
  EXPECT_TRUE(hasError(mesh, "device 1: thrown"));
}

TEST(ErrorTest, DeadlockIsAnError) {
  Mesh mesh({2, 2});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    if (index != 2)
      dt_barrier(device, 3, "the barrier");
  }),
            1);
  EXPECT_TRUE(hasError(mesh, "deadlock: device 0 waits at the barrier for "
                             "device 2 (has ended)"));
}

TEST(ErrorTest, DevicesThatWaitForEachOtherAreAnError) {
  Mesh mesh({2, 2});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    if (index == 0)
      dt_barrier(device, 1, "columns");
    else
      dt_barrier(device, 2, "rows");
  }),
            1);
  EXPECT_TRUE(hasError(mesh, "device 0 waits at columns for device 2 (has "
                             "ended)"));
  EXPECT_TRUE(hasError(mesh, "device 1 waits at rows for device 0 (waits at "
                             "columns)"));
}

TEST(ErrorTest, Watchdog) {
  Mesh mesh({2});
  dt_set_watchdog(mesh.get(), 0.05);
  std::atomic<bool> ended{false};
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    if (index == 1)
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
    dt_barrier(device, 1, "slow");
    ended = true;
  }),
            1);
  EXPECT_FALSE(ended.load());
  EXPECT_TRUE(hasError(mesh, "watchdog: no progress for"));
  EXPECT_TRUE(hasError(mesh, "device 0 waits at slow for device 1 (runs)"));
  dt_set_watchdog(mesh.get(), 0);
  mesh.runOk([&](DtDevice *device, int64_t index) {
    if (index == 1)
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    dt_barrier(device, 1, "slow");
  });
}

/// The error of one device may be under way while others leave.
TEST(ErrorTest, AllDevicesFailAtOnce) {
  // The address sanitizer never frees what it has for an abandoned stack.
#if __has_feature(address_sanitizer)
  constexpr int kNumCalls = 100;
#else
  constexpr int kNumCalls = 2000;
#endif
  Mesh mesh({4}, 4);
  for (int call = 0; call < kNumCalls; ++call) {
    EXPECT_EQ(mesh.run([](DtDevice *device, int64_t) {
      dt_fail(device, "stop", "here");
    }),
              1);
    EXPECT_TRUE(hasError(mesh, ": here: stop"));
  }
}

TEST(ErrorTest, NestedRunIsRefused) {
  Mesh mesh({2});
  mesh.runOk([&](DtDevice *device, int64_t index) {
    EXPECT_EQ(mesh.run([](DtDevice *, int64_t) {}), 2);
  });
}

TEST(ErrorTest, BadMeshesAreRefused) {
  int64_t zero[] = {2, 0};
  EXPECT_EQ(dt_context_create(2, zero, 0), nullptr);
  int64_t huge[] = {int64_t(1) << 40, int64_t(1) << 40};
  EXPECT_EQ(dt_context_create(2, huge, 0), nullptr);
}

// Sanitizers have handlers of their own.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
/// Uses `depth` kilobytes of stack and some more.
[[clang::optnone, gnu::noinline]] static int descend(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? frame[0] : descend(depth - 1) + frame[0];
}

TEST(ErrorTest, FullStackIsAnError) {
  for (int64_t workers : {1, 2}) {
    Mesh mesh({4}, workers);
    for (int64_t culprit : {0, 2, 3}) {
      EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
        if (index == culprit)
          descend(1 << 20);
        dt_barrier(device, 1, "barrier");
        ADD_FAILURE() << "passed the barrier";
      }),
                1);
      EXPECT_EQ(
          dt_error(mesh.get()),
          "device " + std::to_string(culprit) +
              ": stack overflow: required: at most 262144 bytes of stack");
      // The context can be used again.
      mesh.runOk([&](DtDevice *device, int64_t index) {
        descend(128);
        dt_barrier(device, 1, "barrier");
      });
    }
  }
}

TEST(ErrorTest, StackHasRoomForTheProgram) {
  Mesh mesh({4});
  auto body = [&](DtDevice *device, int64_t index) {
    descend(1000);
    dt_barrier(device, 1, "barrier");
  };
  EXPECT_EQ(mesh.run(body), 1);
  ASSERT_EQ(dt_set_stack(mesh.get(), 2 << 20), 0);
  mesh.runOk(body);
  EXPECT_EQ(dt_set_stack(mesh.get(), INT64_C(1) << 60), 1);
  // The memory still has its contents.
  mesh.runOk(body);
}

using ErrorDeathTest = testing::Test;

TEST(ErrorDeathTest, OtherFaultsAreLeftToOthers) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Mesh mesh({2});
        mesh.runOk([&](DtDevice *device, int64_t index) {
          *reinterpret_cast<volatile int *>(8) = 1;
        });
      },
      testing::KilledBySignal(SIGSEGV), "");
}
#endif
