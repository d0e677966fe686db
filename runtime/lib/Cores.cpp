//===- Cores.cpp - Threads that stay on a core ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cores.h"

#include <algorithm>
#include <cerrno>
#include <thread>
#include <vector>

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
  // As many bits as the system has cores at most.
  for (int64_t numCores = CPU_SETSIZE; numCores <= (1 << 20); numCores *= 2) {
    std::vector<cpu_set_t> set(numCores / CPU_SETSIZE);
    size_t bytes = set.size() * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, set.data()) == 0)
      return CPU_COUNT_S(bytes, set.data());
    if (errno != EINVAL)
      break;
  }
  return std::max(1u, std::thread::hardware_concurrency());
}

void dtensor::runtime::leaveCores(const std::vector<int> &taken) {
  cpu_set_t before = getCores(), others = before;
  for (int core : taken)
    if (core >= 0 && core < CPU_SETSIZE)
      CPU_CLR(core, &others);
  if (CPU_COUNT(&others) == 0)
    return;
  sched_setaffinity(0, sizeof(others), &others);
  sched_setaffinity(0, sizeof(before), &before);
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
