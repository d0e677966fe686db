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

/// The parts of the compiler that can be traced.
enum class TracedPart : unsigned { Propagation, Planning };

/// Makes the part write a trace from now on, for the whole process. It is meant
/// for those who work on the compiler, like LLVM's `--debug-only`, which is
/// missing in LLVM as distributions build it.
void enableTrace(TracedPart part);

bool isTraced(TracedPart part);

/// Writes one line to stderr: the name of the part, and the text of `describe`.
void writeTrace(TracedPart part,
                llvm::function_ref<void(llvm::raw_ostream &)> describe);

/// The same if the part is traced. Otherwise `describe` is not called.
template <typename Describe> void trace(TracedPart part, Describe &&describe) {
  if (isTraced(part))
    writeTrace(part, describe);
}

} // namespace dtensor

#endif // DTENSOR_LAYOUT_TRACE_H
