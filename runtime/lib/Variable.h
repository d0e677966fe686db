//===- Variable.h - Settings from the environment ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_VARIABLE_H
#define DTENSOR_RUNTIME_VARIABLE_H

#include <optional>

namespace dtensor::runtime {

/// The number from 0 to `most` that an environment variable holds; nothing if
/// it is empty or not set. Another text counts as not set. The first one of a
/// process is reported on stderr, with what is `required`, such as `a number
/// of microseconds`.
std::optional<double> readVariable(const char *name, double most,
                                   const char *required);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_VARIABLE_H
