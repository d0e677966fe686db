//===- Messages.h - The texts of errors -------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_API_HOST_MESSAGES_H
#define DTENSOR_UNIT_API_HOST_MESSAGES_H

#include "dt/Error.h"

#include <string>

namespace dt {

/// The text of the error that `function` throws, or `no error`.
template <typename Function> std::string messageOf(Function function) {
  try {
    function();
  } catch (const Error &error) {
    return error.what();
  }
  return "no error";
}

} // namespace dt

#endif // DTENSOR_UNIT_API_HOST_MESSAGES_H
