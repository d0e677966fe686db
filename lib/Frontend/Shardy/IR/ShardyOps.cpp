//===- ShardyOps.cpp - Shardings as Shardy writes them --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Shardy/IR/Shardy.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace dtensor::sdy;

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

/// `NONE`, `FORWARD`, `BACKWARD` or `BOTH`.
static ParseResult parseDirection(OpAsmParser &parser,
                                  PropagationDirectionAttr &direction) {
  SMLoc location = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<PropagationDirection> known =
      symbolizePropagationDirection(name);
  if (!known)
    return parser.emitError(location)
           << "expected NONE, FORWARD, BACKWARD or BOTH, found " << name;
  direction = PropagationDirectionAttr::get(parser.getContext(), *known);
  return success();
}

static void printDirection(OpAsmPrinter &printer, Operation *,
                           PropagationDirectionAttr direction) {
  printer << stringifyPropagationDirection(direction.getValue());
}

//===----------------------------------------------------------------------===//
// Regions with shardings
//===----------------------------------------------------------------------===//

/// `name=[<...>, ...]`.
static ParseResult parseShardings(OpAsmParser &parser,
                                  TensorShardingPerValueAttr &shardings) {
  SmallVector<TensorShardingAttr> list;
  auto parseOne = [&]() -> ParseResult {
    auto sharding = dyn_cast_or_null<TensorShardingAttr>(
        TensorShardingAttr::parse(parser, {}));
    if (!sharding)
      return failure();
    list.push_back(sharding);
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  shardings = TensorShardingPerValueAttr::get(parser.getContext(), list);
  return success();
}

static void printShardings(OpAsmPrinter &printer, StringRef name,
                           TensorShardingPerValueAttr shardings) {
  printer << " " << name << "=[";
  llvm::interleaveComma(
      shardings.getShardings(), printer,
      [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << "]";
}

/// `(%arg: type, ...) {...} attributes : type`, at the end of both ops.
static ParseResult parseBody(OpAsmParser &parser,
                             ArrayRef<OpAsmParser::UnresolvedOperand> operands,
                             SMLoc location, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  FunctionType type;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/false) ||
      parser.parseRegion(*state.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), location,
                             state.operands))
    return failure();
  state.addTypes(type.getResults());
  return success();
}

