//===- PrintLayouts.h - Every value and its layout --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_PRINTLAYOUTS_H
#define DTENSOR_TOOLS_DTENSOR_RUN_PRINTLAYOUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

namespace dtensor {

/// Prints one line for each tensor value of a function whose layouts have been
/// propagated: its name in the source, type, layout and local shape. Uneven
/// extents are printed as those of the first and the last device, `3..2`.
void printLayouts(mlir::func::FuncOp function, llvm::raw_ostream &os);

/// Draws the layout of the value that is called `name` in the source. Errors:
/// no such value, one without a layout, or one with dynamic extents.
llvm::Error showLayoutOf(mlir::func::FuncOp function, llvm::StringRef name,
                         llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_PRINTLAYOUTS_H
