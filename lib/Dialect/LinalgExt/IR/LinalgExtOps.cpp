//===- LinalgExtOps.cpp - Syntax that ops share -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace dtensor::linalg_ext;

// part [%start, 0] of [16, ?]
static ParseResult
parsePart(OpAsmParser &parser,
          SmallVectorImpl<OpAsmParser::UnresolvedOperand> &offsets,
          DenseI64ArrayAttr &starts, DenseI64ArrayAttr &shape) {
  if (failed(parser.parseOptionalKeyword("part")))
    return success();
  SmallVector<int64_t> extents;
  if (parseDynamicIndexList(parser, offsets, starts) ||
      parser.parseKeyword("of") ||
      parser.parseCommaSeparatedList(
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

static void printPart(OpAsmPrinter &printer, Operation *op,
                      OperandRange offsets, DenseI64ArrayAttr starts,
                      DenseI64ArrayAttr shape) {
  if (!starts || !shape)
    return;
  printer << " part ";
  printDynamicIndexList(printer, op, offsets, starts.asArrayRef());
  printer << " of [";
  llvm::interleaveComma(shape.asArrayRef(), printer, [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      printer << '?';
    else
      printer << extent;
  });
  printer << "]";
}

static ParseResult parseKeyword(OpAsmParser &parser, StringAttr &word) {
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  word = parser.getBuilder().getStringAttr(text);
  return success();
}

static void printKeyword(OpAsmPrinter &printer, Operation *, StringAttr word) {
  printer << word.getValue();
}

#define GET_OP_CLASSES
#include "dtensor/Dialect/LinalgExt/IR/LinalgExtOps.cpp.inc"
