//===- TraceOption.cpp - --trace of the tools -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/TraceOption.h"
#include "dtensor/Layout/Trace.h"
#include "llvm/ADT/StringSwitch.h"

using namespace dtensor;
namespace cl = llvm::cl;

TraceOption::TraceOption(cl::OptionCategory &category)
    : parts("trace", cl::value_desc("propagation,planning"), cl::cat(category),
            cl::desc("write to stderr, line by line, what these parts of the "
                     "compiler do: which op gives which mesh dimension to "
                     "which value; which other plans are tried, and why they "
                     "are taken or not")) {}

llvm::Error TraceOption::enable() const {
  if (parts.getNumOccurrences() == 0)
    return llvm::Error::success();
  for (llvm::StringRef name : llvm::split(llvm::StringRef(parts), ',')) {
    auto part = llvm::StringSwitch<std::optional<TracedPart>>(name)
                    .Case("propagation", TracedPart::Propagation)
                    .Case("planning", TracedPart::Planning)
                    .Default(std::nullopt);
    if (!part)
      return makeFlagError(parts, "a list of propagation and planning");
    enableTrace(*part);
  }
  return llvm::Error::success();
}
