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

/// Makes an access below the stack of a device an error of the program, as long
/// as this object lives on the thread that runs `worker`. Other faults are
/// passed to the earlier handler. There is one handler for the process, which
/// the first guard installs.
class StackGuard {
public:
  explicit StackGuard(Worker &worker);
  StackGuard(const StackGuard &) = delete;
  StackGuard &operator=(const StackGuard &) = delete;
  ~StackGuard();
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_STACKGUARD_H
