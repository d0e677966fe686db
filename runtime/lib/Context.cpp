//===- Context.cpp - A mesh of devices and the threads that run them ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Cores.h"
#include "Sanitizers.h"
#include "Variable.h"

#include <algorithm>
#include <future>
#include <new>
#include <omp.h>
#include <optional>

using namespace dtensor::runtime;

DtContext::DtContext(std::vector<int64_t> meshSizes, int64_t numProcesses,
                     int64_t own, std::vector<int64_t> order,
                     int64_t numWorkers, std::unique_ptr<Transport> transport)
    : topology(std::move(meshSizes)),
      deal(topology, numProcesses, own, std::move(order)),
      flightLog(deal.getNumLocal()), groups(topology, deal),
      transport(std::move(transport)) {
  int64_t numDevices = deal.getNumLocal();
  int64_t numDims = topology.getNumDims();
  coordinates.resize(numDevices * numDims);
  devices = std::make_unique<DtDevice[]>(numDevices);
  for (int64_t i = 0; i < numDevices; ++i) {
    for (int64_t dim = 0; dim < numDims; ++dim)
      coordinates[i * numDims + dim] =
          topology.getCoordinate(deal.getDevice(i), dim);
    DtDevice &device = devices[i];
    device.context = this;
    device.index = deal.getDevice(i);
    device.local = i;
    device.coordinates = coordinates.data() + i * numDims;
    device.flight.setMemory(flightLog.getMemory(i));
    if (!device.fiber.allocateStack(Fiber::kStackBytes))
      throw std::bad_alloc();
  }

  if (numWorkers <= 0)
    numWorkers = dt_count_cores();
  // A device has the core of its worker, or those of all workers if there is no
  // other device.
  bool isAlone = numDevices == 1 && deal.getNumProcesses() == 1;
  int64_t numCores = isAlone ? numWorkers : 1;
  numWorkers = std::min(numWorkers, numDevices);
  for (int64_t i = 0; i < numWorkers; ++i)
    workers.push_back(std::make_unique<Worker>());
  // Nothing may throw from here on, since the team would be left behind.
  numWorkers = 1 + openTeam(numWorkers - 1);
  workers.resize(numWorkers);
  // Neighbours share a worker, since they communicate most and share caches.
  for (int64_t i = 0; i < numWorkers; ++i) {
    int64_t first = numDevices * i / numWorkers;
    int64_t end = numDevices * (i + 1) / numWorkers;
    workers[i]->assign(*this, first, end - first);
    workers[i]->kernels.numCores = numCores;
  }
  this->transport->attach(*this);
  setWatchdog(-1);
  setSpin(-1);
  if (readVariable("DTENSOR_PIN_THREADS", 1, "0 or 1").value_or(0) == 1)
    pin();
}

DtContext::~DtContext() {
  transport->detach(*this);
  stop();
}

int64_t DtContext::openTeam(int64_t numThreads) {
  if (numThreads <= 0)
    return 0;
  // Captured by value, so that the team's threads have all they need in
  // registers.
  std::promise<int64_t> size;
  DTENSOR_RELEASE(this);
  teamLeader = std::thread([numThreads, context = this, opened = &size] {
    // The team lasts as long as the context. Its threads must not spin for
    // another team when it ends.
    kmp_set_blocktime(0);
#pragma omp parallel num_threads(numThreads) firstprivate(context, opened)
    {
      // OpenMP may give the team threads of an earlier one, in an order that
      // the thread sanitizer does not see.
      DTENSOR_ACQUIRE(context);
      int64_t thread = omp_get_thread_num();
      if (thread == 0)
        opened->set_value(omp_get_num_threads());
      context->serve(thread + 1);
    }
  });
  return size.get_future().get();
}

void DtContext::stop() {
  calls.end();
  parking.notify();
  if (teamLeader.joinable())
    teamLeader.join();
  DTENSOR_ACQUIRE(&calls);
}

void DtContext::serve(int64_t worker) {
  // A device has one core, so nested OpenMP regions (of generated code and the
  // kernel library) are serial.
  omp_set_num_threads(1);
  std::optional<BoundThread> bound;
  for (uint32_t seen = 0;; ++seen) {
    for (Idle idle(parking, getSpin()); !calls.isAfter(seen);) {
      idle.pause();
      if (idle.isFirstOffer())
        separate(*workers[worker]);
    }
    if (calls.haveEnded()) {
      // The end of the team orders this before `stop` returns, but the thread
      // sanitizer does not see that.
      DTENSOR_RELEASE(&calls);
      return;
    }
    if (!bound && pinned.load(std::memory_order_relaxed))
      bound.emplace(worker);
    workers[worker]->run();
    if (calls.finish())
      parking.notify();
  }
}

