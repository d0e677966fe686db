//===- WidenFolds.cpp - Round folds of halves once ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accumulators of few bits stop growing: 256 + 1 is 256 in bf16. They therefore
// have 32 bits here, as in linalg's reductions (dtensor-widen-accumulators),
// and only the results are rounded.
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::ReduceOp;
using linalg_ext::ScanOp;

static bool isNarrow(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && number.getWidth() < 32;
}

static Type getWide(Type type) {
  return isNarrow(type) ? Float32Type::get(type.getContext()) : type;
}

static bool hasNarrow(TypeRange types) { return llvm::any_of(types, isNarrow); }

/// Whether the results of `op` may be numbers that are not among its operands.
static bool isRounded(Operation &op) {
  return hasNarrow(op.getResultTypes()) &&
         !isa<arith::ConstantOp, arith::MaximumFOp, arith::MinimumFOp,
              arith::MaxNumFOp, arith::MinNumFOp, arith::NegFOp,
              arith::SelectOp>(op);
}

/// Whether the body rounds, and has the same meaning in more bits.
static bool isWorthWidening(Block &body) {
  bool rounds = false;
  for (Operation &op : body.without_terminator()) {
    if (!hasNarrow(op.getOperandTypes()) && !hasNarrow(op.getResultTypes()))
      continue;
    if (!isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) ||
        isa<arith::BitcastOp>(op))
      return false;
    rounds |= isRounded(op);
  }
  return rounds;
}

static Value createCast(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (from < to)
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

/// `from` with the element type of `to`, in a buffer that replaces `to`.
static Value createCastInto(OpBuilder &builder, Location loc, Value from,
                            Value to) {
  auto type = cast<RankedTensorType>(to.getType());
  if (from.getType() == type)
    return from;
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, TypeRange(type), from, to, maps, loops,
             [&](OpBuilder &inner, Location loc, ValueRange elements) {
               linalg::YieldOp::create(
                   inner, loc,
                   createCast(inner, loc, elements[0], type.getElementType()));
             })
      .getResult(0);
}

static Value createWideEmpty(OpBuilder &builder, Location loc, Value like) {
  return tensor::EmptyOp::create(builder, loc,
                                 tensor::getMixedSizes(builder, loc, like),
                                 getWide(getElementTypeOrSelf(like)));
}

static Value widen(OpBuilder &builder, Location loc, Value tensor) {
  if (!isNarrow(getElementTypeOrSelf(tensor)))
    return tensor;
  return createCastInto(builder, loc, tensor,
                        createWideEmpty(builder, loc, tensor));
}

/// The body with numbers of more bits.
static void cloneWide(OpBuilder &builder, Block &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = from.getParentOp()->getLoc();
  Block *body = builder.createBlock(
      &to, {}, llvm::map_to_vector(from.getArgumentTypes(), getWide),
      SmallVector<Location>(from.getNumArguments(), loc));
  IRMapping mapping;
  mapping.map(from.getArguments(), body->getArguments());
  for (Operation &op : from) {
    for (Value operand : op.getOperands())
      if (!mapping.contains(operand))
        mapping.map(operand, createCast(builder, loc, operand,
                                        getWide(operand.getType())));
    if (isa<arith::ExtFOp, arith::TruncFOp>(op)) {
      mapping.map(op.getResult(0),
                  createCast(builder, op.getLoc(),
                             mapping.lookup(op.getOperand(0)),
                             getWide(op.getResult(0).getType())));
      continue;
    }
    if (isa<arith::ConstantOp>(op) && hasNarrow(op.getResultTypes())) {
      mapping.map(op.getResult(0),
                  createCast(builder, op.getLoc(),
                             builder.clone(op)->getResult(0),
                             getWide(op.getResult(0).getType())));
      continue;
    }
    Operation *wide = builder.clone(op, mapping);
    for (Value result : wide->getResults())
      result.setType(getWide(result.getType()));
  }
}

namespace {

template <typename OpTy> struct WidenFold : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Block &from = op.getCombiner().front();
    if (op->getNumResults() == 0 || !hasNarrow(from.getArgumentTypes()) ||
        !isWorthWidening(from))
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> operands;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      bool isWritten = op.isDpsInit(&operand) && !op.readsDestination(operand);
      if (isa<RankedTensorType>(value.getType()))
        value = isWritten ? createWideEmpty(rewriter, loc, value)
                          : widen(rewriter, loc, value);
      operands.push_back(value);
    }
    OperationState state(loc, op->getName());
    state.addOperands(operands);
    for (Value result : op->getResults()) {
      auto type = cast<RankedTensorType>(result.getType());
      state.addTypes(type.clone(getWide(type.getElementType())));
    }
    state.addAttributes(op->getAttrs());
    state.addRegion();
    Operation *wide = rewriter.create(state);
    cloneWide(rewriter, from, wide->getRegion(0));

    rewriter.setInsertionPointAfter(wide);
    SmallVector<Value> results;
    for (auto [result, dest] :
         llvm::zip_equal(wide->getResults(), op.getDests()))
      results.push_back(createCastInto(rewriter, loc, result, dest));
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void dtensor::populateFoldWidening(RewritePatternSet &patterns) {
  patterns.add<WidenFold<ReduceOp>, WidenFold<ScanOp>>(patterns.getContext());
}
