//===- IdleTest.cpp - The way in which threads wait -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Idle.h"
#include "Context.h"
#include "MeshRun.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;
using std::chrono::microseconds;
using std::chrono::milliseconds;

namespace {

/// The number of polls before a sleep, and the seconds that they took.
std::pair<int, double> pollUntilAsleep(Idle::Spin spin) {
  Parking parking;
  Idle idle(parking, spin);
  int count = 0;
  for (; !idle.isAsleep(); ++count)
    idle.pause();
  return {count, idle.getSeconds()};
}

TEST(IdleTest, PollsAsLongAsItIsTold) {
  // The clock is read once in 256 polls.
  EXPECT_EQ(pollUntilAsleep(Idle::Spin(0)).first, 512);
  auto [count, seconds] = pollUntilAsleep(milliseconds(20));
  EXPECT_GT(count, 512);
  EXPECT_GE(seconds, 0.02);
}

TEST(IdleTest, TheDefaultIsAVariable) {
  EXPECT_EQ(Idle::getSpin(-1), milliseconds(2));
  EXPECT_EQ(Idle::getSpin(0.5), milliseconds(500));
  EXPECT_EQ(Idle::getSpin(0), milliseconds(0));
  EXPECT_GT(Idle::getSpin(1e30), std::chrono::hours(24));
  setenv("DTENSOR_SPIN_MICROSECONDS", "300", 1);
  EXPECT_EQ(Idle::getSpin(-1), microseconds(300));
  EXPECT_EQ(Idle::getSpin(1), milliseconds(1000));
  Mesh mesh({2}, /*workers=*/2, /*numProcesses=*/1, {});
  EXPECT_EQ(mesh.get()->getSpin(), microseconds(300));
  for (const char *wrong : {"", "5ms", "-1", "nan"}) {
    setenv("DTENSOR_SPIN_MICROSECONDS", wrong, 1);
    EXPECT_EQ(Idle::getSpin(-1), milliseconds(2));
  }
  unsetenv("DTENSOR_SPIN_MICROSECONDS");
  dt_set_spin(mesh.get(), -1);
  EXPECT_EQ(mesh.get()->getSpin(), milliseconds(2));
  dt_set_spin(mesh.get(), 0.25);
  EXPECT_EQ(mesh.get()->getSpin(), milliseconds(250));
  mesh.runOk([](DtDevice *device, int64_t) { dt_barrier(device, 1, "here"); });
}

} // namespace
