//===- Trace.h - What the planner does, step by step ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_TRACE_H
#define DTENSOR_LAYOUT_TRACE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

/// Parts of the compiler that can be watched.
enum class TracedPart : unsigned { Propagation, Planning };

/// From now on the part writes what it does. It is a switch of the process, for
/// those who work on the compiler, as `--debug-only` of LLVM is: that one is
/// compiled out of LLVM as distributions build it.
void enableTrace(TracedPart part);

bool isTraced(TracedPart part);

/// Writes one line to stderr: the name of the part, and what `describe` writes.
void writeTrace(TracedPart part,
                llvm::function_ref<void(llvm::raw_ostream &)> describe);

/// The same if the part is traced. Else nothing is described.
template <typename Describe> void trace(TracedPart part, Describe &&describe) {
  if (isTraced(part))
    writeTrace(part, describe);
}

} // namespace dtensor

#endif // DTENSOR_LAYOUT_TRACE_H
