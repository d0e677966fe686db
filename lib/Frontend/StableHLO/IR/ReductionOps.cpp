//===- ReductionOps.cpp - Ops with a function of elements -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRegistration.h"
#include "FunctionOfElements.h"
#include "Shapes.h"
#include "Windows.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

/// The element types of a fold over `inits`. Its values may be wider than those
/// of the inputs.
static SmallVector<Type> getElements(ValueRange values) {
  return llvm::map_to_vector(values, elementOf);
}

static SmallVector<Type> getElements(ResultRange values) {
  return llvm::map_to_vector(values,
                             [](Value value) { return elementOf(value); });
}

/// Verifies that inputs have one shape, and that there is a result and a scalar
/// initial value for each.
static LogicalResult verifyFoldOperands(Operation *op, ValueRange inputs,
                                        ValueRange inits) {
  if (inputs.empty())
    return op->emitOpError("requires an input at least");
  if (op->getNumResults() != inputs.size())
    return op->emitOpError("requires a result for each of ")
           << inputs.size() << " inputs, found " << op->getNumResults();
  for (Value input : inputs)
    if (failed(verifyCompatibleShape(shapeOf(input), shapeOf(inputs.front()))))
      return op->emitOpError("requires inputs of one shape, found ")
             << textOf(shapeOf(inputs.front())) << " and "
             << textOf(shapeOf(input));
  for (Value init : inits)
    if (rankOf(init) != 0)
      return op->emitOpError("requires scalars to start with, found ")
             << init.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

/// Whether `name = stablehlo.add` and the like describes the op completely.
static bool isNamedFold(Operation *op) {
  return isa<AddOp, MulOp, MaxOp, MinOp, AndOp, OrOp, XorOp>(op);
}

/// The only op of the body, if it folds the arguments in order and has no
/// attributes.
static Operation *getNamedFold(ReduceOp op) {
  Block &body = op.getBody().front();
  if (op.getInputs().size() != 1 || body.getNumArguments() != 2 ||
      !llvm::hasNItems(body, 2))
    return nullptr;
  Operation &fold = body.front();
  auto end = dyn_cast<ReturnOp>(body.back());
  if (!end || !isNamedFold(&fold) || !fold.getAttrDictionary().empty() ||
      !end->getAttrDictionary().empty() ||
      !llvm::equal(fold.getOperands(), body.getArguments()) ||
      !llvm::equal(end.getResults(), fold.getResults()))
    return nullptr;
  // The short form derives the types from that of the result.
  Type scalar = RankedTensorType::get({}, elementOf(op.getResult(0)));
  bool same = body.getArgument(0).getType() == scalar &&
              body.getArgument(1).getType() == scalar &&
              fold.getResult(0).getType() == scalar;
  return same ? &fold : nullptr;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << "(";
  llvm::interleave(
      llvm::zip(getInputs(), getInitValues()), printer,
      [&](auto pair) {
        printer << std::get<0>(pair) << " init: " << std::get<1>(pair);
      },
      "), (");
  printer << ")";
  Operation *fold = getNamedFold(*this);
  if (fold)
    printer << " applies " << fold->getName().getStringRef();
  printer << " across dimensions = [";
  llvm::interleaveComma(getDimensions(), printer);
  printer << "]";
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (fold)
    return;
  printer.printNewline();
  printer << " reducer";
  Block &body = getBody().front();
  unsigned count = getInputs().size();
  if (body.getNumArguments() == 2 * count)
    for (unsigned i = 0; i < count; ++i) {
      printer << "(";
      printer.printRegionArgument(body.getArgument(i));
      printer << ", ";
      printer.printRegionArgument(body.getArgument(count + i));
      printer << ") ";
    }
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// Makes the body of `applies stablehlo.add`.
static ParseResult makeNamedFold(OpAsmParser &parser, SMLoc location,
                                 StringRef name, OperationState &state) {
  Type element = state.types.size() == 1
                     ? getElementTypeOrSelf(state.types.front())
                     : Type();
  if (!element || !RankedTensorType::isValidElementType(element))
    return parser.emitError(location)
           << "expected one result, a tensor, to apply " << name << " to";
  Type scalar = RankedTensorType::get({}, element);
  Region &body = *state.addRegion();
  Block &block = body.emplaceBlock();
  Location where = state.location;
  block.addArguments({scalar, scalar}, {where, where});
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToStart(&block);
  OperationState fold(where, name, block.getArguments(), {scalar}, {});
  if (!fold.name.isRegistered() ||
      !llvm::is_contained({"stablehlo.add", "stablehlo.multiply",
                           "stablehlo.maximum", "stablehlo.minimum",
                           "stablehlo.and", "stablehlo.or", "stablehlo.xor"},
                          name))
    return parser.emitError(location)
           << "expected stablehlo.add, multiply, maximum, minimum, and, or or "
              "xor, found "
           << name;
  Operation *made = builder.create(fold);
  ReturnOp::create(builder, where, made->getResults());
  return success();
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  using Operand = OpAsmParser::UnresolvedOperand;
  SmallVector<Operand> operands, inits;
  SMLoc location = parser.getCurrentLocation();
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  unsigned count = operands.size();
  llvm::append_range(operands, inits);

  FailureOr<OperationName> fold = failure();
  SMLoc foldLocation = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    foldLocation = parser.getCurrentLocation();
    fold = parser.parseCustomOperationName();
    if (failed(fold))
      return failure();
  }

  SmallVector<int64_t> dimensions;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(dimensions.emplace_back()); }) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), location,
                             state.operands))
    return failure();
  state.addTypes(type.getResults());
  state.getOrAddProperties<Properties>().dimensions =
      parser.getBuilder().getDenseI64ArrayAttr(dimensions);
  if (succeeded(fold))
    return makeNamedFold(parser, foldLocation, fold->getStringRef(), state);

  // Arguments come in pairs, one for each input.
  if (parser.parseKeyword("reducer"))
    return failure();
  SmallVector<OpAsmParser::Argument> left(count), right(count), arguments;
  for (unsigned i = 0; i < count; ++i)
    if (parser.parseLParen() ||
        parser.parseArgument(left[i], /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(right[i], /*allowType=*/true) ||
        parser.parseOptionalLocationSpecifier(right[i].sourceLoc) ||
        parser.parseRParen())
      return failure();
  arguments = left;
  llvm::append_range(arguments, right);
  return parser.parseRegion(*state.addRegion(), arguments);
}

