//===- Memory.h - Memory that is kept for tensors ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_MEMORY_H
#define DT_MEMORY_H

#include "dt/Export.h"

#include <cstdint>

namespace dt {

/// The bytes of components that nobody uses any more, which the process keeps
/// for new ones: each run makes new results, and the first use of memory from
/// the system is slow. Components of 2 MiB and more are kept, and 1 GiB in all
/// or the number in the environment variable `DTENSOR_KEPT_BYTES`.
DT_EXPORT int64_t kept_memory();
/// Gives this memory back to the system.
DT_EXPORT void release_memory();

} // namespace dt

#endif // DT_MEMORY_H
