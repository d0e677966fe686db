//===- ConvolutionOps.cpp - Convolutions that are none upstream -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportOps.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// One of the two axes along which the kernel of a transposed convolution
/// moves.
struct Spatial {
  int64_t input, kernel, stride;
  /// The padding in front of the result; a negative number removes positions.
  int64_t low;
  int64_t result;

  /// The kernel positions of one phase of the result: every `stride`-th one.
  int64_t getTaps() const { return llvm::divideCeil(kernel, stride); }
  /// The positions of each phase to which anything is added.
  int64_t getSteps() const { return input + getTaps() - 1; }
};

/// `value` with more elements `fill`, or fewer, on both sides of each axis.
Value resize(OpBuilder &builder, Location loc, Value value, Attribute fill,
             ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  auto isNothing = [](int64_t padding) { return padding == 0; };
  if (llvm::all_of(low, isNothing) && llvm::all_of(high, isNothing))
    return value;
  Value element =
      arith::ConstantOp::create(builder, loc, cast<TypedAttr>(fill));
  auto getAttrs = [&](ArrayRef<int64_t> padding) {
    return getAsIndexOpFoldResult(builder.getContext(), padding);
  };
  return tensor::PadOp::create(builder, loc, /*resultType=*/Type(), value,
                               getAttrs(low), getAttrs(high), element);
}

/// Widens a number of the input or the weight to the type of the sum.
Value widen(OpBuilder &builder, Location loc, Value value, Type type,
            int64_t zero) {
  if (isa<FloatType>(type))
    return value.getType() == type
               ? value
               : arith::ExtFOp::create(builder, loc, type, value);
  if (value.getType() != type)
    value = arith::ExtSIOp::create(builder, loc, type, value);
  if (zero == 0)
    return value;
  Value offset = arith::ConstantOp::create(builder, loc,
                                           builder.getIntegerAttr(type, zero));
  return arith::SubIOp::create(builder, loc, value, offset);
}

Value add(OpBuilder &builder, Location loc, Value a, Value b) {
  return isa<FloatType>(a.getType())
             ? Value(arith::AddFOp::create(builder, loc, a, b))
             : Value(arith::AddIOp::create(builder, loc, a, b));
}

} // namespace

