//===- Model.cpp - The memory model of C++, explored ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "Fiber.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <sstream>
#include <unordered_set>

using namespace dtensor::model;
using detail::Location;
using dtensor::runtime::Fiber;

//===----------------------------------------------------------------------===//
// Memory and threads
//===----------------------------------------------------------------------===//

namespace {

/// For each atomic, the position of the oldest message that may still be read.
/// Messages are numbered in the order of their creation, since later ones may
/// precede others in the order of modification.
using Horizon = std::vector<uint32_t>;

/// Everything that happens before an event: messages, and, as a count of
/// operations per thread, everything else.
struct Knowledge {
  Horizon oldest;
  std::vector<uint64_t> times;
};

struct Message {
  uint64_t value;
  /// The position in the order of modification.
  uint32_t position;
  /// Whether a read-modify-write has replaced this value. No message can come
  /// between the two.
  bool isReplaced = false;
  /// The knowledge that an acquiring load gets.
  Knowledge released;
};

struct Thread {
  const std::function<void()> *body;
  Knowledge knowledge;
  /// The knowledge that an acquire fence adds, and that relaxed stores release.
  Knowledge atAcquireFence, atReleaseFence;
  /// A hash of the values that the thread has seen, which determines its state.
  uint64_t history = 0;
  bool hasFinished = false;
  std::optional<Location> sleepsAt;
};

struct Step {
  size_t thread;
  const char *what;
  Location location;
  uint64_t value;
};

bool acquires(Order order) {
  return order != std::memory_order_relaxed &&
         order != std::memory_order_release;
}
bool releases(Order order) {
  return order == std::memory_order_release ||
         order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccd;
  return hash ^ (hash >> 33);
}

/// One exploration, which runs one execution after the other.
class Model {
public:
  Exploration explore(const std::function<void()> &construct,
                      const std::vector<std::function<void()>> &bodies,
                      const std::function<void()> &atEnd,
                      const std::function<void()> &destroy);

  Location makeLocation(uint64_t value);
  uint64_t load(Location location, Order order);
  void store(Location location, uint64_t value, Order order);
  uint64_t modify(Location location, Order order,
                  const std::function<uint64_t(uint64_t)> &update);
  uint64_t getLast(Location location) const;
  void fence();
  void sleepIf(Location location, uint64_t value);
  void wakeAll(Location location);
  void fail(std::string text);

  Thread &getThread() { return threads[current]; }
  size_t getCurrent() const { return current; }

private:
  static void enter(void *argument);
  /// Returns to the scheduler for good.
  [[noreturn]] void leave();
  void start(const std::vector<std::function<void()>> &bodies);
  /// Returns false if it ended early, because another execution was in the same
  /// state.
  bool execute();
  bool backtrack();
  size_t choose(size_t count);
  void switchTo(size_t thread);
  /// Lets the other threads run first, in some executions.
  void beginStep();
  uint64_t endStep(const char *what, Location location, uint64_t value);
  uint64_t hashState() const;
  uint64_t hashHorizon(uint64_t hash, const Horizon &oldest) const;
  uint64_t hashKnowledge(uint64_t hash, const Knowledge &knowledge) const;

  bool isOlder(Location location, uint32_t a, uint32_t b) const {
    return locations[location][a].position < locations[location][b].position;
  }
  void join(Horizon &into, const Horizon &from) const;
  void join(Knowledge &into, const Knowledge &from) const;
  /// A message of `location` that is not older than those the thread knows. If
  /// it is to have a successor, it must not have been replaced.
  uint32_t chooseMessage(Location location, Order order, bool hasSuccessor);
  void learn(Location location, uint32_t message, Order order);
  void insertAfter(Location location, uint32_t message, uint64_t value,
                   Order order, bool replaces);

  std::vector<std::vector<Message>> locations;
  std::vector<Thread> threads;
  /// The members below are kept from execution to execution.
  std::vector<std::unique_ptr<Fiber>> fibers;
  /// The messages that sequentially consistent operations have seen so far.
  Horizon consistent;
  size_t current = 0;
  Fiber scheduler;
  std::vector<Step> steps;
  std::string failure;

