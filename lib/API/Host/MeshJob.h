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

/// `y,x`, the names of an order of dimensions; an empty one is that of the
/// mesh.
std::string describeProcessOrder(const dtensor::Mesh &mesh,
                                 llvm::ArrayRef<int64_t> order);

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

  /// The devices of a mesh that this process runs, in the order in which they
  /// are dealt out; empty if it runs all. When a mesh is seen for the first
  /// time, the processes wait for each other and compare it, and its `order`
  /// (numbers of dimensions; null for that of the mesh) is kept for later
  /// meshes that are equal. `claimed` are the devices that the program says
  /// this process has. Errors, the same in all processes: a difference, other
  /// devices, too few of them. Errors of one: another order than before.
  llvm::SmallVector<int64_t> enter(const dtensor::Mesh &mesh,
                                   const llvm::SmallVector<int64_t> *order,
                                   const llvm::SmallVector<int64_t> *claimed);

  /// Waits for all processes. Returns the error of all: `problem` of this
  /// process or of another one, or that `value` differs, which `what` names.
  std::string meet(const char *what, const std::string &value,
                   const std::string &problem);

  /// The process that runs a device, and the number of the device there.
  struct DevicePlace {
    int64_t process, number;
  };
  /// Of a mesh that has been entered.
  DevicePlace getPlace(const dtensor::Mesh &mesh, int64_t device);
  /// The order of such a mesh; empty for that of the mesh.
  llvm::SmallVector<int64_t> getOrder(const dtensor::Mesh &mesh);

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
  std::string agree(const std::string &mesh, const std::string &order,
                    const std::string &problem);

  std::mutex mutex;
  bool isDecided = false;
  bool hasLeft = false;
  std::atomic<bool> hasOthers{false};
  /// The process that has joined; one that it forks has not.
  pid_t joined = 0;
  std::unique_ptr<dtensor::Job> job;
  std::optional<int64_t> ownRank;
  /// Null if there is no such mesh. Orders stay at their places.
  const llvm::SmallVector<int64_t> *findOrder(const std::string &text);

  /// Guards `meshes`; nothing waits meanwhile.
  std::mutex meshesMutex;
  /// Those that all processes have, with their orders.
  std::map<std::string, llvm::SmallVector<int64_t>> meshes;

  /// Guards the devices.
  std::mutex turn;
  /// By the sizes of the mesh's dimensions, and their order.
  std::map<std::vector<int64_t>, dtensor::DeviceContext> devices;
};

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_MESHJOB_H
