//===- NextRows.h - Rows that the next iteration reads ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_NEXTROWS_H
#define DTENSOR_LIB_CODEGEN_LOOPS_NEXTROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// A loop over rows reads each row from memory in its first operation, and then
/// computes for a while without reading any. So its last reduction should ask
/// for the next rows. Returns these reductions, each with the rows of large
/// buffers that earlier operations of its iteration read. `reductions` are in
/// the order of the program.
llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>>
findNextRows(llvm::ArrayRef<mlir::linalg::LinalgOp> reductions);

/// Asks for elements `begin` to `begin + number` of the row after `row`. A
/// request beyond the last row has no effect.
void prefetchNextRow(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value row, mlir::Value begin, int64_t number);

/// The number of elements of a row that one request is for.
int64_t getLineLength(mlir::Value row);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_NEXTROWS_H
