//===- LongCombination.h - Combinations of long vectors ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_LONGCOMBINATION_H
#define DTENSOR_RUNTIME_TRANSPORT_LONGCOMBINATION_H

#include "../plans/CollectivePlan.h"
#include "Messages.h"

namespace dtensor::runtime {

/// A combination in two exchanges. The first one combines to a layout in which
/// each member has a share of what it needs, and the second one gathers the
/// shares. Addends and their tree are the same as in one exchange. Shares are
/// made in the destinations.
///
/// A very long one is made slice by slice, along an axis that no device
/// divides. A slice is then combined while its bytes are still in the cache.
class LongCombination {
public:
  LongCombination(MessageTransport &transport, DtDevice &device,
                  const CollectivePlan &plan, CombineKernel kernel,
                  const DtMemRef &source, const DtMemRef &destination,
                  const char *where)
      : transport(transport), device(device), plan(plan), kernel(kernel),
        source(source), destination(destination), where(where) {}

  /// Whether two exchanges are better than one. All members agree on it.
  bool isBetter() const;
  void run();

private:
  void runSlice(const CollectivePlan &slice, const DtMemRef &from,
                const DtMemRef &to);

  MessageTransport &transport;
  DtDevice &device;
  const CollectivePlan &plan;
  CombineKernel kernel;
  const DtMemRef &source;
  const DtMemRef &destination;
  const char *where;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_LONGCOMBINATION_H
