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

/// Makes `entry` return, behind its own results, every tensor of static extents
/// that an op of its body computes, in program order (not those within loops
/// and branches). Returns what each is: the op, where, and its name.
std::vector<std::string> returnIntermediateValues(mlir::func::FuncOp entry);

/// What first differs, by its op, or nothing. `results` and `expected` end with
/// what `descriptions` says of; `from` says where `expected` comes from.
std::optional<std::string>
compareIntermediateValues(llvm::ArrayRef<HostTensor> results,
                          llvm::ArrayRef<std::shared_ptr<HostTensor>> expected,
                          llvm::ArrayRef<std::string> descriptions,
                          const Tolerance &tolerance, llvm::StringRef from);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_CHECKEACHOP_H
