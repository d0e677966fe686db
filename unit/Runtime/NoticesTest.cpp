//===- NoticesTest.cpp - Short messages about waits -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/Notices.h"
#include "MemoryWire.h"
#include "gtest/gtest.h"

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

/// A process that never waited long has not looked for the questions of others.
TEST(NoticesTest, NothingIsLeftAtTheEnd) {
  auto hub = std::make_shared<MemoryHub>(/*numProcesses=*/2,
                                         /*maxBytes=*/1 << 20, /*seed=*/1);
  MemoryWire first(hub, 0), second(hub, 1);
  Notices sender(first, /*tag=*/5), receiver(second, /*tag=*/5);
  for (int i = 0; i < 3; ++i)
    sender.send(1, Notice());
  receiver.end();
  sender.end();
  for (const auto &[channel, messages] : hub->sent)
    EXPECT_TRUE(messages.empty());
}
