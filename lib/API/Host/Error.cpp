//===- Error.cpp - The errors of the host library -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Error.h"

namespace dt {

// Here, so that all libraries of a process have one type of each name.
Error::~Error() = default;
ProgramError::~ProgramError() = default;

} // namespace dt
