//===- ContractionFormat.cpp - The text form of contractions --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionFormat.h"
#include "AxesFormat.h"

using namespace mlir;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

ParseResult
dtensor::stablehlo::parseDotDimensionNumbers(OpAsmParser &parser,
                                             DotDimensionNumbersAttr &numbers) {
  Axes lhsBatch, rhsBatch, lhsContracting, rhsContracting;
  auto parsePair = [&](Axes &lhs, Axes &rhs) -> ParseResult {
    return failure(parser.parseEqual() || parseAxes(parser, lhs) ||
                   parser.parseKeyword("x") || parseAxes(parser, rhs));
  };
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parsePair(lhsBatch, rhsBatch) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") ||
      parsePair(lhsContracting, rhsContracting))
    return failure();
  numbers = DotDimensionNumbersAttr::get(
      parser.getContext(), lhsBatch, rhsBatch, lhsContracting, rhsContracting);
  return success();
}

void dtensor::stablehlo::printDotDimensionNumbers(
    OpAsmPrinter &printer, Operation *, DotDimensionNumbersAttr numbers) {
  auto print = [&](StringRef name, ArrayRef<int64_t> lhs,
                   ArrayRef<int64_t> rhs) {
    printer << name << " = ";
    printAxes(printer, lhs);
    printer << " x ";
    printAxes(printer, rhs);
  };
  if (!numbers.getLhsBatchingDimensions().empty() ||
      !numbers.getRhsBatchingDimensions().empty()) {
    print("batching_dims", numbers.getLhsBatchingDimensions(),
          numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  print("contracting_dims", numbers.getLhsContractingDimensions(),
        numbers.getRhsContractingDimensions());
}

/// `[DEFAULT, HIGHEST]`.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> entries;
  auto parseOne = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Precision> value = symbolizePrecision(name);
    if (!value)
      return parser.emitError(location)
             << "expected DEFAULT, HIGH or HIGHEST, found " << name;
    entries.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  precision = parser.getBuilder().getArrayAttr(entries);
  return success();
}

ParseResult dtensor::stablehlo::parsePrecisionAndAlgorithm(
    OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    if (!precision && !algorithm &&
        succeeded(parser.parseOptionalKeyword("precision"))) {
      if (parser.parseEqual() || parsePrecisions(parser, precision))
        return failure();
      continue;
    }
    if (algorithm || parser.parseKeyword("algorithm") || parser.parseEqual())
      return failure();
    algorithm = dyn_cast_or_null<DotAlgorithmAttr>(
        DotAlgorithmAttr::parse(parser, Type()));
    if (!algorithm)
      return failure();
  }
  return success();
}

void dtensor::stablehlo::printPrecisionConfig(OpAsmPrinter &printer,
                                              Operation *,
                                              ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr entry) {
                          printer << stringifyPrecision(entry.getValue());
                        });
  printer << "]";
}

ParseResult dtensor::stablehlo::parsePrecisionConfig(OpAsmParser &parser,
                                                     ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") || parser.parseEqual() ||
                 parsePrecisions(parser, precision));
}

void dtensor::stablehlo::printPrecisionAndAlgorithm(
    OpAsmPrinter &printer, Operation *op, ArrayAttr precision,
    DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  algorithm.print(printer);
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

ParseResult
dtensor::stablehlo::parseConvolutionDimensions(OpAsmParser &parser,
                                               ConvDimensionNumbersAttr &dims) {
  return parseConvolutionDims(parser, dims);
}

void dtensor::stablehlo::printConvolutionDimensions(
    OpAsmPrinter &printer, Operation *, ConvDimensionNumbersAttr dims) {
  printConvolutionDims(printer, dims);
}

/// `[[0, 1], [1, 0]]`.
static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  auto parsePair = [&] {
    return failure(
        parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type =
      RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2},
                            parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

/// `[true, false]`; also as numbers.
static ParseResult parseReversal(OpAsmParser &parser,
                                 DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseOne = [&]() -> ParseResult {
    for (auto [word, value] : {std::pair("true", true), {"false", false}})
      if (succeeded(parser.parseOptionalKeyword(word))) {
        values.push_back(value);
        return success();
      }
    int64_t number;
    if (parser.parseInteger(number))
      return failure();
    values.push_back(number != 0);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult dtensor::stablehlo::parseWindow(OpAsmParser &parser,
                                            DenseI64ArrayAttr &strides,
                                            DenseIntElementsAttr &padding,
                                            DenseI64ArrayAttr &lhsDilation,
                                            DenseI64ArrayAttr &rhsDilation,
                                            DenseBoolArrayAttr &reversal) {
  // The text `window = {}` has no lists.
  auto parseList = [&](DenseI64ArrayAttr &list) -> ParseResult {
    Axes values;
    if (parseAxes(parser, values))
      return failure();
    list = parser.getBuilder().getDenseI64ArrayAttr(values);
    return success();
  };
  bool first = true;
  while (first || succeeded(parser.parseOptionalComma())) {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (failed(parser.parseOptionalKeyword(
            &name, {"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"}))) {
      if (first)
        return success();
      return parser.emitError(location, "expected stride, pad, lhs_dilate, "
                                        "rhs_dilate or reverse");
    }
    first = false;
    Attribute given = name == "stride"       ? Attribute(strides)
                      : name == "pad"        ? Attribute(padding)
                      : name == "lhs_dilate" ? Attribute(lhsDilation)
                      : name == "rhs_dilate" ? Attribute(rhsDilation)
                                             : Attribute(reversal);
    if (given)
      return parser.emitError(location) << name << " is given twice";
    if (parser.parseEqual())
      return failure();
    ParseResult result = name == "stride"       ? parseList(strides)
                         : name == "pad"        ? parsePadding(parser, padding)
                         : name == "lhs_dilate" ? parseList(lhsDilation)
                         : name == "rhs_dilate"
                             ? parseList(rhsDilation)
                             : parseReversal(parser, reversal);
    if (failed(result))
      return failure();
  }
  return success();
}

void dtensor::stablehlo::printWindow(OpAsmPrinter &printer, Operation *,
                                     DenseI64ArrayAttr strides,
                                     DenseIntElementsAttr padding,
                                     DenseI64ArrayAttr lhsDilation,
                                     DenseI64ArrayAttr rhsDilation,
                                     DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto start = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printList = [&](StringRef name, DenseI64ArrayAttr list) {
    if (!list)
      return;
    start(name);
    printAxes(printer, list.asArrayRef());
  };
  printList("stride", strides);
  if (padding) {
    start("pad");
    printer << "[";
    SmallVector<int64_t> values =
        llvm::map_to_vector(padding.getValues<APInt>(), [](const APInt &value) {
          return value.getSExtValue();
        });
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      printer << (i ? ", [" : "[") << values[i] << ", " << values[i + 1] << "]";
    printer << "]";
  }
  printList("lhs_dilate", lhsDilation);
  printList("rhs_dilate", rhsDilation);
  if (reversal) {
    start("reverse");
    printer << "[";
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool value) {
      printer << (value ? "true" : "false");
    });
    printer << "]";
  }
}
