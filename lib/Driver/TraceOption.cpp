//===- TraceOption.cpp - --trace of the tools -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/TraceOption.h"

using namespace dtensor;
namespace cl = llvm::cl;

TraceOption::TraceOption(cl::OptionCategory &category)
    : parts("trace", cl::CommaSeparated, cl::cat(category),
            cl::desc("write to stderr, line by line, what these parts of the "
                     "compiler do"),
            cl::values(
                clEnumValN(TracedPart::Propagation, "propagation",
                           "which op gives which mesh dimension to which "
                           "value"),
                clEnumValN(TracedPart::Planning, "planning",
                           "each other layout that is tried, its cost, and "
                           "why it is taken or not"))) {}

void TraceOption::enable() {
  for (TracedPart part : {TracedPart::Propagation, TracedPart::Planning})
    if (parts.isSet(part))
      enableTrace(part);
}
