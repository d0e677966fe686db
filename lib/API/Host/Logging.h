//===- Logging.h - The way to the log ---------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_LOGGING_H
#define DTENSOR_LIB_API_HOST_LOGGING_H

#include "dt/Log.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace dt {

/// Logs a line, which is made only if the level is logged.
void log(LogLevel level, llvm::function_ref<std::string()> makeLine);

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_LOGGING_H
