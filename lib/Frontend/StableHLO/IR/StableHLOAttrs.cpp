//===- StableHLOAttrs.cpp - The text form of attributes -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxesFormat.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor::stablehlo;

#include "dtensor/Frontend/StableHLO/IR/StableHLOEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.cpp.inc"

void StableHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Axes of contractions and gathers
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Axes lhsBatch, rhsBatch, lhsContracting, rhsContracting;
  if (parseFields(parser, {{"lhs_batching_dimensions", lhsBatch},
                           {"rhs_batching_dimensions", rhsBatch},
                           {"lhs_contracting_dimensions", lhsContracting},
                           {"rhs_contracting_dimensions", rhsContracting}}))
    return {};
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContracting,
             rhsContracting);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .field("lhs_batching_dimensions", getLhsBatchingDimensions())
      .field("rhs_batching_dimensions", getRhsBatchingDimensions())
      .field("lhs_contracting_dimensions", getLhsContractingDimensions())
      .field("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Axes offset, collapsed, operandBatching, indicesBatching, map;
  int64_t vector = 0;
  if (parseFields(parser, {{"offset_dims", offset},
                           {"collapsed_slice_dims", collapsed},
                           {"operand_batching_dims", operandBatching},
                           {"start_indices_batching_dims", indicesBatching},
                           {"start_index_map", map},
                           {"index_vector_dim", vector}}))
    return {};
  return get(parser.getContext(), offset, collapsed, operandBatching,
             indicesBatching, map, vector);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .field("offset_dims", getOffsetDims())
      .field("collapsed_slice_dims", getCollapsedSliceDims())
      .field("operand_batching_dims", getOperandBatchingDims())
      .field("start_indices_batching_dims", getStartIndicesBatchingDims())
      .field("start_index_map", getStartIndexMap())
      .field("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Axes window, inserted, inputBatching, indicesBatching, map;
  int64_t vector = 0;
  if (parseFields(parser, {{"update_window_dims", window},
                           {"inserted_window_dims", inserted},
                           {"input_batching_dims", inputBatching},
                           {"scatter_indices_batching_dims", indicesBatching},
                           {"scatter_dims_to_operand_dims", map},
                           {"index_vector_dim", vector}}))
    return {};
  return get(parser.getContext(), window, inserted, inputBatching,
             indicesBatching, map, vector);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .field("update_window_dims", getUpdateWindowDims())
      .field("inserted_window_dims", getInsertedWindowDims())
      .field("input_batching_dims", getInputBatchingDims())
      .field("scatter_indices_batching_dims", getScatterIndicesBatchingDims())
      .field("scatter_dims_to_operand_dims", getScatterDimsToOperandDims())
      .field("index_vector_dim", getIndexVectorDim());
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr dims;
  if (parser.parseLess() || parseConvolutionDims(parser, dims) ||
      parser.parseGreater())
    return {};
  return dims;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printConvolutionDims(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

Attribute DotAlgorithmAttr::parse(AsmParser &parser, Type) {
  Type lhs, rhs, accumulation;
  int64_t lhsCount = 1, rhsCount = 1, operations = 1;
  bool imprecise = false;
  SMLoc location = parser.getCurrentLocation();
  if (parseFields(parser, {{"lhs_precision_type", lhs},
                           {"rhs_precision_type", rhs},
                           {"accumulation_type", accumulation},
                           {"lhs_component_count", lhsCount},
                           {"rhs_component_count", rhsCount},
                           {"num_primitive_operations", operations},
                           {"allow_imprecise_accumulation", imprecise}}))
    return {};
  if (!lhs || !rhs || !accumulation) {
    parser.emitError(location, "expected the types lhs_precision_type, "
                               "rhs_precision_type and accumulation_type");
    return {};
  }
  return get(parser.getContext(), lhs, rhs, accumulation, lhsCount, rhsCount,
             operations, imprecise);
}

void DotAlgorithmAttr::print(AsmPrinter &printer) const {
  printer << "<lhs_precision_type = " << getLhsPrecisionType()
          << ", rhs_precision_type = " << getRhsPrecisionType()
          << ", accumulation_type = " << getAccumulationType()
          << ", lhs_component_count = " << getLhsComponentCount()
          << ", rhs_component_count = " << getRhsComponentCount()
          << ", num_primitive_operations = " << getNumPrimitiveOperations()
          << ", allow_imprecise_accumulation = "
          << (getAllowImpreciseAccumulation() ? "true" : "false") << ">";
}

Attribute ChannelHandleAttr::parse(AsmParser &parser, Type) {
  int64_t handle = 0, type = 0;
  if (parseFields(parser, {{"handle", handle}, {"type", type}}))
    return {};
  return get(parser.getContext(), handle, type);
}

void ChannelHandleAttr::print(AsmPrinter &printer) const {
  printer << "<handle = " << getHandle() << ", type = " << getType() << ">";
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  Axes outputs, operands;
  int64_t operand = 0;
  if (parseFields(parser, {{"output_tuple_indices", outputs},
                           {"operand_index", operand},
                           {"operand_tuple_indices", operands}}))
    return {};
  return get(parser.getContext(), outputs, operand, operands);
}

void OutputOperandAliasAttr::print(AsmPrinter &printer) const {
  printer << "<output_tuple_indices = ";
  printAxes(printer, getOutputTupleIndices());
  printer << ", operand_index = " << getOperandIndex()
          << ", operand_tuple_indices = ";
  printAxes(printer, getOperandTupleIndices());
  printer << ">";
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  Attribute written;
  SMLoc location = parser.getCurrentLocation();
  if (parseFields(
          parser,
          {{"atol", atol}, {"rtol", rtol}, {"ulps", ulps}, {"mode", written}}))
    return {};
  auto mode = dyn_cast_or_null<ResultAccuracyModeAttr>(written);
  if (!mode) {
    parser.emitError(location, "expected a mode, as in mode = "
                               "#stablehlo.result_accuracy_mode<DEFAULT>");
    return {};
  }
  Type type = parser.getBuilder().getF64Type();
  return get(parser.getContext(), FloatAttr::get(type, atol),
             FloatAttr::get(type, rtol), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << "<";
  for (auto [name, value] : {std::pair("atol", getAtol()), {"rtol", getRtol()}})
    if (!value.getValue().isZero()) {
      printer << name << " = ";
      printer.printFloat(value.getValue());
      printer << ", ";
    }
  if (getUlps())
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = " << Attribute(getMode()) << ">";
}
