//===- Sums.h - Sums on a mesh for tests ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_SUMS_H
#define DTENSOR_UNIT_RUNTIME_SUMS_H

#include "Vector.h"

namespace dtensor::runtime::test {

/// A sum of vectors over some mesh dimensions, given as bits.
inline std::vector<int64_t> makeSum(DtElementType type, int64_t dims = 1) {
  return {DT_COLLECTIVE_SITE, type, DT_ADD, 1, 0, dims, 0, dims, 0, 0};
}

/// Takes part in one.
inline void sum(DtDevice *device, const std::vector<int64_t> &site,
                int64_t size, const char *where) {
  Vector source(size), destination(size);
  dt_collective(device, site.data(), where, source.get(), destination.get(),
                &size);
}

} // namespace dtensor::runtime::test

#endif // DTENSOR_UNIT_RUNTIME_SUMS_H
