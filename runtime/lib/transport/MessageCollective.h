//===- MessageCollective.h - An exchange of a collective --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_MESSAGECOLLECTIVE_H
#define DTENSOR_RUNTIME_TRANSPORT_MESSAGECOLLECTIVE_H

#include "../plans/CollectivePlan.h"
#include "Messages.h"

namespace dtensor::runtime {

/// Makes a collective by one exchange of messages. `step` tells the exchanges
/// of one call apart.
void runExchange(MessageTransport &transport, DtDevice &device,
                 const CollectivePlan &plan, CombineKernel kernel,
                 const DtMemRef &source, const DtMemRef &destination,
                 const char *where, int64_t step);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MESSAGECOLLECTIVE_H
