//===- TensorOps.cpp - What names positions or makes tensors --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

LogicalResult Expander::expand(arith::ConstantOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  const Layout &layout = getLayout(op.getResult());
  RankedTensorType localType = getLocalType(type, layout);
  if (localType == type) {
    cloneLocally(*op);
    return success();
  }
  Location loc = op.getLoc();
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  if (splat && localType.hasStaticShape()) {
    mapping.map(
        op.getResult(),
        arith::ConstantOp::create(builder, loc, splat.resizeSplat(localType)));
    return success();
  }
  auto element = splat ? dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>())
                       : TypedAttr();
  if (element) {
    Value scalar = arith::ConstantOp::create(builder, loc, element);
    Value empty = createEmpty(type, layout, Value(), loc);
    mapping.map(
        op.getResult(),
        linalg::FillOp::create(builder, loc, scalar, empty).getResult(0));
    return success();
  }
  // All devices share the constant; each looks at its part.
  Value whole = arith::ConstantOp::create(builder, loc, op.getValue());
  mapping.map(op.getResult(),
              createSlice(whole, type, Layout(type.getRank()), layout, loc));
  return success();
}

LogicalResult Expander::expand(tensor::EmptyOp op) {
  SmallVector<OpFoldResult> extents;
  unsigned dynamic = 0;
  const Layout &layout = getLayout(op.getResult());
  for (auto [axis, extent] : llvm::enumerate(op.getType().getShape())) {
    if (ShapedType::isDynamic(extent))
      extents.push_back(getLocal(op.getDynamicSizes()[dynamic++]));
    else
      extents.push_back(getExtent(layout.getAxis(axis), extent, op.getLoc()));
  }
  mapping.map(op.getResult(),
              tensor::EmptyOp::create(builder, op.getLoc(), extents,
                                      op.getType().getElementType())
                  .getResult());
  return success();
}

LogicalResult Expander::expand(tensor::SplatOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  const Layout &layout = getLayout(op.getResult());
  SmallVector<Value> sizes;
  unsigned dynamic = 0;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(extent))
      sizes.push_back(getLocal(op.getDynamicSizes()[dynamic++]));
    else if (auto size = dyn_cast<Value>(
                 getExtent(layout.getAxis(axis), extent, op.getLoc())))
      sizes.push_back(size);
  }
  mapping.map(op.getResult(),
              tensor::SplatOp::create(builder, op.getLoc(),
                                      getLocalType(type, layout),
                                      getLocal(op.getInput()), sizes)
                  .getResult());
  return success();
}

SmallVector<OpFoldResult> Expander::getLocals(ArrayRef<OpFoldResult> values) {
  return llvm::map_to_vector(values, [&](OpFoldResult value) -> OpFoldResult {
    auto dynamic = dyn_cast<Value>(value);
    return dynamic ? OpFoldResult(getLocal(dynamic)) : value;
  });
}

SmallVector<OpFoldResult>
Expander::getLocalSizes(OffsetSizeAndStrideOpInterface slice, Value whole) {
  SmallVector<OpFoldResult> sizes = getLocals(slice.getMixedSizes());
  ArrayRef<DimList> axes = getLayout(whole).getAxes();
  for (auto [size, dims, extent] : llvm::zip_equal(
           sizes, axes, cast<RankedTensorType>(whole.getType()).getShape()))
    if (getMesh().getGroupSize(dims) > 1)
      size = getExtent(dims, extent, slice.getLoc());
  return sizes;
}

LogicalResult Expander::expand(tensor::ExtractSliceOp op) {
  mapping.map(op.getResult(),
              tensor::ExtractSliceOp::create(
                  builder, op.getLoc(),
                  cast<RankedTensorType>(getLocalType(op.getResult())),
                  getLocal(op.getSource()), getLocals(op.getMixedOffsets()),
                  getLocalSizes(op, op.getSource()),
                  getLocals(op.getMixedStrides()))
                  .getResult());
  return success();
}

