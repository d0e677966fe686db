//===- LoopIndices.h - Indices at a point of the loops ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_LOOPS_LOOPINDICES_H
#define DTENSOR_CODEGEN_LOOPS_LOOPINDICES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace dtensor {

/// The results of `map` for the loops' variables. Loops that an expression does
/// not depend on need not exist yet: their variables may be null.
llvm::SmallVector<mlir::Value>
createLoopIndices(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::AffineMap map, llvm::ArrayRef<mlir::Value> induction);

/// Whether the last axis of `buffer` has no gaps.
bool isContiguous(mlir::Value buffer);

} // namespace dtensor

#endif // DTENSOR_CODEGEN_LOOPS_LOOPINDICES_H
