//===- Transport.h - How elements get from device to device -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_TRANSPORT_H
#define DTENSOR_RUNTIME_TRANSPORT_TRANSPORT_H

#include "../collectives/Combine.h"
#include "../plans/CollectivePlan.h"
#include "../plans/FetchPlan.h"
#include "../plans/ReshapePlan.h"
#include "../plans/TakePlan.h"

#include <string>

namespace dtensor::runtime {

/// How the elements of plans get from device to device. A plan says which
/// device needs which elements of whom. A transport brings them from sources to
/// destinations, by loads and stores or by messages.
///
/// Plans are decoded, and memory has the extents of the plan's boxes. All
/// members of a plan's group call the same functions in the same order.
/// docs/Runtime.md lists the promises of a transport, and InProcessTest checks
/// them.
class Transport {
public:
  virtual ~Transport() = default;

  /// `kernel` is null if nothing is combined.
  virtual void collective(DtDevice &device, const CollectivePlan &plan,
                          CombineKernel kernel, const DtMemRef &source,
                          const DtMemRef &destination, const char *where) = 0;

  virtual void fetch(DtDevice &device, const FetchPlan &plan,
                     const DtMemRef *const *sources,
                     const DtMemRef &destination, const char *where) = 0;

  virtual void reshape(DtDevice &device, const ReshapePlan &plan,
                       const DtMemRef &source, const DtMemRef &destination,
                       const char *where) = 0;

  virtual void take(DtDevice &device, const TakePlan &plan,
                    const DtMemRef &source, const DtMemRef &positions,
                    const DtMemRef &destination, const char *where) = 0;

  /// Waits until every device of the group that `dims` span has arrived here.
  virtual void barrier(DtDevice &device, DimMask dims, const char *where) = 0;

  /// Called by workers that have nothing else to do. Makes progress; returns
  /// whether something is under way of which no worker is notified.
  virtual bool poll() { return false; }

  /// Whether nothing is under way between processes. `numStarted` is then the
  /// number of exchanges up to now.
  virtual bool isStill(uint64_t &numStarted) const {
    numStarted = 0;
    return true;
  }

  /// The bytes of addends that this process has sent without combining them
  /// first.
  virtual int64_t getNumUncombined() const { return 0; }

  /// Tells the other processes that the program has failed in this one.
  virtual void announce(const std::string &error) {}

  /// Called now and then while all devices of a worker wait. Reports an error
  /// if processes wait for each other.
  virtual void searchDeadlock(DtContext &context) {}

  /// Called before and after each run of a program.
  virtual void beginRun() {}
  virtual void endRun() {}

  /// Sets the time for which another process may not answer; 0 for ever.
  virtual void setWatchdog(double seconds) {}

  /// Processes that do not answer, as the end of a message; empty if there are
  /// none.
  virtual std::string describeSilences() const { return ""; }

  /// Called when the context with this transport can run programs, and when it
  /// no longer can.
  virtual void attach(DtContext &context) {}
  virtual void detach(DtContext &context) {}

  /// The reason for which no program can run any more; nullptr if there is
  /// none.
  virtual const char *getProblem() const { return nullptr; }

  /// Forgets what a program that has failed left behind. No device runs.
  virtual void reset() {}
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_TRANSPORT_H
