//===- MpiWire.h - Messages by MPI ------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_MPIWIRE_H
#define DTENSOR_RUNTIME_TRANSPORT_MPIWIRE_H

#include "Wire.h"

#include <memory>

namespace dtensor::runtime {

/// Initializes MPI, unless the program has done that. Returns a wire between
/// its processes, or sets `error`. MPI ends when the wire is destroyed, unless
/// the wire has an error. `communicator` points to an MPI_Comm of the program;
/// if it is null, all processes are connected.
std::unique_ptr<Wire> openMpiWire(std::string &error,
                                  const void *communicator = nullptr);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MPIWIRE_H
