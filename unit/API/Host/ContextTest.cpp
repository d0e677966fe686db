//===- ContextTest.cpp - Runs of many threads -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Context.h"

#include "Messages.h"
#include "Programs.h"
#include "gtest/gtest.h"

#include <atomic>
#include <malloc.h>
#include <thread>

using namespace dt;

namespace {

/// The number of runs that began, and whether two ran at a time.
std::atomic<int64_t> numRuns{0};
std::atomic<int64_t> numRunning{0};
std::atomic<bool> haveOverlapped{false};

void countRuns(DtDevice *device, void **arguments) {
  if (dt_coordinate(device, 0) == 0) {
    if (numRunning.fetch_add(1) != 0)
      haveOverlapped = true;
    ++numRuns;
  }
  dt_barrier(device, 1, "count");
  addOne(device, arguments);
  if (dt_coordinate(device, 0) == 0)
    --numRunning;
}

DTensor makeArgument() {
  return distribute_tensor(makeInput(), getRowLayout());
}

constexpr int kNumThreads = 8;
constexpr int kNumCalls = 1000;

/// Calls `function` in each of some threads.
void onThreads(std::function<void()> function) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kNumThreads; ++i)
    threads.emplace_back(function);
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ContextTest, ServesManyThreads) {
  Executable program = Executable::create(makeInfo(countRuns), nullptr);
  Context context;
  numRuns = 0;
  std::atomic<int> numWrong{0};
  onThreads([&] {
    DTensor argument = makeArgument();
    for (int call = 0; call < kNumCalls; ++call) {
      DTensor result = program.run(std::span(&argument, 1), context)[0];
      if (result.to_local(1).elements<float>()[1] != 6)
        ++numWrong;
    }
  });
  EXPECT_EQ(numRuns, kNumThreads * kNumCalls);
  EXPECT_EQ(numWrong, 0);
  EXPECT_FALSE(haveOverlapped);
}

TEST(ContextTest, MixesWaitingAndOtherCalls) {
  Executable good = Executable::create(makeInfo(countRuns), nullptr);
  Executable bad = Executable::create(makeInfo(failIfNegative), nullptr);
  Context context;
  numRuns = 0;
  std::atomic<int> numErrors{0};
  onThreads([&] {
    DTensor argument = makeArgument();
    DTensor negative = distribute_tensor(
        Tensor::from<float>({-1, 0, 0, 0, 0, 0}, {3, 2}), getRowLayout());
    for (int call = 0; call < kNumCalls / 10; ++call) {
      auto later = good.run_async(std::span(&argument, 1), context);
      auto failing = bad.run_async(std::span(&negative, 1), context);
      good.run(std::span(&argument, 1), context);
      DTensor moved = argument.redistribute(
          Layout::replicated(argument.mesh(), 2), context);
      EXPECT_TRUE(moved.numpy().equals(makeInput()));
      numErrors += messageOf([&] { failing.get(); }) != "no error";
      later.get();
    }
  });
  EXPECT_EQ(numRuns, kNumThreads * (kNumCalls / 10) * 2);
  EXPECT_EQ(numErrors, kNumThreads * (kNumCalls / 10));
  EXPECT_FALSE(haveOverlapped);
}

TEST(ContextTest, RunsInTheOrderOfCalls) {
  Executable program =
      Executable::create(makeInfo(addOneInPlace, kDonatedValues), nullptr);
  Context::Options options;
  options.queue = 4;
  Context context(options);
  // Each run begins with the result of the one before.
  DTensor value = makeArgument();
  std::vector<int> order;
  for (int call = 0; call < 50; ++call) {
    program.run_async({value}, context);
    value = program.run_async({std::move(value)}, context).get()[0];
  }
  EXPECT_EQ(value.full_tensor().elements<float>()[0], 50);
}

TEST(ContextTest, CallsThatNobodyAwaitsDoNotPileUp) {
  Executable program = Executable::create(makeInfo(countRuns), nullptr);
  Context context;
  DTensor argument = makeArgument();
  program.run_async(std::span(&argument, 1), context).get();
  numRuns = 0;
  constexpr int kNumLoose = 100000;
  size_t before = mallinfo2().uordblks;
  size_t most = 0;
  for (int call = 0; call < kNumLoose; ++call) {
    program.run_async(std::span(&argument, 1), context);
    if (call % 1000 == 0)
      most = std::max(most, mallinfo2().uordblks);
  }
  context.synchronize();
  EXPECT_EQ(numRuns, kNumLoose);
  // Arguments, promises and results of 64 runs.
  EXPECT_LT(most, before + (1 << 20));
  EXPECT_LT(mallinfo2().uordblks, before + (1 << 14));
}

TEST(ContextTest, SeveralContextsRunBesideEachOther) {
  Executable program = Executable::create(makeInfo(addOne), nullptr);
  std::atomic<int> numWrong{0};
  onThreads([&] {
    Context::Options options;
    options.workers = 2;
    Context context(options);
    DTensor argument = makeArgument();
    for (int call = 0; call < kNumCalls / 10; ++call)
      if (program.run(std::span(&argument, 1), context)[0]
              .to_local(0)
              .elements<float>()[0] != 1)
        ++numWrong;
  });
  EXPECT_EQ(numWrong, 0);
}

TEST(ContextTest, EndsWithItsLastRun) {
  Executable program = Executable::create(makeInfo(countRuns), nullptr);
  numRuns = 0;
  {
    Context context;
    DTensor argument = makeArgument();
    for (int call = 0; call < 10; ++call)
      program.run_async(std::span(&argument, 1), context);
  }
  EXPECT_EQ(numRuns, 10);
}

/// Device 1 does not come to the barrier.
void waitForever(DtDevice *device, void **) {
  if (dt_coordinate(device, 0) == 0)
    dt_barrier(device, 1, "test.mlir:7:1");
}

TEST(ContextTest, DeadlocksAreErrors) {
  Executable program = Executable::create(makeInfo(waitForever), nullptr);
  DTensor argument = makeArgument();
  EXPECT_EQ(messageOf([&] { program.run({argument}); }),
            "'main': deadlock: device 0 waits at test.mlir:7:1 for device 1 "
            "(has ended)");
}

TEST(ContextTest, Errors) {
  auto make = [](Context::Options options) {
    return messageOf([&] { Context context(options); });
  };
  Context::Options options;
  options.workers = -1;
  EXPECT_EQ(make(options),
            "Context: required a number of workers of at least 0, found -1");
  options = {};
  options.queue = 0;
  EXPECT_EQ(make(options), "Context: required a queue of at least 1, found 0");
  options = {};
  options.watchdog = -1;
  EXPECT_EQ(make(options), "Context: required a watchdog of at least 0 "
                           "seconds, found -1.000000");
}

} // namespace
