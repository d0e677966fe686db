//===- Worker.cpp - A thread and the devices that it runs -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Worker.h"
#include "Context.h"
#include "Sanitizers.h"
#include "StackGuard.h"

#include <exception>

using namespace dtensor::runtime;

/// The function that the fiber of a device runs, call after call.
static void runDevice(void *argument) {
  DtDevice &device = *static_cast<DtDevice *>(argument);
  DtContext &context = *device.context;
  while (true) {
    DTENSOR_ACQUIRE(&context.program);
    try {
      if (device.profile)
        device.profile->beginRun(context.program);
      context.program(&device, context.arguments[device.local]);
      if (device.profile)
        device.profile->endRun();
      device.flight.endProgram(context.topology.getProperDims(), "");
    } catch (const std::exception &error) {
      context.report(device, error.what(), "");
    } catch (...) {
      context.report(device, "unknown exception", "");
    }
    device.worker->leave(device);
  }
}

void Worker::assign(DtContext &newContext, int64_t first, int64_t count) {
  context = &newContext;
  devices = &newContext.devices[first];
  numDevices = count;
  for (int64_t i = 0; i < count; ++i) {
    devices[i].worker = this;
    devices[i].fiber.start(runDevice, &devices[i]);
  }
}

bool Worker::setStackBytes(size_t bytes) {
  for (int64_t i = 0; i < numDevices; ++i) {
    if (!devices[i].fiber.allocateStack(bytes))
      return false;
    devices[i].fiber.start(runDevice, &devices[i]);
  }
  return true;
}

DtDevice *Worker::findOverflow(const void *address) {
  for (int64_t i = 0; i < numDevices; ++i)
    if (devices[i].fiber.isBelowStack(address))
      return &devices[i];
  return nullptr;
}

DTENSOR_SCHEDULER void Worker::run() {
  StackGuard guard(*this);
  thread.adoptThread();
  lookForCore();
  for (int64_t i = 0; i < numDevices; ++i)
    devices[i].waiting.start();
  numLive = numDevices;
  current = 0;
  call.store(context->getCall(), std::memory_order_release);
  Fiber::switchTo(thread, devices[0].fiber);
  bool failed = context->failed.load(std::memory_order_relaxed);
  DTENSOR_ACQUIRE(&context->arguments);
  for (int64_t i = 0; i < numDevices; ++i) {
    DtDevice &device = devices[i];
    device.callMemory.release();
    if (failed)
      device.fiber.start(runDevice, &device);
  }
}

DTENSOR_SCHEDULER DtDevice *Worker::findReady() {
  for (int64_t i = 1; i <= numDevices; ++i) {
    int64_t index = current + i;
    if (index >= numDevices)
      index -= numDevices;
    if (devices[index].waiting.isReady()) {
      current = index;
      return &devices[index];
    }
  }
  return nullptr;
}

DTENSOR_SCHEDULER DtDevice *Worker::next() {
  bool isUnderWay = false;
  for (Idle idle(context->parking, context->getSpin()); numLive > 0;
       isUnderWay ? idle.doze() : idle.pause()) {
    if (context->failed.load(std::memory_order_relaxed))
      return nullptr;
    if (idle.isFirstOffer())
      context->separate(*this);
    if (DtDevice *ready = findReady()) {
      // Another worker looks after the messages now.
      if (isUnderWay)
        context->parking.notify();
      if (idle.isAsleep())
        idleSince.store({}, std::memory_order_relaxed);
      return ready;
    }
    if (idle.isAsleep()) {
      idleSince.store(idle.getStart(), std::memory_order_relaxed);
      context->checkProgress(idle.getSeconds());
    }
    isUnderWay = context->transport->poll();
  }
  return nullptr;
}

double Worker::getIdleSeconds() const {
  auto since = idleSince.load(std::memory_order_relaxed);
  if (since == Idle::Clock::time_point())
    return 0;
  return std::chrono::duration<double>(Idle::Clock::now() - since).count();
}

DTENSOR_SCHEDULER void Worker::resume(Fiber &from, DtDevice *to) {
  // The work of a device happens before dt_run returns.
  DTENSOR_RELEASE(&context->arguments);
  Fiber &target = to ? to->fiber : thread;
  if (&target != &from)
    Fiber::switchTo(from, target);
}

DTENSOR_SCHEDULER void Worker::wait(DtDevice &device, const Barrier &barrier,
                                    uint32_t seen) {
  if (device.profile)
    device.profile->beginWait();
  device.waiting.wait(barrier, seen);
  resume(device.fiber, next());
  device.waiting.resume();
  if (device.profile)
    device.profile->endWait();
}

DTENSOR_SCHEDULER void Worker::leave(DtDevice &device) {
  device.waiting.finish();
  --numLive;
  resume(device.fiber, next());
}
