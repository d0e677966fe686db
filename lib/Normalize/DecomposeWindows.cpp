//===- DecomposeWindows.cpp - Windows as structured ops -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeWindows.h"
#include "CombinerBody.h"
#include "dtensor/Dialect/LinalgExt/IR/Windows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

static Value createZero(ImplicitLocOpBuilder &b, Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Attribute zero = b.getZeroAttr(complexType.getElementType());
    return complex::ConstantOp::create(b, type, b.getArrayAttr({zero, zero}));
  }
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

/// The identity of result `index` of `body`, if that is its accumulator
/// combined with its element by a known op.
static Value createIdentityOf(ImplicitLocOpBuilder &b, Region &body,
                              unsigned index, unsigned count) {
  Operation *op = matchKnownCombiner(body, index, count);
  Type type = body.front().getArgument(index).getType();
  if (!op || !getIdentity(*getCombiner(op), type, getFastMath(op)))
    return {};
  return createIdentity(b, b.getLoc(), *getCombiner(op), type, getFastMath(op));
}

namespace {

/// A tensor that is read through windows: dilated, padded, and read by loops.
class WindowedOp {
public:
  WindowedOp(ImplicitLocOpBuilder &b, Windows windows, ShapedType type)
      : b(b), windows(std::move(windows)), shape(type.getShape()) {}

  /// An axis of unknown extent is supported only without dilation and padding.
  bool isSupported() const {
    for (unsigned axis = 0; axis < shape.size(); ++axis)
      if (ShapedType::isDynamic(shape[axis]) &&
          (isPadded(axis) || windows.sizes[axis] != 1 ||
           windows.strides[axis] != 1))
        return false;
    return true;
  }

  bool isPadded() const {
    return llvm::any_of(llvm::seq<unsigned>(shape.size()),
                        [&](unsigned axis) { return isPadded(axis); });
  }

