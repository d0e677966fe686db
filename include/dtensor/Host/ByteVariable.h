//===- ByteVariable.h - Numbers of bytes in the environment -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_BYTEVARIABLE_H
#define DTENSOR_HOST_BYTEVARIABLE_H

#include <cstdint>

namespace dtensor {

/// The number of bytes that an environment variable holds; `otherwise` if it is
/// empty or not set. Another text counts as not set, and a warning on stderr
/// names it.
int64_t readByteVariable(const char *name, int64_t otherwise);

} // namespace dtensor

#endif // DTENSOR_HOST_BYTEVARIABLE_H
