//===- TypesFormat.cpp - The text form of ops' types ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypesFormat.h"

using namespace mlir;

ParseResult dtensor::assignFunctionType(OpAsmParser &parser, SMLoc location,
                                        FunctionType function,
                                        ArrayRef<Type *> types) {
  if (function.getNumInputs() + 1 != types.size() ||
      function.getNumResults() != 1)
    return parser.emitError(location)
           << "expected a type of " << types.size() - 1
           << " operands and one result, found " << function;
  for (auto [place, type] : llvm::zip(types, function.getInputs()))
    *place = type;
  *types.back() = function.getResult(0);
  return success();
}

void dtensor::printFunctionType(OpAsmPrinter &printer, ArrayRef<Type> types) {
  printer.printFunctionalType(types.drop_back(), types.take_back());
}

ParseResult dtensor::parseSameTypes(OpAsmParser &parser,
                                    ArrayRef<Type *> types) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function, types);
  for (Type *place : types)
    *place = type;
  return success();
}

void dtensor::printSameTypes(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.front();
  else
    printFunctionType(printer, types);
}

ParseResult dtensor::parseOperandsBefore(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult result = parser.parseOptionalOperand(operand);
    if (!result.has_value())
      return success();
    if (*result || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void dtensor::printOperandsBefore(OpAsmPrinter &printer, Operation *,
                                  OperandRange operands) {
  llvm::interleave(
      operands, printer, [&](Value operand) { printer << operand << ","; },
      " ");
}