// Position y of the result is the sum over positions i of the input and k of
// the kernel with y = stride * i + k. With y = stride * step + phase and k =
// stride * tap + phase, i = step - tap: each phase is a convolution. Phases are
// an axis by themselves, between steps and features. Upstream merges them with
// features, which would prevent some layouts.
LogicalResult dtensor::importOp(tosa::TransposeConv2DOp op,
                                RewriterBase &rewriter) {
  auto input = cast<ShapedType>(op.getInput().getType());
  auto weight = cast<ShapedType>(op.getWeight().getType());
  auto result = cast<ShapedType>(op.getType());
  auto bias = cast<ShapedType>(op.getBias().getType());
  FailureOr<int64_t> inputZero = op.getInputZeroPoint();
  FailureOr<int64_t> weightZero = op.getWeightZeroPoint();
  Type sum = op.getAccType();
  bool isFloat = isa<FloatType>(input.getElementType());
  if (!input.hasStaticShape() || !weight.hasStaticShape() ||
      !result.hasStaticShape() || !bias.hasStaticShape() || failed(inputZero) ||
      failed(weightZero) || isa<FloatType>(sum) != isFloat ||
      isa<FloatType>(weight.getElementType()) != isFloat ||
      isa<FloatType>(result.getElementType()) != isFloat)
    return failure();
  Location loc = op.getLoc();
  SmallVector<Spatial> axes;
  for (int64_t axis : {0, 1})
    axes.push_back({input.getDimSize(axis + 1), weight.getDimSize(axis + 1),
                    op.getStride()[axis], op.getOutPad()[2 * axis],
                    result.getDimSize(axis + 1)});
  const Spatial &rows = axes[0], &columns = axes[1];
  int64_t batch = input.getDimSize(0), channels = input.getDimSize(3),
          features = weight.getDimSize(0);

  auto getNumber = [&](Type type, int64_t number) -> Attribute {
    return isa<FloatType>(type)
               ? Attribute(rewriter.getFloatAttr(type, double(number)))
               : Attribute(rewriter.getIntegerAttr(type, number));
  };
  SmallVector<int64_t> around = {0, rows.getTaps() - 1, columns.getTaps() - 1,
                                 0};
  Value padded =
      resize(rewriter, loc, op.getInput(),
             getNumber(input.getElementType(), *inputZero), around, around);
  auto getMissing = [](const Spatial &axis) {
    return axis.getTaps() * axis.stride - axis.kernel;
  };
  Value kernel =
      resize(rewriter, loc, op.getWeight(),
             getNumber(weight.getElementType(), *weightZero), {0, 0, 0, 0},
             {0, getMissing(rows), getMissing(columns), 0});
  SmallVector<ReassociationIndices> phases = {{0}, {1, 2}, {3, 4}, {5}};
  kernel = tensor::ExpandShapeOp::create(
      rewriter, loc,
      weight.clone({features, rows.getTaps(), rows.stride, columns.getTaps(),
                    columns.stride, channels}),
      kernel, phases);
  // Windows read forward.
  SmallVector<int64_t> backwards;
  for (int64_t axis : {0, 1})
    if (axes[axis].getTaps() > 1)
      backwards.push_back(2 * axis + 1);
  if (!backwards.empty()) {
    auto type = cast<RankedTensorType>(kernel.getType());
    Value dest = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                         type.getElementType());
    kernel =
        linalg_ext::ReverseOp::create(rewriter, loc, type, kernel, dest,
                                      rewriter.getDenseI64ArrayAttr(backwards))
            .getResult();
  }

  SmallVector<int64_t> shape = {batch,          rows.getSteps(),
                                rows.stride,    columns.getSteps(),
                                columns.stride, features};
  Value empty = tensor::EmptyOp::create(rewriter, loc, shape, sum);
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         cast<TypedAttr>(getNumber(sum, 0)));
  Value init = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  AffineExpr n, y, p, x, q, f, k, l, c;
  bindDims(rewriter.getContext(), n, y, p, x, q, f, k, l, c);
  SmallVector<SmallVector<AffineExpr, 4>> positions = {
      {n, y + k, x + l, c}, {f, k, p, l, q, c}, {n, y, p, x, q, f}};
  SmallVector<AffineMap> maps =
      AffineMap::inferFromExprList(positions, rewriter.getContext());
  SmallVector<utils::IteratorType> iterators(6, utils::IteratorType::parallel);
  iterators.append(3, utils::IteratorType::reduction);
  Value made = linalg::GenericOp::create(
                   rewriter, loc, init.getType(), ValueRange{padded, kernel},
                   init, maps, iterators,
                   [&](OpBuilder &b, Location l, ValueRange v) {
                     Value left = widen(b, l, v[0], sum, *inputZero);
                     Value right = widen(b, l, v[1], sum, *weightZero);
                     Value product =
                         isFloat
                             ? Value(arith::MulFOp::create(b, l, left, right))
                             : Value(arith::MulIOp::create(b, l, left, right));
                     linalg::YieldOp::create(b, l, add(b, l, v[2], product));
                   })
                   .getResult(0);
  made = tensor::CollapseShapeOp::create(rewriter, loc, made, phases);
  auto getHigh = [](const Spatial &axis) {
    return axis.result - axis.low - axis.getSteps() * axis.stride;
  };
  made = resize(rewriter, loc, made, getNumber(sum, 0),
                {0, rows.low, columns.low, 0},
                {0, getHigh(rows), getHigh(columns), 0});

  AffineMap all = rewriter.getMultiDimIdentityMap(4);
  AffineExpr feature = bias.getNumElements() == 1
                           ? rewriter.getAffineConstantExpr(0)
                           : rewriter.getAffineDimExpr(3);
  Value dest = tensor::EmptyOp::create(rewriter, loc, result.getShape(),
                                       result.getElementType());
  rewriter.replaceOp(
      op,
      linalg::GenericOp::create(
          rewriter, loc, dest.getType(), ValueRange{made, op.getBias()}, dest,
          ArrayRef<AffineMap>{all, AffineMap::get(4, 0, feature), all},
          SmallVector<utils::IteratorType>(4, utils::IteratorType::parallel),
          [&](OpBuilder &b, Location l, ValueRange v) {
            Value total = add(b, l, v[0], widen(b, l, v[1], sum, 0));
            if (total.getType() != v[2].getType())
              total = arith::TruncFOp::create(b, l, v[2].getType(), total);
            linalg::YieldOp::create(b, l, total);
          })
          .getResult(0));
  return success();
}