  struct Choice {
    size_t taken;
    size_t count;
  };
  std::vector<Choice> choices;
  size_t numTaken = 0;
  std::unordered_set<uint64_t> visited;
};

Model *running = nullptr;

} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Model::join(Horizon &into, const Horizon &from) const {
  for (Location i = 0; i < into.size(); ++i)
    if (isOlder(i, into[i], from[i]))
      into[i] = from[i];
}

void Model::join(Knowledge &into, const Knowledge &from) const {
  join(into.oldest, from.oldest);
  for (size_t i = 0; i < into.times.size(); ++i)
    into.times[i] = std::max(into.times[i], from.times[i]);
}

Location Model::makeLocation(uint64_t value) {
  assert(threads.empty() && "a thread makes an atomic");
  locations.push_back({Message{value, 0, false, {}}});
  return locations.size() - 1;
}

uint32_t Model::chooseMessage(Location location, Order order,
                              bool hasSuccessor) {
  uint32_t oldest = getThread().knowledge.oldest[location];
  if (order == std::memory_order_seq_cst &&
      isOlder(location, oldest, consistent[location]))
    oldest = consistent[location];
  std::vector<uint32_t> candidates;
  for (uint32_t i = 0; i < locations[location].size(); ++i)
    if (!isOlder(location, i, oldest) &&
        !(hasSuccessor && locations[location][i].isReplaced))
      candidates.push_back(i);
  // The order does not depend on which message was created first.
  std::sort(candidates.begin(), candidates.end(),
            [&](uint32_t a, uint32_t b) { return isOlder(location, b, a); });
  return candidates[choose(candidates.size())];
}

void Model::learn(Location location, uint32_t message, Order order) {
  Thread &thread = getThread();
  const Message &read = locations[location][message];
  thread.knowledge.oldest[location] = message;
  join(acquires(order) ? thread.knowledge : thread.atAcquireFence,
       read.released);
  if (order == std::memory_order_seq_cst &&
      isOlder(location, consistent[location], message))
    consistent[location] = message;
}

void Model::insertAfter(Location location, uint32_t message, uint64_t value,
                        Order order, bool replaces) {
  Thread &thread = getThread();
  std::vector<Message> &messages = locations[location];
  uint32_t position = messages[message].position + 1;
  for (Message &other : messages)
    other.position += other.position >= position;
  uint32_t made = messages.size();
  messages.push_back({value, position, false, {}});
  thread.knowledge.oldest[location] = made;
  Knowledge released =
      releases(order) ? thread.knowledge : thread.atReleaseFence;
  if (replaces) {
    // The release sequence of the earlier message continues.
    messages[message].isReplaced = true;
    join(released, messages[message].released);
  }
  released.oldest[location] = made;
  messages[made].released = std::move(released);
  if (order == std::memory_order_seq_cst &&
      isOlder(location, consistent[location], made))
    consistent[location] = made;
}

uint64_t Model::load(Location location, Order order) {
  beginStep();
  uint32_t message = chooseMessage(location, order, false);
  learn(location, message, order);
  return endStep("load", location, locations[location][message].value);
}

void Model::store(Location location, uint64_t value, Order order) {
  beginStep();
  insertAfter(location, chooseMessage(location, order, true), value, order,
              false);
  endStep("store", location, value);
}

uint64_t Model::modify(Location location, Order order,
                       const std::function<uint64_t(uint64_t)> &update) {
  beginStep();
  uint32_t message = chooseMessage(location, order, true);
  uint64_t old = locations[location][message].value;
  learn(location, message, order);
  insertAfter(location, message, update(old), order, true);
  return endStep("modify", location, old);
}

void Model::fence() {
  beginStep();
  Thread &thread = getThread();
  join(thread.knowledge, thread.atAcquireFence);
  join(thread.knowledge.oldest, consistent);
  consistent = thread.knowledge.oldest;
  thread.atReleaseFence = thread.knowledge;
  endStep("fence", 0, 0);
}

