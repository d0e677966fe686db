//===- DecomposeIota.cpp - Positions as a structured op -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::IotaOp;

/// `position` as a number of `type`.
static Value convertPosition(OpBuilder &builder, Location loc, Value position,
                             Type type) {
  if (type.isIndex())
    return position;
  if (isa<IntegerType>(type))
    return arith::IndexCastOp::create(builder, loc, type, position);
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    Value real = convertPosition(builder, loc, position, part);
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(part));
    return complex::CreateOp::create(builder, loc, type, real, zero);
  }
  Value integer =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), position);
  return arith::SIToFPOp::create(builder, loc, type, integer);
}

namespace {

struct DecomposeIota : OpRewritePattern<IotaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IotaOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!type)
      return failure();
    OpFoldResult start = op.getMixedPartStarts()[op.getAxis()];
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange(type), ValueRange(), op.getDest(), map, iterators,
        [&](OpBuilder &builder, Location loc, ValueRange) {
          Value position = linalg::IndexOp::create(builder, loc, op.getAxis());
          if (!isZeroInteger(start))
            position = arith::AddIOp::create(
                builder, loc, position,
                getValueOrCreateConstantIndexOp(builder, loc, start));
          linalg::YieldOp::create(
              builder, loc,
              convertPosition(builder, loc, position, type.getElementType()));
        });
    return success();
  }
};

} // namespace

void dtensor::populateIotaDecomposition(RewritePatternSet &patterns) {
  patterns.add<DecomposeIota>(patterns.getContext());
}
