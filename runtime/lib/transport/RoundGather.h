//===- RoundGather.h - Gathers among many processes -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_ROUNDGATHER_H
#define DTENSOR_RUNTIME_TRANSPORT_ROUNDGATHER_H

#include "MessageRound.h"
#include "ProcessGrid.h"

namespace dtensor::runtime {

/// An all_gather of few bytes among many processes, in log2 P rounds with one
/// message each way, instead of one with P - 1 messages. In each round a
/// process has the parts of twice as many neighbours, for any number of
/// processes: Bruck, Ho, Kipnis, Upfal and Weathersby, "Efficient Algorithms
/// for All-to-All Communications in Multiport Message-Passing Systems" (IEEE
/// Transactions on Parallel and Distributed Systems 8, 1997). The first device
/// of each process does it for all of them.
class RoundGather {
public:
  RoundGather(MessageTransport &transport, DtDevice &device,
              const CollectivePlan &plan, const DtMemRef &source,
              const DtMemRef &destination, const char *where);

  /// Whether it is possible and takes less time than messages between all
  /// processes. All members agree on it.
  bool isBetter() const { return isUsed; }

  void run();

private:
  bool choose() const;
  void lead();
  void pack();
  void finish();

  MessageTransport &transport;
  DtDevice &device;
  const CollectivePlan &plan;
  const Site &site;
  const DtMemRef &source;
  const DtMemRef &destination;
  const char *where;
  MessageRound round;
  ProcessGrid grid;
  int64_t elementSize;
  /// The bytes of the largest part of a device. Each part has as many in
  /// messages, so that the place of a part needs no sum over those before it.
  int64_t slot;
  bool isUsed;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_ROUNDGATHER_H