LogicalResult ReduceOp::verifyRegions() {
  if (failed(verifyFoldOperands(*this, getInputs(), getInitValues())) ||
      failed(verifyAxes(*this, "dimensions", getDimensions(),
                        rankOf(getInputs().front()))))
    return failure();
  Extents shape;
  for (auto [axis, extent] : llvm::enumerate(shapeOf(getInputs().front())))
    if (!llvm::is_contained(getDimensions(), axis))
      shape.push_back(extent);
  for (Value result : getResults())
    if (failed(verifyShape(*this, result, shape)))
      return failure();
  return verifyFold(*this, getBody(), getElements(getResults()));
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

LogicalResult ReduceWindowOp::verifyRegions() {
  if (failed(verifyFoldOperands(*this, getInputs(), getInitValues())))
    return failure();
  ArrayRef<int64_t> base = shapeOf(getInputs().front());
  if (failed(verifyCount(*this, "window_dimensions", getWindowDimensions(),
                         base.size())))
    return failure();
  FailureOr<Extents> shape =
      getWindowCounts(*this, base,
                      {getWindowDimensions(), getWindowStrides(),
                       dyn_cast_or_null<DenseIntElementsAttr>(getPaddingAttr()),
                       getBaseDilations(), getWindowDilations()});
  if (failed(shape))
    return failure();
  for (Value result : getResults())
    if (failed(verifyShape(*this, result, *shape)))
      return failure();
  return verifyFold(*this, getBody(), getElements(getResults()));
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  if (failed(verifyElement(*this, getOperand(), getSource())) ||
      failed(verifyElement(*this, getOperand(), getInitValue())))
    return failure();
  if (rankOf(getInitValue()) != 0)
    return emitOpError("requires a scalar to start with, found ")
           << getInitValue().getType();
  ArrayRef<int64_t> base = shapeOf(getOperand());
  Extents ones(base.size(), 1);
  ArrayRef<int64_t> sizes = getWindowDimensions().value_or(ones);
  if (failed(verifyCount(*this, "window_dimensions", sizes, base.size())))
    return failure();
  FailureOr<Extents> shape =
      getWindowCounts(*this, base,
                      {sizes, getWindowStrides(),
                       dyn_cast_or_null<DenseIntElementsAttr>(getPaddingAttr()),
                       std::nullopt, std::nullopt});
  if (failed(shape))
    return failure();
  if (failed(verifyCompatibleShape(shapeOf(getSource()), *shape)))
    return emitOpError("requires a source of shape ")
           << textOf(*shape) << ", found " << textOf(shapeOf(getSource()));
  Type element = elementOf(getOperand());
  Type pred = IntegerType::get(getContext(), 1);
  return failure(failed(verifyFunctionOfElements(*this, getSelect(),
                                                 {element, element}, {pred})) ||
                 failed(verifyFold(*this, getScatter(), {element})));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

LogicalResult ScatterOp::verifyRegions() {
  ScatterDimensionNumbersAttr numbers = getScatterDimensionNumbers();
  if (getInputs().empty())
    return emitOpError("requires an input at least");
  if (getNumResults() != getInputs().size())
    return emitOpError("requires a result for each of ")
           << getInputs().size() << " inputs, found " << getNumResults();
  for (auto [input, update, result] :
       llvm::zip(getInputs(), getUpdates(), getResults())) {
    if (failed(verifyElement(*this, input, update)))
      return failure();
    if (shapeOf(input) != shapeOf(getInputs().front()) ||
        shapeOf(update) != shapeOf(getUpdates().front()))
      return emitOpError("requires inputs of one shape and updates of one "
                         "shape");
    if (failed(verifyShape(*this, result, shapeOf(input))))
      return failure();
  }
  ArrayRef<int64_t> operand = shapeOf(getInputs().front());
  ArrayRef<int64_t> updates = shapeOf(getUpdates().front());
  ArrayRef<int64_t> indices = shapeOf(getScatterIndices());
  if (failed(verifyIndexAxes(
          *this,
          {"scatter_dims_to_operand_dims",
           numbers.getScatterDimsToOperandDims(), "inserted_window_dims",
           numbers.getInsertedWindowDims(), "input_batching_dims",
           numbers.getInputBatchingDims(), "scatter_indices_batching_dims",
           numbers.getScatterIndicesBatchingDims(),
           numbers.getIndexVectorDim()},
          operand, indices)) ||
      failed(verifyAscendingAxes(*this, "update_window_dims",
                                 numbers.getUpdateWindowDims(),
                                 updates.size())))
    return failure();

  // The axes of an update are those of its window and those of the indices.
  Extents window, batch, scattered;
  for (auto [axis, extent] : llvm::enumerate(operand))
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), axis) &&
        !llvm::is_contained(numbers.getInputBatchingDims(), axis))
      window.push_back(extent);
  for (auto [axis, extent] : llvm::enumerate(indices))
    if (static_cast<int64_t>(axis) != numbers.getIndexVectorDim())
      batch.push_back(extent);
  if (numbers.getUpdateWindowDims().size() != window.size())
    return emitOpError("requires update_window_dims for the ")
           << window.size() << " axes of a window, found "
           << numbers.getUpdateWindowDims().size();
  const int64_t *limit = window.begin();
  for (auto [axis, extent] : llvm::enumerate(updates)) {
    if (!llvm::is_contained(numbers.getUpdateWindowDims(), axis)) {
      scattered.push_back(extent);
      continue;
    }
    if (!ShapedType::isDynamic(*limit) && extent > *limit)
      return emitOpError() << "axis " << axis << " of the updates of extent "
                           << extent << " does not fit the input's " << *limit;
    ++limit;
  }
  if (scattered.size() != batch.size() ||
      failed(verifyCompatibleShape(scattered, batch)))
    return emitOpError("requires updates for indices of shape ")
           << textOf(batch) << ", found " << textOf(scattered);
  return verifyFold(*this, getUpdateComputation(), getElements(getResults()));
}

