//===- ProcessorOption.cpp - The option --mcpu ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ProcessorOption.h"

using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

namespace dtensor {

ProcessorOption::ProcessorOption(cl::OptionCategory &category)
    : name("mcpu", cl::value_desc("NAME"), cl::init("native"),
           cl::cat(category),
           cl::desc("the processor that generated code, kernels and the "
                    "runtime may use all of: a name that LLVM knows, as "
                    "x86-64-v2, x86-64-v3 or x86-64-v4, or native (default)")) {
}

Expected<Processor> ProcessorOption::read(bool runs) const {
  auto fail = [](Error error) {
    return llvm::createStringError("--mcpu: " +
                                   llvm::toString(std::move(error)));
  };
  Expected<Processor> processor = Processor::get(name);
  if (!processor)
    return fail(processor.takeError());
  if (runs)
    if (Error error = processor->checkRunsHere())
      return fail(std::move(error));
  return processor;
}

} // namespace dtensor