int DtContext::run(DtProgram newProgram, void ***newArguments) {
  if (running.exchange(true, std::memory_order_acquire))
    return 2;
  if (const char *problem = transport->getProblem()) {
    error = problem;
    running.store(false, std::memory_order_release);
    return 1;
  }
  transport->beginRun();
  int numOpenMPThreads = omp_get_max_threads();
  omp_set_num_threads(1);
  program = newProgram;
  arguments = newArguments;
  failed.store(false, std::memory_order_relaxed);
  hasError.store(false, std::memory_order_relaxed);
  DTENSOR_RELEASE(&program);
  calls.begin(workers.size() - 1);
  parking.notify();

  workers.front()->run();
  for (Idle idle(parking, getSpin()); !calls.areFinished();)
    idle.pause();

  DTENSOR_ACQUIRE(&arguments);
  bool success = !failed.load(std::memory_order_acquire);
  if (!success) {
    saveFlightRecords();
    groups.reset();
    transport->reset();
  }
  transport->endRun();
  omp_set_num_threads(numOpenMPThreads);
  running.store(false, std::memory_order_release);
  return success ? 0 : 1;
}

void DtContext::setWatchdog(double seconds) {
  constexpr double kAmongProcesses = 60;
  // Without a wish of the program, what it has said before stays.
  if (seconds >= 0)
    transport->setWatchdog(seconds);
  else
    seconds = deal.getNumProcesses() > 1 ? kAmongProcesses : 0;
  watchdogSeconds.store(seconds, std::memory_order_relaxed);
}

void DtContext::setSpin(double seconds) {
  spin.store(Idle::getSpin(seconds).count(), std::memory_order_relaxed);
}

bool DtContext::pin() {
  if (countCores() < static_cast<int64_t>(workers.size()))
    return false;
  pinned.store(true, std::memory_order_relaxed);
  return true;
}

void DtContext::separate(Worker &worker) {
  worker.lookForCore();
  // Threads that are bound stay, and so does the caller's thread otherwise.
  bool isPinned = pinned.load(std::memory_order_relaxed);
  std::vector<int> taken;
  for (size_t i = 0; i < workers.size(); ++i) {
    if (workers[i].get() == &worker) {
      if (!isPinned || i != 0)
        break;
      continue;
    }
    taken.push_back(workers[i]->getCore());
  }
  if ((isPinned && &worker != workers.front().get()) ||
      std::find(taken.begin(), taken.end(), worker.getCore()) == taken.end())
    return;
  leaveCores(taken);
  worker.lookForCore();
}

bool DtContext::setProgramStack(int64_t bytes) {
  constexpr size_t kUnit = 1 << 16;
  size_t total = (Fiber::kStackBytes + static_cast<size_t>(bytes) + kUnit - 1) /
                 kUnit * kUnit;
  return std::all_of(workers.begin(), workers.end(), [&](auto &worker) {
    return worker->setStackBytes(total);
  });
}

void DtContext::saveFlightRecords() {
  if (!flightLog.getFolder().empty())
    if (std::string problem = flightLog.write(*this, error); !problem.empty())
      error += "; " + problem;
  for (int64_t i = 0; i < deal.getNumLocal(); ++i)
    devices[i].flight.clear();
}

void DtContext::setError(std::string text, bool isNews) {
  if (!hasError.exchange(true, std::memory_order_acq_rel)) {
    if (!isNews)
      transport->announce(text);
    else if (text.find(kWatchdog) != std::string::npos)
      text += describeOwnWaits();
    error = std::move(text);
  }
  // Also for a second error: the device that reports it leaves, and its worker
  // must know then that the fiber cannot be used again.
  failed.store(true, std::memory_order_seq_cst);
  parking.notify();
}

void DtContext::interrupt() {
  if (running.load(std::memory_order_acquire))
    setError("interrupted");
}

void DtContext::report(const DtDevice &device, const char *message,
                       const char *where) {
  std::string text = "device " + std::to_string(device.index) + ": ";
  if (where && *where)
    text.append(where).append(": ");
  setError(text.append(message ? message : "unknown error"));
}

void DtContext::fail(DtDevice &device, const char *message, const char *where) {
  report(device, message, where);
  device.worker->leave(device);
  __builtin_unreachable();
}

GroupSet &DtContext::getGroups(DtDevice &device, DimMask dims,
                               const char *where) {
  try {
    return groups.get(dims);
  } catch (const std::bad_alloc &) {
  }
  fail(device, "out of memory", where);
}