LogicalResult Expander::expand(tensor::InsertSliceOp op) {
  mapping.map(op.getResult(),
              tensor::InsertSliceOp::create(
                  builder, op.getLoc(), getLocal(op.getSource()),
                  getLocal(op.getDest()), getLocals(op.getMixedOffsets()),
                  getLocalSizes(op, op.getDest()),
                  getLocals(op.getMixedStrides()))
                  .getResult());
  return success();
}

LogicalResult Expander::expand(tensor::DimOp op) {
  // The extent of the whole: a constant, or that of an axis that is never
  // sharded since it is dynamic.
  std::optional<int64_t> axis = op.getConstantIndex();
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (axis && type && (*axis < 0 || *axis >= type.getRank()))
    return op.emitOpError("required: one of the ")
           << type.getRank() << " axes of " << type << ", found " << *axis;
  if (axis && type && !type.isDynamicDim(*axis)) {
    mapping.map(op.getResult(),
                arith::ConstantIndexOp::create(builder, op.getLoc(),
                                               type.getDimSize(*axis))
                    .getResult());
    return success();
  }
  if (!axis && type && getLayout(op.getSource()).isSharded())
    return op.emitOpError("asks for an axis that is not known before the "
                          "program runs, of a sharded value; make the index a "
                          "constant");
  cloneLocally(*op);
  return success();
}

LogicalResult Expander::expand(tensor::GenerateOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  const Layout &layout = getLayout(op.getResult());
  SmallVector<Value> sizes;
  SmallVector<OpFoldResult> offsets;
  unsigned dynamic = 0;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(extent)) {
      sizes.push_back(getLocal(op.getDynamicExtents()[dynamic++]));
      offsets.push_back(builder.getIndexAttr(0));
      continue;
    }
    ArrayRef<unsigned> dims = layout.getAxis(axis);
    if (auto size = dyn_cast<Value>(getExtent(dims, extent, op.getLoc())))
      sizes.push_back(size);
    offsets.push_back(getOffset(dims, extent, op.getLoc()));
  }
  Operation *local = cloneLocally(*op);
  local->setOperands(sizes);
  Block &body = local->getRegion(0).front();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&body);
  for (auto [argument, offset] :
       llvm::zip_equal(body.getArguments(), offsets)) {
    if (isZeroInteger(offset))
      continue;
    Value global = arith::AddIOp::create(builder, op.getLoc(), argument,
                                         cast<Value>(offset));
    argument.replaceAllUsesExcept(global, global.getDefiningOp());
  }
  return success();
}

/// Upstream folds a comparison of a value with itself to a constant, of
/// whatever type: one of unknown extents can't be made. On elements it can.
LogicalResult Expander::expand(arith::CmpIOp op) {
  auto type = dyn_cast<RankedTensorType>(getLocalType(op.getResult()));
  if (!type || type.hasStaticShape()) {
    cloneLocally(*op);
    return success();
  }
  Value lhs = getLocal(op.getLhs()), rhs = getLocal(op.getRhs());
  Location loc = op.getLoc();
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, lhs),
      type.getElementType());
  SmallVector<AffineMap> maps(3,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, type, ValueRange{lhs, rhs}, empty, maps, loops,
      [&](OpBuilder &body, Location loc, ValueRange elements) {
        Value compared = arith::CmpIOp::create(body, loc, op.getPredicate(),
                                               elements[0], elements[1]);
        linalg::YieldOp::create(body, loc, compared);
      });
  mapping.map(op.getResult(), generic.getResult(0));
  return success();
}

void dtensor::addTensorExpansions(ExpansionTable &table) {
  auto add = [&]<typename OpTy>() {
    table.add<OpTy, [](Expander &expander, OpTy op, const ExpansionSite &) {
      return expander.expand(op);
    }>();
  };
  add.operator()<arith::CmpIOp>();
  add.operator()<arith::ConstantOp>();
  add.operator()<tensor::EmptyOp>();
  add.operator()<tensor::SplatOp>();
  add.operator()<tensor::ExpandShapeOp>();
  add.operator()<tensor::ReshapeOp>();
  add.operator()<tensor::DimOp>();
  add.operator()<tensor::GenerateOp>();
}
