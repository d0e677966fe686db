//===- Log.cpp - How much is logged, in C ---------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Log.h"

#include "Guard.h"
#include "dtensor-c/Log.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorSetLogLevel(DTensorLogLevel level) {
  return guard(__func__, [&] {
    int number = getNumber(level);
    if (number < DTENSOR_LOG_NONE || number > DTENSOR_LOG_DEBUG)
      throw Error("required a level from 0 to 3, found " +
                  std::to_string(number));
    set_log_level(static_cast<LogLevel>(number));
  });
}

DTensorStatus dtensorGetLogLevel(DTensorLogLevel *result) {
  return answer(__func__, result,
                [&] { return static_cast<DTensorLogLevel>(log_level()); });
}

DTensorStatus dtensorSetLogSink(void (*sink)(void *data, DTensorLogLevel level,
                                             const char *line),
                                void *data) {
  return guard(__func__, [&] {
    if (!sink)
      return set_log_sink({});
    set_log_sink([=](LogLevel level, std::string_view line) {
      sink(data, static_cast<DTensorLogLevel>(level),
           std::string(line).c_str());
    });
  });
}
