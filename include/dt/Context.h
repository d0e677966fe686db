//===- Context.h - Where programs run ---------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_CONTEXT_H
#define DT_CONTEXT_H

#include "dt/Export.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace dt {

/// Threads that run devices, and a queue of runs. Runs of one context take
/// place one after the other, in the order of their calls, from whatever thread
/// they are called. Contexts do not know of each other. A context is a handle
/// and ends with the last copy; its queue is finished before.
class DT_EXPORT Context {
public:
  struct Options {
    /// The number of threads that run devices; 0 means one per core.
    int64_t workers = 0;
    /// Seconds after which it is an error that a device waits; 0 means never.
    /// The default is 60 for devices of several processes, otherwise never.
    std::optional<double> watchdog = {};
    /// The number of runs that may wait in the queue. A call that finds the
    /// queue full waits, so that calls that nobody awaits do not pile up.
    int64_t queue = 64;
  };

  /// The context of the process, which calls use that name none.
  static Context &get();

  Context();
  explicit Context(const Options &options);

  /// Waits until all runs that were called are done.
  void synchronize() const;

  /// Ends the run that takes place, if one does, with a `ProgramError`. Devices
  /// notice it when they wait for each other, and in each round of a loop whose
  /// number of rounds depends on data. Any thread may call this.
  void interrupt() const;
  /// The name of the program that runs; empty if none does.
  std::string running() const;

  struct Impl;

private:
  friend struct Access;
  std::shared_ptr<Impl> impl;
};

} // namespace dt

#endif // DT_CONTEXT_H
