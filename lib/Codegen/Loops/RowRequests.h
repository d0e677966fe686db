//===- RowRequests.h - Rows that memory is asked for ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_ROWREQUESTS_H
#define DTENSOR_LIB_CODEGEN_LOOPS_ROWREQUESTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// Rows that a reduction asks memory for before they are needed, one at a time:
/// they are read later, or a later operation writes them.
struct RowRequest {
  /// A row, or a tile of rows.
  mlir::Value buffer;
  /// The present row of a tile. If there is none, it is that of the reduction.
  mlir::Value row;
  /// The number of elements from the present one to the one that is asked for.
  int64_t distance;
  bool isWritten;
};
using RowRequests = llvm::SmallVector<RowRequest>;

/// A loop over rows reads each row from memory in its first operation, computes
/// for a while, and writes a row in its last operation. So its last reduction
/// should ask for the next rows that are read, and for the rows that are
/// written. The same holds for a loop over tiles of rows whose operations each
/// run over the whole tile: the last reduction should ask for the next tile.
/// Returns these reductions, each with the rows of large buffers that it should
/// ask for. Views of these rows are made before it. `reductions` are in the
/// order of the program.
llvm::DenseMap<mlir::Operation *, RowRequests>
findRowRequests(llvm::ArrayRef<mlir::linalg::LinalgOp> reductions);

/// Asks for elements `begin` to `begin + number` of the row `row` of a tile. A
/// request beyond the last row has no effect.
void prefetch(mlir::OpBuilder &builder, mlir::Location loc,
              const RowRequest &request, mlir::Value row, mlir::Value begin,
              int64_t number);

/// The number of elements of a row that one request is for.
int64_t getLineLength(mlir::Value buffer);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_ROWREQUESTS_H
