//===- Trace.cpp - What the planner does, step by step --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>

using namespace dtensor;

/// One bit for each part.
static std::atomic<unsigned> tracedParts = 0;

void dtensor::enableTrace(TracedPart part) {
  tracedParts |= 1u << llvm::to_underlying(part);
}

bool dtensor::isTraced(TracedPart part) {
  return tracedParts.load(std::memory_order_relaxed) >>
             llvm::to_underlying(part) &
         1;
}

static llvm::StringRef getName(TracedPart part) {
  switch (part) {
  case TracedPart::Propagation:
    return "propagation";
  case TracedPart::Planning:
    return "planning";
  }
  llvm_unreachable("no part of the compiler");
}

void dtensor::writeTrace(
    TracedPart part, llvm::function_ref<void(llvm::raw_ostream &)> describe) {
  // stderr has no buffer, and a line must not be torn.
  llvm::SmallString<128> line;
  llvm::raw_svector_ostream os(line);
  os << getName(part) << ": ";
  describe(os);
  os << "\n";
  llvm::errs() << line;
}
