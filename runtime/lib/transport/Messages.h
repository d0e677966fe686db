//===- Messages.h - A transport between processes ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_MESSAGES_H
#define DTENSOR_RUNTIME_TRANSPORT_MESSAGES_H

#include "InProcess.h"
#include "Processes.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace dtensor::runtime {

class DeadlockSearch;
class Exchange;
struct Group;

/// A transport for a mesh whose devices several processes run. Devices of one
/// process meet in its memory. Between two processes there is one message in
/// each direction for each group and exchange, whatever the number of devices:
/// see MessageRound. Groups within this process use no messages.
class MessageTransport : public InProcessTransport {
public:
  explicit MessageTransport(std::shared_ptr<Processes> processes);
  ~MessageTransport() override;

  void collective(DtDevice &device, const CollectivePlan &plan,
                  CombineKernel kernel, const DtMemRef &source,
                  const DtMemRef &destination, const char *where) override;
  void fetch(DtDevice &device, const FetchPlan &plan,
             const DtMemRef *const *sources, const DtMemRef &destination,
             const char *where) override;
  void reshape(DtDevice &device, const ReshapePlan &plan,
               const DtMemRef &source, const DtMemRef &destination,
               const char *where) override;
  void take(DtDevice &device, const TakePlan &plan, const DtMemRef &source,
            const DtMemRef &positions, const DtMemRef &destination,
            const char *where) override;

  bool poll() override;
  bool isStill(uint64_t &numStarted) const override;
  const char *getProblem() const override;
  void reset() override;
  void announce(const std::string &error) override;
  void searchDeadlock(DtContext &context) override;
  void beginRun() override;
  void endRun() override;
  void setWatchdog(double seconds) override;
  std::string describeSilences() const override;
  void attach(DtContext &context) override;
  void detach(DtContext &context) override;

  /// Begins the transfers of an exchange between the members of `group`. The
  /// group's barrier for messages is passed when they are done.
  void post(DtDevice &device, DimMask dims, Group &group);

  /// See Wire.
  int64_t getEagerBytes() const { return processes->getWire().getEagerBytes(); }

  /// Counts bytes of addends that were sent as they are. A process that has a
  /// whole subtree of a combination sends its value instead.
  void countUncombined(int64_t bytes) {
    numUncombined.fetch_add(bytes, std::memory_order_relaxed);
  }
  int64_t getNumUncombined() const override {
    return numUncombined.load(std::memory_order_relaxed);
  }

private:
  /// The tag of a device's group that `dims` span.
  int64_t getTag(const DtDevice &device, DimMask dims) const;
  /// Lets the members of a group go on.
  void finish(Group &group);

  std::shared_ptr<Processes> processes;
  /// Exchanges that are in progress. The mutex of the processes guards it.
  std::vector<Group *> active;
  std::atomic<int64_t> numActive{0};
  std::atomic<uint64_t> numStarted{0};
  std::atomic<int64_t> numUncombined{0};
  std::atomic<bool> isBroken{false};
  /// The mutex of the processes guards it.
  std::unique_ptr<DeadlockSearch> search;
  /// How often a worker has looked. The mutex of the processes guards it.
  uint64_t numPolls = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MESSAGES_H
