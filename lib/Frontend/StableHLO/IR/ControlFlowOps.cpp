//===- ControlFlowOps.cpp - Ops that steer, call and group ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRegistration.h"
#include "FunctionOfElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// Short forms
//===----------------------------------------------------------------------===//

/// Parses the types of operands that are also those of the results.
static ParseResult parsePairwiseTypes(OpAsmParser &parser,
                                      SmallVectorImpl<Type> &operands,
                                      SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

static void printPairwiseTypes(OpAsmPrinter &printer, Operation *,
                               TypeRange operands, TypeRange) {
  printer << operands;
}

/// Parses a tuple's type, which determines the types of its values.
static ParseResult parseTupleTypes(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &values,
                                   Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(location)
           << "expected a type of a tuple, found " << result;
  llvm::append_range(values, tuple.getTypes());
  return success();
}

static void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange,
                            Type result) {
  printer << result;
}

/// Parses one type for all tokens.
static ParseResult
parseTokenTypes(OpAsmParser &parser,
                const SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                SmallVectorImpl<Type> &types, Type &result) {
  if (parser.parseType(result))
    return failure();
  types.assign(operands.size(), result);
  return success();
}

static void printTokenTypes(OpAsmPrinter &printer, Operation *, OperandRange,
                            TypeRange, Type result) {
  printer << result;
}

/// `@target`.
static ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

static void printCallTarget(OpAsmPrinter &printer, Operation *,
                            StringAttr target) {
  printer.printSymbolName(target.getValue());
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

void WhileOp::print(OpAsmPrinter &printer) {
  // Both regions use the same names for their arguments; those of the body are
  // printed.
  printer << "(";
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperand()),
                        printer, [&](auto pair) {
                          printer << std::get<0>(pair) << " = "
                                  << std::get<1>(pair);
                        });
  printer << ")";
  if (!getOperand().empty())
    printer << " : " << getOperand().getTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseAssignmentList(arguments, operands))
    return failure();
  if (!operands.empty() || succeeded(parser.parseOptionalColon())) {
    if (!operands.empty() && parser.parseColon())
      return failure();
    if (parser.parseTypeList(state.types))
      return failure();
  }
  if (parser.resolveOperands(operands, state.types, location, state.operands) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  for (auto [argument, type] : llvm::zip(arguments, state.types))
    argument.type = type;
  return failure(parser.parseKeyword("cond") ||
                 parser.parseRegion(*state.addRegion(), arguments) ||
                 parser.parseKeyword("do") ||
                 parser.parseRegion(*state.addRegion(), arguments));
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult WhileOp::verifyRegions() {
  TypeRange types = getOperand().getTypes();
  if (types != getResultTypes())
    return emitOpError("requires results of the operands' types (")
           << types << "), found (" << getResultTypes() << ")";
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return failure(
      failed(verifyRegion(*this, getCond(), "condition", types, pred)) ||
      failed(verifyRegion(*this, getBody(), "body", types, types)));
}

LogicalResult IfOp::verifyRegions() {
  if (cast<RankedTensorType>(getPred().getType()).getNumElements() != 1)
    return emitOpError("requires a predicate of one element, found ")
           << getPred().getType();
  for (Region &branch : getOperation()->getRegions())
    if (failed(verifyRegion(*this, branch, "branch", TypeRange(),
                            getResultTypes())))
      return failure();
  return success();
}

LogicalResult CaseOp::verifyRegions() {
  if (getBranches().empty())
    return emitOpError("requires a branch at least");
  for (Region &branch : getBranches())
    if (failed(verifyRegion(*this, branch, "branch", TypeRange(),
                            getResultTypes())))
      return failure();
  return success();
}

LogicalResult OptimizationBarrierOp::verify() {
  TypeRange operands = getOperand().getTypes();
  if (operands == getResultTypes())
    return success();
  return emitOpError("requires results of the operands' types (")
         << operands << "), found (" << getResultTypes() << ")";
}

LogicalResult TupleOp::verify() {
  if (TypeRange(getVal()) == TypeRange(cast<TupleType>(getType()).getTypes()))
    return success();
  return emitOpError("requires values of the types of ")
         << getType() << ", found (" << getVal().getTypes() << ")";
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  if (getIndex() >= tuple.size())
    return emitOpError("requires an index below ")
           << tuple.size() << ", found " << static_cast<int32_t>(getIndex());
  if (tuple.getType(getIndex()) == getType())
    return success();
  return emitOpError("requires a result of type ")
         << tuple.getType(getIndex()) << ", found " << getType();
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getDecompositionAttr());
  if (!callee)
    return emitOpError("requires a function, found none named ")
           << getDecompositionAttr();
  if (TypeRange(callee.getArgumentTypes()) != TypeRange(getInputs()) ||
      TypeRange(callee.getResultTypes()) != getResultTypes())
    return emitOpError("requires a function of its own types, but ")
           << getDecompositionAttr() << " has type "
           << callee.getFunctionType();
  return success();
}

LogicalResult CustomCallOp::verify() {
  // Each result takes the memory of at most one operand.
  std::optional<ArrayAttr> aliases = getOutputOperandAliases();
  if (!aliases)
    return success();
  for (auto alias : aliases->getAsRange<OutputOperandAliasAttr>())
    if (alias.getOperandIndex() < 0 ||
        alias.getOperandIndex() >= static_cast<int64_t>(getInputs().size()))
      return emitOpError("requires an operand to take the place of below ")
             << getInputs().size() << ", found " << alias.getOperandIndex();
  return success();
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ControlFlowOps.cpp.inc"

void dtensor::stablehlo::detail::registerControlFlowOps(
    StableHLODialect &dialect) {
  registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/ControlFlowOps.cpp.inc"
      >(dialect);
}
