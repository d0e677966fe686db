//===- ReductionLoops.h - The loops of a reduction --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_REDUCTIONLOOPS_H
#define DTENSOR_LIB_CODEGEN_LOOPS_REDUCTIONLOOPS_H

#include "ReductionFolds.h"
#include "RowRequests.h"
#include "dtensor/Codegen/Loops/ConvertFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dtensor {

/// Base of the classes that write the loops of one operation. It has the small
/// steps and the payload.
class ReductionLoops {
public:
  ReductionLoops(mlir::linalg::LinalgOp op, llvm::ArrayRef<unsigned> order,
                 const ReductionFolds &roles);

protected:
  using Values = llvm::SmallVector<mlir::Value>;

  mlir::Value index(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::AddIOp>(loc, lhs, rhs);
  }
  /// Rounds down to a multiple of a power of two.
  mlir::Value roundDown(mlir::Value value, int64_t multiple) {
    mlir::Value rest = builder.createOrFold<mlir::arith::AndIOp>(
        loc, value, index(multiple - 1));
    return builder.createOrFold<mlir::arith::SubIOp>(loc, value, rest);
  }
  unsigned getPosition(unsigned dim) {
    return llvm::find(order, dim) - order.begin();
  }
  mlir::scf::ForOp enterLoop(mlir::Value begin, mlir::Value end,
                             int64_t step = 1, mlir::ValueRange carried = {}) {
    auto loop = mlir::scf::ForOp::create(builder, loc, begin, end, index(step),
                                         carried);
    builder.setInsertionPointToStart(loop.getBody());
    return loop;
  }
  void enterLoop(unsigned dim) {
    induction[dim] = enterLoop(index(0), bounds[dim]).getInductionVar();
  }
  void leaveLoops(unsigned number = 1) {
    for (; number > 0; --number)
      builder.setInsertionPointAfter(
          builder.getInsertionBlock()->getParentOp());
  }
  static Values getCarried(mlir::scf::ForOp loop) {
    return llvm::to_vector_of<mlir::Value>(loop.getRegionIterArgs());
  }
  /// Ends the body of a loop that carries `values`. Returns the results of the
  /// loop.
  Values yield(mlir::scf::ForOp loop, mlir::ValueRange values) {
    mlir::scf::YieldOp::create(builder, loc, values);
    builder.setInsertionPointAfter(loop);
    return Values(loop.getResults());
  }
  unsigned getOperand(const Fold &fold) {
    return op.getNumDpsInputs() + fold.init;
  }
  mlir::Value load(unsigned operand);
  void store(mlir::Value value, unsigned operand);
  /// Converts `value` to elements of type `element`.
  mlir::Value convert(mlir::Value value, mlir::Type element) {
    return convertFloats(builder, loc, value, element);
  }
  mlir::Value createBuffer(const Fold &fold, llvm::ArrayRef<int64_t> extents);
  Values combine(llvm::ArrayRef<mlir::Value> partial,
                 llvm::ArrayRef<mlir::Value> more);
  void addToResults(llvm::ArrayRef<mlir::Value> totals);

  Values createBody();
  Values createVectorBody(int64_t width);

  mlir::linalg::LinalgOp op;
  llvm::ArrayRef<unsigned> order;
  const ReductionFolds &roles;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::AffineMap> maps;
  llvm::SmallVector<int64_t> ranges;
  Values induction, bounds;
  llvm::SmallVector<mlir::Operation *> combiners;
  /// Buffers for elements that are computed one by one, or for partial results.
  /// There is one for each fold.
  Values buffers;
};

/// Writes the loops if the split loop is the innermost one. The partial results
/// are lanes of vectors. The loops ask memory for `requests`.
void createInnerReduction(mlir::linalg::LinalgOp op,
                          llvm::ArrayRef<unsigned> order,
                          const ReductionFolds &folds,
                          llvm::ArrayRef<RowRequest> requests);

/// Writes the loops if other loops are inside the split loop. Each of their
/// positions has its partial results in memory.
void createOuterReduction(mlir::linalg::LinalgOp op,
                          llvm::ArrayRef<unsigned> order,
                          const ReductionFolds &folds);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_REDUCTIONLOOPS_H
