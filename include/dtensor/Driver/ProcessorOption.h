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

/// The option `--mcpu` of tools that compile programs. It exists as long as the
/// object, which must be made before the command line is parsed.
class ProcessorOption {
public:
  explicit ProcessorOption(llvm::cl::OptionCategory &category);

  /// Reads the processor. Errors: LLVM does not know it, or, if code `runs`
  /// here, this machine lacks one of its features.
  llvm::Expected<Processor> read(bool runs = true) const;

  /// Reads the processor of the machine that `triple` names; an empty one is
  /// this machine. Nothing runs here. The default is `native`, or `generic` of
  /// another architecture.
  llvm::Expected<Processor> readFor(llvm::StringRef triple) const;

private:
  llvm::cl::opt<std::string> name;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROCESSOROPTION_H
