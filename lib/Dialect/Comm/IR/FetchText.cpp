//===- FetchText.cpp - The text form of comm.fetch ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FetchText.h"
#include "dtensor/Layout/AxisWindow.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::comm;

using Unresolved = OpAsmParser::UnresolvedOperand;

/// [1, %n]
static ParseResult parseNumbers(OpAsmParser &parser,
                                SmallVectorImpl<std::optional<Unresolved>> &ops,
                                SmallVectorImpl<int64_t> &numbers) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        int64_t value = ShapedType::kDynamic;
        OptionalParseResult isStatic = parser.parseOptionalInteger(value);
        ops.emplace_back();
        if (!isStatic.has_value()) {
          if (parser.parseOperand(ops.back().emplace()))
            return failure();
        } else if (failed(*isStatic)) {
          return failure();
        }
        numbers.push_back(value);
        return success();
      });
}

namespace {
/// A list of numbers with its form in the text.
struct NumberList {
  SmallVector<std::optional<Unresolved>> operands;
  SmallVector<int64_t> values;
};
} // namespace

ParseResult comm::parseFetch(OpAsmParser &parser, LayoutAttr &to,
                             AffineMapAttr &window, ArrayAttr &from,
                             SmallVectorImpl<Unresolved> &numbers,
                             DenseI64ArrayAttr &staticNumbers,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> allNumbers, allStrides;
  auto add = [&](NumberList &list, size_t position) {
    if (list.operands[position])
      numbers.push_back(*list.operands[position]);
    allNumbers.push_back(list.values[position]);
  };
  NumberList loops;
  if (parser.parseCustomAttributeWithFallback(to) ||
      parser.parseKeyword("of") ||
      parseNumbers(parser, loops.operands, loops.values) ||
      parser.parseKeyword("by") || parser.parseAttribute(window))
    return failure();
  for (size_t loop = 0; loop < loops.values.size(); ++loop)
    add(loops, loop);

  SmallVector<Attribute> layouts;
  while (succeeded(parser.parseOptionalKeyword("from"))) {
    LayoutAttr layout;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseCustomAttributeWithFallback(layout))
      return failure();
    layouts.push_back(layout);
    // The words in the order of the text: extents, starts, steps, counts, and
    // starts and steps in the destination.
    constexpr StringLiteral words[] = {"of",    "at", "step",
                                       "count", "to", "step"};
    NumberList lists[6];
    for (auto [word, list] : llvm::zip_equal(words, lists))
      if (parser.parseKeyword(word) ||
          parseNumbers(parser, list.operands, list.values))
        return failure();
    for (const NumberList &list : lists)
      if (list.values.size() != lists[0].values.size())
        return parser.emitError(loc, "required: lists of one length; found ")
               << lists[0].values.size() << " and " << list.values.size()
               << " numbers";
    for (const NumberList &list : {lists[2], lists[5]})
      if (llvm::any_of(list.operands, [](auto &op) { return op.has_value(); }))
        return parser.emitError(loc, "steps must be constants");
    for (size_t axis = 0; axis < lists[0].values.size(); ++axis) {
      for (unsigned list : {0, 1, 3, 4})
        add(lists[list], axis);
      allStrides.append({lists[2].values[axis], lists[5].values[axis]});
    }
  }
  Builder &builder = parser.getBuilder();
  from = builder.getArrayAttr(layouts);
  staticNumbers = builder.getDenseI64ArrayAttr(allNumbers);
  strides = builder.getDenseI64ArrayAttr(allStrides);
  return success();
}

void comm::printFetch(OpAsmPrinter &printer, FetchOp op, LayoutAttr to,
                      AffineMapAttr window, ArrayAttr from, OperandRange,
                      DenseI64ArrayAttr, DenseI64ArrayAttr strides) {
  SmallVector<OpFoldResult> numbers = op.getMixedNumbers();
  auto print = [&](StringRef word, size_t first, size_t count, size_t step) {
    printer << word << " [";
    for (size_t i = 0; i < count; ++i) {
      OpFoldResult number = numbers[first + i * step];
      printer << (i ? ", " : "");
      if (auto value = dyn_cast<Value>(number))
        printer << value;
      else
        printer << *getConstantIntValue(number);
    }
    printer << "]";
  };
  auto printSteps = [&](size_t first, size_t count) {
    printer << " step [";
    for (size_t i = 0; i < count; ++i)
      printer << (i ? ", " : "") << strides[first + 2 * i];
    printer << "]";
  };
  size_t numLoops = op.getNumLoops(), rank = op.getRank();
  printer.printStrippedAttrOrType(to);
  print(" of", 0, numLoops, 1);
  printer << " by " << window;
  for (auto [index, layout] : llvm::enumerate(from)) {
    size_t first = numLoops + index * rank * FetchOp::kNumbersPerAxis;
    size_t firstStride = 2 * index * rank;
    printer.printNewline();
    printer << "    from ";
    printer.printStrippedAttrOrType(cast<LayoutAttr>(layout));
    print(" of", first, rank, FetchOp::kNumbersPerAxis);
    print(" at", first + 1, rank, FetchOp::kNumbersPerAxis);
    printSteps(firstStride, rank);
    print(" count", first + 2, rank, FetchOp::kNumbersPerAxis);
    print(" to", first + 3, rank, FetchOp::kNumbersPerAxis);
    printSteps(firstStride + 1, rank);
  }
}
