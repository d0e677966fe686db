//===- ModelTest.cpp - Known outcomes under the memory model --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small programs for which the results that the memory model allows are known
// ("litmus tests"; Alglave, Maranget and Tautschnig, "Herding cats", TOPLAS
// 2014).
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include <gtest/gtest.h>
#include <set>

using namespace dtensor::model;

static constexpr Order kRelaxed = std::memory_order_relaxed;
static constexpr Order kAcquire = std::memory_order_acquire;
static constexpr Order kRelease = std::memory_order_release;
static constexpr Order kConsistent = std::memory_order_seq_cst;

namespace {
struct Shared {
  Atomic<int> x, y;
  Data data;
  /// The observations, in the order of the test.
  int seen[4] = {};
};
using Outcomes = std::set<std::vector<int>>;
using Threads = std::vector<std::function<void(Shared &)>>;
} // namespace

/// All values of `seen`, which has `count` entries in a test.
static Outcomes getOutcomes(const Threads &threads, size_t count) {
  Outcomes outcomes;
  Exploration found = explore<Shared>(threads, [&](Shared &shared) {
    outcomes.insert(std::vector<int>(shared.seen, shared.seen + count));
  });
  EXPECT_EQ(found.failure, "");
  return outcomes;
}

/// Whether a thread that sees the flag may read the data.
static std::string passMessage(Order store, Order load) {
  return explore<Shared>({[=](Shared &shared) {
                            shared.data.write(1);
                            shared.x.store(1, store);
                          },
                          [=](Shared &shared) {
                            if (shared.x.load(load) == 1)
                              require(shared.data.read() == 1, "old data");
                          }})
      .failure;
}

TEST(ModelTest, MessagePassing) {
  EXPECT_EQ(passMessage(kRelease, kAcquire), "");
  EXPECT_EQ(passMessage(kConsistent, kConsistent), "");
  EXPECT_NE(passMessage(kRelaxed, kAcquire), "");
  EXPECT_NE(passMessage(kRelease, kRelaxed), "");
}

/// A modification in between passes on the knowledge of an earlier release; a
/// store does not.
TEST(ModelTest, ReleaseSequence) {
  auto run = [](auto between) {
    return explore<Shared>({[](Shared &shared) {
                              shared.data.write(1);
                              shared.x.store(1, kRelease);
                            },
                            between,
                            [](Shared &shared) {
                              if (shared.x.load(kAcquire) == 2)
                                shared.data.read();
                            }})
        .failure;
  };
  EXPECT_EQ(run([](Shared &shared) {
              if (shared.x.load(kRelaxed) == 1)
                shared.x.fetch_add(1, kRelaxed);
            }),
            "");
  EXPECT_NE(run([](Shared &shared) {
              if (shared.x.load(kRelaxed) == 1)
                shared.x.store(2, kRelaxed);
            }),
            "");
}

/// Each thread stores, and then loads the variable of the other.
static Outcomes bufferStores(Order order, bool hasFence) {
  auto thread = [=](auto own, auto other, size_t self) {
    return [=](Shared &shared) {
      (shared.*own).store(1, order);
      if (hasFence)
        Memory::fence();
      shared.seen[self] = (shared.*other).load(order);
    };
  };
  return getOutcomes(
      {thread(&Shared::x, &Shared::y, 0), thread(&Shared::y, &Shared::x, 1)},
      2);
}

TEST(ModelTest, StoreBuffering) {
  const Outcomes some = {{0, 1}, {1, 0}, {1, 1}};
  Outcomes all = some;
  all.insert({0, 0});
  EXPECT_EQ(bufferStores(kRelaxed, false), all);
  EXPECT_EQ(bufferStores(kConsistent, false), some);
  EXPECT_EQ(bufferStores(kRelaxed, true), some);
}

/// Two readers see the stores of two threads in different orders, unless all
/// operations are sequentially consistent.
TEST(ModelTest, IndependentReads) {
  auto run = [](Order store, Order load) {
    auto read = [=](auto first, auto second, size_t at) {
      return [=](Shared &shared) {
        shared.seen[at] = (shared.*first).load(load);
        shared.seen[at + 1] = (shared.*second).load(load);
      };
    };
    return getOutcomes({[=](Shared &shared) { shared.x.store(1, store); },
                        [=](Shared &shared) { shared.y.store(1, store); },
                        read(&Shared::x, &Shared::y, 0),
                        read(&Shared::y, &Shared::x, 2)},
                       4)
        .count({1, 0, 1, 0});
  };
  EXPECT_TRUE(run(kRelease, kAcquire));
  EXPECT_FALSE(run(kConsistent, kConsistent));
}

/// Later reads of one atomic never see older values, and stores may take effect
/// in another order than the program's.
TEST(ModelTest, OneAtomic) {
  EXPECT_EQ(getOutcomes({[](Shared &shared) {
                           shared.x.store(1, kRelaxed);
                           shared.x.store(2, kRelaxed);
                         },
                         [](Shared &shared) {
                           shared.seen[0] = shared.x.load(kRelaxed);
                           shared.seen[1] = shared.x.load(kRelaxed);
                         }},
                        2),
            Outcomes({{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
  auto store = [](auto first, auto second) {
    return [=](Shared &shared) {
      (shared.*first).store(1, kRelaxed);
      (shared.*second).store(2, kRelaxed);
    };
  };
  // Both atomics end with the first store ("2+2W").
  Outcomes last;
  explore<Shared>(
      {store(&Shared::x, &Shared::y), store(&Shared::y, &Shared::x)},
      [&](Shared &shared) {
        last.insert({int(shared.x.getLast()), int(shared.y.getLast())});
      });
  EXPECT_TRUE(last.count({1, 1}));
}

/// No two modifications see the same value.
TEST(ModelTest, Counter) {
  auto count = [](size_t self) {
    return [=](Shared &shared) {
      shared.seen[self] = shared.x.fetch_add(1, kRelaxed);
    };
  };
  EXPECT_EQ(
      getOutcomes({count(0), count(1), count(2)}, 3),
      Outcomes(
          {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}));
}
