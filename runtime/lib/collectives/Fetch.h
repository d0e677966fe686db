//===- Fetch.h - Boxes of other tensors at one go ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_FETCH_H
#define DTENSOR_RUNTIME_COLLECTIVES_FETCH_H

#include "dtensor/Runtime/ABI.h"

namespace dtensor::runtime {

/// See dt_fetch.
void runFetch(DtDevice &device, DtFetchSite site, const char *where,
              const DtMemRef *const *sources, const DtMemRef &destination,
              const int64_t *numbers);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_FETCH_H
