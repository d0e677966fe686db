//===- Transport.h - Transport between devices ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_H
#define DTENSOR_RUNTIME_TRANSPORT_H

#include "dtensor/Runtime/ABI.h"

#include <cstdint>

namespace dtensor::runtime {

/// The memory that a device shows its peers during a round.
struct Posting {
  DtSite site = nullptr;
  const DtMemRef *source = nullptr;
  const DtMemRef *destination = nullptr;
  /// For a fetch; replaces `source`.
  const DtMemRef *const *sources = nullptr;
};

/// The way in which the devices of a group reach each other's memory.
/// Collectives are written on this interface. docs/Runtime.md lists the
/// promises of an implementation, and the transport tests check them.
///
/// A round of a group is `enter`, then any number of `reach`, then `exit`.
/// Every member takes part in every round of the group, in the same order.
/// Calls that wait do not return if the program ends with an error.
class Transport {
public:
  virtual ~Transport() = default;

  /// Waits until every device of the group that `dims` span has arrived here,
  /// and opens a round. Earlier writes of the members are visible in the memory
  /// that `reach` returns. Returns whether any member is `active`. If none is,
  /// the round is over and there is no `exit`.
  virtual bool enter(DtDevice &device, uint64_t dims, const Posting &posting,
                     bool active, const char *where) = 0;

  /// The posting of `peer` for this round. Until `exit`, its source can be
  /// loaded from and its destination stored to. Members store to disjoint parts
  /// of a destination.
  virtual const Posting &reach(DtDevice &device, int64_t peer) = 0;

  /// Waits until every member has arrived here, and ends the round. All stores
  /// to this device's destination are then visible, and no member reads its
  /// source any more.
  virtual void exit(DtDevice &device, uint64_t dims, const char *where) = 0;

  /// Waits until every device of the group has arrived here.
  virtual void barrier(DtDevice &device, uint64_t dims, const char *where) = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_H
