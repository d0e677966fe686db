//===- Messages.cpp - A transport between processes -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "../Context.h"
#include "DeadlockSearch.h"

using namespace dtensor::runtime;

MessageTransport::MessageTransport(std::shared_ptr<Processes> newProcesses)
    : processes(std::move(newProcesses)),
      search(std::make_unique<DeadlockSearch>(processes->getNotices(),
                                              processes->countMesh())) {}

MessageTransport::~MessageTransport() {
  // Transfers may still write to memory that the groups own.
  for (Group *group : active)
    group->exchange.release();
  processes->endMesh();
}

int64_t MessageTransport::getTag(const DtDevice &device, DimMask dims) const {
  // A digit for each dimension: whether the group spans it, or else the
  // coordinate.
  const Topology &topology = device.context->topology;
  int64_t tag = 0;
  forEachDim(topology.getProperDims(), [&](int64_t dim) {
    int64_t digit = dims & maskOf(dim) ? 0 : device.coordinates[dim] + 1;
    tag = tag * (topology.getSize(dim) + 1) + digit;
  });
  return tag;
}

void MessageTransport::finish(Group &group) {
  group.received.arrive(/*members=*/1, /*vote=*/false);
  numActive.fetch_sub(1, std::memory_order_release);
}

void MessageTransport::post(DtDevice &device, DimMask dims, Group &group) {
  {
    std::lock_guard<std::mutex> lock(processes->mutex);
    group.exchange->leader = &device;
    group.posted = group.exchange->getPosition();
    group.exchange->post(processes->getWire(), getTag(device, dims));
    // Atomic operations wait for earlier stores, so they come after the sends.
    // Before the barrier is passed, nobody takes the exchange for over.
    numStarted.fetch_add(1, std::memory_order_relaxed);
    numActive.fetch_add(1, std::memory_order_relaxed);
    if (!group.exchange->poll(processes->getWire())) {
      active.push_back(&group);
      return;
    }
    finish(group);
  }
  device.context->parking.notify();
}

bool MessageTransport::poll() {
  if (numActive.load(std::memory_order_acquire) == 0)
    return false;
  std::unique_lock<std::mutex> lock(processes->mutex, std::try_to_lock);
  if (!lock)
    return false;
  DtContext *context =
      active.empty() ? nullptr : active[0]->exchange->leader->context;
  constexpr uint64_t kPollsPerNews = 16;
  if (++numPolls % kPollsPerNews == 0) {
    std::string news = processes->getNews();
    if (context && !news.empty()) {
      context->setError(news, /*isNews=*/true);
      return false;
    }
  }
  // Several looks, since a worker takes as long as one between two polls.
  constexpr int64_t kLooks = 4;
  DtContext *finished = nullptr;
  for (int64_t look = 0; look < kLooks && !finished; ++look) {
    for (size_t i = 0; i < active.size();) {
      Group &group = *active[i];
      Exchange &exchange = *group.exchange;
      if (!exchange.poll(processes->getWire())) {
        if (!exchange.getProblem().empty()) {
          const DtDevice &leader = *exchange.leader;
          lock.unlock();
          leader.context->report(leader, exchange.getProblem().c_str(),
                                 leader.where.load(std::memory_order_relaxed));
          return false;
        }
        ++i;
        continue;
      }
      finished = exchange.leader->context;
      active[i] = active.back();
      active.pop_back();
      finish(group);
    }
  }
  if (finished)
    finished->parking.notify();
  return numActive.load(std::memory_order_relaxed) != 0;
}

bool MessageTransport::isStill(uint64_t &number) const {
  // In this order: an exchange that is seen to be over has been counted.
  bool isStill = numActive.load(std::memory_order_acquire) == 0;
  number = numStarted.load(std::memory_order_acquire);
  return isStill;
}

const char *MessageTransport::getProblem() const {
  // Also if that was a program of another mesh.
  bool hasFailed =
      isBroken.load(std::memory_order_relaxed) || processes->hasFailed();
  return hasFailed ? Processes::kHasFailed : nullptr;
}

void MessageTransport::reset() {
  isBroken.store(true, std::memory_order_relaxed);
  std::lock_guard<std::mutex> lock(processes->mutex);
  // The memory of devices may be gone soon.
  for (Group *group : active)
    group->exchange->cancelReceives(processes->getWire());
  processes->getWire().abandon();
}

void MessageTransport::searchDeadlock(DtContext &context) {
  if (numActive.load(std::memory_order_acquire) == 0)
    return;
  DeadlockSearch::Ring ring;
  {
    std::lock_guard<std::mutex> lock(processes->mutex);
    ring = search->look(context, active);
  }
  if (ring.device)
    context.report(*ring.device, ring.problem.c_str(),
                   ring.device->where.load(std::memory_order_relaxed));
}

void MessageTransport::beginRun() {
  std::lock_guard<std::mutex> lock(processes->mutex);
  search->beginRun();
}

void MessageTransport::endRun() {
  std::lock_guard<std::mutex> lock(processes->mutex);
  search->endRun();
}

void MessageTransport::setWatchdog(double seconds) {
  if (JobGuard *guard = processes->getGuard())
    guard->setSilenceLimit(seconds);
}

std::string MessageTransport::describeSilences() const {
  JobGuard *guard = processes->getGuard();
  return guard ? guard->describeSilences() : "";
}

void MessageTransport::attach(DtContext &context) {
  if (JobGuard *guard = processes->getGuard())
    guard->add(context);
}

void MessageTransport::detach(DtContext &context) {
  if (JobGuard *guard = processes->getGuard())
    guard->remove(context);
}

void MessageTransport::announce(const std::string &error) {
  processes->announce(error);
}
