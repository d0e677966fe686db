//===- InProcess.h - Devices of one address space ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_INPROCESS_H
#define DTENSOR_RUNTIME_TRANSPORT_INPROCESS_H

#include "dtensor/Runtime/Transport.h"

namespace dtensor::runtime {

/// A transport in which all devices share one address space. A peer's memory is
/// reached by its address, and a round costs two barriers.
class InProcessTransport : public Transport {
public:
  bool enter(DtDevice &device, uint64_t dims, const Posting &posting,
             bool active, const char *where) override;
  const Posting &reach(DtDevice &device, int64_t peer) override;
  void exit(DtDevice &device, uint64_t dims, const char *where) override;
  void barrier(DtDevice &device, uint64_t dims, const char *where) override;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_INPROCESS_H
