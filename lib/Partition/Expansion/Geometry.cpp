//===- Geometry.cpp - Components as values of the program -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

RankedTensorType Expander::getLocalType(RankedTensorType type,
                                        const Layout &layout) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (!ShapedType::isDynamic(extent))
      extent = layout.isEven(getMesh(), axis, extent)
                   ? layout.getMaxLocalExtent(getMesh(), axis, extent)
                   : ShapedType::kDynamic;
  return type.clone(shape);
}

Type Expander::getLocalType(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? Type(getLocalType(type, getLayout(value))) : value.getType();
}

ArrayAttr Expander::getDimNames(ArrayRef<unsigned> dims) {
  SmallVector<StringRef> names;
  for (unsigned dim : dims)
    names.push_back(getMesh().getName(dim));
  return builder.getStrArrayAttr(names);
}

OpFoldResult Expander::getExtent(ArrayRef<unsigned> dims, int64_t extent,
                                 Location loc) {
  Layout axis{ArrayRef<DimList>{DimList(dims)}};
  if (axis.isEven(getMesh(), 0, extent))
    return builder.getIndexAttr(axis.getMaxLocalExtent(getMesh(), 0, extent));
  return comm::ShardExtentOp::create(builder, loc, graph.getMeshName(),
                                     getDimNames(dims), Value(),
                                     builder.getI64IntegerAttr(extent))
      .getResult();
}

OpFoldResult Expander::getOffset(ArrayRef<unsigned> dims, int64_t extent,
                                 Location loc) {
  if (getMesh().getGroupSize(dims) == 1)
    return builder.getIndexAttr(0);
  return comm::ShardOffsetOp::create(builder, loc, graph.getMeshName(),
                                     getDimNames(dims), Value(),
                                     builder.getI64IntegerAttr(extent))
      .getResult();
}

SmallVector<OpFoldResult> Expander::getExtents(RankedTensorType type,
                                               const Layout &layout, Value like,
                                               Location loc) {
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

Value Expander::createEmpty(RankedTensorType type, const Layout &layout,
                            Value like, Location loc) {
  return tensor::EmptyOp::create(
      builder, loc, getExtents(type, layout, like, loc), type.getElementType());
}

Value Expander::createIsFirst(ArrayRef<unsigned> dims, Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isFirst;
  for (unsigned dim : dims) {
    Value coordinate = comm::CoordinateOp::create(
        builder, loc, graph.getMeshName(),
        builder.getStringAttr(getMesh().getName(dim)));
    Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         coordinate, zero);
    isFirst =
        isFirst
            ? arith::AndIOp::create(builder, loc, isFirst, isZero).getResult()
            : isZero;
  }
  return isFirst;
}

Value Expander::createKeepOnFirst(Value value, Value identity,
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

void Expander::setPart(linalg_ext::PartOpInterface local, Value global,
                       function_ref<bool(int64_t)> isWhole) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  auto type = cast<RankedTensorType>(global.getType());
  const Layout &layout = getLayout(global);
  SmallVector<OpFoldResult> starts;
  SmallVector<int64_t> shape(type.getShape());
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (isWhole(axis) || getMesh().getGroupSize(layout.getAxis(axis)) == 1) {
      starts.push_back(builder.getIndexAttr(0));
      extent = ShapedType::kDynamic;
      continue;
    }
    starts.push_back(getOffset(layout.getAxis(axis), extent, local.getLoc()));
  }
  if (!llvm::all_of(shape, ShapedType::isDynamic))
    local.setPart(starts, shape);
}
