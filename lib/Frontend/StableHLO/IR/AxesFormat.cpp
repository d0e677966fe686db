//===- AxesFormat.cpp - The text form of lists of axes --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxesFormat.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dtensor::stablehlo;

ParseResult dtensor::stablehlo::parseAxes(AsmParser &parser, Axes &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(axes.emplace_back());
  });
}

void dtensor::stablehlo::printAxes(AsmPrinter &printer,
                                   ArrayRef<int64_t> axes) {
  printer << "[";
  llvm::interleaveComma(axes, printer);
  printer << "]";
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

namespace {
struct ValueParser {
  AsmParser &parser;

  ParseResult operator()(Axes &axes) { return parseAxes(parser, axes); }
  ParseResult operator()(int64_t &value) { return parser.parseInteger(value); }
  ParseResult operator()(double &value) { return parser.parseFloat(value); }
  ParseResult operator()(Type &type) { return parser.parseType(type); }
  ParseResult operator()(Attribute &attribute) {
    return parser.parseAttribute(attribute);
  }
  ParseResult operator()(bool &value) {
    if (succeeded(parser.parseOptionalKeyword("true"))) {
      value = true;
      return success();
    }
    value = false;
    return parser.parseKeyword("false");
  }
};
} // namespace

ParseResult dtensor::stablehlo::parseFields(AsmParser &parser,
                                            ArrayRef<Field> fields) {
  llvm::SmallDenseSet<StringRef> seen;
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::LessGreater, [&]() -> ParseResult {
        SMLoc location = parser.getCurrentLocation();
        StringRef name;
        if (parser.parseKeyword(&name))
          return failure();
        const Field *field = llvm::find_if(
            fields, [&](const Field &field) { return field.name == name; });
        if (field == fields.end()) {
          InFlightDiagnostic error = parser.emitError(location)
                                     << "expected one of ";
          llvm::interleaveComma(
              fields, error, [&](const Field &field) { error << field.name; });
          return error << ", found " << name;
        }
        if (!seen.insert(name).second)
          return parser.emitError(location) << name << " is given twice";
        return failure(
            parser.parseEqual() ||
            std::visit(
                [&](auto value) { return ValueParser{parser}(value.get()); },
                field->value));
      });
}

AsmPrinter &FieldPrinter::startField(StringRef name) {
  if (!first)
    printer << ", ";
  first = false;
  return printer << name << " = ";
}

FieldPrinter &FieldPrinter::field(StringRef name, ArrayRef<int64_t> axes) {
  if (!axes.empty()) {
    startField(name);
    printAxes(printer, axes);
  }
  return *this;
}

FieldPrinter &FieldPrinter::field(StringRef name, int64_t value) {
  if (value)
    startField(name) << value;
  return *this;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// A tensor of a convolution: two axes that have a letter, others by number.
static ParseResult parseConvolutionTensor(AsmParser &parser, StringRef letterA,
                                          int64_t &axisA, StringRef letterB,
                                          int64_t &axisB, Axes &spatial) {
  SMLoc location = parser.getCurrentLocation();
  axisA = axisB = -1;
  SmallVector<std::pair<int64_t, int64_t>> numbered;
  int64_t axis = 0;
  auto parseAxis = [&]() -> ParseResult {
    int64_t number;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      numbered.emplace_back(number, axis++);
      return *isNumber;
    }
    SMLoc here = parser.getCurrentLocation();
    StringRef letter;
    if (parser.parseKeyword(&letter))
      return failure();
    if (letter != letterA && letter != letterB)
      return parser.emitError(here)
             << "expected a number, " << letterA << " or " << letterB
             << ", found " << letter;
    int64_t &place = letter == letterA ? axisA : axisB;
    if (place != -1)
      return parser.emitError(here) << letter << " is given twice";
    place = axis++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return failure();
  if (axisA == -1 || axisB == -1)
    return parser.emitError(location)
           << "expected an axis " << letterA << " and an axis " << letterB;
  llvm::sort(numbered);
  for (auto [index, entry] : llvm::enumerate(numbered)) {
    if (entry.first != static_cast<int64_t>(index))
      return parser.emitError(location) << "expected the spatial axes 0 to "
                                        << numbered.size() - 1 << ", each once";
    spatial.push_back(entry.second);
  }
  return success();
}

ParseResult
dtensor::stablehlo::parseConvolutionDims(AsmParser &parser,
                                         ConvDimensionNumbersAttr &dims) {
  int64_t inputBatch, inputFeature, kernelInput, kernelOutput, outputBatch,
      outputFeature;
  Axes input, kernel, output;
  SMLoc location = parser.getCurrentLocation();
  if (parseConvolutionTensor(parser, "b", inputBatch, "f", inputFeature,
                             input) ||
      parser.parseKeyword("x") ||
      parseConvolutionTensor(parser, "i", kernelInput, "o", kernelOutput,
                             kernel) ||
      parser.parseArrow() ||
      parseConvolutionTensor(parser, "b", outputBatch, "f", outputFeature,
                             output))
    return failure();
  if (input.size() != kernel.size() || input.size() != output.size())
    return parser.emitError(location)
           << "expected as many spatial axes of input, kernel and output, "
              "found "
           << input.size() << ", " << kernel.size() << " and " << output.size();
  dims = ConvDimensionNumbersAttr::get(
      parser.getContext(), inputBatch, inputFeature, input, kernelInput,
      kernelOutput, kernel, outputBatch, outputFeature, output);
  return success();
}

void dtensor::stablehlo::printConvolutionDims(AsmPrinter &printer,
                                              ConvDimensionNumbersAttr dims) {
  auto print = [&](StringRef letterA, int64_t axisA, StringRef letterB,
                   int64_t axisB, ArrayRef<int64_t> spatial) {
    // An API can make the attribute with any values, so only valid ones are
    // printed.
    SmallVector<std::string> names(spatial.size() + 2, "?");
    auto name = [&](int64_t axis, std::string what) {
      if (axis >= 0 && axis < static_cast<int64_t>(names.size()))
        names[axis] = std::move(what);
    };
    name(axisA, letterA.str());
    name(axisB, letterB.str());
    for (auto [number, axis] : llvm::enumerate(spatial))
      name(axis, std::to_string(number));
    printer << "[" << llvm::join(names, ", ") << "]";
  };
  print("b", dims.getInputBatchDimension(), "f",
        dims.getInputFeatureDimension(), dims.getInputSpatialDimensions());
  printer << "x";
  print("i", dims.getKernelInputFeatureDimension(), "o",
        dims.getKernelOutputFeatureDimension(),
        dims.getKernelSpatialDimensions());
  printer << "->";
  print("b", dims.getOutputBatchDimension(), "f",
        dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions());
}
