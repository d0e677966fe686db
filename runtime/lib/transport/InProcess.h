//===- InProcess.h - Devices of one address space ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_INPROCESS_H
#define DTENSOR_RUNTIME_TRANSPORT_INPROCESS_H

#include "Posting.h"
#include "Transport.h"

namespace dtensor::runtime {

/// A transport in which all devices share one address space. Devices load from
/// their peers' sources, and may store to their destinations. Each function has
/// a file of its own.
///
/// Each call is a round of the group: `enter`, then any number of `reach`, then
/// `exit`.
class InProcessTransport : public Transport {
public:
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
  void barrier(DtDevice &device, DimMask dims, const char *where) override;

  /// Waits until every device of the group has arrived here, and opens a round.
  /// Earlier writes of the members are visible in the memory that `reach`
  /// returns. Returns whether any member is `active`. If none is, the round is
  /// over and there is no `exit`.
  virtual bool enter(DtDevice &device, DimMask dims, const Posting &posting,
                     bool active, const char *where);

  /// Waits until every member has arrived here, and ends the round. All stores
  /// to this device's destination are then visible, and no member reads its
  /// source any more.
  virtual void exit(DtDevice &device, DimMask dims, const char *where);

  /// The posting of `peer` for this round. Until `exit`, its source can be
  /// loaded from and its destination stored to. Members store to disjoint parts
  /// of a destination. Fails if the peer is at another site.
  static const Posting &reach(DtDevice &device, const Plan &plan, int64_t peer,
                              const char *where);
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_INPROCESS_H
