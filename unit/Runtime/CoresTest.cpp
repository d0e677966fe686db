//===- CoresTest.cpp - Tests of the cores that a process may use ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Runtime/ABI.h"

#include <gtest/gtest.h>
#include <sched.h>

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
