//===- GrowthTest.cpp - One process of very many --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a process holds and does must not grow with the number of processes,
// beyond what its plans name.

#include "Context.h"
#include "Vector.h"
#include "transport/Exchange.h"
#include "transport/Messages.h"

#include <chrono>
#include <deque>
#include <gtest/gtest.h>
#include <malloc.h>
#include <map>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;
using Clock = std::chrono::steady_clock;

namespace {

/// A wire that answers each message with another one that was sent: in
/// exchanges that are alike everywhere, the others' messages differ in their
/// elements only.
class EchoWire : public Wire {
public:
  EchoWire(int64_t numProcesses, int64_t own)
      : numProcesses(numProcesses), own(own) {}

  int64_t getNumProcesses() const override { return numProcesses; }
  int64_t getOwn() const override { return own; }
  int64_t getMaxTag() const override { return INT64_MAX; }
  int64_t getMaxBytes() const override { return 1 << 20; }

  void send(int64_t process, int64_t tag, const void *data, int64_t bytes,
            Transfer &transfer) override {
    const char *begin = static_cast<const char *>(data);
    sent[tag].emplace_back(begin, begin + bytes);
    ++numSent;
    transfer.isDone = true;
  }
  void receive(int64_t process, int64_t tag, void *data, int64_t capacity,
               Transfer &transfer) override {
    transfer.isDone = false;
    awaited[&transfer] = {tag, static_cast<char *>(data), capacity};
    mostAwaited = std::max(mostAwaited, awaited.size());
  }
  bool test(Transfer &transfer) override {
    auto found = awaited.find(&transfer);
    if (transfer.isDone || found == awaited.end())
      return transfer.isDone;
    auto [tag, data, capacity] = found->second;
    std::deque<std::vector<char>> &queue = sent[tag];
    if (queue.empty())
      return false;
    std::vector<char> &message = queue.front();
    EXPECT_LE(int64_t(message.size()), capacity);
    std::copy(message.begin(), message.end(), data);
    transfer.bytes = message.size();
    transfer.isDone = true;
    queue.pop_front();
    awaited.erase(found);
    return true;
  }
  void cancel(Transfer &transfer) override {
    awaited.erase(&transfer);
    transfer.isDone = true;
  }

  size_t mostAwaited = 0;
  int64_t numSent = 0;

private:
  struct Awaited {
    int64_t tag;
    char *data;
    int64_t capacity;
  };

  int64_t numProcesses;
  int64_t own;
  std::map<int64_t, std::deque<std::vector<char>>> sent;
  std::map<Transfer *, Awaited> awaited;
};

/// A call of the device of one process.
struct Call {
  std::vector<int64_t> site;
  std::vector<int64_t> numbers;
  int64_t held;
  int64_t wanted;
  int64_t repetitions = 1;
};

/// What one process in the middle of a mesh needs.
struct Cost {
  /// The memory that is still held after the call, without the tensors, and the
  /// seconds of one repetition.
  int64_t bytes;
  double seconds;
  size_t mostAwaited;
  int64_t numSent;
};

constexpr int64_t kShard = 64;

} // namespace

/// The position `shift` further of each element of a vector.
static Call makeShift(int64_t numDevices, int64_t shift) {
  int64_t size = numDevices * kShard;
  return {{DT_FETCH_SITE, DT_F32, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0},
          {size, size, shift, size - shift, 0},
          kShard,
          kShard};
}

/// A shard with one element of each neighbour.
static Call makeHalo(int64_t numDevices) {
  int64_t size = numDevices * kShard;
  return {{DT_FETCH_SITE, DT_F32, 1, 2, 1, 1, 0, 1, 0, 0, -1, 2, 0,
           kShard,        1,      1, 1, 1, 1, 0},
          {numDevices, kShard + 2, size, 0, size, 0},
          kShard,
          kShard + 2};
}

static Call makeGather(int64_t numDevices, int64_t shard) {
  return {{DT_COLLECTIVE_SITE, DT_F32, DT_ADD, 1, 0, 0, 0, 1, 1, 0, 0},
          {numDevices * shard},
          shard,
          numDevices * shard};
}

/// A sum of `size` elements that every device gets, or its part of it.
static Call makeSum(int64_t size, int64_t wanted) {
  bool isScattered = wanted != size;
  std::vector<int64_t> site = {
      DT_COLLECTIVE_SITE, DT_F32, DT_ADD, 1, 0, 1, 0, 1, 0, isScattered};
  if (isScattered)
    site.push_back(0);
  return {site, {size}, size, wanted};
}

static int64_t getHeldBytes() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Every device has a process.
static Cost measure(std::vector<int64_t> sizes, const Call &call) {
  int64_t numDevices = 1;
  for (int64_t size : sizes)
    numDevices *= size;
  Vector source(call.held), destination(call.wanted);
  struct Task {
    const Call *call;
    const Vector *source, *destination;
  } task{&call, &source, &destination};
  auto work = [](DtDevice *device, void **arguments) {
    const Task &task = *static_cast<const Task *>(arguments[0]);
    const Call &call = *task.call;
    const DtMemRef *held = task.source->get();
    for (int64_t i = 0; i < call.repetitions; ++i)
      if (call.site[0] == DT_FETCH_SITE)
        dt_fetch(device, call.site.data(), "here", &held,
                 task.destination->get(), call.numbers.data());
      else
        dt_collective(device, call.site.data(), "here", held,
                      task.destination->get(), call.numbers.data());
  };
  void *slot = &task;
  void **arguments = &slot;

  int64_t before = getHeldBytes();
  Clock::time_point start = Clock::now();
  auto ownWire = std::make_unique<EchoWire>(numDevices, numDevices / 2);
  EchoWire &wire = *ownWire;
  DtContext context(std::move(sizes), numDevices, numDevices / 2, {},
                    /*numWorkers=*/1,
                    std::make_unique<MessageTransport>(
                        std::make_shared<Processes>(std::move(ownWire))));
  EXPECT_EQ(context.run(work, &arguments), 0) << context.error;
  Cost cost;
  cost.seconds = std::chrono::duration<double>(Clock::now() - start).count() /
                 call.repetitions;
  cost.bytes = getHeldBytes() - before;
  cost.mostAwaited = wire.mostAwaited;
  cost.numSent = wire.numSent;
  return cost;
}

