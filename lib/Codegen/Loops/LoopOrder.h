//===- LoopOrder.h - Which loop is the innermost ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_LOOPORDER_H
#define DTENSOR_LIB_CODEGEN_LOOPS_LOOPORDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// The loops of an operation on buffers, from the outermost to the innermost.
llvm::SmallVector<unsigned> pickLoopOrder(mlir::linalg::LinalgOp op);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_LOOPORDER_H
