//===- ChloDialect.cpp - Functions that JAX leaves whole ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxesFormat.h"
#include "FamilyRegistration.h"
#include "FunctionOfElements.h"
#include "Shapes.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::chlo;

#include "dtensor/Frontend/StableHLO/IR/ChloDialect.cpp.inc"

#include "dtensor/Frontend/StableHLO/IR/ChloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ChloAttrs.cpp.inc"

namespace {
struct ChloInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void ChloDialect::initialize() {
  addInterfaces<ChloInliner>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dtensor/Frontend/StableHLO/IR/ChloAttrs.cpp.inc"
      >();
  stablehlo::detail::registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/ChloOps.cpp.inc"
      >(*this);
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::verify() {
  if (failed(verifyElement(*this, getOperand(), getValues())))
    return failure();
  if (rankOf(getOperand()) == 0)
    return emitOpError("requires an axis to look along, found a scalar");
  Extents shape(shapeOf(getOperand()));
  auto k = static_cast<int64_t>(getK());
  if (k < 0 || (!ShapedType::isDynamic(shape.back()) && k > shape.back()))
    return emitOpError("requires k within the extent ")
           << shape.back() << " of the last axis, found " << k;
  shape.back() = k;
  return failure(failed(verifyShape(*this, getValues(), shape)) ||
                 failed(verifyShape(*this, getIndices(), shape)));
}

//===----------------------------------------------------------------------===//
// ragged_dot
//===----------------------------------------------------------------------===//

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  using stablehlo::Axes;
  Axes lhsBatch, rhsBatch, lhsContracting, rhsContracting, ragged, groups;
  if (stablehlo::parseFields(parser,
                             {{"lhs_batching_dimensions", lhsBatch},
                              {"rhs_batching_dimensions", rhsBatch},
                              {"lhs_contracting_dimensions", lhsContracting},
                              {"rhs_contracting_dimensions", rhsContracting},
                              {"lhs_ragged_dimensions", ragged},
                              {"rhs_group_dimensions", groups}}))
    return {};
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContracting,
             rhsContracting, ragged, groups);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  stablehlo::FieldPrinter(printer)
      .field("lhs_batching_dimensions", getLhsBatchingDimensions())
      .field("rhs_batching_dimensions", getRhsBatchingDimensions())
      .field("lhs_contracting_dimensions", getLhsContractingDimensions())
      .field("rhs_contracting_dimensions", getRhsContractingDimensions())
      .field("lhs_ragged_dimensions", getLhsRaggedDimensions())
      .field("rhs_group_dimensions", getRhsGroupDimensions());
}

/// Adds the axes of `operand`, except for some, to `shape`.
static void appendOthers(Extents &shape, Value operand,
                         ArrayRef<ArrayRef<int64_t>> without) {
  for (auto [axis, extent] : llvm::enumerate(shapeOf(operand)))
    if (llvm::none_of(without, [&](ArrayRef<int64_t> axes) {
          return llvm::is_contained(axes, axis);
        }))
      shape.push_back(extent);
}