static Cost measure(int64_t numDevices, const Call &call) {
  return measure(std::vector<int64_t>{numDevices}, call);
}

/// With the least time of several runs.
static Cost measureOften(const std::vector<int64_t> &sizes, const Call &call) {
  Cost best = measure(sizes, call);
  for (int i = 0; i < 4; ++i)
    best.seconds = std::min(best.seconds, measure(sizes, call).seconds);
  return best;
}

TEST(GrowthTest, NeighboursCostTheSameAmongAHundredThousand) {
  for (auto make : {+[](int64_t count) { return makeShift(count, kShard); },
                    +[](int64_t count) { return makeShift(count, 10); },
                    +[](int64_t count) { return makeHalo(count); }}) {
    auto measureFor = [&](int64_t count) {
      Call call = make(count);
      call.repetitions = 200;
      return measureOften({count}, call);
    };
    Cost few = measureFor(10), many = measureFor(100000);
    EXPECT_LE(many.bytes, few.bytes + (4 << 10));
    EXPECT_LE(many.seconds, 10 * few.seconds);
    EXPECT_EQ(many.mostAwaited, few.mostAwaited);
  }
}

/// A gather of large parts names all processes. Its buffers hold what comes and
/// what goes, and little more for each process.
TEST(GrowthTest, GathersHaveFewMessagesUnderWay) {
  constexpr int64_t kFew = 200, kMany = 1000, kPart = 900;
  Cost few = measure(kFew, makeGather(kFew, kPart));
  Cost many = measure(kMany, makeGather(kMany, kPart));
  int64_t data = 2 * kPart * sizeof(float);
  EXPECT_EQ(many.numSent - few.numSent, kMany - kFew);
  EXPECT_LE(many.bytes - few.bytes, (kMany - kFew) * (data + 1400));
  // And the news of failures.
  EXPECT_LE(many.mostAwaited, Exchange::kWindow + 1);
}

/// One of small parts has a message for each doubling of the processes. It
/// holds its result once more, which grows with them.
TEST(GrowthTest, SmallGathersGrowWithTheirResults) {
  constexpr int64_t kFewLog = 7, kManyLog = 17;
  Cost few = measure(1 << kFewLog, makeGather(1 << kFewLog, 1));
  Cost many = measure(1 << kManyLog, makeGather(1 << kManyLog, 1));
  int64_t data = ((1 << kManyLog) - (1 << kFewLog)) * sizeof(float);
  EXPECT_LE(many.numSent - few.numSent, (kManyLog - kFewLog) * 4);
  EXPECT_LE(many.bytes - few.bytes,
            3 * data + (kManyLog - kFewLog) * int64_t(2048));
  EXPECT_LE(many.mostAwaited, 8u);
}

/// Sums have a message for each doubling of the processes, and hold little for
/// each of them, whether their number is a power of two or not.
TEST(GrowthTest, SumsGrowWithTheLogarithm) {
  constexpr int64_t kFewLog = 7, kManyLog = 17;
  // The halves of halves of a long one are equal, so that echoes have the sizes
  // that are expected.
  for (int64_t factor : {1, 3})
    for (int64_t size : {100, 1 << 20}) {
      Cost few = measure(factor << kFewLog, makeSum(size, size));
      Cost many = measure(factor << kManyLog, makeSum(size, size));
      // Of many bytes, shares go both ways.
      int64_t ways = size == 100 ? 1 : 2;
      EXPECT_LE(many.numSent - few.numSent, (kManyLog - kFewLog) * ways * 2);
      EXPECT_LE(many.bytes - few.bytes, (kManyLog - kFewLog) * ways * 2048);
      EXPECT_LE(many.mostAwaited, few.mostAwaited);
    }
}

TEST(GrowthTest, ScatteredSumsHoldTheirElementsOnly) {
  constexpr int64_t kLog = 17, kCount = 1 << kLog;
  Cost cost = measure(kCount, makeSum(kCount, 1));
  EXPECT_LE(cost.numSent, 2 * kLog);
  EXPECT_LE(cost.bytes, int64_t(4 * kCount * sizeof(float)));
}

/// A group along some dimensions does not know the rest of the mesh.
TEST(GrowthTest, GroupsCostTheSameInALargerMesh) {
  constexpr int64_t kSize = 64;
  for (int64_t dim : {0, 1, 2}) {
    int64_t dims = int64_t(1) << dim;
    auto measureIn = [&](int64_t others) {
      std::vector<int64_t> sizes(3, others);
      sizes[dim] = kSize;
      Call call = {
          {DT_COLLECTIVE_SITE, DT_F32, DT_ADD, 1, 0, dims, 0, dims, 0, 0},
          {kSize},
          kSize,
          kSize};
      call.repetitions = 100;
      return measureOften(sizes, call);
    };
    Cost few = measureIn(2), many = measureIn(32);
    EXPECT_LE(many.bytes, few.bytes + (4 << 10));
    EXPECT_LE(many.seconds, 10 * few.seconds);
    EXPECT_EQ(many.numSent, few.numSent);
    EXPECT_EQ(many.mostAwaited, few.mostAwaited);
  }
}
