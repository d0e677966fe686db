//===- DeviceContext.h - The devices of a mesh, ready to run ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_DEVICECONTEXT_H
#define DTENSOR_LAUNCH_DEVICECONTEXT_H

#include "dtensor/Launch/Job.h"
#include "dtensor/Launch/Profile.h"
#include "dtensor/Layout/Mesh.h"
#include "dtensor/Runtime/ABI.h"
#include <memory>

namespace dtensor {

/// Checks that one of `numProcesses` can run its part of a mesh. Errors: too
/// many devices.
llvm::Error checkFitsInProcess(const Mesh &mesh, int64_t numProcesses);

/// The stacks of a mesh's devices, and the threads that run them. One program
/// runs at a time.
class DeviceContext {
public:
  /// `workers` is the number of threads; 0 means one per core. With a job, its
  /// processes run the mesh together. Errors: not enough memory or threads,
  /// fewer devices than processes, too many for a process.
  static llvm::Expected<DeviceContext>
  create(const Mesh &mesh, int64_t workers = 0, const Job *job = nullptr);

  /// The same with devices dealt out in the row-major order of the mesh
  /// dimensions in `order`; see dt_context_create_among.
  static llvm::Expected<DeviceContext>
  createInOrder(const Mesh &mesh, int64_t workers, const Job &job,
                llvm::ArrayRef<int64_t> order);

  /// The devices of this process, if there are several processes; otherwise
  /// empty.
  llvm::ArrayRef<int64_t> getDevices() const { return devices; }

  /// Sets the bytes of stack of a device. Stacks never shrink. Errors: not
  /// enough memory.
  llvm::Error reserveStack(int64_t bytes);

  /// The number of seconds that a device may wait; 0 means no limit.
  void setWatchdog(double seconds);

  /// The folder for the last collectives of each device after an error; empty
  /// for none.
  void setFlightRecords(const std::string &folder);

  /// Records the events of what runs until `endProfile`. Errors: not enough
  /// memory.
  llvm::Error beginProfile();
  /// Adds what was recorded to a profile; see Profile::add.
  void endProfile(Profile &profile,
                  llvm::function_ref<std::string(DtProgram)> getName);

  /// The bytes of addends that all processes of a job have sent one by one.
  /// All of them call it.
  int64_t countUncombined(const Job &job) const;

  /// Runs a program on all devices. Errors: those that the program raised; in
  /// several processes also if they give different fingerprints.
  llvm::Error run(DtProgram program, void ***arguments,
                  uint64_t fingerprint = 0);
  /// Ends the program that runs, if one does. Any thread may call this.
  void interrupt();

private:
  struct Destroy {
    void operator()(DtContext *context) const { dt_context_destroy(context); }
  };

  int64_t numDevices = 1;
  llvm::SmallVector<int64_t> devices;
  int64_t stackBytes = 0;
  std::unique_ptr<DtContext, Destroy> context;
};

} // namespace dtensor

#endif // DTENSOR_LAUNCH_DEVICECONTEXT_H
