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

/// What a device lets its peers see during a round.
struct Posting {
  DtSite site = nullptr;
  const DtMemRef *source = nullptr;
  const DtMemRef *destination = nullptr;
  /// Of a fetch, in place of `source`.
  const DtMemRef *const *sources = nullptr;
};

/// How the devices of a group reach each other's memory. Collectives are
/// written on this interface; docs/Runtime.md says what an implementation must
/// promise, and the transport tests check it.
///
/// A round of a group is `enter`, then any number of `reach`, then `exit`.
/// Every member takes part in every round of the group, in the same order.
/// Calls that wait do not return if the program ends with an error.
class Transport {
public:
  virtual ~Transport() = default;

  /// Waits until every device of the group that `dims` span has come here, and
  /// opens a round. What the members wrote before is visible in what `reach`
  /// gives. Returns whether any member is `active`; if none is, the round is
  /// over and there is no `exit`.
  virtual bool enter(DtDevice &device, uint64_t dims, const Posting &posting,
                     bool active, const char *where) = 0;

  /// What `peer` posted for this round, as memory that can be loaded from (the
  /// source) and stored to (the destination) until `exit`. Members store to
  /// disjoint parts of a destination.
  virtual const Posting &reach(DtDevice &device, int64_t peer) = 0;

  /// Waits until every member has come here, and ends the round: what members
  /// stored to this device's destination is visible, and nobody reads its
  /// source any more.
  virtual void exit(DtDevice &device, uint64_t dims, const char *where) = 0;

  /// Waits until every device of the group has come here.
  virtual void barrier(DtDevice &device, uint64_t dims, const char *where) = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_H
