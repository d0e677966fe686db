//===- TriangularSolveToLoops.cpp - Triangular solves to loops ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "Numbers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::TriangularSolveOp;

namespace {

/// Solves one system of the batch for all of its right-hand sides. An unknown i
/// of side c is `x[i, c]`, or with `right` `x[c, i]`; its coefficients are m[i,
/// k].
class Solver {
public:
  Solver(TriangularSolveOp op, ImplicitLocOpBuilder &b, ValueRange batch)
      : op(op), b(b), numbers(b, getElementTypeOrSelf(op.getDest())),
        batch(batch) {
    zero = arith::ConstantIndexOp::create(b, 0);
    one = arith::ConstantIndexOp::create(b, 1);
  }

  void run(Value n, Value sides) {
    forEach(sides, [&](Value c) {
      forEach(n, [&](Value i) {
        store(memref::LoadOp::create(b, op.getB(), atUnknown(i, c)), i, c);
      });
    });
    // The right-hand sides are innermost where they are contiguous.
    if (op.getRight())
      forEach(sides, [&](Value c) {
        eliminate(n, [&](function_ref<void(Value)> body) { body(c); });
      });
    else
      eliminate(n,
                [&](function_ref<void(Value)> body) { forEach(sides, body); });
  }

private:
  /// Eliminates from the first unknown to the last, or backwards.
  void eliminate(Value n,
                 function_ref<void(function_ref<void(Value)>)> forEachSide) {
    bool swapped = op.getTranspose() || op.getAdjoint();
    // m is lower if a is. Each transposition changes that.
    bool forward = op.getLower() != (swapped != op.getRight());
    Value last = arith::SubIOp::create(b, n, one);
    forEach(n, [&](Value step) {
      auto toUnknown = [&](Value s) -> Value {
        return forward ? s : arith::SubIOp::create(b, last, s).getResult();
      };
      Value i = toUnknown(step);
      forEach(step, [&](Value known) {
        Value k = toUnknown(known);
        Value coefficient = getCoefficient(i, k);
        forEachSide([&](Value c) {
          Value product = numbers.multiply(coefficient, load(k, c));
          store(numbers.subtract(load(i, c), product), i, c);
        });
      });
      if (op.getUnitDiagonal())
        return;
      Value pivot = getCoefficient(i, i);
      forEachSide(
          [&](Value c) { store(numbers.divide(load(i, c), pivot), i, c); });
    });
  }

  void forEach(Value count, function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, zero, count, one);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  SmallVector<Value> at(Value row, Value column) {
    SmallVector<Value> positions(batch);
    positions.append({row, column});
    return positions;
  }

  Value getCoefficient(Value i, Value k) {
    bool swapped = op.getTranspose() || op.getAdjoint();
    if (swapped != op.getRight())
      std::swap(i, k);
    Value number = memref::LoadOp::create(b, op.getA(), at(i, k));
    return op.getAdjoint() ? numbers.conjugate(number) : number;
  }

  SmallVector<Value> atUnknown(Value i, Value c) {
    return op.getRight() ? at(c, i) : at(i, c);
  }
  Value load(Value i, Value c) {
    return memref::LoadOp::create(b, op.getDest(), atUnknown(i, c));
  }
  void store(Value number, Value i, Value c) {
    memref::StoreOp::create(b, number, op.getDest(), atUnknown(i, c));
  }

  TriangularSolveOp op;
  ImplicitLocOpBuilder &b;
  Numbers numbers;
  ValueRange batch;
  Value zero, one;
};

struct TriangularSolveToLoops : OpRewritePattern<TriangularSolveOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TriangularSolveOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getResult())
      return failure();
    SmallVector<Value> extents =
        createExtents(rewriter, op.getLoc(), op.getB());
    Value n = extents.pop_back_val(), sides = extents.pop_back_val();
    if (!op.getRight())
      std::swap(n, sides);
    createLoops(rewriter, op.getLoc(), extents,
                [&](OpBuilder &builder, ValueRange batch) {
                  ImplicitLocOpBuilder b(op.getLoc(), builder);
                  Solver(op, b, batch).run(n, sides);
                });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void dtensor::populateTriangularSolveToLoops(RewritePatternSet &patterns) {
  patterns.add<TriangularSolveToLoops>(patterns.getContext());
}
