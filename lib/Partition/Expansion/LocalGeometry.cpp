//===- LocalGeometry.cpp - Positions of components ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Partition/LocalGeometry.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

LayoutAttr LocalGeometry::getAttr(const Layout &layout) const {
  return LayoutAttr::get(meshName, mesh, layout);
}

RankedTensorType LocalGeometry::getLocalType(RankedTensorType type,
                                             const Layout &layout) const {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (!ShapedType::isDynamic(extent))
      extent = layout.isEven(mesh, axis, extent)
                   ? layout.getMaxLocalExtent(mesh, axis, extent)
                   : ShapedType::kDynamic;
  return type.clone(shape);
}

ArrayAttr LocalGeometry::getDimNames(ArrayRef<unsigned> dims) {
  SmallVector<StringRef> names;
  for (unsigned dim : dims)
    names.push_back(mesh.getName(dim));
  return builder.getStrArrayAttr(names);
}

OpFoldResult LocalGeometry::getExtent(ArrayRef<unsigned> dims, int64_t extent,
                                      Location loc) {
  Layout axis{ArrayRef<DimList>{DimList(dims)}};
  if (axis.isEven(mesh, 0, extent))
    return builder.getIndexAttr(axis.getMaxLocalExtent(mesh, 0, extent));
  return comm::ShardExtentOp::create(builder, loc, meshName, getDimNames(dims),
                                     Value(), builder.getI64IntegerAttr(extent))
      .getResult();
}

OpFoldResult LocalGeometry::getOffset(ArrayRef<unsigned> dims, int64_t extent,
                                      Location loc) {
  if (mesh.getGroupSize(dims) == 1)
    return builder.getIndexAttr(0);
  return comm::ShardOffsetOp::create(builder, loc, meshName, getDimNames(dims),
                                     Value(), builder.getI64IntegerAttr(extent))
      .getResult();
}

OpFoldResult LocalGeometry::getOffsetWithin(ArrayRef<unsigned> inner,
                                            ArrayRef<unsigned> outer,
                                            int64_t extent, Location loc) {
  OpFoldResult a = getOffset(inner, extent, loc);
  OpFoldResult b = getOffset(outer, extent, loc);
  if (isZeroInteger(b))
    return a;
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return builder.getIndexAttr(*x - *y);
  Value left = getValueOrCreateConstantIndexOp(builder, loc, a);
  Value right = getValueOrCreateConstantIndexOp(builder, loc, b);
  return arith::SubIOp::create(builder, loc, left, right).getResult();
}

SmallVector<OpFoldResult> LocalGeometry::getExtents(RankedTensorType type,
                                                    const Layout &layout,
                                                    Value like, Location loc) {
  SmallVector<OpFoldResult> extents;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(extent))
      extents.push_back(
          tensor::DimOp::create(builder, loc, like, axis).getResult());
    else
      extents.push_back(getExtent(layout.getAxis(axis), extent, loc));
  }
  return extents;
}

Value LocalGeometry::createEmpty(RankedTensorType type, const Layout &layout,
                                 Value like, Location loc) {
  return tensor::EmptyOp::create(
      builder, loc, getExtents(type, layout, like, loc), type.getElementType());
}

Value LocalGeometry::createIsFirst(ArrayRef<unsigned> dims, Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isFirst;
  for (unsigned dim : dims) {
    Value coordinate = comm::CoordinateOp::create(
        builder, loc, meshName, builder.getStringAttr(mesh.getName(dim)));
    Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         coordinate, zero);
    isFirst =
        isFirst
            ? arith::AndIOp::create(builder, loc, isFirst, isZero).getResult()
            : isZero;
  }
  return isFirst;
}

Value LocalGeometry::createKeepOnFirst(Value value, Value identity,
                                       ArrayRef<unsigned> dims, Location loc) {
  auto type = cast<RankedTensorType>(value.getType());
  Value isFirst = createIsFirst(dims, loc);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, value),
      type.getElementType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, value, empty, ArrayRef<AffineMap>{map, map},
             iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value kept =
                   arith::SelectOp::create(b, loc, isFirst, args[0], identity);
               linalg::YieldOp::create(b, loc, kept);
             })
      .getResult(0);
}

/// Finds the start of the component under `to` in the component under `from`,
/// and its extents, for each axis.
Value LocalGeometry::createSlice(Value value, RankedTensorType type,
                                 const Layout &from, const Layout &to,
                                 Location loc) {
  // No offset is inside an axis of extent 0.
  if (llvm::is_contained(type.getShape(), 0))
    return createEmpty(type, to, value, loc);
  SmallVector<OpFoldResult> offsets;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (from.getAxis(axis) == to.getAxis(axis)) {
      offsets.push_back(builder.getIndexAttr(0));
      continue;
    }
    offsets.push_back(
        getOffsetWithin(to.getAxis(axis), from.getAxis(axis), extent, loc));
  }
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      builder, loc, getLocalType(type, to), value, offsets,
      getExtents(type, to, value, loc), strides);
}
