//===- Log.cpp - Lines about what the library does ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Logging.h"

#include <atomic>
#include <cstdlib>
#include <mutex>

namespace dt {

static const char *getName(LogLevel level) {
  static constexpr const char *names[] = {"none", "warning", "info", "debug"};
  return names[static_cast<int>(level)];
}

static void print(LogLevel level, std::string_view line) {
  std::fprintf(stderr, "dtensor %s: %.*s\n", getName(level),
               static_cast<int>(line.size()), line.data());
}

namespace {

struct Log {
  std::atomic<LogLevel> level{LogLevel::warning};
  std::mutex mutex;
  LogSink sink = print;

  Log() {
    const char *text = std::getenv("DTENSOR_LOG");
    if (!text || !*text)
      return;
    for (LogLevel each :
         {LogLevel::none, LogLevel::warning, LogLevel::info, LogLevel::debug})
      if (llvm::StringRef(text) == getName(each)) {
        level = each;
        return;
      }
    print(LogLevel::warning,
          (llvm::Twine("DTENSOR_LOG: required none, warning, info or debug, "
                       "found '") +
           text + "'")
              .str());
  }
};

} // namespace

/// Never destroyed, since a context of the process logs until its end.
static Log &getLog() {
  static Log *log = new Log;
  return *log;
}

void log(LogLevel level, llvm::function_ref<std::string()> makeLine) {
  Log &log = getLog();
  if (level > log.level.load(std::memory_order_relaxed))
    return;
  std::string line = makeLine();
  std::lock_guard<std::mutex> lock(log.mutex);
  log.sink(level, line);
}

void set_log_level(LogLevel level) {
  if (level < LogLevel::none || level > LogLevel::debug)
    raise("there is no level of logging " +
          llvm::Twine(static_cast<int>(level)));
  getLog().level = level;
}

LogLevel log_level() { return getLog().level; }

void set_log_sink(LogSink sink) {
  Log &log = getLog();
  std::lock_guard<std::mutex> lock(log.mutex);
  log.sink = sink ? std::move(sink) : print;
}

} // namespace dt
