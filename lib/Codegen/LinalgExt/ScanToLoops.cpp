//===- ScanToLoops.cpp - Scans to loops -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::ScanOp;

namespace {

/// Keeps the accumulators in the destination. The first position along the axis
/// is made from the initial values, if there are any, and each other one from
/// the position before. Loops over the axes behind are innermost, and
/// independent.
class Scanner {
public:
  Scanner(ScanOp op, RewriterBase &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), axis(op.getAxis()),
        extents(createExtents(rewriter, loc, op.getSources()[0])) {
    zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    last = arith::SubIOp::create(rewriter, loc, extents[axis], one);
  }

  void run() {
    createLoops(
        rewriter, loc, ValueRange(extents).take_front(axis),
        [&](OpBuilder &builder, ValueRange outer) {
          Value hasFirst =
              arith::MinUIOp::create(builder, loc, extents[axis], one);
          forEach(builder, zero, hasFirst,
                  [&](OpBuilder &b, Value) { makeFirst(b, outer); });
          forEach(builder, one, extents[axis], [&](OpBuilder &b, Value step) {
            forEachBehind(b, outer, [&](OpBuilder &b, ValueRange row) {
              makeNext(b, row, step);
            });
          });
        });
  }

private:
  void forEach(OpBuilder &builder, Value from, Value to,
               function_ref<void(OpBuilder &, Value)> body) {
    auto loop = scf::ForOp::create(builder, loc, from, to, one);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    body(builder, loop.getInductionVar());
  }

  /// `body` is called with positions of all axes but the scanned one.
  void forEachBehind(OpBuilder &builder, ValueRange outer,
                     function_ref<void(OpBuilder &, ValueRange)> body) {
    createLoops(builder, loc, ValueRange(extents).drop_front(axis + 1),
                [&](OpBuilder &b, ValueRange inner) {
                  SmallVector<Value> row(outer);
                  llvm::append_range(row, inner);
                  body(b, row);
                });
  }

  /// The position of a step: the step itself, or counted from the end.
  SmallVector<Value> at(OpBuilder &b, ValueRange row, Value step) {
    SmallVector<Value> positions(row);
    if (op.getReverse())
      step = arith::SubIOp::create(b, loc, last, step);
    positions.insert(positions.begin() + axis, step);
    return positions;
  }

  SmallVector<Value> combine(OpBuilder &b, SmallVector<Value> accumulators,
                             ValueRange positions) {
    llvm::append_range(accumulators,
                       loadAll(b, loc, op.getSources(), positions));
    return inlineBody(b, op.getCombiner(), accumulators);
  }

  void makeFirst(OpBuilder &b, ValueRange outer) {
    if (!op.getHasInits())
      return makeFirst(b, outer, !op.getInits().empty());
    scf::IfOp::create(
        b, loc, op.getHasInits(),
        [&](OpBuilder &nested, Location) {
          makeFirst(nested, outer, /*hasInits=*/true);
          scf::YieldOp::create(nested, loc);
        },
        [&](OpBuilder &nested, Location) {
          makeFirst(nested, outer, /*hasInits=*/false);
          scf::YieldOp::create(nested, loc);
        });
  }

  void makeFirst(OpBuilder &builder, ValueRange outer, bool hasInits) {
    forEachBehind(builder, outer, [&](OpBuilder &b, ValueRange row) {
      SmallVector<Value> here = at(b, row, zero);
      SmallVector<Value> first =
          loadAll(b, loc, hasInits ? op.getInits() : op.getSources(),
                  hasInits ? row : ValueRange(here));
      if (hasInits && !op.getExclusive())
        first = combine(b, first, here);
      storeAll(b, loc, first, op.getDests(), here);
    });
  }

  void makeNext(OpBuilder &b, ValueRange row, Value step) {
    SmallVector<Value> here = at(b, row, step);
    SmallVector<Value> before =
        at(b, row, arith::SubIOp::create(b, loc, step, one));
    SmallVector<Value> next = combine(b, loadAll(b, loc, op.getDests(), before),
                                      op.getExclusive() ? before : here);
    storeAll(b, loc, next, op.getDests(), here);
  }

  ScanOp op;
  RewriterBase &rewriter;
  Location loc;
  int64_t axis;
  SmallVector<Value> extents;
  Value zero, one, last;
};

struct ScanToLoops : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResults().empty())
      return failure();
    Scanner(op, rewriter).run();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void dtensor::populateScanToLoops(RewritePatternSet &patterns) {
  patterns.add<ScanToLoops>(patterns.getContext());
}
