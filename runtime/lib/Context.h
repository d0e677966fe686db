//===- Context.h - A mesh and its threads -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_CONTEXT_H
#define DTENSOR_RUNTIME_CONTEXT_H

#include "Calls.h"
#include "Deal.h"
#include "Device.h"
#include "Group.h"
#include "Idle.h"
#include "Topology.h"
#include "Worker.h"
#include "flight/FlightLog.h"
#include "profile/Profile.h"
#include "transport/Transport.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

/// One mesh of devices, and the threads that run those of this process.
struct DtContext {
  /// A mesh that this process runs alone. Throws std::bad_alloc or
  /// std::system_error.
  DtContext(std::vector<int64_t> meshSizes, int64_t numWorkers,
            std::unique_ptr<dtensor::runtime::Transport> transport)
      : DtContext(std::move(meshSizes), 1, 0, {}, numWorkers,
                  std::move(transport)) {}

  /// The part of a mesh that process `own` of `numProcesses` runs. See Deal for
  /// `order`.
  DtContext(std::vector<int64_t> meshSizes, int64_t numProcesses, int64_t own,
            std::vector<int64_t> order, int64_t numWorkers,
            std::unique_ptr<dtensor::runtime::Transport> transport);
  ~DtContext();

  /// See dt_run.
  int run(DtProgram newProgram, void ***newArguments);

  /// See dt_set_stack.
  bool setProgramStack(int64_t bytes);

  /// See dt_set_spin.
  void setSpin(double seconds);
  dtensor::runtime::Idle::Spin getSpin() const {
    return dtensor::runtime::Idle::Spin(spin.load(std::memory_order_relaxed));
  }

  /// See dt_pin_threads. Returns false if there are not enough cores.
  bool pin();

  /// Moves the calling thread, which is that of `worker`, away from the cores
  /// of other workers' threads. Two threads that poll and offer their core to
  /// each other can stay on one, while another is free.
  void separate(dtensor::runtime::Worker &worker);

  /// See dt_set_watchdog.
  void setWatchdog(double seconds);

  /// Sets the error of the program, unless it already has one. Every device
  /// leaves the program as soon as it waits.
  /// Other processes are told, unless it has come from one of them.
  void setError(std::string text, bool isNews = false);
  /// The same for an error of a device.
  void report(const DtDevice &device, const char *message, const char *where);

  /// The same as `report`, but the device leaves at once.
  [[noreturn]] void fail(DtDevice &device, const char *message,
                         const char *where);

  /// The number of the running call.
  uint32_t getCall() const { return calls.getNumber(); }

  /// The groups that `dims` span. Fails if there is not enough memory.
  dtensor::runtime::GroupSet &getGroups(DtDevice &device,
                                        dtensor::runtime::DimMask dims,
                                        const char *where);

  /// Ends the running call, if there is one.
  void interrupt();
  /// Called by a worker whose devices have all been waiting for `seconds`. Ends
  /// the program if they will wait for ever, or have waited too long.
  void checkProgress(double seconds);

  /// Who waits where for whom in this process, for an error of another one;
  /// empty if no device waits.
  std::string describeOwnWaits() const;

  /// A device of this process, by its number in the mesh.
  DtDevice &getDevice(int64_t device) { return devices[deal.getLocal(device)]; }

  dtensor::runtime::Topology topology;
  dtensor::runtime::Deal deal;
  std::vector<int64_t> coordinates;
  /// Those of this process.
  std::unique_ptr<DtDevice[]> devices;
  dtensor::runtime::FlightLog flightLog;
  /// The last profile; null if there is none.
  std::unique_ptr<dtensor::runtime::Profile> profile;
  dtensor::runtime::GroupTable groups;
  dtensor::runtime::Parking parking;
  std::unique_ptr<dtensor::runtime::Transport> transport;

  /// The running call.
  DtProgram program = nullptr;
  void ***arguments = nullptr;
  /// See dt_set_fingerprint.
  uint64_t fingerprint = 0;
  /// Whether the program has failed. Every device then leaves it as soon as it
  /// waits.
  alignas(64) std::atomic<bool> failed{false};
  std::string error;
  std::atomic<double> watchdogSeconds{0};

private:
  /// The beginning of the watchdog's messages.
  static constexpr const char *kWatchdog = "watchdog: no progress for ";
  /// Whether every device has ended or waits for ever.
  bool isDeadlock() const;
  /// Opens a team of OpenMP threads that serve all workers but the caller's
  /// until `stop`. Returns the number of threads, which may be smaller.
  int64_t openTeam(int64_t numThreads);
  /// Ends the team.
  void stop();
  /// Writes the flight records of a call that has failed, and forgets them.
  void saveFlightRecords();
  void serve(int64_t worker);

  std::vector<std::unique_ptr<dtensor::runtime::Worker>> workers;
  /// The first thread of the team, which opens it.
  std::thread teamLeader;
  std::atomic<int64_t> spin{0};
  std::atomic<bool> pinned{false};
  std::atomic<bool> running{false};
  std::atomic<bool> hasError{false};
  dtensor::runtime::Calls calls;
};

#endif // DTENSOR_RUNTIME_CONTEXT_H
