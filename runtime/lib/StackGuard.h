//===- StackGuard.h - Full stacks as errors ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_STACKGUARD_H
#define DTENSOR_RUNTIME_STACKGUARD_H

namespace dtensor::runtime {

class Worker;

/// Makes an access below the stack of a device an error of the program, for as
/// long as this is alive on the thread that runs `worker`. Other faults are
/// left to who handled them before. There is one handler for the process,
/// installed by the first guard.
class StackGuard {
public:
  explicit StackGuard(Worker &worker);
  StackGuard(const StackGuard &) = delete;
  StackGuard &operator=(const StackGuard &) = delete;
  ~StackGuard();
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_STACKGUARD_H
