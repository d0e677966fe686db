//===- TraceOption.h - --trace of the tools ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_TRACEOPTION_H
#define DTENSOR_DRIVER_TRACEOPTION_H

#include "dtensor/Launch/CommandLine.h"

namespace dtensor {

/// The option `--trace=propagation,planning`. These parts of the compiler then
/// write a trace of their work to stderr.
class TraceOption {
public:
  explicit TraceOption(llvm::cl::OptionCategory &category);

  /// Must be called after the command line has been parsed. Errors: a part that
  /// does not exist.
  llvm::Error enable() const;

private:
  TextFlag parts;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_TRACEOPTION_H
