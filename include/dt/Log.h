//===- Log.h - Lines about what the library does ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_LOG_H
#define DT_LOG_H

#include "dt/Export.h"

#include <functional>
#include <string_view>

namespace dt {

/// How much is logged. Each level includes those before it.
enum class LogLevel {
  none = 0,
  /// Something that is probably not meant.
  warning = 1,
  /// Programs that are loaded, devices that are made, relayouts.
  info = 2,
  /// Every run.
  debug = 3,
};

/// Takes lines without a line break, from any thread, one at a time.
using LogSink = std::function<void(LogLevel level, std::string_view line)>;

/// Sets the level. At first it is that of the environment variable
/// `DTENSOR_LOG` (`none`, `warning`, `info` or `debug`), or `warning`.
DT_EXPORT void set_log_level(LogLevel level);
DT_EXPORT LogLevel log_level();
/// Sets where lines go: to stderr at first, and with an empty function.
DT_EXPORT void set_log_sink(LogSink sink);

} // namespace dt

#endif // DT_LOG_H
