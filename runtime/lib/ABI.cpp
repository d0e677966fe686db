//===- ABI.cpp - The C interface ------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Runtime/ABI.h"
#include "Context.h"
#include "Cores.h"
#include "arch/Architecture.h"
#include "collectives/Collective.h"
#include "collectives/Fetch.h"
#include "collectives/Reshape.h"
#include "collectives/Take.h"
#include "dtensor/Runtime/Interrupt.h"
#include "transport/InProcess.h"
#include "transport/Messages.h"
#include "transport/MpiLibrary.h"
#include "transport/MpiWire.h"

#include <algorithm>
#include <new>
#include <string>
#include <system_error>
#include <vector>

using namespace dtensor::runtime;

/// Fails with an error about memory if `memory` is null.
static void *check(DtDevice *device, void *memory, int64_t bytes) {
  if (memory)
    return memory;
  char message[64];
  snprintf(message, sizeof(message), "out of memory: %lld bytes asked for",
           static_cast<long long>(bytes));
  device->context->fail(*device, message, "");
}

int64_t dt_coordinate(DtDevice *device, int64_t dim) {
  return device->coordinates[dim];
}

void dt_collective(DtDevice *device, DtSite site, const char *where,
                   const DtMemRef *source, const DtMemRef *destination,
                   const int64_t *extents) {
  runCollective(*device, site, where, *source, *destination, extents);
}

void dt_fetch(DtDevice *device, DtFetchSite site, const char *where,
              const DtMemRef *const *sources, const DtMemRef *destination,
              const int64_t *numbers) {
  runFetch(*device, site, where, sources, *destination, numbers);
}

void dt_reshape(DtDevice *device, DtSite site, const char *where,
                const DtMemRef *source, const DtMemRef *destination,
                const int64_t *fromExtents, const int64_t *toExtents) {
  runReshape(*device, site, where, *source, *destination, fromExtents,
             toExtents);
}

void dt_take(DtDevice *device, DtSite site, const char *where,
             const DtMemRef *source, const DtMemRef *positions,
             const DtMemRef *destination, const int64_t *extents) {
  runTake(*device, site, where, *source, *positions, *destination, extents);
}

void dt_barrier(DtDevice *device, int64_t dims, const char *where) {
  device->context->transport->barrier(*device, dims, where);
}

void dt_flush_subnormals(int32_t flush) { flushSubnormals(flush); }

void *dt_arena(DtDevice *device, int64_t bytes) {
  return check(device, device->arena.get(bytes), bytes);
}

void *dt_shared_arena(DtDevice *device, int64_t dims, int64_t bytes) {
  GroupSet &groups = device->context->getGroups(*device, dims, "");
  return check(device, groups.getGroup(*device).arena.get(bytes), bytes);
}

void *dt_alloc(DtDevice *device, int64_t bytes) {
  void *memory = nullptr;
  try {
    memory = device->callMemory.allocate(bytes);
  } catch (const std::bad_alloc &) {
    // Generated code cannot be unwound.
  }
  return check(device, memory, bytes);
}

void dt_poll(DtDevice *device) {
  if (device->context->failed.load(std::memory_order_relaxed))
    device->worker->leave(*device);
}

void dt_fail(DtDevice *device, const char *message, const char *where) {
  device->context->fail(*device, message, where);
}

/// The number of devices; 0 if there is no such mesh.
static int64_t countDevices(int64_t numDims, const int64_t *sizes) {
  if (numDims < 0 || numDims > Topology::kMaxDims)
    return 0;
  int64_t numDevices = 1;
  for (int64_t dim = 0; dim < numDims; ++dim) {
    if (sizes[dim] <= 0 || sizes[dim] > Topology::kMaxDevices / numDevices)
      return 0;
    numDevices *= sizes[dim];
  }
  return numDevices;
}

int64_t dt_count_cores() { return countCores(); }

DtContext *dt_context_create(int64_t numDims, const int64_t *sizes,
                             int64_t workers) {
  if (countDevices(numDims, sizes) == 0)
    return nullptr;
  try {
    return new DtContext({sizes, sizes + numDims}, workers,
                         std::make_unique<InProcessTransport>());
  } catch (const std::bad_alloc &) {
  } catch (const std::system_error &) {
    // A thread could not be started.
  }
  return nullptr;
}

struct DtProcesses {
  std::shared_ptr<Processes> processes;
  std::string error;
};

DtProcesses *dt_processes_join(const char **error) {
  constexpr double kSeconds = 60;
  return dt_processes_join_communicator(nullptr, kSeconds, error);
}

