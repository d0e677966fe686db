//===- Errors.h - From LLVM's errors to exceptions --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_ERRORS_H
#define DTENSOR_LIB_API_HOST_ERRORS_H

#include "dt/Error.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace dt {

[[noreturn]] inline void raise(const llvm::Twine &message) {
  throw Error(message.str());
}

/// Throws if `error` is one. The text begins with `prefix`.
inline void check(llvm::Error error, const llvm::Twine &prefix = "") {
  if (error)
    raise(prefix + llvm::toString(std::move(error)));
}

/// The value, or an exception that has the text of the error.
template <typename T>
T check(llvm::Expected<T> value, const llvm::Twine &prefix = "") {
  if (!value)
    raise(prefix + llvm::toString(value.takeError()));
  return std::move(*value);
}

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_ERRORS_H
