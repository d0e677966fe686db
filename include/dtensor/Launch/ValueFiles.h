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
#include "dtensor/Host/RandomInputs.h"
#include "dtensor/Host/Signature.h"
#include <vector>

namespace dtensor {

/// The files that the values of a run are read from and written to. A path is
/// empty where no file is given.
struct ValueFiles {
  std::vector<std::string> inputs;
  std::string inputDirectory;
  /// For the arguments that have no file.
  std::optional<RandomInputs> randomInputs;
  std::string outputDirectory;

  std::vector<std::string> expected;
  std::string expectedDirectory;
  Tolerance tolerance;

  bool hasExpected() const {
    return !expected.empty() || !expectedDirectory.empty();
  }
  /// Whether any of the files belongs to the arguments or results of one
  /// function in particular.
  bool areNamed() const {
    return !inputs.empty() || !inputDirectory.empty() ||
           !outputDirectory.empty() || hasExpected();
  }
};

using Values = std::vector<std::shared_ptr<HostTensor>>;

/// `DIRECTORY/STEM3.npy`.
std::string getValuePath(llvm::StringRef directory, llvm::StringRef stem,
                         size_t position);

/// The values of the arguments, from files or from random numbers. Errors: a
/// missing file, a value of another type or shape, more files than arguments.
llvm::Expected<Values> readInputs(const ValueFiles &files,
                                  const Signature &signature);

/// The expected values of the results, or nothing if none are given. The errors
/// are those of `readInputs`.
llvm::Expected<Values> readExpected(const ValueFiles &files,
                                    const Signature &signature);

/// Writes `out0.npy` ... into the directory, which is made if it is missing.
llvm::Error writeResults(llvm::StringRef directory,
                         llvm::ArrayRef<HostTensor> results,
                         const Signature &signature);

/// The first difference, as `result 0 differs from FROM at [0, 3]: ...`, or
/// nothing.
std::optional<std::string> compareResults(llvm::ArrayRef<HostTensor> results,
                                          const Values &expected,
                                          const Tolerance &tolerance,
                                          llvm::StringRef from);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_VALUEFILES_H