DtProcesses *dt_processes_join_communicator(const void *communicator,
                                            double seconds,
                                            const char **error) {
  // The text outlives this call.
  static thread_local std::string problem;
  problem.clear();
  *error = nullptr;
  if (!communicator && !isOneOfManyProcesses())
    return nullptr;
  auto start = std::make_unique<StartGuard>(seconds);
  if (std::unique_ptr<Wire> wire = openMpiWire(problem, communicator)) {
    if (communicator && wire->getNumProcesses() == 1)
      return nullptr;
    auto processes = std::make_shared<Processes>(std::move(wire));
    problem = processes->watch(seconds, std::move(start));
    if (problem.empty())
      return new DtProcesses{std::move(processes), ""};
  }
  *error = problem.c_str();
  return nullptr;
}

void dt_processes_leave(DtProcesses *processes) { delete processes; }

void dt_processes_set_watchdog(DtProcesses *processes, double seconds) {
  if (JobGuard *guard = processes->processes->getGuard())
    guard->setSilenceLimit(seconds);
}

int64_t dt_processes_count(const DtProcesses *processes) {
  return processes->processes->getCount();
}

int64_t dt_processes_rank(const DtProcesses *processes) {
  return processes->processes->getOwn();
}

static const char *meet(DtProcesses *processes, int64_t numFacts,
                        const char *const *names, const char *const *values,
                        const char *error, bool heedsFailures) {
  std::vector<Fact> facts;
  for (int64_t i = 0; i < numFacts; ++i)
    facts.push_back({names[i], values[i]});
  processes->error =
      processes->processes->meet(facts, error ? error : "", heedsFailures);
  return processes->error.empty() ? nullptr : processes->error.c_str();
}

const char *dt_processes_meet(DtProcesses *processes, int64_t numFacts,
                              const char *const *names,
                              const char *const *values, const char *error) {
  return meet(processes, numFacts, names, values, error,
              /*heedsFailures=*/false);
}

const char *dt_processes_agree(DtProcesses *processes, int64_t numFacts,
                               const char *const *names,
                               const char *const *values, const char *error) {
  return meet(processes, numFacts, names, values, error,
              /*heedsFailures=*/true);
}

int64_t dt_processes_sum(DtProcesses *processes, int64_t own) {
  return processes->processes->sum(own);
}

void dt_processes_fail(DtProcesses *processes, const char *error) {
  processes->processes->announce(error);
  processes->processes->getWire().abandon();
}

int dt_processes_have_failed(DtProcesses *processes) {
  return processes->processes->hasFailed() ? 1 : 0;
}

DtContext *dt_context_create_among(DtProcesses *processes, int64_t numDims,
                                   const int64_t *sizes, const int64_t *order,
                                   int64_t workers) {
  Processes &all = *processes->processes;
  if (countDevices(numDims, sizes) < all.getCount())
    return nullptr;
  // MessageTransport gives each group a tag.
  int64_t numTags = 1;
  for (int64_t dim = 0; dim < numDims; ++dim) {
    if (sizes[dim] == 1)
      continue;
    if (sizes[dim] + 1 > all.getMaxGroupTag() / numTags)
      return nullptr;
    numTags *= sizes[dim] + 1;
  }
  std::vector<int64_t> dims;
  if (order)
    dims.assign(order, order + numDims);
  try {
    return new DtContext(
        {sizes, sizes + numDims}, all.getCount(), all.getOwn(), dims, workers,
        std::make_unique<MessageTransport>(processes->processes));
  } catch (const std::bad_alloc &) {
  } catch (const std::system_error &) {
    // A thread could not be started.
  }
  return nullptr;
}

int64_t dt_context_num_devices(const DtContext *context) {
  return context->deal.getNumLocal();
}

int64_t dt_context_device(const DtContext *context, int64_t i) {
  return context->deal.getDevice(i);
}

int64_t dt_context_uncombined_bytes(const DtContext *context) {
  return context->transport->getNumUncombined();
}

void dt_context_destroy(DtContext *context) { delete context; }

int dt_run(DtContext *context, DtProgram program, void ***arguments) {
  return context->run(program, arguments);
}

const char *dt_error(DtContext *context) { return context->error.c_str(); }

void dt_interrupt(DtContext *context) { context->interrupt(); }

void dt_set_fingerprint(DtContext *context, uint64_t fingerprint) {
  context->fingerprint = fingerprint;
}

void dt_set_watchdog(DtContext *context, double seconds) {
  context->setWatchdog(seconds);
}

void dt_set_spin(DtContext *context, double seconds) {
  context->setSpin(seconds);
}

int dt_pin_threads(DtContext *context) { return context->pin() ? 0 : 1; }

void dt_set_flight_records(DtContext *context, const char *folder) {
  context->flightLog.setFolder(folder ? folder : "");
}

int dt_set_stack(DtContext *context, int64_t bytes) {
  return context->setProgramStack(bytes) ? 0 : 1;
}
