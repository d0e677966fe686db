//===- DivideTest.cpp - Loops on several cores ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <atomic>
#include <thread>
#include <vector>

using namespace dtensor::runtime::test;

namespace {

struct Loop {
  int64_t begin, end, step;
  /// How often each iteration has run, and how often the function was called.
  std::vector<std::atomic<int>> runs;
  std::atomic<int> parts = 0;
  std::atomic<int> flushing = 0;

  Loop(int64_t begin, int64_t end, int64_t step)
      : begin(begin), end(end), step(step), runs(100) {}

  static void run(const void *captured, int64_t begin, int64_t end) {
    Loop &loop = **static_cast<Loop *const *>(captured);
    ++loop.parts;
    volatile float small = 1e-40f, half = 0.5f;
    loop.flushing += small * half == 0.f;
    for (int64_t i = begin; i < end; i += loop.step)
      ++loop.runs[i];
  }

  void divide(DtDevice *device) {
    Loop *self = this;
    dt_divide(device, run, &self, begin, end, step);
  }
};

} // namespace

TEST(DivideTest, EachIterationRunsOnce) {
  for (int64_t workers : {1, 2, 3, 8})
    for (auto [begin, end, step] : {std::tuple(0, 100, 1),
                                    {3, 50, 7},
                                    {0, 2, 1},
                                    {5, 6, 3},
                                    {4, 4, 1},
                                    {7, 2, 1},
                                    {2, 99, 60}}) {
      Mesh mesh({1}, workers);
      if (mesh.getNumProcesses() > 1 || !mesh.isLocal(0))
        return;
      Loop loop(begin, end, step);
      mesh.runOk([&](DtDevice *device, int64_t) { loop.divide(device); });
      for (int64_t i = 0; i < 100; ++i)
        EXPECT_EQ(loop.runs[i],
                  i >= begin && i < end && (i - begin) % step == 0)
            << i;
      EXPECT_LE(loop.parts, std::max<int64_t>(workers, 1));
    }
}

TEST(DivideTest, ADeviceAmongOthersHasOneCore) {
  Mesh mesh({2}, /*workers=*/2);
  mesh.runOk([&](DtDevice *device, int64_t) {
    Loop loop(0, 100, 1);
    loop.divide(device);
    EXPECT_EQ(loop.parts, 1);
  });
}

TEST(DivideTest, PartsRoundAsTheirDeviceDoes) {
  Mesh mesh({1}, /*workers=*/2);
  if (!mesh.isLocal(0))
    return;
  mesh.runOk([&](DtDevice *device, int64_t) {
    for (bool flush : {true, false, true, false}) {
      dt_flush_subnormals(flush);
      Loop loop(0, 100, 1);
      loop.divide(device);
#ifdef __x86_64__
      EXPECT_EQ(loop.flushing, flush ? loop.parts.load() : 0);
#endif
    }
  });
}
