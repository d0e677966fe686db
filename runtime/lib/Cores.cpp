//===- Cores.cpp - Threads that stay on a core ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cores.h"

using namespace dtensor::runtime;

/// The cores that the calling thread may use; none if the system does not tell.
static cpu_set_t getCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0)
    CPU_ZERO(&cores);
  return cores;
}

int64_t dtensor::runtime::countCores() {
  cpu_set_t cores = getCores();
  return CPU_COUNT(&cores);
}

BoundThread::BoundThread(int64_t number) : before(getCores()) {
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &before) || number-- > 0)
      continue;
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(core, &own);
    sched_setaffinity(0, sizeof(own), &own);
    return;
  }
}

BoundThread::~BoundThread() {
  if (CPU_COUNT(&before) > 0)
    sched_setaffinity(0, sizeof(before), &before);
}
