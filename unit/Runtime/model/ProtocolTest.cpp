//===- ProtocolTest.cpp - Protocols in all executions ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model checker runs the runtime's own code for barriers, parking, calls
// and deadlocks.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Model.h"
#include "Parking.h"
#include "Waiting.h"

#include <gtest/gtest.h>

using namespace dtensor;
using namespace dtensor::model;

using Calls = runtime::BasicCalls<Memory>;
using Parking = runtime::BasicParking<Memory>;
using Waiting = runtime::BasicWaiting<Memory>;
using Barrier = Waiting::Barrier;

/// Does the same as the loop over `Idle`, without polling: a poll that finds
/// nothing has no effect.
template <typename SomeParking, typename Condition>
static void idle(SomeParking &parking, Condition condition) {
  if (condition())
    return;
  uint32_t ticket = parking.announce();
  while (!condition())
    ticket = parking.sleep(ticket);
  parking.leave();
}

/// `count` threads that run the same function.
template <typename Shared>
static Exploration exploreSame(size_t count,
                               std::function<void(Shared &, size_t)> body) {
  std::vector<std::function<void(Shared &)>> threads;
  for (size_t i = 0; i < count; ++i)
    threads.push_back([i, body](Shared &shared) { body(shared, i); });
  return explore<Shared>(threads);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

namespace {
template <typename SomeMemory> struct Meetings {
  runtime::BasicBarrier<SomeMemory> barrier;
  runtime::BasicParking<SomeMemory> parking;
  Data data[3];
};
} // namespace

template <typename SomeMeetings>
static bool meet(SomeMeetings &meetings, int64_t members, bool vote) {
  auto arrival = meetings.barrier.arrive(members, vote);
  if (arrival.isLast)
    meetings.parking.notify();
  else
    idle(meetings.parking, [&] {
      return meetings.barrier.hasPassed(arrival.seen,
                                        std::memory_order_relaxed);
    });
  return meetings.barrier.getOutcome();
}

/// Checks that no thread leaves before all have arrived, that all see the
/// writes of all and the outcome of the vote, and that none sleeps for ever.
template <typename SomeMemory = Memory>
static Exploration exploreMeetings(int64_t members, int64_t rounds) {
  using Shared = Meetings<SomeMemory>;
  return exploreSame<Shared>(members, [=](Shared &meetings, size_t self) {
    for (int64_t round = 1; round <= rounds; ++round) {
      meetings.data[self].write(round);
      bool vote = self == 0 && round == 1;
      require(meet(meetings, members, vote) == (round == 1),
              "the outcome of the vote is wrong");
      for (int64_t i = 0; i < members; ++i)
        require(meetings.data[i].read() == round, "a member has not come");
      if (round != rounds)
        meet(meetings, members, false);
    }
  });
}

TEST(ProtocolTest, TwoMembersMeet) {
  Exploration found = exploreMeetings(2, 2);
  EXPECT_EQ(found.failure, "");
  EXPECT_GT(found.numExecutions, 100u);
}

TEST(ProtocolTest, ThreeMembersMeet) {
  EXPECT_EQ(exploreMeetings(3, 1).failure, "");
}

namespace {
/// A memory in which a thread that announces a sleep may then read old values.
struct WithoutFence : Memory {
  static void fence() {}
};

/// An atomic that makes no earlier writes visible.
template <typename T> struct RelaxedAtomic : model::Atomic<T> {
  using model::Atomic<T>::Atomic;
  static constexpr Order kOrder = std::memory_order_relaxed;
  T load(Order) const { return model::Atomic<T>::load(kOrder); }
  void store(T value, Order) { model::Atomic<T>::store(value, kOrder); }
  T fetch_add(T value, Order) {
    return model::Atomic<T>::fetch_add(value, kOrder);
  }
};
struct WithoutOrder : Memory {
  template <typename T> using Atomic = RelaxedAtomic<T>;
};
} // namespace

TEST(ProtocolTest, AWakeIsLostWithoutFence) {
  EXPECT_NE(exploreMeetings<WithoutFence>(2, 1).failure.find(
                "all threads that are left sleep"),
            std::string::npos);
}

TEST(ProtocolTest, DataRaceWithoutOrder) {
  EXPECT_NE(exploreMeetings<WithoutOrder>(2, 1).failure.find("data are read"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
struct Called {
  Calls calls;
  Parking parking;
  Data argument;
  Data results[2];
};
} // namespace

static void call(Called &called, int64_t numCalls, size_t numWorkers) {
  for (int64_t i = 1; i <= numCalls; ++i) {
    called.argument.write(i);
    called.calls.begin(numWorkers);
    called.parking.notify();
    idle(called.parking, [&] { return called.calls.areFinished(); });
    for (size_t worker = 0; worker < numWorkers; ++worker)
      require(called.results[worker].read() == i, "a worker has not finished");
  }
}

static void end(Called &called) {
  called.calls.end();
  called.parking.notify();
}

/// Takes part in at most so many calls.
static void serve(Called &called, uint32_t numCalls, size_t worker) {
  for (uint32_t seen = 0; seen < numCalls; ++seen) {
    idle(called.parking, [&] { return called.calls.isAfter(seen); });
    if (called.calls.haveEnded())
      return;
    require(called.calls.getNumber() == seen + 1, "it is another call");
    called.results[worker].write(called.argument.read());
    if (called.calls.finish())
      called.parking.notify();
  }
}

/// The caller's thread, and those of workers that take part in so many calls.
static Exploration exploreCalls(std::function<void(Called &)> caller,
                                uint32_t numCalls, size_t numWorkers) {
  std::vector<std::function<void(Called &)>> threads = {caller};
  for (size_t worker = 0; worker < numWorkers; ++worker)
    threads.push_back([=](Called &called) { serve(called, numCalls, worker); });
  return explore<Called>(threads);
}

TEST(ProtocolTest, CallsEnd) {
  Exploration found = exploreCalls(
      [](Called &called) {
        call(called, 1, 1);
        end(called);
      },
      2, 1);
  EXPECT_EQ(found.failure, "");
}

TEST(ProtocolTest, OneWorkerIsCalledTwice) {
  EXPECT_EQ(
      exploreCalls([](Called &called) { call(called, 2, 1); }, 2, 1).failure,
      "");
}

TEST(ProtocolTest, TwoWorkersAreCalled) {
  EXPECT_EQ(
      exploreCalls([](Called &called) { call(called, 1, 2); }, 1, 2).failure,
      "");
}

//===----------------------------------------------------------------------===//
// Deadlocks
//===----------------------------------------------------------------------===//

namespace {
struct Suspects {
  Barrier barriers[2];
  Parking parking;
  Waiting waiting[3];
  model::Atomic<bool> started[3];
};
} // namespace

static void start(Suspects &suspects, size_t self) {
  suspects.waiting[self].start();
  suspects.started[self].store(true, std::memory_order_release);
}

/// Returns whether the device has to wait.
static bool arrive(Suspects &suspects, size_t self, size_t barrier) {
  Barrier::Arrival arrival = suspects.barriers[barrier].arrive(2, false);
  if (arrival.isLast)
    suspects.parking.notify();
  else
    suspects.waiting[self].wait(suspects.barriers[barrier], arrival.seen);
  return !arrival.isLast;
}

static bool isDeadlock(Suspects &suspects) {
  for (model::Atomic<bool> &started : suspects.started)
    if (!started.load(std::memory_order_acquire))
      return false;
  return runtime::areStuckForGood(
      3, [&](int64_t i) -> const Waiting & { return suspects.waiting[i]; });
}

/// Device 0 waits for device 1, which may wait for device 2 before it arrives.
/// No check may find a deadlock, however old its values are, since there is
/// none.
TEST(ProtocolTest, NoDeadlockIsReported) {
  Exploration found = explore<Suspects>(
      {[](Suspects &suspects) {
         start(suspects, 0);
         if (arrive(suspects, 0, 0))
           require(!isDeadlock(suspects), "a deadlock is reported");
       },
       [](Suspects &suspects) {
         start(suspects, 1);
         if (arrive(suspects, 1, 1)) {
           idle(suspects.parking,
                [&] { return suspects.waiting[1].isReady(); });
           suspects.waiting[1].resume();
         }
         arrive(suspects, 1, 0);
       },
       [](Suspects &suspects) {
         start(suspects, 2);
         if (!arrive(suspects, 2, 1))
           suspects.waiting[2].finish();
       }});
  EXPECT_EQ(found.failure, "");
}
