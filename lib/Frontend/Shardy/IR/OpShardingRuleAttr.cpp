//===- OpShardingRuleAttr.cpp - The text form of ops' rules ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Shardy/IR/Shardy.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace dtensor::sdy;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Names of factors
//===----------------------------------------------------------------------===//

static constexpr int64_t kNumLetters = 'z' - 'i' + 1;

/// `i` to `z`, then `z_1` and on.
static std::string getFactorName(int64_t factor) {
  if (factor < kNumLetters)
    return std::string(1, static_cast<char>('i' + factor));
  return "z_" + std::to_string(factor - kNumLetters + 1);
}

/// Removes the first factor from `text`, and returns it.
static std::optional<int64_t> consumeFactor(StringRef &text) {
  if (text.empty() || text.front() < 'i' || text.front() > 'z')
    return std::nullopt;
  int64_t factor = text.front() - 'i';
  text = text.drop_front();
  if (!text.consume_front("_"))
    return factor;
  int64_t number;
  if (factor != kNumLetters - 1 || text.consumeInteger(10, number) ||
      number < 1 || number > INT32_MAX)
    return std::nullopt;
  return factor + number;
}

/// `ij`, one factor or several.
static ParseResult parseFactors(AsmParser &parser,
                                SmallVectorImpl<int64_t> &factors) {
  SMLoc location = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  StringRef rest = text;
  while (!rest.empty()) {
    std::optional<int64_t> factor = consumeFactor(rest);
    if (!factor)
      return parser.emitError(location)
             << "expected factors from i to z, or z_1 and on; found " << text;
    factors.push_back(*factor);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `([i, j], [])`
static ParseResult parseTensors(AsmParser &parser, ArrayAttr &tensors) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> parsed;
  auto parseTensor = [&] {
    SmallVector<Attribute> axes;
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          SmallVector<int64_t> factors;
          if (parseFactors(parser, factors))
            return failure();
          axes.push_back(builder.getDenseI64ArrayAttr(factors));
          return success();
        }))
      return failure();
    parsed.push_back(builder.getArrayAttr(axes));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseTensor))
    return failure();
  tensors = builder.getArrayAttr(parsed);
  return success();
}

static void printTensors(AsmPrinter &printer, ArrayAttr tensors) {
  printer << "(";
  llvm::interleaveComma(
      tensors.getAsRange<ArrayAttr>(), printer, [&](ArrayAttr axes) {
        printer << "[";
        llvm::interleaveComma(axes.getAsRange<DenseI64ArrayAttr>(), printer,
                              [&](DenseI64ArrayAttr factors) {
                                for (int64_t factor : factors.asArrayRef())
                                  printer << getFactorName(factor);
                              });
        printer << "]";
      });
  printer << ")";
}

static ParseResult parseSet(AsmParser &parser, StringRef name,
                            SmallVectorImpl<int64_t> &factors) {
  if (failed(parser.parseOptionalKeyword(name)))
    return success();
  return failure(
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        return parseFactors(parser, factors);
      }));
}

static void printSet(AsmPrinter &printer, StringRef name,
                     ArrayRef<int64_t> factors) {
  if (factors.empty())
    return;
  printer << " " << name << "={";
  llvm::interleaveComma(factors, printer, [&](int64_t factor) {
    printer << getFactorName(factor);
  });
  printer << "}";
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  ArrayAttr operands, results;
  SmallVector<int64_t> sizes, reduction, needReplication, permutation, blocked;
  // The sizes are in the order of the factors.
  auto parseSize = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    SmallVector<int64_t> factor;
    if (parseFactors(parser, factor) || parser.parseEqual())
      return failure();
    if (factor.size() != 1 || factor[0] != static_cast<int64_t>(sizes.size()))
      return parser.emitError(place)
             << "expected the size of factor " << getFactorName(sizes.size());
    return parser.parseInteger(sizes.emplace_back());
  };
  if (parser.parseLess() || parseTensors(parser, operands) ||
      parser.parseArrow() || parseTensors(parser, results) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalBraces,
                                     parseSize) ||
      parseSet(parser, "reduction", reduction) ||
      parseSet(parser, "need_replication", needReplication) ||
      parseSet(parser, "permutation", permutation) ||
      parseSet(parser, "blocked_propagation", blocked))
    return {};
  bool custom = succeeded(parser.parseOptionalComma());
  if ((custom && parser.parseKeyword("custom")) || parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(location); };
  return getChecked(EmitError(emitError), parser.getContext(), operands,
                    results, ArrayRef(sizes), ArrayRef(reduction),
                    ArrayRef(needReplication), ArrayRef(permutation),
                    ArrayRef(blocked), custom);
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printTensors(printer, getOperands());
  printer << "->";
  printTensors(printer, getResults());
  if (!getFactorSizes().empty()) {
    printer << " {";
    llvm::interleaveComma(
        llvm::enumerate(getFactorSizes()), printer, [&](auto factor) {
          printer << getFactorName(factor.index()) << "=" << factor.value();
        });
    printer << "}";
  }
  printSet(printer, "reduction", getReduction());
  printSet(printer, "need_replication", getNeedReplication());
  printSet(printer, "permutation", getPermutation());
  printSet(printer, "blocked_propagation", getBlockedPropagation());
  printer << (getCustom() ? ", custom>" : ">");
}

LogicalResult OpShardingRuleAttr::verify(
    EmitError emitError, ArrayAttr operands, ArrayAttr results,
    ArrayRef<int64_t> factorSizes, ArrayRef<int64_t> reduction,
    ArrayRef<int64_t> needReplication, ArrayRef<int64_t> permutation,
    ArrayRef<int64_t> blockedPropagation, bool) {
  auto verifyFactors = [&](ArrayRef<int64_t> factors) -> LogicalResult {
    for (int64_t factor : factors)
      if (factor < 0 || factor >= static_cast<int64_t>(factorSizes.size()))
        return emitError() << "requires sizes of all factors, found none of "
                           << getFactorName(factor);
    return success();
  };
  for (ArrayAttr tensors : {operands, results})
    for (Attribute tensor : tensors) {
      auto axes = dyn_cast<ArrayAttr>(tensor);
      if (!axes)
        return emitError() << "requires an array of axes a tensor";
      for (Attribute axis : axes) {
        auto factors = dyn_cast<DenseI64ArrayAttr>(axis);
        if (!factors || failed(verifyFactors(factors)))
          return failure();
      }
    }
  for (ArrayRef<int64_t> factors :
       {reduction, needReplication, permutation, blockedPropagation})
    if (failed(verifyFactors(factors)))
      return failure();
  return success();
}
