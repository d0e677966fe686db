//===- DelayTest.cpp - Collectives whose devices come in any order --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Threads pause for random times before and after each round of a collective,
// so that devices come and continue in many orders. Results must not depend on
// them. test/EndToEnd/delays.test does the same to compiled programs.

#include "Reference.h"

#include "Context.h"
#include "transport/InProcess.h"
#include <chrono>
#include <random>
#include <thread>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

namespace {
class DelayedTransport : public InProcessTransport {
public:
  bool enter(DtDevice &device, DimMask dims, const Posting &posting,
             bool active, const char *where) override {
    delay(device);
    bool isActive =
        InProcessTransport::enter(device, dims, posting, active, where);
    delay(device);
    return isActive;
  }

  void exit(DtDevice &device, DimMask dims, const char *where) override {
    delay(device);
    InProcessTransport::exit(device, dims, where);
    delay(device);
  }

  void barrier(DtDevice &device, DimMask dims, const char *where) override {
    delay(device);
    InProcessTransport::barrier(device, dims, where);
    delay(device);
  }

private:
  /// Half of the times there is none.
  void delay(const DtDevice &device) {
    std::minstd_rand &random = randoms[device.index];
    if (int64_t micros = random() % 200; micros < 100)
      std::this_thread::sleep_for(std::chrono::microseconds(micros));
  }

  /// Each device has its own; the first numbers of equal ones differ later.
  std::minstd_rand randoms[6] = {std::minstd_rand(11), std::minstd_rand(22),
                                 std::minstd_rand(33), std::minstd_rand(44),
                                 std::minstd_rand(55), std::minstd_rand(66)};
};

Mesh makeMesh(std::vector<int64_t> sizes, int64_t workers) {
  Mesh mesh(std::move(sizes), workers, /*numProcesses=*/1, {});
  mesh.get()->transport = std::make_unique<DelayedTransport>();
  return mesh;
}
} // namespace

TEST(DelayTest, OrderDoesNotMatter) {
  const TestLayout whole = {{{}, {}}, {}}, rows = {{{0, 1}, {}}, {}},
                   columns = {{{}, {1, 0}}, {}}, both = {{{1}, {0}}, {}},
                   sums = {{{}, {}}, {0, 1}}, rowSums = {{{0}, {}}, {1}};
  for (int64_t workers : {2, 6}) {
    Mesh mesh = makeMesh({2, 3}, workers);
    for (int64_t round = 0; round < 2; ++round)
      for (const TestLayout &from : {whole, rows, columns, both, sums, rowSums})
        for (const TestLayout &to : {whole, rows, columns, both})
          for (bool shared : {false, true})
            // Small combinations are computed by all, others are divided.
            for (int64_t width : {7, 1500}) {
              CollectiveCase test{{13, width}, from, to};
              test.shared = shared;
              checkCollective(mesh, test);
            }
  }
}

TEST(DelayTest, IterationsDoNotMix) {
  constexpr int64_t kNumDevices = 3;
  for (int64_t workers : {2, 3}) {
    Mesh mesh = makeMesh({kNumDevices}, workers);
    std::vector<int64_t> site = makeSite({{3}, {{{0}}, {}}, {{{}}, {}}});
    mesh.runOk([&](DtDevice *device, int64_t index) {
      float own, all[kNumDevices];
      int64_t words[2][5] = {{reinterpret_cast<int64_t>(&own),
                              reinterpret_cast<int64_t>(&own), 0, 1, 1},
                             {reinterpret_cast<int64_t>(all),
                              reinterpret_cast<int64_t>(all), 0, kNumDevices,
                              1}};
      const int64_t extent = kNumDevices;
      for (int64_t turn = 0; turn < 100; ++turn) {
        own = static_cast<float>(10 * turn + index);
        dt_collective(device, site.data(), "here",
                      reinterpret_cast<DtMemRef *>(words[0]),
                      reinterpret_cast<DtMemRef *>(words[1]), &extent);
        for (int64_t peer = 0; peer < kNumDevices; ++peer)
          EXPECT_EQ(all[peer], static_cast<float>(10 * turn + peer));
      }
    });
  }
}
