//===- SliceBox.cpp - The part of a slice that is in a part ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceBox.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;

SmallVector<PartAxis> dtensor::getPartAxes(OpBuilder &builder,
                                           linalg_ext::PartOpInterface op) {
  SmallVector<OpFoldResult> starts = op.getMixedPartStarts();
  SmallVector<OpFoldResult> wholes = op.getWholeExtents(builder);
  std::optional<ArrayRef<int64_t>> shape = op.getPartShape();
  SmallVector<PartAxis> axes;
  for (auto [axis, start, whole] : llvm::enumerate(starts, wholes))
    axes.push_back(
        {start, linalg_ext::getExtent(builder, op.getLoc(), op.getPart(), axis),
         whole, shape && !ShapedType::isDynamic((*shape)[axis])});
  return axes;
}

namespace {
/// Arithmetic of index values that folds constants.
class Arithmetic {
public:
  Arithmetic(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value get(OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(builder, loc, value);
  }
  Value add(OpFoldResult a, OpFoldResult b) {
    return builder.createOrFold<arith::AddIOp>(loc, get(a), get(b));
  }
  Value sub(OpFoldResult a, OpFoldResult b) {
    return builder.createOrFold<arith::SubIOp>(loc, get(a), get(b));
  }
  Value min(OpFoldResult a, OpFoldResult b) {
    return builder.createOrFold<arith::MinSIOp>(loc, get(a), get(b));
  }
  Value max(OpFoldResult a, OpFoldResult b) {
    return builder.createOrFold<arith::MaxSIOp>(loc, get(a), get(b));
  }

private:
  OpBuilder &builder;
  Location loc;
};
} // namespace

/// The range of a slice at `begin` that lies in the part. `begin` is so near to
/// the tensor that no sum overflows.
static SliceRange createRange(OpBuilder &builder, Location loc,
                              const PartAxis &axis, OpFoldResult size,
                              Value begin) {
  Arithmetic of(builder, loc);
  OpFoldResult zero = builder.getIndexAttr(0);
  Value local = of.sub(begin, axis.start);
  Value low = of.min(of.max(of.sub(zero, local), zero), size);
  Value high = of.max(of.min(of.sub(axis.extent, local), size), low);
  return {local, low, high};
}

SliceRange dtensor::createClampedRange(OpBuilder &builder, Location loc,
                                       const PartAxis &axis, OpFoldResult size,
                                       OpFoldResult begin) {
  Arithmetic of(builder, loc);
  OpFoldResult zero = builder.getIndexAttr(0);
  Value clamped = of.max(of.min(begin, of.sub(axis.whole, size)), zero);
  if (axis.isCut)
    return createRange(builder, loc, axis, size, clamped);
  return {clamped, of.get(zero), of.get(size)};
}

SliceRange dtensor::createCroppedRange(OpBuilder &builder, Location loc,
                                       const PartAxis &axis, OpFoldResult size,
                                       OpFoldResult begin) {
  Arithmetic of(builder, loc);
  // A slice farther out is empty as well.
  Value lowest = of.sub(builder.getIndexAttr(0), size);
  Value near = of.max(of.min(begin, axis.whole), lowest);
  return createRange(builder, loc, axis, size, near);
}

void dtensor::createLoopsOver(
    OpBuilder &builder, Location loc, ArrayRef<SliceRange> ranges,
    llvm::function_ref<void(OpBuilder &, ValueRange, ValueRange)> body) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> lows, highs, ones(ranges.size(), one);
  for (const SliceRange &range : ranges) {
    lows.push_back(range.low);
    highs.push_back(range.high);
  }
  scf::buildLoopNest(
      builder, loc, lows, highs, ones,
      [&](OpBuilder &nested, Location, ValueRange offsets) {
        SmallVector<Value> positions;
        for (auto [range, offset] : llvm::zip_equal(ranges, offsets))
          positions.push_back(
              nested.createOrFold<arith::AddIOp>(loc, range.begin, offset));
        body(nested, offsets, positions);
      });
}

Value dtensor::createZeroBits(OpBuilder &builder, Location loc, Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Attribute zero = builder.getZeroAttr(complexType.getElementType());
    return complex::ConstantOp::create(builder, loc, type,
                                       builder.getArrayAttr({zero, zero}));
  }
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}
