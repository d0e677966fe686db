//===- Support.cpp - Errors and version of the C API ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"

#include <cstdlib>

namespace dt::c {

static std::string &getLastError() {
  static thread_local std::string text;
  return text;
}

void setLastError(const char *function, const char *text) noexcept {
  try {
    getLastError() = std::string(function) + ": " + text;
  } catch (...) {
    // No memory for the text: the code says enough.
    getLastError().clear();
  }
}

char *copyText(const std::string &text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy)
    throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

} // namespace dt::c

int64_t dtensorGetCApiVersion(void) { return DTENSOR_C_API_VERSION; }

const char *dtensorGetLastError(void) { return dt::c::getLastError().c_str(); }

void dtensorStringDestroy(char *text) { std::free(text); }
