//===- TypesFormat.h - The text form of ops' types --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IR_TYPESFORMAT_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IR_TYPESFORMAT_H

#include "mlir/IR/OpImplementation.h"

namespace dtensor {

/// Parses one type for all values, or a function type. `types` are those of the
/// operands, followed by that of the result.
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser,
                                 llvm::ArrayRef<mlir::Type *> types);
void printSameTypes(mlir::OpAsmPrinter &printer,
                    llvm::ArrayRef<mlir::Type> types);

template <typename... Types>
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser, Types &...types) {
  return parseSameTypes(parser, llvm::ArrayRef<mlir::Type *>{&types...});
}
template <typename... Types>
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                    Types... types) {
  printSameTypes(printer, llvm::ArrayRef<mlir::Type>{types...});
}

/// Parses a function type or nothing, for a caller that has its own short form.
mlir::ParseResult assignFunctionType(mlir::OpAsmParser &parser,
                                     llvm::SMLoc location,
                                     mlir::FunctionType function,
                                     llvm::ArrayRef<mlir::Type *> types);
void printFunctionType(mlir::OpAsmPrinter &printer,
                       llvm::ArrayRef<mlir::Type> types);

/// Parses operands with a comma after each of them.
mlir::ParseResult parseOperandsBefore(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printOperandsBefore(mlir::OpAsmPrinter &printer, mlir::Operation *,
                         mlir::OperandRange operands);

} // namespace dtensor

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IR_TYPESFORMAT_H
