//===- CholeskyToLoops.cpp - Cholesky factorizations to loops -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "Numbers.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::CholeskyOp;

namespace {

/// Factorises one matrix of the batch. An upper factor is the adjoint of a
/// lower one, with row and column exchanged.
class Factoriser {
public:
  Factoriser(CholeskyOp op, ImplicitLocOpBuilder &b, ValueRange batch)
      : op(op), b(b), numbers(b, getElementTypeOrSelf(op.getDest())),
        batch(batch) {
    zero = arith::ConstantIndexOp::create(b, 0);
    one = arith::ConstantIndexOp::create(b, 1);
  }

  void run(Value n) {
    forEach(zero, n, [&](Value i) {
      forEach(zero, n, [&](Value j) {
        memref::StoreOp::create(b, numbers.zero(), op.getDest(), at(i, j));
      });
    });
    forEach(zero, n, [&](Value j) {
      Value pivot = getPivot(j);
      store(numbers.makeReal(pivot), j, j);
      forEach(arith::AddIOp::create(b, j, one), n, [&](Value i) {
        Value rest = subtractProducts(i, j);
        store(numbers.divide(rest, numbers.makeReal(pivot)), i, j);
      });
    });
  }

private:
  void forEach(Value from, Value to, function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, from, to, one);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  SmallVector<Value> at(Value i, Value j) {
    SmallVector<Value> positions(batch);
    positions.append({i, j});
    return positions;
  }

  Value load(Value matrix, Value i, Value j) {
    return op.getLower()
               ? memref::LoadOp::create(b, matrix, at(i, j)).getResult()
               : numbers.conjugate(
                     memref::LoadOp::create(b, matrix, at(j, i)).getResult());
  }

  void store(Value number, Value i, Value j) {
    if (op.getLower())
      memref::StoreOp::create(b, number, op.getDest(), at(i, j));
    else
      memref::StoreOp::create(b, numbers.conjugate(number), op.getDest(),
                              at(j, i));
  }

  /// a[i,j] - sum_{k<j} l[i,k] * conj(l[j,k])
  Value subtractProducts(Value i, Value j) {
    Value start = load(op.getSource(), i, j);
    auto loop = scf::ForOp::create(b, zero, j, one, ValueRange{start});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value k = loop.getInductionVar();
    Value product = numbers.multiply(
        load(op.getDest(), i, k), numbers.conjugate(load(op.getDest(), j, k)));
    scf::YieldOp::create(b,
                         numbers.subtract(loop.getRegionIterArg(0), product));
    return loop.getResult(0);
  }

  /// The pivot; NaN if the matrix is not positive definite.
  Value getPivot(Value j) {
    Value square = numbers.getReal(subtractProducts(j, j));
    Type type = square.getType();
    Value none = arith::ConstantOp::create(b, b.getFloatAttr(type, 0.0));
    Value nan = arith::ConstantOp::create(
        b,
        FloatAttr::get(
            type, APFloat::getNaN(cast<FloatType>(type).getFloatSemantics())));
    Value positive =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, square, none);
    return math::SqrtOp::create(
        b, arith::SelectOp::create(b, positive, square, nan));
  }

  CholeskyOp op;
  ImplicitLocOpBuilder &b;
  Numbers numbers;
  ValueRange batch;
  Value zero, one;
};

struct CholeskyToLoops : OpRewritePattern<CholeskyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CholeskyOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getResult())
      return failure();
    SmallVector<Value> extents =
        createExtents(rewriter, op.getLoc(), op.getSource());
    Value n = extents.back();
    createLoops(rewriter, op.getLoc(), ValueRange(extents).drop_back(2),
                [&](OpBuilder &builder, ValueRange batch) {
                  ImplicitLocOpBuilder b(op.getLoc(), builder);
                  Factoriser(op, b, batch).run(n);
                });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void dtensor::populateCholeskyToLoops(RewritePatternSet &patterns) {
  patterns.add<CholeskyToLoops>(patterns.getContext());
}