  /// `source` with `fill` around and between its elements.
  Value pad(Value source, Value fill) {
    if (!isPadded())
      return source;
    auto type = cast<RankedTensorType>(source.getType());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, b.getLoc(), source);
    SmallVector<OpFoldResult> wide(sizes), offsets, strides, cut, ones, final;
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      int64_t low = windows.low[axis], high = windows.high[axis];
      offsets.push_back(b.getIndexAttr(std::max<int64_t>(low, 0)));
      strides.push_back(b.getIndexAttr(windows.baseDilations[axis]));
      cut.push_back(b.getIndexAttr(std::max<int64_t>(-low, 0)));
      ones.push_back(b.getIndexAttr(1));
      final.push_back(sizes[axis]);
      if (!isPadded(axis))
        continue;
      int64_t padded = windows.getPaddedExtent(axis, shape[axis]);
      final.back() = b.getIndexAttr(padded);
      wide[axis] = b.getIndexAttr(padded + std::max<int64_t>(-low, 0) +
                                  std::max<int64_t>(-high, 0));
    }
    Value whole;
    if (llvm::all_of(windows.baseDilations,
                     [](int64_t dilation) { return dilation == 1; })) {
      SmallVector<OpFoldResult> high;
      for (int64_t padding : windows.high)
        high.push_back(b.getIndexAttr(std::max<int64_t>(padding, 0)));
      whole = tensor::PadOp::create(b, Type(), source, offsets, high, fill)
                  .getResult();
    } else {
      Value empty = tensor::EmptyOp::create(b, wide, type.getElementType());
      whole = linalg::FillOp::create(b, fill, empty).getResult(0);
      if (!llvm::is_contained(shape, 0))
        whole = tensor::InsertSliceOp::create(b, source, whole, offsets, sizes,
                                              strides);
    }
    // Negative paddings remove positions.
    if (llvm::all_of(cut, isZeroInteger) && wide == final)
      return whole;
    return tensor::ExtractSliceOp::create(b, whole, cut, final, ones);
  }

  /// Creates a structured op over the windows of `sources`, which are padded
  /// tensors.
  template <typename BodyT>
  SmallVector<Value> create(SmallVector<Value> sources, ValueRange dests,
                            BodyT body) {
    unsigned rank = shape.size();
    MLIRContext *context = b.getContext();
    SmallVector<AffineExpr> positions, outer, inner;
    SmallVector<int64_t> innerShape;
    loops.assign(rank, -1);
    for (unsigned axis = 0; axis < rank; ++axis) {
      AffineExpr loop = getAffineDimExpr(axis, context);
      outer.push_back(loop);
      positions.push_back(loop * windows.strides[axis]);
      if (windows.sizes[axis] == 1)
        continue;
      loops[axis] = rank + inner.size();
      inner.push_back(getAffineDimExpr(loops[axis], context));
      innerShape.push_back(windows.sizes[axis]);
      positions.back() =
          positions.back() + inner.back() * windows.dilations[axis];
    }
    unsigned count = rank + inner.size();
    SmallVector<AffineMap> maps(sources.size(),
                                AffineMap::get(count, 0, positions, context));
    // This operand determines the number of positions in a window.
    if (!inner.empty()) {
      sources.push_back(tensor::EmptyOp::create(
          b, innerShape, getElementTypeOrSelf(sources[0])));
      maps.push_back(AffineMap::get(count, 0, inner, context));
    }
    maps.append(dests.size(), AffineMap::get(count, 0, outer, context));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators.resize(count, utils::IteratorType::reduction);
    auto op = linalg::GenericOp::create(
        b, dests.getTypes(), sources, dests, maps, iterators,
        [&](OpBuilder &nested, Location loc, ValueRange arguments) {
          ImplicitLocOpBuilder inside(loc, nested);
          linalg::YieldOp::create(
              inside, body(inside, arguments.drop_back(dests.size()),
                           arguments.take_back(dests.size())));
        });
    return SmallVector<Value>(op.getResults());
  }

  /// Inside such an op: whether the position is one of the tensor's; null if
  /// all are.
  Value isInside(ImplicitLocOpBuilder &b) {
    Value inside;
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      if (!isPadded(axis))
        continue;
      auto constant = [&](int64_t value) -> Value {
        return arith::ConstantIndexOp::create(b, value);
      };
      Value position = arith::MulIOp::create(
          b, linalg::IndexOp::create(b, axis), constant(windows.strides[axis]));
      if (loops[axis] >= 0)
        position = arith::AddIOp::create(
            b, position,
            arith::MulIOp::create(b, linalg::IndexOp::create(b, loops[axis]),
                                  constant(windows.dilations[axis])));
      position =
          arith::SubIOp::create(b, position, constant(windows.low[axis]));
      int64_t dilation = windows.baseDilations[axis];
      int64_t spread = shape[axis] == 0 ? 0 : (shape[axis] - 1) * dilation + 1;
      // As unsigned numbers, negative positions are very large.
      Value here = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, position,
                                         constant(spread));
      if (dilation != 1)
        here = arith::AndIOp::create(
            b, here,
            arith::CmpIOp::create(
                b, arith::CmpIPredicate::eq,
                arith::RemUIOp::create(b, position, constant(dilation)),
                constant(0)));
      inside =
          inside ? arith::AndIOp::create(b, inside, here).getResult() : here;
    }
    return inside;
  }

  /// Inside such an op: the position in the window, in row-major order, or
  /// counted from its end.
  Value getPositionInWindow(ImplicitLocOpBuilder &b, bool fromEnd) {
    Value position = arith::ConstantIndexOp::create(b, 0);
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      if (loops[axis] < 0)
        continue;
      Value size = arith::ConstantIndexOp::create(b, windows.sizes[axis]);
      Value own = linalg::IndexOp::create(b, loops[axis]);
      if (fromEnd)
        own = arith::SubIOp::create(
            b, arith::ConstantIndexOp::create(b, windows.sizes[axis] - 1), own);
      position = arith::AddIOp::create(
          b, arith::MulIOp::create(b, position, size), own);
    }
    return arith::IndexCastOp::create(b, b.getI64Type(), position);
  }

private:
  bool isPadded(unsigned axis) const {
    return windows.low[axis] != 0 || windows.high[axis] != 0 ||
           windows.baseDilations[axis] != 1;
  }

  ImplicitLocOpBuilder &b;
  Windows windows;
  ArrayRef<int64_t> shape;
  /// For each axis the loop over the window, or -1 for a window of one
  /// position.
  SmallVector<int> loops;
};

struct DecomposeReduceWindow : OpRewritePattern<ReduceWindowOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceWindowOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getSources()[0].getType());
    if (!type)
      return failure();
    // Without windows there is nothing to compute, and perhaps nothing to pad.
    if (llvm::is_contained(
            cast<RankedTensorType>(op.getDests()[0].getType()).getShape(), 0)) {
      rewriter.replaceOp(op, op.getDests());
      return success();
    }
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    WindowedOp windowed(b, getWindows(op), type);
    if (!windowed.isSupported())
      return failure();
    unsigned count = op.getSources().size();
    SmallVector<Value> fills;
    for (unsigned i = 0; windowed.isPadded() && i < count; ++i)
      if (Value identity = createIdentityOf(b, op.getCombiner(), i, count))
        fills.push_back(identity);
    bool isMasked = windowed.isPadded() && fills.size() < count;
    SmallVector<Value> sources;
    for (auto [index, source] : llvm::enumerate(op.getSources())) {
      Value fill;
      if (windowed.isPadded())
        fill = isMasked ? createZero(b, getElementTypeOrSelf(source))
                        : fills[index];
      sources.push_back(windowed.pad(source, fill));
    }
    rewriter.replaceOp(
        op,
        windowed.create(
            sources, op.getDests(),
            [&](ImplicitLocOpBuilder &nested, ValueRange elements,
                ValueRange accumulators) {
              SmallVector<Value> arguments(accumulators);
              llvm::append_range(arguments, elements.take_front(count));
              SmallVector<Value> combined =
                  inlineBody(nested, op.getCombiner(), arguments);
              if (!isMasked)
                return combined;
              Value inside = windowed.isInside(nested);
              for (auto [value, old] : llvm::zip_equal(combined, accumulators))
                value = arith::SelectOp::create(nested, inside, value, old);
              return combined;
            }));
    return success();
  }
};

