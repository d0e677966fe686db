//===- RaceTest.cpp - Races between devices are seen ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A test of the tests: the thread sanitizer must see races between devices,
// even between devices of one worker, and must not report the protocols as
// races.

#include "Reference.h"

#include <atomic>

using namespace dtensor::runtime::test;

#if __has_feature(thread_sanitizer)

static std::atomic<bool> racesAreExpected{false};
static std::atomic<int> numRaces{0};

// The sanitizer calls this function to decide whether a report is suppressed.
namespace __tsan {
class ReportDesc;
__attribute__((disable_sanitizer_instrumentation)) bool
OnReport(const ReportDesc *report, bool suppressed) {
  if (!racesAreExpected.load(std::memory_order_relaxed))
    return suppressed;
  numRaces.fetch_add(1, std::memory_order_relaxed);
  return true;
}
} // namespace __tsan

/// The number of reports while the program runs.
static int countRaces(const Mesh &mesh, const Mesh::Body &body) {
  numRaces = 0;
  racesAreExpected = true;
  mesh.runOk(body);
  racesAreExpected = false;
  return numRaces;
}

TEST(RaceTest, WritesWithoutBarrierAreSeen) {
  for (int64_t workers : {1, 2}) {
    Mesh mesh({4}, workers);
    std::vector<int> values(1);
    EXPECT_GT(countRaces(mesh,
                         [&](DtDevice *device, int64_t index) {
                           values[0] = static_cast<int>(index);
                         }),
              0)
        << workers << " workers";
  }
}

TEST(RaceTest, BarriersOrderWrites) {
  for (int64_t workers : {1, 2}) {
    Mesh mesh({4}, workers);
    std::vector<int> values(1);
    EXPECT_EQ(countRaces(mesh,
                         [&](DtDevice *device, int64_t index) {
                           for (int64_t turn = 0; turn < 4; ++turn) {
                             if (turn == index)
                               values[0] = static_cast<int>(index);
                             dt_barrier(device, 1, "turn");
                           }
                         }),
              0)
        << workers << " workers";
  }
}

TEST(RaceTest, BarrierOfAnotherGroupDoesNotOrder) {
  Mesh mesh({2, 2}, 1);
  std::vector<int> values(1);
  // The first barrier of a kind creates its groups, which makes an order.
  mesh.runOk(
      [](DtDevice *device, int64_t index) { dt_barrier(device, 2, "row"); });
  EXPECT_GT(countRaces(mesh,
                       [&](DtDevice *device, int64_t index) {
                         if (index == 0)
                           values[0] = 1;
                         dt_barrier(device, 2, "row");
                         if (index == 3)
                           values[0] = 2;
                       }),
            0);
}

TEST(RaceTest, WriteToSharedDestinationIsSeen) {
  // One device overwrites a value that another still reads.
  Mesh mesh({2}, 1);
  std::vector<float> sources(8), gathered(16);
  CollectiveCase test{{16}, {{{0}}, {}}, {{{}}, {}}};
  test.shared = true;
  std::vector<int64_t> site = makeSite(test);
  float sum = 0;
  for (bool late : {false, true}) {
    int races = countRaces(mesh, [&](DtDevice *device, int64_t index) {
      int64_t from[5] = {0, 0, 0, 8, 1};
      from[0] = from[1] = reinterpret_cast<int64_t>(sources.data());
      int64_t to[5] = {0, 0, 0, 16, 1};
      to[0] = to[1] = reinterpret_cast<int64_t>(gathered.data());
      dt_collective(device, site.data(), "here",
                    reinterpret_cast<DtMemRef *>(from),
                    reinterpret_cast<DtMemRef *>(to), test.extents.data());
      if (index == 0)
        sum += gathered[3];
      if (!late)
        dt_barrier(device, 1, "reads are over");
      if (index == 1)
        gathered[3] = 2;
    });
    EXPECT_EQ(races > 0, late);
  }
}

#endif
