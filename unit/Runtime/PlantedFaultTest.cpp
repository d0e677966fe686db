//===- PlantedFaultTest.cpp - Faults of a transport are seen --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A test of the tests: the checks of collectives must detect a transport that
// leaves out a barrier or loses a byte. The devices share one worker, so that
// they switch where they wait, and a fault has an effect in every run.

#include "Reference.h"

#include "Context.h"
#include "transport/InProcess.h"
#include "gtest/gtest-spi.h"

// The thread sanitizer sees such races by itself: RaceTest plants some.
#if !__has_feature(thread_sanitizer)

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

namespace {
enum class Fault { None, NoEnter, NoExit, NoBarrier, LostByte };

/// A transport that is correct except for one fault.
class FaultyTransport : public InProcessTransport {
public:
  explicit FaultyTransport(Fault fault) : fault(fault) {}

  bool enter(DtDevice &device, DimMask dims, const Posting &posting,
             bool active, const char *where) override {
    if (fault != Fault::NoEnter)
      return InProcessTransport::enter(device, dims, posting, active, where);
    device.posting = posting;
    return active;
  }

  void exit(DtDevice &device, DimMask dims, const char *where) override {
    if (fault == Fault::LostByte && device.index == 1) {
      const DtMemRef &destination = *device.posting.destination;
      static_cast<char *>(destination.aligned)[destination.offset] = 0x55;
    }
    if (fault != Fault::NoExit)
      InProcessTransport::exit(device, dims, where);
  }

  void barrier(DtDevice &device, DimMask dims, const char *where) override {
    if (fault != Fault::NoBarrier)
      InProcessTransport::barrier(device, dims, where);
  }

private:
  Fault fault;
};

Mesh makeMesh(Fault fault) {
  Mesh mesh({3}, /*workers=*/1);
  mesh.get()->transport = std::make_unique<FaultyTransport>(fault);
  return mesh;
}

/// Whether a test fails that should pass.
bool isSeen(Fault fault, void (*test)(const Mesh &)) {
  testing::TestPartResultArray failures;
  {
    testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS,
        &failures);
    test(makeMesh(fault));
  }
  return failures.size() > 0;
}

/// The check that all tests of collectives use.
void checkGather(const Mesh &mesh) {
  checkCollective(mesh, {{7}, {{{0}}, {}}, {{{}}, {}}});
}

void checkReduction(const Mesh &mesh) {
  checkCollective(mesh, {{5}, {{{}}, {0}}, {{{}}, {}}});
}

/// Each iteration gathers the values of all devices, and then overwrites them.
void checkIterations(const Mesh &mesh) {
  CollectiveCase test{{3}, {{{0}}, {}}, {{{}}, {}}};
  std::vector<int64_t> site = makeSite(test);
  // A peer that did not wait reads the value after the device has continued.
  struct Memory {
    float own, all[3];
    int64_t from[5] = {0, 0, 0, 1, 1}, to[5] = {0, 0, 0, 3, 1};
  };
  Memory memory[3];
  mesh.runOk([&](DtDevice *device, int64_t index) {
    auto &[own, all, from, to] = memory[index];
    from[0] = from[1] = reinterpret_cast<int64_t>(&own);
    to[0] = to[1] = reinterpret_cast<int64_t>(all);
    for (int64_t turn = 0; turn < 3; ++turn) {
      own = static_cast<float>(10 * turn + index);
      dt_collective(device, site.data(), "here",
                    reinterpret_cast<DtMemRef *>(from),
                    reinterpret_cast<DtMemRef *>(to), test.extents.data());
      for (int64_t peer = 0; peer < 3; ++peer)
        EXPECT_EQ(all[peer], static_cast<float>(10 * turn + peer));
    }
  });
}

/// In each iteration one device writes a value that all read between two
/// barriers.
void checkBarriers(const Mesh &mesh) {
  int64_t value = -1;
  mesh.runOk([&](DtDevice *device, int64_t index) {
    for (int64_t turn = 0; turn < 3; ++turn) {
      if (turn == index)
        value = turn;
      dt_barrier(device, 1, "written");
      EXPECT_EQ(value, turn);
      dt_barrier(device, 1, "read");
    }
  });
}

TEST(PlantedFaultTest, WithoutFaultNothingIsSeen) {
  for (auto *test :
       {checkGather, checkReduction, checkIterations, checkBarriers})
    EXPECT_FALSE(isSeen(Fault::None, test));
}

TEST(PlantedFaultTest, LostByteIsSeen) {
  EXPECT_TRUE(isSeen(Fault::LostByte, checkGather));
  EXPECT_TRUE(isSeen(Fault::LostByte, checkReduction));
}

TEST(PlantedFaultTest, EnterThatDoesNotWaitIsSeen) {
  EXPECT_TRUE(isSeen(Fault::NoEnter, checkGather));
  EXPECT_TRUE(isSeen(Fault::NoEnter, checkReduction));
}

TEST(PlantedFaultTest, ExitThatDoesNotWaitIsSeen) {
  EXPECT_TRUE(isSeen(Fault::NoExit, checkIterations));
}

TEST(PlantedFaultTest, MissingBarrierIsSeen) {
  EXPECT_TRUE(isSeen(Fault::NoBarrier, checkBarriers));
}
} // namespace

#endif
