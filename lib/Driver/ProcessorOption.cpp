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
           cl::desc(
               "the processor whose instructions generated code, kernels and "
               "the runtime may use: native (default), or a name that LLVM "
               "knows, for example x86-64-v2, x86-64-v3 or x86-64-v4")) {}

static Error fail(llvm::StringRef option, Error error) {
  return llvm::createStringError(option + ": " +
                                 llvm::toString(std::move(error)));
}

Expected<Processor> ProcessorOption::read(bool runs) const {
  Expected<Processor> processor = Processor::get(name);
  if (!processor)
    return fail("--mcpu", processor.takeError());
  if (runs)
    if (Error error = processor->checkRunsHere())
      return fail("--mcpu", std::move(error));
  return processor;
}

Expected<Processor> ProcessorOption::readFor(llvm::StringRef triple) const {
  // Every architecture has a generic processor, so an error is due to the
  // triple.
  Expected<Processor> generic = Processor::get("generic", triple);
  if (!generic)
    return fail("--mtriple", generic.takeError());
  bool isElsewhere =
      generic->getTriple().getArch() != Processor().getTriple().getArch();
  if (isElsewhere && name.getNumOccurrences() == 0)
    return generic;
  Expected<Processor> processor = Processor::get(name, triple);
  if (!processor)
    return fail("--mcpu", processor.takeError());
  return processor;
}

} // namespace dtensor
