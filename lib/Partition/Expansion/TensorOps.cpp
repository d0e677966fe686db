//===- TensorOps.cpp - Other tensor ops on components ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"
#include "dtensor/Partition/Expander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

static LogicalResult expandConstant(Expander &expander, arith::ConstantOp op,
                                    const ExpansionSite &) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type) {
    expander.cloneLocally(*op);
    return success();
  }
  const Layout &layout = expander.getLayout(op.getResult());
  RankedTensorType localType = geometry.getLocalType(type, layout);
  if (localType == type) {
    expander.cloneLocally(*op);
    return success();
  }
  Location loc = op.getLoc();
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  if (splat && localType.hasStaticShape()) {
    expander.setLocal(
        op.getResult(),
        arith::ConstantOp::create(builder, loc, splat.resizeSplat(localType)));
    return success();
  }
  auto element = splat ? dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>())
                       : TypedAttr();
  if (element) {
    Value scalar = arith::ConstantOp::create(builder, loc, element);
    Value empty = geometry.createEmpty(type, layout, Value(), loc);
    expander.setLocal(
        op.getResult(),
        linalg::FillOp::create(builder, loc, scalar, empty).getResult(0));
    return success();
  }
  // All devices share the constant, and each one reads its part.
  Value whole = arith::ConstantOp::create(builder, loc, op.getValue());
  expander.setLocal(
      op.getResult(),
      geometry.createSlice(whole, type, Layout(type.getRank()), layout, loc));
  return success();
}

static LogicalResult expandEmpty(Expander &expander, tensor::EmptyOp op,
                                 const ExpansionSite &) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  SmallVector<OpFoldResult> extents;
  unsigned dynamic = 0;
  const Layout &layout = expander.getLayout(op.getResult());
  for (auto [axis, extent] : llvm::enumerate(op.getType().getShape())) {
    if (ShapedType::isDynamic(extent))
      extents.push_back(expander.getLocal(op.getDynamicSizes()[dynamic++]));
    else
      extents.push_back(
          geometry.getExtent(layout.getAxis(axis), extent, op.getLoc()));
  }
  expander.setLocal(op.getResult(),
                    tensor::EmptyOp::create(builder, op.getLoc(), extents,
                                            op.getType().getElementType())
                        .getResult());
  return success();
}

static LogicalResult expandSplat(Expander &expander, tensor::SplatOp op,
                                 const ExpansionSite &) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  auto type = cast<RankedTensorType>(op.getType());
  const Layout &layout = expander.getLayout(op.getResult());
  SmallVector<Value> sizes;
  unsigned dynamic = 0;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(extent))
      sizes.push_back(expander.getLocal(op.getDynamicSizes()[dynamic++]));
    else if (auto size = dyn_cast<Value>(
                 geometry.getExtent(layout.getAxis(axis), extent, op.getLoc())))
      sizes.push_back(size);
  }
  expander.setLocal(op.getResult(), tensor::SplatOp::create(
                                        builder, op.getLoc(),
                                        geometry.getLocalType(type, layout),
                                        expander.getLocal(op.getInput()), sizes)
                                        .getResult());
  return success();
}

static LogicalResult expandDim(Expander &expander, tensor::DimOp op,
                               const ExpansionSite &) {
  OpBuilder &builder = expander.getBuilder();
  // The result is the extent of the whole axis. It is a constant, or the extent
  // of a dynamic axis, which is never sharded.
  std::optional<int64_t> axis = op.getConstantIndex();
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (axis && type && (*axis < 0 || *axis >= type.getRank()))
    return op.emitOpError("required: one of the ")
           << type.getRank() << " axes of " << type << ", found " << *axis;
  if (axis && type && !type.isDynamicDim(*axis)) {
    expander.setLocal(op.getResult(),
                      arith::ConstantIndexOp::create(builder, op.getLoc(),
                                                     type.getDimSize(*axis))
                          .getResult());
    return success();
  }
  if (!axis && type && expander.getLayout(op.getSource()).isSharded())
    return op.emitOpError("asks for an axis that is not known before the "
                          "program runs, of a sharded value; make the index a "
                          "constant");
  expander.cloneLocally(*op);
  return success();
}

static LogicalResult expandGenerate(Expander &expander, tensor::GenerateOp op,
                                    const ExpansionSite &) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  auto type = cast<RankedTensorType>(op.getType());
  const Layout &layout = expander.getLayout(op.getResult());
  SmallVector<Value> sizes;
  SmallVector<OpFoldResult> offsets;
  unsigned dynamic = 0;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(extent)) {
      sizes.push_back(expander.getLocal(op.getDynamicExtents()[dynamic++]));
      offsets.push_back(builder.getIndexAttr(0));
      continue;
    }
    ArrayRef<unsigned> dims = layout.getAxis(axis);
    if (auto size =
            dyn_cast<Value>(geometry.getExtent(dims, extent, op.getLoc())))
      sizes.push_back(size);
    offsets.push_back(geometry.getOffset(dims, extent, op.getLoc()));
  }
  Operation *local = expander.cloneLocally(*op);
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

/// Upstream folds a comparison of a value with itself to a constant of the
/// result's type. This fails if the type has unknown extents, so the comparison
/// is made on elements.
static LogicalResult expandCmpI(Expander &expander, arith::CmpIOp op,
                                const ExpansionSite &) {
  OpBuilder &builder = expander.getBuilder();
  auto type = dyn_cast<RankedTensorType>(expander.getLocalType(op.getResult()));
  if (!type || type.hasStaticShape()) {
    expander.cloneLocally(*op);
    return success();
  }
  Value lhs = expander.getLocal(op.getLhs()),
        rhs = expander.getLocal(op.getRhs());
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
  expander.setLocal(op.getResult(), generic.getResult(0));
  return success();
}

void dtensor::addTensorExpansions(ExpansionTable &table) {
  table.add<arith::CmpIOp, expandCmpI>();
  table.add<arith::ConstantOp, expandConstant>();
  table.add<tensor::DimOp, expandDim>();
  table.add<tensor::EmptyOp, expandEmpty>();
  table.add<tensor::GenerateOp, expandGenerate>();
  table.add<tensor::SplatOp, expandSplat>();
}
