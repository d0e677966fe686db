//===- ElementwiseOps.cpp - Ops that act on each element ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRegistration.h"
#include "Shapes.h"
#include "TypesFormat.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// Short forms
//===----------------------------------------------------------------------===//

/// Parses the result's type, which determines the types of the parts.
static ParseResult parseComplexTypes(OpAsmParser &parser, Type &lhs, Type &rhs,
                                     Type &result) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function,
                              {&lhs, &rhs, &result});
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto element =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (!element)
    return parser.emitError(location)
           << "expected a tensor of complex numbers, found " << type;
  lhs = rhs = tensor.clone(element.getElementType());
  result = type;
  return success();
}

static void printComplexTypes(OpAsmPrinter &printer, Operation *, Type lhs,
                              Type rhs, Type result) {
  auto tensor = dyn_cast<RankedTensorType>(result);
  auto element =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (element && lhs == rhs && lhs == tensor.clone(element.getElementType()))
    printer << result;
  else
    printFunctionType(printer, {lhs, rhs, result});
}

/// `tensor<i1>, tensor<4xf32>`.
static ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred,
                                    Type &onTrue, Type &onFalse, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return assignFunctionType(parser, location, function,
                              {&pred, &onTrue, &onFalse, &result});
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

static void printSelectTypes(OpAsmPrinter &printer, Operation *, Type pred,
                             Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printFunctionType(printer, {pred, onTrue, onFalse, result});
}

/// `e5m10`.
static ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent,
                                    IntegerAttr &mantissa) {
  SMLoc location = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  StringRef rest = text;
  int32_t exponentBits, mantissaBits;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) ||
      !rest.consume_front("m") || rest.consumeInteger(10, mantissaBits) ||
      !rest.empty())
    return parser.emitError(location)
           << "expected a format such as e5m10, found " << text;
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

static void printFloatFormat(OpAsmPrinter &printer, Operation *,
                             IntegerAttr exponent, IntegerAttr mantissa) {
  printer << "e" << exponent.getInt() << "m" << mantissa.getInt();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// The type of the parts of a complex number, or the type itself for others.
static Type getPartType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

/// Verifies an op from complex numbers or floats to floats.
static LogicalResult verifyRealOf(Operation *op) {
  Type required = getPartType(elementOf(op->getOperand(0)));
  Type found = elementOf(op->getResult(0));
  if (found == required)
    return success();
  return op->emitOpError("requires a result of ")
         << required << ", found " << found;
}

LogicalResult AbsOp::verify() { return verifyRealOf(*this); }

LogicalResult ReducePrecisionOp::verify() {
  if (static_cast<int32_t>(getExponentBits()) < 1 ||
      static_cast<int32_t>(getMantissaBits()) < 0)
    return emitOpError("requires a bit of exponent at least, found e")
           << static_cast<int32_t>(getExponentBits()) << "m"
           << static_cast<int32_t>(getMantissaBits());
  return success();
}

LogicalResult ComplexOp::verify() {
  Type required = getPartType(elementOf(getResult()));
  if (elementOf(getLhs()) == required)
    return success();
  return emitOpError("requires parts of ")
         << required << ", found " << elementOf(getLhs());
}

LogicalResult CompareOp::verify() {
  if (failed(verifyElement(*this, getLhs(), getRhs())))
    return failure();
  std::optional<ComparisonType> type = getCompareType();
  if (!type || *type == ComparisonType::NOTYPE)
    return success();
  Type element = elementOf(getLhs());
  bool isFloat = isa<FloatType>(element);
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  bool fits = false;
  switch (*type) {
  case ComparisonType::NOTYPE:
  case ComparisonType::FLOAT:
    fits = isFloat || isa<ComplexType>(element);
    break;
  case ComparisonType::TOTALORDER:
    fits = isFloat;
    break;
  case ComparisonType::SIGNED:
    fits = isa<IntegerType>(element) && !isUnsigned;
    break;
  case ComparisonType::UNSIGNED:
    fits = isa<IntegerType>(element) && isUnsigned;
    break;
  }
  if (fits)
    return success();
  return emitOpError("compares elements of ")
         << element << ", which " << stringifyComparisonType(*type)
         << " does not fit";
}

LogicalResult ClampOp::verify() {
  for (Value bound : {getMin(), getMax()}) {
    if (failed(verifyElement(*this, bound, getOperand())))
      return failure();
    if (rankOf(bound) != 0 &&
        failed(verifyCompatibleShape(bound.getType(), getOperand().getType())))
      return emitOpError("requires bounds that are scalars or have shape ")
             << textOf(shapeOf(getOperand())) << ", found "
             << textOf(shapeOf(bound));
  }
  return success();
}

LogicalResult SelectOp::verify() {
  if (rankOf(getPred()) != 0 &&
      failed(verifyCompatibleShape(getPred().getType(), getResult().getType())))
    return emitOpError("requires a predicate that is a scalar or has shape ")
           << textOf(shapeOf(getResult())) << ", found "
           << textOf(shapeOf(getPred()));
  return success();
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ElementwiseOps.cpp.inc"

void dtensor::stablehlo::detail::registerElementwiseOps(
    StableHLODialect &dialect) {
  registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/ElementwiseOps.cpp.inc"
      >(dialect);
}
