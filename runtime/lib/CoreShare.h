//===- CoreShare.h - The cores of a device ----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_CORESHARE_H
#define DTENSOR_RUNTIME_CORESHARE_H

#include <cstdint>
#include <omp.h>

namespace dtensor::runtime {

/// Gives parallel regions of this thread the cores of a device as long as the
/// object lives. Elsewhere a thread of OpenMP has one.
class CoreShare {
public:
  explicit CoreShare(int64_t numCores) : isUsed(numCores > 1) {
    if (!isUsed)
      return;
    blocktime = kmp_get_blocktime();
    // OpenMP's threads would spin for 200 ms after a region.
    kmp_set_blocktime(1);
    omp_set_num_threads(numCores);
  }
  ~CoreShare() {
    if (!isUsed)
      return;
    omp_set_num_threads(1);
    kmp_set_blocktime(blocktime);
  }
  CoreShare(const CoreShare &) = delete;
  CoreShare &operator=(const CoreShare &) = delete;

private:
  bool isUsed;
  int blocktime = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_CORESHARE_H
