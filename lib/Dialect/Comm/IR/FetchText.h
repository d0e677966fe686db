//===- FetchText.h - The text form of comm.fetch ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_DIALECT_COMM_IR_FETCHTEXT_H
#define DTENSOR_LIB_DIALECT_COMM_IR_FETCHTEXT_H

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/IR/OpImplementation.h"

namespace dtensor::comm {

// The directive custom<Fetch> of the op's assembly format.
mlir::ParseResult
parseFetch(mlir::OpAsmParser &parser, LayoutAttr &to,
           mlir::AffineMapAttr &window, mlir::ArrayAttr &from,
           llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &numbers,
           mlir::DenseI64ArrayAttr &staticNumbers,
           mlir::DenseI64ArrayAttr &strides);
void printFetch(mlir::OpAsmPrinter &printer, FetchOp op, LayoutAttr to,
                mlir::AffineMapAttr window, mlir::ArrayAttr from,
                mlir::OperandRange numbers,
                mlir::DenseI64ArrayAttr staticNumbers,
                mlir::DenseI64ArrayAttr strides);

} // namespace dtensor::comm

#endif // DTENSOR_LIB_DIALECT_COMM_IR_FETCHTEXT_H
