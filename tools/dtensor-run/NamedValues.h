//===- NamedValues.h - Values made elsewhere, by name -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_NAMEDVALUES_H
#define DTENSOR_TOOLS_DTENSOR_RUN_NAMEDVALUES_H

#include "dtensor/Driver/Signature.h"
#include "dtensor/Host/Compare.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// A file, and the result whose value it has.
struct NamedValue {
  std::string path;
  /// `%h` or `result 0`.
  std::string name;
  size_t result;
};

/// Finds the value of each file of a directory: `outK.npy` has that of result
/// K, and `NAME.npy` that of the value which the source calls `%NAME`. `entry`
/// is made to return these values after its own `numResults` results, in
/// program order. Errors: no such directory, no files in it, a file that names
/// no value, a value within a loop or a branch or of dynamic extents.
llvm::Expected<std::vector<NamedValue>>
returnNamedValues(mlir::func::FuncOp entry, llvm::StringRef directory,
                  size_t numResults);

/// The first difference, or nothing. Errors: those of reading the files.
llvm::Expected<std::optional<std::string>>
compareNamedValues(llvm::ArrayRef<HostTensor> results,
                   llvm::ArrayRef<NamedValue> named, const Signature &signature,
                   const Tolerance &tolerance);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_NAMEDVALUES_H
