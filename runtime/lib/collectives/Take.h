//===- Take.h - Elements from any device along an axis ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_TAKE_H
#define DTENSOR_RUNTIME_COLLECTIVES_TAKE_H

#include "dtensor/Runtime/ABI.h"

namespace dtensor::runtime {

/// See dt_take.
void runTake(DtDevice &device, DtSite siteData, const char *where,
             const DtMemRef &source, const DtMemRef &positions,
             const DtMemRef &destination, const int64_t *extents);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_TAKE_H
