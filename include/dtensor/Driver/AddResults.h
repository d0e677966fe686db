//===- AddResults.h - More results for an entry function --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_ADDRESULTS_H
#define DTENSOR_DRIVER_ADDRESULTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// Makes `entry`, whose body has one block, return `values` after its own
/// results.
void addResults(mlir::func::FuncOp entry, llvm::ArrayRef<mlir::Value> values);

} // namespace dtensor

#endif // DTENSOR_DRIVER_ADDRESULTS_H
