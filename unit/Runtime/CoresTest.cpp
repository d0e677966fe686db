//===- CoresTest.cpp - Threads that stay on a core ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"
#include "dtensor/Runtime/ABI.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <sched.h>

using namespace dtensor::runtime::test;

namespace {

/// The number of cores that this thread may use.
int64_t countOwnCores() {
  cpu_set_t cores;
  sched_getaffinity(0, sizeof(cores), &cores);
  return CPU_COUNT(&cores);
}

/// A launcher binds its processes to cores by the same call.
TEST(CoresTest, OnlyThoseOfTheBinding) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(dt_count_cores(), CPU_COUNT(&before));
  CPU_ZERO(&one);
  for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core)
    if (CPU_ISSET(core, &before))
      CPU_SET(core, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(dt_count_cores(), 1);
  sched_setaffinity(0, sizeof(before), &before);
}

/// Two threads on one core would offer it to each other for ever.
TEST(CoresTest, ThreadsOfOneCoreSeparate) {
  if (countOwnCores() < 2)
    GTEST_SKIP() << "required: two cores or more";
  Mesh mesh({2}, /*workers=*/2, /*numProcesses=*/1, {});
  int core = sched_getcpu(), cores[2] = {};
  mesh.runOk([&](DtDevice *device, int64_t index) {
    cpu_set_t before, one;
    sched_getaffinity(0, sizeof(before), &before);
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof(one), &one);
    dt_barrier(device, 1, "together");
    sched_setaffinity(0, sizeof(before), &before);
    for (int i = 0; i < 100; ++i)
      dt_barrier(device, 1, "apart");
    cores[index] = sched_getcpu();
  });
  EXPECT_NE(cores[0], cores[1]);
}

void expectBound(const Mesh &mesh) {
  int64_t before = countOwnCores();
  int64_t numCores[2] = {};
  mesh.runOk(
      [&](DtDevice *, int64_t index) { numCores[index] = countOwnCores(); });
  // The first device is on the caller's thread.
  EXPECT_EQ(numCores[0], before);
  EXPECT_EQ(numCores[1], 1);
  EXPECT_EQ(countOwnCores(), before);
}

TEST(CoresTest, ThreadsAreBoundToCores) {
  if (countOwnCores() < 2)
    GTEST_SKIP() << "required: two cores or more";
  {
    Mesh mesh({2}, /*workers=*/2, /*numProcesses=*/1, {});
    mesh.runOk([](DtDevice *, int64_t index) {
      if (index == 1)
        EXPECT_GT(countOwnCores(), 1);
    });
    ASSERT_EQ(dt_pin_threads(mesh.get()), 0);
    expectBound(mesh);
  }
  setenv("DTENSOR_PIN_THREADS", "1", 1);
  Mesh mesh({2}, /*workers=*/2, /*numProcesses=*/1, {});
  unsetenv("DTENSOR_PIN_THREADS");
  expectBound(mesh);
  // OpenMP gives the threads of the first context to the next one.
  Mesh other({2}, /*workers=*/2, /*numProcesses=*/1, {});
  other.runOk([](DtDevice *, int64_t index) {
    if (index == 1)
      EXPECT_GT(countOwnCores(), 1);
  });
}

TEST(CoresTest, MoreThreadsThanCoresAreNotBound) {
  Mesh mesh({countOwnCores() + 1}, /*workers=*/countOwnCores() + 1,
            /*numProcesses=*/1, {});
  EXPECT_EQ(dt_pin_threads(mesh.get()), 1);
}

} // namespace
