//===- ValueOptions.h - Options about arguments and results -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_VALUEOPTIONS_H
#define DTENSOR_LAUNCH_VALUEOPTIONS_H

#include "dtensor/Launch/CommandLine.h"
#include "dtensor/Launch/ValueFiles.h"

namespace dtensor {

/// The options `--input`, `--input-dir`, `--random-inputs`, `--random-scale`,
/// `--output-dir`,
/// `--expect`, `--expect-dir`, `--rtol` and `--atol` of tools that run
/// programs. They exist as long as the object, which must be made before the
/// command line is parsed.
class ValueOptions {
public:
  explicit ValueOptions(llvm::cl::OptionCategory &category);

  /// Errors: a value that is no number, two options that exclude each other.
  llvm::Expected<ValueFiles> read() const;

private:
  llvm::cl::list<std::string> inputs;
  TextFlag inputDirectory, randomInputs, randomScale, outputDirectory;
  llvm::cl::list<std::string> expected;
  TextFlag expectedDirectory, rtol, atol;
};

} // namespace dtensor

#endif // DTENSOR_LAUNCH_VALUEOPTIONS_H
