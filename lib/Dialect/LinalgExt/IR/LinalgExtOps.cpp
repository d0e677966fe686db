//===- LinalgExtOps.cpp - Syntax that ops share ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/ShapeFormat.h"
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
  return failure(parseDynamicIndexList(parser, offsets, starts) ||
                 parser.parseKeyword("of") ||
                 dtensor::parseShape(parser, shape));
}

static void printPart(OpAsmPrinter &printer, Operation *op,
                      OperandRange offsets, DenseI64ArrayAttr starts,
                      DenseI64ArrayAttr shape) {
  if (!starts || !shape)
    return;
  printer << " part ";
  printDynamicIndexList(printer, op, offsets, starts.asArrayRef());
  printer << " of ";
  dtensor::printShape(printer, op, shape);
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
