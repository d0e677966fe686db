//===- CheckEachOp.h - Every value of a program as a result -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_CHECKEACHOP_H
#define DTENSOR_TOOLS_DTENSOR_RUN_CHECKEACHOP_H

#include "dtensor/Host/Compare.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// Makes `entry` return, after its own results, every tensor of static extents
/// that an op of its body computes, in program order (except those within loops
/// and branches). Returns descriptions: the op, its place, and its name.
std::vector<std::string> returnIntermediateValues(mlir::func::FuncOp entry);

/// The first difference, with its op, or nothing. `results` and `expected` end
/// with the values of `descriptions`. `from` names the source of `expected`.
std::optional<std::string>
compareIntermediateValues(llvm::ArrayRef<HostTensor> results,
                          llvm::ArrayRef<std::shared_ptr<HostTensor>> expected,
                          llvm::ArrayRef<std::string> descriptions,
                          const Tolerance &tolerance, llvm::StringRef from);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_CHECKEACHOP_H
