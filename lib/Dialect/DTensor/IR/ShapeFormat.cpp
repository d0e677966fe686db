//===- ShapeFormat.cpp - Extents in the text of ops -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/ShapeFormat.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

ParseResult dtensor::parseShape(OpAsmParser &parser, DenseI64ArrayAttr &shape) {
  SmallVector<int64_t> extents;
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square, [&]() -> ParseResult {
            if (succeeded(parser.parseOptionalQuestion())) {
              extents.push_back(ShapedType::kDynamic);
              return success();
            }
            return parser.parseInteger(extents.emplace_back());
          }))
    return failure();
  shape = parser.getBuilder().getDenseI64ArrayAttr(extents);
  return success();
}

void dtensor::printShape(OpAsmPrinter &printer, Operation *,
                         DenseI64ArrayAttr shape) {
  printer << "[";
  llvm::interleaveComma(shape.asArrayRef(), printer, [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      printer << "?";
    else
      printer << extent;
  });
  printer << "]";
}
