//===- AxesFormat.h - The text form of lists of axes ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IR_AXESFORMAT_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IR_AXESFORMAT_H

#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include <variant>

namespace dtensor::stablehlo {

using Axes = llvm::SmallVector<int64_t>;

/// `[0, 1]`.
mlir::ParseResult parseAxes(mlir::AsmParser &parser, Axes &axes);
void printAxes(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> axes);

/// The destination for the value of `name = value` in an attribute.
struct Field {
  llvm::StringRef name;
  std::variant<std::reference_wrapper<Axes>, std::reference_wrapper<int64_t>,
               std::reference_wrapper<bool>, std::reference_wrapper<double>,
               std::reference_wrapper<mlir::Type>,
               std::reference_wrapper<mlir::Attribute>>
      value;
};

/// Parses `<name = value, ...>`. Each field occurs at most once, in any order.
/// A missing field keeps its value.
mlir::ParseResult parseFields(mlir::AsmParser &parser,
                              llvm::ArrayRef<Field> fields);

/// Prints fields between `<` and `>`, without empty lists and zeros.
class FieldPrinter {
public:
  explicit FieldPrinter(mlir::AsmPrinter &printer) : printer(printer) {
    printer << "<";
  }
  ~FieldPrinter() { printer << ">"; }

  FieldPrinter &field(llvm::StringRef name, llvm::ArrayRef<int64_t> axes);
  FieldPrinter &field(llvm::StringRef name, int64_t value);

private:
  mlir::AsmPrinter &startField(llvm::StringRef name);

  mlir::AsmPrinter &printer;
  bool first = true;
};

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
mlir::ParseResult parseConvolutionDims(mlir::AsmParser &parser,
                                       ConvDimensionNumbersAttr &dims);
void printConvolutionDims(mlir::AsmPrinter &printer,
                          ConvDimensionNumbersAttr dims);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IR_AXESFORMAT_H
