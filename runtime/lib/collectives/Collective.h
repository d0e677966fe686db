//===- Collective.h - Any move between two layouts --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COLLECTIVE_H
#define DTENSOR_RUNTIME_COLLECTIVES_COLLECTIVE_H

#include "dtensor/Runtime/ABI.h"

namespace dtensor::runtime {

/// See dt_collective.
void runCollective(DtDevice &device, DtSite siteData, const char *where,
                   const DtMemRef &source, const DtMemRef &destination,
                   const int64_t *extents);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_COLLECTIVE_H