/// The first step finds the position that is selected in each window. The
/// second step combines, at each position of the destination, the windows
/// around it that selected it. This step reads windows as well: those of the
/// sources, dilated by `strides`.
struct DecomposeSelectAndScatter : OpRewritePattern<SelectAndScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectAndScatterOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getOperand().getType());
    auto sourceType = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!type || !sourceType)
      return failure();
    if (llvm::is_contained(type.getShape(), 0) ||
        llvm::is_contained(sourceType.getShape(), 0)) {
      rewriter.replaceOp(op, op.getDest());
      return success();
    }
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Windows windows = getWindows(op);
    Windows back = windows;
    for (auto [axis, size] : llvm::enumerate(windows.sizes)) {
      int64_t stride = windows.strides[axis];
      int64_t spread = (sourceType.getDimSize(axis) - 1) * stride + 1;
      back.strides[axis] = 1;
      back.low[axis] = size - 1 - windows.low[axis];
      back.high[axis] =
          type.getDimSize(axis) + size - 1 - back.low[axis] - spread;
      back.baseDilations[axis] = stride;
      if (type.isDynamicDim(axis))
        back.low[axis] = back.high[axis] = 0;
    }
    WindowedOp forward(b, windows, type), backward(b, back, sourceType);
    if (!forward.isSupported() || !backward.isSupported())
      return failure();

    Value none = arith::ConstantIntOp::create(b, -1, 64);
    Value selected = select(b, forward, op, none);
    Value source = backward.pad(op.getSource(),
                                createZero(b, sourceType.getElementType()));
    selected = backward.pad(selected, none);
    rewriter.replaceOp(
        op, backward.create(
                {source, selected}, op.getDest(),
                [&](ImplicitLocOpBuilder &nested, ValueRange elements,
                    ValueRange accumulators) {
                  Value combined =
                      inlineBody(nested, op.getScatter(),
                                 {accumulators[0], elements[0]})[0];
                  Value position =
                      backward.getPositionInWindow(nested, /*fromEnd=*/true);
                  Value isSelected = arith::CmpIOp::create(
                      nested, arith::CmpIPredicate::eq, elements[1], position);
                  Value result = arith::SelectOp::create(
                      nested, isSelected, combined, accumulators[0]);
                  return SmallVector<Value>{result};
                }));
    return success();
  }

private:
  /// The position that is selected in each window; `none` for a window that
  /// lies in the padding.
  static Value select(ImplicitLocOpBuilder &b, WindowedOp &windowed,
                      SelectAndScatterOp op, Value none) {
    Type element = getElementTypeOrSelf(op.getOperand());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, b.getLoc(), op.getSource());
    Value zero = createZero(b, element);
    Value values =
        linalg::FillOp::create(
            b, zero, tensor::EmptyOp::create(b, sizes, element).getResult())
            .getResult(0);
    Value positions =
        linalg::FillOp::create(
            b, none,
            tensor::EmptyOp::create(b, sizes, b.getI64Type()).getResult())
            .getResult(0);
    return windowed.create(
        {windowed.pad(op.getOperand(), zero)}, ValueRange{values, positions},
        [&](ImplicitLocOpBuilder &nested, ValueRange elements,
            ValueRange accumulators) {
          Value isFirst = arith::CmpIOp::create(
              nested, arith::CmpIPredicate::eq, accumulators[1], none);
          Value keeps = inlineBody(nested, op.getSelect(),
                                   {accumulators[0], elements[0]})[0];
          Value no = arith::ConstantIntOp::create(nested, 0, 1);
          keeps = arith::SelectOp::create(nested, isFirst, no, keeps);
          if (Value inside = windowed.isInside(nested)) {
            Value yes = arith::ConstantIntOp::create(nested, 1, 1);
            keeps = arith::SelectOp::create(nested, inside, keeps, yes);
          }
          Value position =
              windowed.getPositionInWindow(nested, /*fromEnd=*/false);
          Value value = arith::SelectOp::create(nested, keeps, accumulators[0],
                                                elements[0]);
          Value selected =
              arith::SelectOp::create(nested, keeps, accumulators[1], position);
          return SmallVector<Value>{value, selected};
        })[1];
  }
};

} // namespace

void dtensor::populateWindowDecompositions(RewritePatternSet &patterns) {
  patterns.add<DecomposeReduceWindow, DecomposeSelectAndScatter>(
      patterns.getContext());
}
