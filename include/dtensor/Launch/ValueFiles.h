//===- ValueFiles.h - Arguments in, results out -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_VALUEFILES_H
#define DTENSOR_LAUNCH_VALUEFILES_H

#include "dtensor/Host/Compare.h"
#include "dtensor/Host/Signature.h"
#include <vector>

namespace dtensor {

/// Where the values of a run come from, and where they go. Paths are empty
/// where nothing is asked for.
struct ValueFiles {
  std::vector<std::string> inputs;
  std::string inputDirectory;
  /// Of what has no file.
  std::optional<uint64_t> randomInputs;
  std::string outputDirectory;

  std::vector<std::string> expected;
  std::string expectedDirectory;
  Tolerance tolerance;

  bool hasExpected() const {
    return !expected.empty() || !expectedDirectory.empty();
  }
  /// Whether any of the files belongs to one function's arguments or results.
  bool areNamed() const {
    return !inputs.empty() || !inputDirectory.empty() ||
           !outputDirectory.empty() || hasExpected();
  }
};

using Values = std::vector<std::shared_ptr<HostTensor>>;

/// The values of the arguments, from files or made up. Errors: a missing file,
/// one of another type or shape, more files than arguments.
llvm::Expected<Values> readInputs(const ValueFiles &files,
                                  const Signature &signature);

/// The expected values of the results; empty if none are given. Errors as for
/// inputs.
llvm::Expected<Values> readExpected(const ValueFiles &files,
                                    const Signature &signature);

/// Writes `out0.npy` ... into the directory, which is made if need be.
llvm::Error writeResults(llvm::StringRef directory,
                         llvm::ArrayRef<HostTensor> results,
                         const Signature &signature);

/// What differs, `result 0 differs from FROM at [0, 3]: ...`, or nothing.
std::optional<std::string> compareResults(llvm::ArrayRef<HostTensor> results,
                                          const Values &expected,
                                          const Tolerance &tolerance,
                                          llvm::StringRef from);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_VALUEFILES_H
