//===- Memory.cpp - Memory that is kept for tensors -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Memory.h"

#include "dtensor/Host/HostMemory.h"

namespace dt {

int64_t kept_memory() { return dtensor::getKeptHostMemory(); }

void release_memory() { dtensor::freeKeptHostMemory(); }

} // namespace dt
