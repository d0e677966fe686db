//===- Divide.cpp - A loop on several cores -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "CoreShare.h"
#include "Sanitizers.h"

#include <algorithm>
#include <cfenv>

using namespace dtensor::runtime;

void dt_divide(DtDevice *device, DtLoopPart part, const void *captured,
               int64_t begin, int64_t end, int64_t step) {
  int64_t trips = end > begin ? (end - begin + step - 1) / step : 0;
  int64_t numParts = std::min(device->worker->kernels.numCores, trips);
  if (numParts <= 1)
    return part(captured, begin, end);
  // Whether subnormal numbers are taken for zero.
  std::fenv_t mode;
  std::fegetenv(&mode);
  CoreShare share(numParts);
  DTENSOR_RELEASE(device);
#pragma omp parallel firstprivate(part, captured, begin, end, step, trips)     \
    firstprivate(device) shared(mode)
  {
    DTENSOR_ACQUIRE(device);
    std::fenv_t own;
    std::fegetenv(&own);
    std::fesetenv(&mode);
    // OpenMP may grant fewer threads.
    int64_t index = omp_get_thread_num(), count = omp_get_num_threads();
    int64_t first = begin + trips * index / count * step;
    int64_t last = begin + trips * (index + 1) / count * step;
    part(captured, first, std::min(last, end));
    std::fesetenv(&own);
    DTENSOR_RELEASE(device);
  }
  DTENSOR_ACQUIRE(device);
}