uint64_t Model::getLast(Location location) const {
  const std::vector<Message> &messages = locations[location];
  return std::max_element(messages.begin(), messages.end(),
                          [](const Message &a, const Message &b) {
                            return a.position < b.position;
                          })
      ->value;
}

/// The kernel reads the newest value, under a lock that a wake takes too.
void Model::sleepIf(Location location, uint64_t value) {
  beginStep();
  uint64_t newest = getLast(location);
  endStep(newest == value ? "sleep" : "no sleep", location, newest);
  if (newest != value)
    return;
  getThread().sleepsAt = location;
  beginStep();
}

void Model::wakeAll(Location location) {
  beginStep();
  for (Thread &thread : threads)
    if (thread.sleepsAt == location)
      thread.sleepsAt.reset();
  endStep("wake", location, 0);
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

size_t Model::choose(size_t count) {
  if (count == 1)
    return 0;
  if (numTaken == choices.size())
    choices.push_back({0, count});
  assert(choices[numTaken].count == count && "a thread is not deterministic");
  return choices[numTaken++].taken;
}

bool Model::backtrack() {
  while (!choices.empty() && choices.back().taken + 1 == choices.back().count)
    choices.pop_back();
  if (choices.empty())
    return false;
  ++choices.back().taken;
  return true;
}

void Model::switchTo(size_t thread) {
  current = thread;
  Fiber::switchTo(scheduler, *fibers[thread]);
}

void Model::beginStep() { Fiber::switchTo(*fibers[current], scheduler); }

uint64_t Model::endStep(const char *what, Location location, uint64_t value) {
  Thread &thread = getThread();
  ++thread.knowledge.times[current];
  thread.history = mix(mix(thread.history, location), value);
  steps.push_back({current, what, location, value});
  return value;
}

void Model::fail(std::string text) {
  failure = std::move(text);
  leave();
}

void Model::enter(void *argument) {
  Model &model = *static_cast<Model *>(argument);
  (*model.getThread().body)();
  model.getThread().hasFinished = true;
  model.leave();
}

void Model::leave() {
  while (true)
    Fiber::switchTo(*fibers[current], scheduler);
}

void Model::start(const std::vector<std::function<void()>> &bodies) {
  Knowledge nothing{Horizon(locations.size(), 0),
                    std::vector<uint64_t>(bodies.size(), 0)};
  for (std::vector<Message> &messages : locations)
    messages.front().released = nothing;
  consistent = nothing.oldest;
  for (size_t i = 0; i < bodies.size(); ++i) {
    threads.push_back({&bodies[i], nothing, nothing, nothing});
    fibers[i]->start(enter, this);
  }
  // Each thread runs to its first operation.
  for (size_t i = 0; i < threads.size() && failure.empty(); ++i)
    switchTo(i);
}

uint64_t Model::hashHorizon(uint64_t hash, const Horizon &oldest) const {
  for (Location i = 0; i < oldest.size(); ++i)
    hash = mix(hash, locations[i][oldest[i]].position);
  return hash;
}

uint64_t Model::hashKnowledge(uint64_t hash, const Knowledge &knowledge) const {
  hash = hashHorizon(hash, knowledge.oldest);
  for (uint64_t time : knowledge.times)
    hash = mix(hash, time);
  return hash;
}

uint64_t Model::hashState() const {
  uint64_t hash = hashHorizon(0, consistent);
  for (const Thread &thread : threads) {
    hash = mix(hash, thread.history);
    hash = mix(hash, thread.sleepsAt ? *thread.sleepsAt + 1 : 0);
    hash = hashKnowledge(hash, thread.knowledge);
    hash = hashKnowledge(hash, thread.atAcquireFence);
    hash = hashKnowledge(hash, thread.atReleaseFence);
  }
  for (const std::vector<Message> &messages : locations) {
    std::vector<const Message *> ordered(messages.size());
    for (const Message &message : messages)
      ordered[message.position] = &message;
    for (const Message *message : ordered) {
      hash = mix(mix(hash, message->value), message->isReplaced);
      hash = hashKnowledge(hash, message->released);
    }
    hash = mix(hash, messages.size());
  }
  return hash;
}

bool Model::execute() {
  while (failure.empty()) {
    std::vector<size_t> ready;
    bool allFinished = true;
    for (size_t i = 0; i < threads.size(); ++i) {
      allFinished &= threads[i].hasFinished;
      if (!threads[i].hasFinished && !threads[i].sleepsAt)
        ready.push_back(i);
    }
    if (allFinished)
      return true;
    if (ready.empty())
      failure = "all threads that are left sleep";
    else if (numTaken == choices.size() && !visited.insert(hashState()).second)
      return false;
    else
      switchTo(ready[choose(ready.size())]);
  }
  return true;
}

Exploration Model::explore(const std::function<void()> &construct,
                           const std::vector<std::function<void()>> &bodies,
                           const std::function<void()> &atEnd,
                           const std::function<void()> &destroy) {
  Exploration result;
  scheduler.adoptThread();
  for (size_t i = 0; i < bodies.size(); ++i) {
    fibers.push_back(std::make_unique<Fiber>());
    if (!fibers.back()->allocateStack(64 << 10))
      throw std::bad_alloc();
  }
  do {
    ++result.numExecutions;
    locations.clear();
    threads.clear();
    steps.clear();
    numTaken = 0;
    construct();
    start(bodies);
    if (execute() && failure.empty())
      atEnd();
    destroy();
  } while (failure.empty() && backtrack());
  if (!failure.empty()) {
    std::ostringstream text;
    text << failure << '\n';
    for (const Step &step : steps)
      text << "  thread " << step.thread << ": " << step.what << " at "
           << step.location << ": " << step.value << '\n';
    result.failure = text.str();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Calls of threads
//===----------------------------------------------------------------------===//

Exploration dtensor::model::detail::explore(
    const std::function<void()> &construct,
    const std::vector<std::function<void()>> &threads,
    const std::function<void()> &atEnd, const std::function<void()> &destroy) {
  Model explored;
  running = &explored;
  Exploration result = explored.explore(construct, threads, atEnd, destroy);
  running = nullptr;
  return result;
}

Location dtensor::model::detail::makeLocation(uint64_t value) {
  return running->makeLocation(value);
}
uint64_t dtensor::model::detail::load(Location location, Order order) {
  return running->load(location, order);
}
void dtensor::model::detail::store(Location location, uint64_t value,
                                   Order order) {
  running->store(location, value, order);
}
uint64_t dtensor::model::detail::modify(
    Location location, Order order,
    const std::function<uint64_t(uint64_t)> &update) {
  return running->modify(location, order, update);
}
uint64_t dtensor::model::detail::getLast(Location location) {
  return running->getLast(location);
}
void dtensor::model::detail::fence() { running->fence(); }
void dtensor::model::detail::sleepIf(Location location, uint64_t value) {
  running->sleepIf(location, value);
}
void dtensor::model::detail::wakeAll(Location location) {
  running->wakeAll(location);
}

void dtensor::model::require(bool condition, const char *text) {
  if (!condition)
    running->fail(text);
}

int64_t Data::read() const {
  Knowledge &knowledge = running->getThread().knowledge;
  size_t thread = running->getCurrent();
  require(lastWrite.time <= knowledge.times[lastWrite.thread],
          "data are read while another thread writes them");
  reads.push_back({thread, ++knowledge.times[thread]});
  return value;
}

void Data::write(int64_t newValue) {
  Knowledge &knowledge = running->getThread().knowledge;
  size_t thread = running->getCurrent();
  require(lastWrite.time <= knowledge.times[lastWrite.thread],
          "data are written by two threads");
  for (const Access &read : reads)
    require(read.time <= knowledge.times[read.thread],
            "data are written while another thread reads them");
  reads.clear();
  lastWrite = {thread, ++knowledge.times[thread]};
  value = newValue;
}