LogicalResult MapOp::verifyRegions() {
  if (getInputs().empty())
    return emitOpError("requires an input at least");
  int64_t rank = rankOf(getInputs().front());
  if (failed(verifyCount(*this, "dimensions", getDimensions(), rank)))
    return failure();
  for (auto [index, axis] : llvm::enumerate(getDimensions()))
    if (axis != static_cast<int64_t>(index))
      return emitOpError("requires dimensions 0 to ")
             << rank - 1 << " in this order, found " << getDimensions();
  for (Value input : getInputs())
    if (failed(verifyShape(*this, getResult(), shapeOf(input))))
      return failure();
  return verifyFunctionOfElements(*this, getComputation(),
                                  getElements(getInputs()),
                                  {elementOf(getResult())});
}

LogicalResult SortOp::verifyRegions() {
  if (getInputs().empty())
    return emitOpError("requires an input at least");
  if (getNumResults() != getInputs().size())
    return emitOpError("requires a result for each of ")
           << getInputs().size() << " inputs, found " << getNumResults();
  SmallVector<Type> arguments;
  for (auto [input, result] : llvm::zip(getInputs(), getResults())) {
    if (failed(verifyElement(*this, input, result)) ||
        failed(verifyShape(*this, result, shapeOf(getInputs().front()))) ||
        failed(verifyShape(*this, result, shapeOf(input))))
      return failure();
    arguments.append(2, elementOf(input));
  }
  int64_t rank = rankOf(getInputs().front());
  int64_t axis = static_cast<int64_t>(getDimension());
  if (axis < -rank || axis >= rank)
    return emitOpError("dimension requires an axis of a tensor of rank ")
           << rank << ", found " << axis;
  return verifyFunctionOfElements(*this, getComparator(), arguments,
                                  {IntegerType::get(getContext(), 1)});
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ReductionOps.cpp.inc"

void dtensor::stablehlo::detail::registerReductionOps(
    StableHLODialect &dialect) {
  registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/ReductionOps.cpp.inc"
      >(dialect);
}
