//===- DecomposeTopK.cpp - Top-k as a sort --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeTopK.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// Whether `a` comes strictly before `b`.
static Value createBefore(ImplicitLocOpBuilder &b, TopKOp op, Value x,
                          Value y) {
  if (!isa<FloatType>(x.getType())) {
    auto predicate = arith::CmpIPredicate::sgt;
    if (op.getSmallest())
      predicate = op.getIsUnsigned() ? arith::CmpIPredicate::ult
                                     : arith::CmpIPredicate::slt;
    else if (op.getIsUnsigned())
      predicate = arith::CmpIPredicate::ugt;
    return arith::CmpIOp::create(b, predicate, x, y);
  }
  auto compare = [&](arith::CmpFPredicate predicate, Value l,
                     Value r) -> Value {
    return arith::CmpFOp::create(b, predicate, l, r);
  };
  // NaN is greater than any number, and equal to itself.
  Value less = op.getSmallest() ? x : y, greater = op.getSmallest() ? y : x;
  Value isLess = compare(arith::CmpFPredicate::OLT, less, greater);
  Value isNumber = compare(arith::CmpFPredicate::ORD, less, less);
  Value isNaN = compare(arith::CmpFPredicate::UNO, greater, greater);
  return arith::OrIOp::create(b, isLess,
                              arith::AndIOp::create(b, isNumber, isNaN));
}

namespace {

struct DecomposeTopK : OpRewritePattern<TopKOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!type)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type position = getElementTypeOrSelf(op.getDests()[1]);
    Value empty = tensor::EmptyOp::create(
        b, tensor::getMixedSizes(b, b.getLoc(), op.getSource()), position);
    Value positions =
        IotaOp::create(b, TypeRange(empty.getType()), op.getAxis(), empty,
                       ValueRange(), DenseI64ArrayAttr(), DenseI64ArrayAttr())
            .getResult();
    auto sort = SortOp::create(b, op.getResultTypes(),
                               ValueRange{op.getSource(), positions},
                               op.getDests(), op.getAxisAttr());
    Type element = type.getElementType();
    Block *body = b.createBlock(&sort.getComparator(), {},
                                {element, element, position, position},
                                SmallVector<Location>(4, b.getLoc()));
    YieldOp::create(
        b, createBefore(b, op, body->getArgument(0), body->getArgument(1)));
    rewriter.replaceOp(op, sort);
    return success();
  }
};

} // namespace

void dtensor::populateTopKDecomposition(RewritePatternSet &patterns) {
  patterns.add<DecomposeTopK>(patterns.getContext());
}