LogicalResult RaggedDotOp::verify() {
  RaggedDotDimensionNumbersAttr numbers = getRaggedDotDimensionNumbers();
  ArrayRef<int64_t> ragged = numbers.getLhsRaggedDimensions();
  ArrayRef<int64_t> groups = numbers.getRhsGroupDimensions();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracting = numbers.getRhsContractingDimensions();
  Extents lhsAxes(lhsBatch), rhsAxes(rhsBatch);
  llvm::append_range(lhsAxes, lhsContracting);
  llvm::append_range(rhsAxes, rhsContracting);
  llvm::append_range(rhsAxes, groups);
  if (failed(verifyAxes(*this, "the list of lhs axes", lhsAxes,
                        rankOf(getLhs()))) ||
      failed(verifyAxes(*this, "the list of rhs axes", rhsAxes,
                        rankOf(getRhs()))) ||
      failed(
          verifyAxes(*this, "lhs_ragged_dimensions", ragged, rankOf(getLhs()))))
    return failure();
  if (ragged.size() != 1)
    return emitOpError("requires one ragged axis, found ") << ragged.size();
  if (lhsBatch.size() != rhsBatch.size() ||
      lhsContracting.size() != rhsContracting.size())
    return emitOpError("requires as many batching and contracting axes of "
                       "both operands");
  for (auto [lhs, rhs] : llvm::zip(lhsBatch, rhsBatch))
    if (!agree(shapeOf(getLhs())[lhs], shapeOf(getRhs())[rhs]))
      return emitOpError("requires batching axes of the same extent");
  for (auto [lhs, rhs] : llvm::zip(lhsContracting, rhsContracting))
    if (!agree(shapeOf(getLhs())[lhs], shapeOf(getRhs())[rhs]))
      return emitOpError("requires contracting axes of the same extent");

  bool ofBatch = llvm::is_contained(lhsBatch, ragged[0]);
  bool ofContraction = llvm::is_contained(lhsContracting, ragged[0]);
  size_t required = ofBatch || ofContraction ? 0 : 1;
  if (groups.size() != required)
    return emitOpError("requires ")
           << required << " rhs_group_dimensions for this ragged axis, found "
           << groups.size();
  if (rankOf(getGroupSizes()) == 0)
    return emitOpError("requires an axis of groups, found scalar group_sizes");
  int64_t count = shapeOf(getGroupSizes()).back();
  if (required && !agree(count, shapeOf(getRhs())[groups[0]]))
    return emitOpError("requires sizes of ")
           << shapeOf(getRhs())[groups[0]] << " groups, found " << count;

  Extents shape;
  if (ofContraction)
    shape.push_back(count);
  for (int64_t axis : lhsBatch)
    shape.push_back(shapeOf(getLhs())[axis]);
  appendOthers(shape, getLhs(), {lhsBatch, lhsContracting});
  appendOthers(shape, getRhs(), {rhsBatch, rhsContracting, groups});
  return verifyShape(*this, getResult(), shape);
}

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  int64_t dimension = 0;
  FunctionType type;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseRegion(*state.addRegion()) || parser.parseColonType(type))
    return failure();
  if (type.getNumResults() < inits.size())
    return parser.emitError(location)
           << "expected a result for each of " << inits.size()
           << " values carried, found " << type.getNumResults();
  auto inputCount = static_cast<int32_t>(inputs.size());
  auto carryCount = static_cast<int32_t>(inits.size());
  auto outputCount = static_cast<int32_t>(type.getNumResults()) - carryCount;
  llvm::append_range(inputs, inits);
  if (parser.resolveOperands(inputs, type.getInputs(), location,
                             state.operands))
    return failure();
  state.addTypes(type.getResults());
  auto &properties = state.getOrAddProperties<Properties>();
  properties.dimension = parser.getBuilder().getI64IntegerAttr(dimension);
  properties.operandSegmentSizes = {inputCount, carryCount};
  properties.resultSegmentSizes = {outputCount, carryCount};
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << "(" << getInputs() << ") inits(" << getInits()
          << ") dimension=" << getDimension();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {"dimension", "operandSegmentSizes", "resultSegmentSizes"});
  printer << " ";
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

/// The type of a tensor in one step: without axis `dimension`.
static Type getSlice(Value value, int64_t dimension) {
  auto type = cast<RankedTensorType>(value.getType());
  Extents shape(type.getShape());
  shape.erase(shape.begin() + dimension);
  return type.clone(shape);
}

LogicalResult ScanOp::verifyRegions() {
  auto dimension = static_cast<int64_t>(getDimension());
  SmallVector<Type> arguments, results;
  std::optional<int64_t> steps;
  for (auto [values, types] : {std::pair(ValueRange(getInputs()), &arguments),
                               std::pair(ValueRange(getOutputs()), &results)})
    for (Value value : values) {
      if (failed(verifyAxes(*this, "dimension", dimension, rankOf(value))))
        return failure();
      int64_t extent = shapeOf(value)[dimension];
      if (!agree(extent, steps.value_or(extent)))
        return emitOpError("requires the same extent of axis ")
               << dimension << " everywhere, found " << *steps << " and "
               << extent;
      steps = extent;
      types->push_back(getSlice(value, dimension));
    }
  if (TypeRange(getInits()) != TypeRange(getCarries()))
    return emitOpError("requires to carry (")
           << getInits().getTypes() << "), found (" << getCarries().getTypes()
           << ")";
  llvm::append_range(arguments, getInits().getTypes());
  llvm::append_range(results, getInits().getTypes());
  return stablehlo::verifyRegion(*this, getBody(), "body", arguments, results);
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/ChloOps.cpp.inc"
