//===- ProcessorOption.h - The option --mcpu --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PROCESSOROPTION_H
#define DTENSOR_DRIVER_PROCESSOROPTION_H

#include "dtensor/Target/Processor.h"
#include "llvm/Support/CommandLine.h"

namespace dtensor {

/// `--mcpu` of the tools that compile programs. It exists as long as the
/// object, which must be made before the command line is parsed.
class ProcessorOption {
public:
  explicit ProcessorOption(llvm::cl::OptionCategory &category);

  /// Errors: LLVM does not know the processor, or, if code `runs` here, this
  /// machine lacks something that it has.
  llvm::Expected<Processor> read(bool runs = true) const;

  /// Of the machine that `triple` says; empty for this one. Nothing runs here.
  /// By default `native`, or `generic` of another architecture.
  llvm::Expected<Processor> readFor(llvm::StringRef triple) const;

private:
  llvm::cl::opt<std::string> name;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROCESSOROPTION_H
