//===- Error.h - What goes wrong --------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_ERROR_H
#define DT_ERROR_H

#include "dt/Export.h"

#include <stdexcept>

namespace dt {

/// The error that every function of this library throws. The text names the
/// argument, what was required, and what was found. After an error, everything
/// can be used as before.
class DT_EXPORT Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  ~Error() override;
};

/// An error that a program raised while it ran: a division by zero, a deadlock.
class DT_EXPORT ProgramError : public Error {
public:
  using Error::Error;
  ~ProgramError() override;
};

} // namespace dt

#endif // DT_ERROR_H
