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

/// `--trace=propagation,planning`: these parts of the compiler write what they
/// do to stderr.
class TraceOption {
public:
  explicit TraceOption(llvm::cl::OptionCategory &category);

  /// To be called once the command line has been read. Errors: a part that
  /// there is not.
  llvm::Error enable() const;

private:
  TextFlag parts;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_TRACEOPTION_H
