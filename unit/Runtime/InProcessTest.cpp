//===- InProcessTest.cpp - Rounds of devices in one address space ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/InProcess.h"
#include "Context.h"
#include "gtest/gtest.h"

#include <functional>

using namespace dtensor::runtime;

namespace {
using Body =
    std::function<void(DtDevice &device, InProcessTransport &transport)>;

int run(DtContext &context, const Body &body) {
  void *slot = const_cast<Body *>(&body);
  std::vector<void **> arguments(context.topology.getNumDevices(), &slot);
  return context.run(
      [](DtDevice *device, void **arguments) {
        (*static_cast<const Body *>(arguments[0]))(
            *device,
            static_cast<InProcessTransport &>(*device->context->transport));
      },
      arguments.data());
}

std::unique_ptr<DtContext> make(std::vector<int64_t> sizes) {
  return std::make_unique<DtContext>(std::move(sizes), 2,
                                     std::make_unique<InProcessTransport>());
}

/// A descriptor of one float.
struct Value {
  explicit Value(float value) : value(value) {
    memref = {&this->value, &this->value, 0};
  }
  float value;
  DtMemRef memref;
};

float &at(const DtMemRef *memref) {
  return *static_cast<float *>(memref->aligned);
}
} // namespace

TEST(InProcessTest, RoundShowsSourcesAndTakesResults) {
  auto context = make({2, 3});
  EXPECT_EQ(run(*context,
                [](DtDevice &device, InProcessTransport &transport) {
                  int64_t site[] = {DT_COLLECTIVE_SITE};
                  Plan plan(device.context->topology, site);
                  plan.size = 1;
                  // Each member adds to the next one's destination.
                  for (int64_t round = 0; round < 20; ++round) {
                    Value source(10.0f * device.index + round);
                    Value destination(-1);
                    Posting posting{site, &source.memref, &destination.memref};
                    EXPECT_TRUE(transport.enter(device, 2, posting, true, ""));
                    int64_t row = device.index / 3;
                    int64_t next = row * 3 + (device.index + 1) % 3;
                    int64_t previous = row * 3 + (device.index + 2) % 3;
                    float read =
                        at(transport.reach(device, plan, previous, "").source);
                    EXPECT_EQ(read, 10.0f * previous + round);
                    at(transport.reach(device, plan, next, "").destination) =
                        source.value;
                    transport.exit(device, 2, "");
                    EXPECT_EQ(destination.value, read);
                  }
                }),
            0);
}

TEST(InProcessTest, RoundWithoutActiveMembersHasNoExit) {
  auto context = make({5});
  EXPECT_EQ(
      run(*context,
          [](DtDevice &device, InProcessTransport &transport) {
            for (int64_t round = 0; round < 20; ++round) {
              EXPECT_FALSE(transport.enter(device, 1, Posting(), false, ""));
              // One active member is enough for all.
              bool active = device.index == round % 5;
              EXPECT_TRUE(transport.enter(device, 1, Posting(), active, ""));
              transport.exit(device, 1, "");
            }
          }),
      0);
}

TEST(InProcessTest, GroupsOfOneDeviceDoNotWait) {
  auto context = make({3, 1});
  EXPECT_EQ(run(*context,
                [](DtDevice &device, InProcessTransport &transport) {
                  for (int64_t i = 0; i <= device.index; ++i) {
                    transport.barrier(device, 0, "");
                    transport.barrier(device, 2, "");
                    EXPECT_FALSE(
                        transport.enter(device, 2, Posting(), false, ""));
                  }
                }),
            0);
}

TEST(InProcessTest, BarrierMakesWritesVisible) {
  auto context = make({2, 2});
  std::vector<int64_t> written(4);
  EXPECT_EQ(run(*context,
                [&](DtDevice &device, InProcessTransport &transport) {
                  for (int64_t round = 1; round < 50; ++round) {
                    written[device.index] = round;
                    transport.barrier(device, 3, "");
                    for (int64_t value : written)
                      EXPECT_EQ(value, round);
                    transport.barrier(device, 3, "");
                  }
                }),
            0);
}

TEST(InProcessTest, FailureEndsWaitingMembers) {
  auto context = make({4});
  for (int place = 0; place < 3; ++place) {
    EXPECT_EQ(run(*context,
                  [&](DtDevice &device, InProcessTransport &transport) {
                    auto failAt = [&](int here) {
                      if (device.index == 2 && here == place)
                        device.context->fail(device, "planned", "");
                    };
                    failAt(0);
                    transport.enter(device, 1, Posting(), true, "");
                    failAt(1);
                    transport.exit(device, 1, "");
                    failAt(2);
                    transport.barrier(device, 1, "");
                    ADD_FAILURE() << "passed a failed barrier";
                  }),
              1);
    EXPECT_EQ(context->error, "device 2: planned");
  }
}
