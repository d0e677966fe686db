//===- ContextImpl.h - The contents of a context ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_CONTEXTIMPL_H
#define DTENSOR_LIB_API_HOST_CONTEXTIMPL_H

#include "MeshJob.h"
#include "RunQueue.h"
#include "dt/Access.h"
#include "dt/Executable.h"

#include <atomic>
#include <map>
#include <mutex>
#include <set>

namespace dt {

struct __attribute__((visibility("hidden"))) Context::Impl {
  explicit Impl(const Options &options)
      : options(options), queue(options.queue) {}

  /// The devices of a mesh, with at least this much stack. Only for the task of
  /// the queue that runs. Errors: not enough memory.
  llvm::Expected<BusyDevices> getDevices(const dtensor::Mesh &mesh,
                                         int64_t stackBytes);

  /// As long as it lives, `interrupt` ends what runs on the devices. A run that
  /// has just begun may miss an interruption; another one ends it.
  class Interruptible {
  public:
    Interruptible(Impl &context, dtensor::DeviceContext &devices,
                  const std::string &program)
        : context(context) {
      std::lock_guard<std::mutex> lock(context.runMutex);
      context.running = &devices;
      context.program = &program;
    }
    ~Interruptible() {
      std::lock_guard<std::mutex> lock(context.runMutex);
      context.running = nullptr;
      context.program = nullptr;
    }
    Interruptible(const Interruptible &) = delete;
    Interruptible &operator=(const Interruptible &) = delete;

  private:
    Impl &context;
  };
  void interrupt();
  std::string getRunning();

  /// Records the events of what runs. Errors: they are being recorded already.
  void beginProfile();
  /// Ends that, when what was begun before has run.
  void endProfile(dtensor::Profile &profile);
  /// Whether programs should have events.
  bool isProfiled() const { return wantsEvents; }
  /// A program is about to run. Only for the task of the queue that runs.
  void noteProgram(DtProgram program, const Executable &executable) {
    if (recording)
      recording->programs.emplace(program, executable);
  }

  const Options options;

private:
  /// A profile.
  struct Recording {
    /// The programs that have run, which stay loaded.
    std::map<DtProgram, Executable> programs;
    std::set<const dtensor::DeviceContext *> devices;
  };

  /// Those that only this process runs. Errors: not enough memory.
  llvm::Expected<BusyDevices> getOwnDevices(const dtensor::Mesh &mesh);

  std::mutex runMutex;
  dtensor::DeviceContext *running = nullptr;
  const std::string *program = nullptr;
  std::atomic<bool> wantsEvents{false};
  /// Only for tasks of the queue.
  std::unique_ptr<Recording> recording;
  /// By the sizes of the mesh's dimensions.
  std::map<std::vector<int64_t>, dtensor::DeviceContext> devices;

public:
  /// The last member, so that it ends first.
  RunQueue queue;
};

/// Marks that the calling thread runs a user's function on a device, where a
/// run would wait for itself.
class OnDevice {
public:
  OnDevice();
  ~OnDevice();
  /// Errors: a call on a device.
  static void forbid();
};

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_CONTEXTIMPL_H
