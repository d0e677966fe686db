//===- Variable.cpp - Settings from the environment -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variable.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

using namespace dtensor::runtime;

/// Each context reads the variables: their errors are reported once.
static bool isFirst(const char *name) {
  static std::mutex mutex;
  static std::set<std::string> reported;
  std::lock_guard<std::mutex> lock(mutex);
  return reported.insert(name).second;
}

std::optional<double> dtensor::runtime::readVariable(const char *name,
                                                     double most,
                                                     const char *required) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return std::nullopt;
  char *end = nullptr;
  double value = std::strtod(text, &end);
  if (*end == '\0' && value >= 0 && value <= most)
    return value;
  if (isFirst(name))
    std::fprintf(stderr, "warning: %s: required %s, found '%s'\n", name,
                 required, text);
  return std::nullopt;
}
