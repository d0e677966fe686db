//===- MeshJob.h - The processes of all meshes ---------------- -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_MESHJOB_H
#define DTENSOR_LIB_API_HOST_MESHJOB_H

#include "dtensor/Launch/DeviceContext.h"

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <sys/types.h>

namespace dt {

/// The devices of a mesh during one run.
class BusyDevices {
public:
  explicit BusyDevices(dtensor::DeviceContext &devices,
                       std::unique_lock<std::mutex> turn = {})
      : devices(&devices), turn(std::move(turn)) {}

  dtensor::DeviceContext &operator*() const { return *devices; }
  dtensor::DeviceContext *operator->() const { return devices; }

private:
  dtensor::DeviceContext *devices;
  std::unique_lock<std::mutex> turn;
};

/// The processes that run meshes together with this one, and their devices. A
/// mesh of one device is each process's own. Runs of all contexts take place
/// one after the other, since the processes have to keep one order.
class MeshJob {
public:
  /// That of the process. It is never destroyed.
  static MeshJob &get();

  /// See dt::join_processes.
  void join(const void *communicator);
  /// See dt::leave_processes.
  void leave(const std::string &error);

  int64_t getNumProcesses();
  int64_t getRank();
  /// The number of this process among several. Nothing if it has not joined
  /// others.
  std::optional<int64_t> getOwnRank();

  /// The devices of a mesh that this process runs; empty if it runs all. When a
  /// mesh is seen for the first time, the processes wait for each other and
  /// compare it; `problem` is an error of this process about it. Errors, the
  /// same in all processes: a difference, too few devices.
  llvm::SmallVector<int64_t> enter(const dtensor::Mesh &mesh,
                                   const std::string &problem = "");

  /// The process that runs a device.
  int64_t getProcess(const dtensor::Mesh &mesh, int64_t device);

  /// Whether several processes run the mesh, which has been entered.
  bool isShared(const dtensor::Mesh &mesh) const {
    return hasOthers.load(std::memory_order_relaxed) &&
           mesh.getNumDevices() > 1;
  }
  /// The devices of a shared mesh, when other runs are done. Errors: not enough
  /// memory.
  llvm::Expected<BusyDevices> getDevices(const dtensor::Mesh &mesh,
                                         int64_t workers);
  /// Calls a function with the devices of each shared mesh, when other runs are
  /// done.
  void
  forEachDevices(llvm::function_ref<void(dtensor::DeviceContext &)> function);

private:
  /// Joins the processes of the launcher, unless that is decided. `mutex` is
  /// held. Returns null if this process is alone.
  const dtensor::Job *getJob();
  void decide(const void *communicator);
  /// Compares the mesh with that of the other processes. Returns the error of
  /// all.
  std::string agree(const std::string &mesh, const std::string &problem);

  std::mutex mutex;
  bool isDecided = false;
  bool hasLeft = false;
  std::atomic<bool> hasOthers{false};
  /// The process that has joined; one that it forks has not.
  pid_t joined = 0;
  std::unique_ptr<dtensor::Job> job;
  std::optional<int64_t> ownRank;
  /// Those that all processes have.
  std::set<std::string> meshes;

  /// Guards the devices.
  std::mutex turn;
  /// By the sizes of the mesh's dimensions.
  std::map<std::vector<int64_t>, dtensor::DeviceContext> devices;
};

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_MESHJOB_H
