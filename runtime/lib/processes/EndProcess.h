//===- EndProcess.h - The end after an error of the job ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_ENDPROCESS_H
#define DTENSOR_RUNTIME_PROCESSES_ENDPROCESS_H

#include <functional>
#include <string>

namespace dtensor::runtime {

/// Ends this process with exit code 1 and prints `error: MESSAGE` to the file
/// `output`. Before,
/// calls `last`, which saves what helps to find the reason. The process ends
/// within 0.7 s, whether or not `last` returns: the terminal or the disk may be
/// what has failed. No destructors run, since other threads are in the middle
/// of their work. Only the first of several calls prints.
[[noreturn]] void endProcess(const std::string &message,
                             const std::function<void()> &last = nullptr,
                             int output = 2);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_ENDPROCESS_H
