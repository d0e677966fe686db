//===- Values.h - Arguments in, results out ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_VALUES_H
#define DTENSOR_TOOLS_DTENSOR_RUN_VALUES_H

#include "Options.h"

namespace dtensor {

using Values = std::vector<std::shared_ptr<HostTensor>>;

/// The values of the arguments, from files or made up. Errors: a missing file,
/// one of another type or shape, more files than arguments.
llvm::Expected<Values> readInputs(const RunOptions &options,
                                  const Signature &signature);

/// The expected values of the results; empty if none are given. Errors as for
/// inputs.
llvm::Expected<Values> readExpected(const RunOptions &options,
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

#endif // DTENSOR_TOOLS_DTENSOR_RUN_VALUES_H
