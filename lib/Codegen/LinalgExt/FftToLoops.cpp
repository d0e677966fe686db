//===- FftToLoops.cpp - Fourier transforms to loops -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FftRoots.h"
#include "FftRows.h"
#include "LinalgExtLowerings.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::FftOp;

namespace {

/// The number of rows to transform at a time.
int64_t getNumLanes(FftOp op, int64_t vectorBytes) {
  // The scratch memory holds two numbers of two parts each for each position.
  // It should stay in a cache.
  constexpr int64_t kMostBytes = 1 << 20;
  int64_t bytesPerLane = 4 * sizeof(double) * getFftSize(op.getLength());
  int64_t most = std::min(vectorBytes / static_cast<int64_t>(sizeof(double)),
                          kMostBytes / std::max<int64_t>(bytesPerLane, 1));
  auto type = cast<ShapedType>(op.getSource().getType());
  int64_t numRows = 1;
  for (auto [axis, extent] : llvm::enumerate(type.getShape()))
    if (static_cast<int64_t>(axis) != op.getAxis())
      numRows *= ShapedType::isDynamic(extent) ? most : extent;
  return llvm::bit_floor<uint64_t>(
      std::max<int64_t>(std::min(most, numRows), 1));
}

/// Adds the roots as a constant, and the scratch memory for rows before and
/// after each step.
struct AddRoots : OpRewritePattern<FftOp> {
  AddRoots(MLIRContext *context, int64_t vectorBytes)
      : OpRewritePattern(context), vectorBytes(vectorBytes) {}

  LogicalResult matchAndRewrite(FftOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getRoots() || !isa<TensorType>(op.getSource().getType()))
      return failure();
    Location loc = op.getLoc();
    int64_t n = op.getLength();
    // Rows of f32 are transformed in f64 as well, and rounded once.
    Type element = ComplexType::get(rewriter.getF64Type());
    SmallVector<std::complex<double>> roots = getFftRoots(n, op.getInverse());
    auto type =
        RankedTensorType::get(static_cast<int64_t>(roots.size()), element);
    Value constant = arith::ConstantOp::create(
        rewriter, loc, DenseElementsAttr::get(type, ArrayRef(roots)));
    Value scratch = tensor::EmptyOp::create(
        rewriter, loc,
        ArrayRef<int64_t>{2, getFftSize(n), 2, getNumLanes(op, vectorBytes)},
        rewriter.getF64Type());
    SmallVector<Value> dests{op.getDests()[0], scratch};
    auto prepared = FftOp::create(rewriter, loc, ValueRange(dests).getTypes(),
                                  op.getSource(), constant, dests,
                                  op.getAxisAttr(), op.getInverseAttr());
    rewriter.replaceOp(op, prepared.getResults().take_front(1));
    return success();
  }

private:
  int64_t vectorBytes;
};

struct FftToLoops : OpRewritePattern<FftOp> {
  FftToLoops(MLIRContext *context, bool fuses)
      : OpRewritePattern(context), fuses(fuses) {}

  LogicalResult matchAndRewrite(FftOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResults().empty() || !op.getRoots())
      return failure();
    if (op.getLength() > 0)
      createBlocks(op, rewriter);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Numbers the rows and transforms as many at a time as there are lanes.
  /// Remaining lanes repeat the last row.
  void createBlocks(FftOp op, PatternRewriter &rewriter) const {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto index = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(b, value);
    };
    auto axis = static_cast<int64_t>(op.getAxis());
    SmallVector<Value> extents = createExtents(b, op.getLoc(), op.getSource());
    extents[axis] = index(1);
    Value numRows = index(1);
    for (Value extent : extents)
      numRows = b.createOrFold<arith::MulIOp>(numRows, extent);
    int64_t lanes = cast<ShapedType>(op.getDests()[1].getType()).getDimSize(3);
    auto loop = scf::ForOp::create(b, index(0), numRows, index(lanes));
    loop->setAttr(kParallelAttr, b.getUnitAttr());
    b.setInsertionPointToStart(loop.getBody());
    Value last = arith::SubIOp::create(b, numRows, index(1));
    SmallVector<SmallVector<Value>> rows;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      Value row =
          b.createOrFold<arith::AddIOp>(loop.getInductionVar(), index(lane));
      if (lane > 0)
        row = arith::MinUIOp::create(b, row, last);
      SmallVector<Value> position(extents.size(), index(0));
      bool isOutermost = false;
      for (int64_t outer = extents.size(); outer-- > 0 && !isOutermost;) {
        if (outer == axis)
          continue;
        isOutermost = outer == 0 || (outer == 1 && axis == 0);
        position[outer] =
            isOutermost ? row
                        : b.createOrFold<arith::RemUIOp>(row, extents[outer]);
        row = b.createOrFold<arith::DivUIOp>(row, extents[outer]);
      }
      rows.push_back(position);
    }
    FftRows(op, b, fuses).create(rows);
  }

  bool fuses;
};

} // namespace

void dtensor::populateFftPreparation(RewritePatternSet &patterns,
                                     int64_t vectorBytes) {
  patterns.add<AddRoots>(patterns.getContext(), vectorBytes);
}

void dtensor::populateFftToLoops(RewritePatternSet &patterns, bool fuses) {
  patterns.add<FftToLoops>(patterns.getContext(), fuses);
}
