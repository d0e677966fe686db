//===- CommOps.cpp - Operations of the local view -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FetchText.h"
#include "dtensor/Dialect/DTensor/IR/ShapeFormat.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace dtensor;
using namespace dtensor::comm;

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

static ParseResult parseDimension(OpAsmParser &parser, StringAttr &dim) {
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  dim = parser.getBuilder().getStringAttr(name);
  return success();
}

static void printDimension(OpAsmPrinter &printer, Operation *, StringAttr dim) {
  printer.printKeywordOrString(dim.getValue());
}

// [x, y]
static ParseResult parseDimensions(OpAsmParser &parser, ArrayAttr &dims) {
  SmallVector<Attribute> parsed;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&]() -> ParseResult {
                                       StringAttr dim;
                                       if (parseDimension(parser, dim))
                                         return failure();
                                       parsed.push_back(dim);
                                       return success();
                                     }))
    return failure();
  dims = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

static void printDimensions(OpAsmPrinter &printer, Operation *op,
                            ArrayAttr dims) {
  printer << "[";
  llvm::interleaveComma(
      dims.getAsRange<StringAttr>(), printer,
      [&](StringAttr dim) { printDimension(printer, op, dim); });
  printer << "]";
}

// 18 or %extent
static ParseResult
parseExtent(OpAsmParser &parser,
            std::optional<OpAsmParser::UnresolvedOperand> &extent,
            IntegerAttr &staticExtent) {
  int64_t value = ShapedType::kDynamic;
  OptionalParseResult isStatic = parser.parseOptionalInteger(value);
  if (isStatic.has_value()) {
    if (failed(*isStatic))
      return failure();
  } else if (parser.parseOperand(extent.emplace())) {
    return failure();
  }
  staticExtent = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

static void printExtent(OpAsmPrinter &printer, Operation *, Value extent,
                        IntegerAttr staticExtent) {
  if (extent)
    printer << extent;
  else
    printer << staticExtent.getInt();
}

//===----------------------------------------------------------------------===//
// ReleaseOp
//===----------------------------------------------------------------------===//

/// The op has effects, since otherwise nothing would keep it in its place.
void ReleaseOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

bool ReleaseOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
  return true;
}

bool ReleaseOp::bufferizesToMemoryWrite(OpOperand &, const AnalysisState &) {
  return false;
}

AliasingValueList ReleaseOp::getAliasingValues(OpOperand &,
                                               const AnalysisState &) {
  return {};
}

LogicalResult ReleaseOp::bufferize(RewriterBase &rewriter,
                                   const BufferizationOptions &,
                                   BufferizationState &) {
  rewriter.eraseOp(*this);
  return success();
}

/// Peers read only results of collectives, so a release of any other value is
/// erased.
LogicalResult ReleaseOp::canonicalize(ReleaseOp op, PatternRewriter &rewriter) {
  if (op.getValue().getDefiningOp<CollectiveOpInterface>())
    return failure();
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// BarrierOp
//===----------------------------------------------------------------------===//

LogicalResult BarrierOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyDimensions(*this, getMeshAttr(), getDims(), &symbols);
}

#define GET_OP_CLASSES
#include "dtensor/Dialect/Comm/IR/CommOps.cpp.inc"
