//===- MovesTest.cpp - The copies of an exchange, kept --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/Moves.h"
#include "Component.h"

#include <gtest/gtest.h>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

/// Calls of one site, all with buffers of their own. Strides of some devices
/// change from call to call, and so do the extents.
TEST(MovesTest, FollowTheMemoryOfEachCall) {
  // Rows are gathered.
  const std::vector<int64_t> site = {
      DT_COLLECTIVE_SITE, DT_I32, DT_ADD, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0};
  struct Step {
    int64_t rows;
    /// The devices with strided sources and destinations.
    std::vector<int64_t> from, to;
  };
  const std::vector<Step> steps = {
      {8, {}, {}},    {8, {}, {}},     {8, {1}, {}}, {8, {1}, {}},
      {8, {}, {}},    {8, {}, {0, 3}}, {12, {}, {}}, {12, {}, {}},
      {8, {2}, {2}},  {8, {}, {}},     {8, {}, {}},  {8000, {}, {}},
      {8000, {}, {}},
  };
  auto has = [](const std::vector<int64_t> &devices, int64_t device) {
    return std::find(devices.begin(), devices.end(), device) != devices.end();
  };
  for (int64_t workers : {1, 2}) {
    Mesh mesh({4}, workers, /*numProcesses=*/2, {});
    mesh.runOk([&](DtDevice *device, int64_t index) {
      for (size_t number = 0; number < steps.size(); ++number) {
        const Step &step = steps[number];
        Extents extents = {step.rows, 6};
        Component from(mesh, extents, {{0}, {}}, index, has(step.from, index));
        Component to(mesh, extents, {{}, {}}, index, has(step.to, index));
        auto getValue = [&](int64_t position) {
          return static_cast<int32_t>(1000000 * number + position);
        };
        from.forEach([&](int32_t &element, int64_t position) {
          element = getValue(position);
        });
        dt_collective(device, site.data(), "here", from.get(), to.get(),
                      extents.data());
        std::fill(from.buffer.begin(), from.buffer.end(), -2);
        int64_t numWrong = 0;
        to.forEach([&](int32_t &element, int64_t position) {
          numWrong += element != getValue(position);
        });
        EXPECT_EQ(numWrong, 0) << "call " << number << " on device " << index;
      }
    });
  }
}

TEST(MovesTest, AreOfACallAndItsStrides) {
  Topology topology({2});
  const std::vector<int64_t> site = {1, 2, 3}, copy = site, other = {1, 2, 4};
  auto makePlan = [&](const std::vector<int64_t> &data) {
    Plan plan(topology, data.data());
    plan.size = data.size();
    return plan;
  };
  Plan plan = makePlan(site), same = makePlan(copy), another = makePlan(other);
  int64_t ten = 10, eleven = 11;
  // Of rank 1: allocated, aligned, offset, extent, stride.
  int64_t dense[] = {0, 0, 0, 5, 1}, strided[] = {0, 0, 0, 5, 2};
  auto post = [&](const int64_t *source, const int64_t *destination) {
    Posting posting;
    posting.source = reinterpret_cast<const DtMemRef *>(source);
    posting.destination = reinterpret_cast<const DtMemRef *>(destination);
    return posting;
  };
  Moves moves;
  PlanCall call = {plan, &ten, 1, 0, "a"};
  EXPECT_FALSE(moves.areOf(call, post(dense, dense), 1));
  moves.start(call, post(dense, strided), 1);
  EXPECT_TRUE(moves.areOf(call, post(dense, strided), 1));
  EXPECT_TRUE(moves.areOf({same, &ten, 1, 0, "b"}, post(dense, strided), 1));
  EXPECT_FALSE(moves.areOf(call, post(dense, dense), 1));
  EXPECT_FALSE(moves.areOf(call, post(strided, strided), 1));
  EXPECT_FALSE(
      moves.areOf({another, &ten, 1, 0, "a"}, post(dense, strided), 1));
  EXPECT_FALSE(
      moves.areOf({plan, &eleven, 1, 0, "a"}, post(dense, strided), 1));
  EXPECT_FALSE(moves.areOf({plan, &ten, 1, 1, "a"}, post(dense, strided), 1));
}

TEST(MovesTest, LongListsAreNotKept) {
  Topology topology({2});
  int64_t site = 1, memref[] = {0, 0, 0, 5, 1};
  Plan plan(topology, &site);
  plan.size = 1;
  Posting posting;
  posting.source = posting.destination =
      reinterpret_cast<const DtMemRef *>(memref);
  Moves moves;
  EXPECT_FALSE(moves.haveAll());
  moves.start({plan, nullptr, 0, 0, ""}, posting, 1);
  for (size_t i = 0; i < Moves::kMost; ++i)
    moves.add(Moves::Copy{{0, 0}, 0, 1});
  EXPECT_TRUE(moves.haveAll());
  moves.add(Moves::Copy{{0, 0}, 0, 1});
  EXPECT_FALSE(moves.haveAll());
  EXPECT_EQ(moves.getCopies().size(), Moves::kMost);
  moves.start({plan, nullptr, 0, 0, ""}, posting, 1);
  EXPECT_TRUE(moves.haveAll());
  EXPECT_TRUE(moves.getCopies().empty());
}
