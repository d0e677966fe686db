//===- ReduceToLoops.cpp - Reductions to loops ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::ReduceOp;

namespace {

/// Accumulates in the destinations, and walks over the operands in the order of
/// their memory. In every row, the elements at position 0 of all dimensions
/// come first, so `peeled` is a test of the positions.
struct ReduceToLoops : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResults().empty())
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> extents =
        createExtents(rewriter, loc, op.getSources()[0]);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    createLoops(
        rewriter, loc, extents, [&](OpBuilder &builder, ValueRange positions) {
          ImplicitLocOpBuilder b(loc, builder);
          SmallVector<Value> kept;
          Value isFirst;
          for (auto [axis, position] : llvm::enumerate(positions)) {
            if (!llvm::is_contained(op.getDimensions(), int64_t(axis))) {
              kept.push_back(position);
              continue;
            }
            Value atStart = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                  position, zero);
            isFirst =
                isFirst ? arith::AndIOp::create(b, isFirst, atStart).getResult()
                        : atStart;
          }
          SmallVector<Value> elements =
              loadAll(b, loc, op.getSources(), positions);
          auto combine = [&](OpBuilder &nested) {
            SmallVector<Value> arguments =
                loadAll(nested, loc, op.getDests(), kept);
            llvm::append_range(arguments, elements);
            return inlineBody(nested, op.getCombiner(), arguments);
          };
          SmallVector<Value> combined;
          if (op.getPeeled() && !isFirst) {
            // Nothing is reduced: each element is the first.
            combined = elements;
          } else if (op.getPeeled()) {
            auto branch = scf::IfOp::create(
                b, isFirst,
                [&](OpBuilder &nested, Location loc) {
                  scf::YieldOp::create(nested, loc, elements);
                },
                [&](OpBuilder &nested, Location loc) {
                  scf::YieldOp::create(nested, loc, combine(nested));
                });
            combined = branch.getResults();
          } else {
            combined = combine(b);
          }
          storeAll(b, loc, combined, op.getDests(), kept);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void dtensor::populateReduceToLoops(RewritePatternSet &patterns) {
  patterns.add<ReduceToLoops>(patterns.getContext());
}
