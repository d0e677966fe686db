//===- Cores.h - Threads that stay on a core --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_CORES_H
#define DTENSOR_RUNTIME_CORES_H

#include <cstdint>
#include <sched.h>
#include <vector>

namespace dtensor::runtime {

/// The number of cores that the calling thread may use.
int64_t countCores();

/// Moves the calling thread to a core that is none of `taken`, if it may use
/// one. It may use the same cores afterwards.
void leaveCores(const std::vector<int> &taken);

/// While it lives, the calling thread stays on one of the cores that it may
/// use. Afterwards it may use all of them again: OpenMP gives its threads to
/// others later.
class BoundThread {
public:
  /// `number` counts the cores from 0. If there is no such core, or the system
  /// refuses, the thread stays as it is.
  explicit BoundThread(int64_t number);
  ~BoundThread();
  BoundThread(const BoundThread &) = delete;
  BoundThread &operator=(const BoundThread &) = delete;

private:
  cpu_set_t before;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_CORES_H