static void printBody(OpAsmPrinter &printer, Operation *op,
                      ArrayRef<StringRef> printed) {
  Region &body = op->getRegion(0);
  printer << " (";
  llvm::interleaveComma(
      body.getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(op->getAttrs(), printed);
  printer << " : ";
  printer.printFunctionalType(op);
}

/// The return at the end of a body, or null if there is none.
static ReturnOp getReturn(Region &body) {
  return body.front().empty() ? ReturnOp()
                              : dyn_cast<ReturnOp>(body.front().back());
}

/// Verifies that shardings fit the types of the global view.
static LogicalResult verifyShardings(Operation *op, StringRef name,
                                     TensorShardingPerValueAttr shardings,
                                     TypeRange types) {
  if (shardings.getShardings().size() != types.size())
    return op->emitOpError()
           << name << " requires a sharding for each of " << types.size()
           << " values, found " << shardings.getShardings().size();
  for (auto [sharding, type] : llvm::zip(shardings.getShardings(), types))
    if (failed(verifySharding(op, sharding, type)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// manual_computation
//===----------------------------------------------------------------------===//

ParseResult ManualComputationOp::parse(OpAsmParser &parser,
                                       OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc location = parser.getCurrentLocation();
  auto &properties = state.getOrAddProperties<Properties>();
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("in_shardings") ||
      parseShardings(parser, properties.in_shardings) ||
      parser.parseKeyword("out_shardings") ||
      parseShardings(parser, properties.out_shardings) ||
      parser.parseKeyword("manual_axes") || parser.parseEqual())
    return failure();
  properties.manual_axes =
      dyn_cast_or_null<ManualAxesAttr>(ManualAxesAttr::parse(parser, {}));
  return failure(!properties.manual_axes ||
                 parseBody(parser, operands, location, state));
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << "(" << getTensors() << ")";
  printShardings(printer, "in_shardings", getInShardings());
  printShardings(printer, "out_shardings", getOutShardings());
  printer << " manual_axes=";
  getManualAxes().print(printer);
  printBody(printer, *this, {"in_shardings", "out_shardings", "manual_axes"});
}

/// Verifies that local and global types differ by the manual axes of the
/// shardings.
static LogicalResult verifyLocalTypes(ManualComputationOp op, StringRef what,
                                      TensorShardingPerValueAttr shardings,
                                      TypeRange globals, TypeRange locals) {
  if (locals.size() != globals.size())
    return op.emitOpError("requires as many ")
           << what << " inside as outside, " << globals.size() << ", found "
           << locals.size();
  for (auto [sharding, global, local] :
       llvm::zip(shardings.getShardings(), globals, locals)) {
    auto tensor = dyn_cast<RankedTensorType>(global);
    if (!tensor || !tensor.hasStaticShape())
      return op.emitOpError("requires tensors of static shapes, found ")
             << global;
    MeshAttr mesh = getMesh(sharding, op);
    SmallVector<int64_t> shape(tensor.getShape());
    for (auto [axis, dimension] : llvm::enumerate(sharding.getDimensions())) {
      int64_t devices = 1;
      for (AxisRefAttr part : dimension.getAxes())
        if (llvm::is_contained(op.getManualAxes().getAxes(), part.getName()))
          devices *=
              part.isWhole() ? *mesh.getSize(part.getName()) : part.getSize();
      if (shape[axis] % devices)
        return op.emitOpError("requires axis ")
               << axis << " of " << global << " to divide evenly over "
               << devices << " devices";
      shape[axis] /= devices;
    }
    Type required = tensor.clone(shape);
    if (local != required)
      return op.emitOpError("requires ")
             << what << " of type " << required << " inside for " << global
             << " lying as " << sharding << ", found " << local;
  }
  return success();
}

LogicalResult ManualComputationOp::verifyRegions() {
  if (failed(verifyShardings(*this, "in_shardings", getInShardings(),
                             getTensors().getTypes())) ||
      failed(verifyShardings(*this, "out_shardings", getOutShardings(),
                             getResultTypes())))
    return failure();
  ReturnOp end = getReturn(getBody());
  if (!end)
    return emitOpError("requires a body that ends with sdy.return");
  return failure(
      failed(verifyLocalTypes(*this, "operands", getInShardings(),
                              getTensors().getTypes(),
                              getBody().getArgumentTypes())) ||
      failed(verifyLocalTypes(*this, "results", getOutShardings(),
                              getResultTypes(), end.getOperandTypes())));
}

//===----------------------------------------------------------------------===//
// named_computation
//===----------------------------------------------------------------------===//

ParseResult NamedComputationOp::parse(OpAsmParser &parser,
                                      OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc location = parser.getCurrentLocation();
  auto &properties = state.getOrAddProperties<Properties>();
  std::string name;
  if (parser.parseLess() || parser.parseString(&name) ||
      parser.parseGreater() ||
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  properties.name = parser.getBuilder().getStringAttr(name);
  if (succeeded(parser.parseOptionalKeyword("in_shardings")) &&
      parseShardings(parser, properties.in_shardings))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("out_shardings")) &&
      parseShardings(parser, properties.out_shardings))
    return failure();
  return parseBody(parser, operands, location, state);
}

void NamedComputationOp::print(OpAsmPrinter &printer) {
  printer << "<" << getNameAttr() << ">(" << getOperands() << ")";
  if (getInShardings())
    printShardings(printer, "in_shardings", *getInShardings());
  if (getOutShardings())
    printShardings(printer, "out_shardings", *getOutShardings());
  printBody(printer, *this, {"name", "in_shardings", "out_shardings"});
}

LogicalResult NamedComputationOp::verifyRegions() {
  if (getInShardings() &&
      failed(verifyShardings(*this, "in_shardings", *getInShardings(),
                             getOperandTypes())))
    return failure();
  if (getOutShardings() &&
      failed(verifyShardings(*this, "out_shardings", *getOutShardings(),
                             getResultTypes())))
    return failure();
  ReturnOp end = getReturn(getBody());
  if (!end)
    return emitOpError("requires a body that ends with sdy.return");
  if (TypeRange(getBody().getArgumentTypes()) != getOperandTypes() ||
      TypeRange(end.getOperandTypes()) != getResultTypes())
    return emitOpError("requires a body of its own types");
  return success();
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/Shardy/IR/ShardyOps.cpp.inc"
