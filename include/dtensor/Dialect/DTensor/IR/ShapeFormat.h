//===- ShapeFormat.h - Extents in the text of ops ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_SHAPEFORMAT_H
#define DTENSOR_DIALECT_DTENSOR_IR_SHAPEFORMAT_H

#include "mlir/IR/OpImplementation.h"

namespace dtensor {

/// Parses `[?, 4]`, with a question mark for a dynamic extent.
mlir::ParseResult parseShape(mlir::OpAsmParser &parser,
                             mlir::DenseI64ArrayAttr &shape);
void printShape(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                mlir::DenseI64ArrayAttr shape);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_SHAPEFORMAT_H
