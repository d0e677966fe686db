//===- Reshape.cpp - Reshapes on components -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Partition/Expander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

/// The global extents of a reshape's result.
static SmallVector<OpFoldResult> getResultExtents(Expander &expander,
                                                  Operation *op) {
  OpBuilder &builder = expander.getBuilder();
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> extents;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      extents.push_back(builder.getIndexAttr(extent));
      continue;
    }
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      extents.push_back(
          expander.getLocal(cast<Value>(expand.getMixedOutputShape()[axis])));
      continue;
    }
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      auto source = cast<RankedTensorType>(collapse.getSrcType());
      Value product;
      for (int64_t part : collapse.getReassociationIndices()[axis]) {
        // A dynamic axis is never sharded, so a component has all of it.
        Value factor =
            source.isDynamicDim(part)
                ? tensor::DimOp::create(
                      builder, loc, expander.getLocal(collapse.getSrc()), part)
                      .getResult()
                : arith::ConstantIndexOp::create(builder, loc,
                                                 source.getDimSize(part))
                      .getResult();
        product = product ? arith::MulIOp::create(builder, loc, product, factor)
                                .getResult()
                          : factor;
      }
      extents.push_back(product);
      continue;
    }
    auto reshape = cast<tensor::ReshapeOp>(op);
    Value position = arith::ConstantIndexOp::create(builder, loc, axis);
    Value asked = tensor::ExtractOp::create(
        builder, loc, expander.getLocal(reshape.getShape()), position);
    extents.push_back(getValueOrCreateCastToIndexLike(
        builder, loc, builder.getIndexType(), asked));
  }
  return extents;
}

/// This device's extents of a reshape's result.
static SmallVector<OpFoldResult> getLocalExtents(Expander &expander,
                                                 Operation *op) {
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  const Layout &layout = expander.getLayout(result);
  SmallVector<OpFoldResult> extents = getResultExtents(expander, op);
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (!type.isDynamicDim(axis))
      extent = expander.getGeometry().getExtent(
          layout.getAxis(axis), type.getDimSize(axis), op->getLoc());
  return extents;
}

/// Changes any layout to any other by one exchange.
static LogicalResult exchangeElements(Expander &expander, Operation *op) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  const Mesh &mesh = expander.getMesh();
  Location loc = op->getLoc();
  Value source = op->getOperand(0), result = op->getResult(0);
  const Layout &from = expander.getLayout(source),
               &to = expander.getLayout(result);
  if (from.withoutTrivialDims(mesh).getPartial() !=
      to.withoutTrivialDims(mesh).getPartial())
    return op->emitOpError(
               "needs an operand and a result that are partial alike, found [")
           << from.str(mesh) << "] and [" << to.str(mesh)
           << "]; run dtensor-insert-relayouts first";
  auto sourceType = cast<RankedTensorType>(source.getType());
  auto resultType = cast<RankedTensorType>(result.getType());
  std::string reason =
      (getSourceOp(op) + " turns " + describeValue(source) + " in layout [" +
       from.str(mesh) + "] into a result in layout [" + to.str(mesh) + "]")
          .str();
  Value dest = tensor::EmptyOp::create(
      builder, loc, getLocalExtents(expander, op), resultType.getElementType());
  expander.setLocal(result,
                    comm::ReshapeOp::create(
                        builder, loc, TypeRange(dest.getType()),
                        expander.getLocal(source), dest, geometry.getAttr(from),
                        builder.getDenseI64ArrayAttr(sourceType.getShape()),
                        geometry.getAttr(to),
                        builder.getDenseI64ArrayAttr(resultType.getShape()),
                        builder.getStringAttr(reason))
                        ->getResult(0));
  return success();
}

static LogicalResult expandExpandShape(Expander &expander,
                                       tensor::ExpandShapeOp op,
                                       const ExpansionSite &site) {
  if (site.isExchanged)
    return exchangeElements(expander, op);
  expander.setLocal(
      op.getResult(),
      tensor::ExpandShapeOp::create(
          expander.getBuilder(), op.getLoc(),
          cast<RankedTensorType>(expander.getLocalType(op.getResult())),
          expander.getLocal(op.getSrc()), op.getReassociationIndices(),
          getLocalExtents(expander, op)));
  return success();
}

static LogicalResult expandCollapseShape(Expander &expander,
                                         tensor::CollapseShapeOp op,
                                         const ExpansionSite &site) {
  if (site.isExchanged)
    return exchangeElements(expander, op);
  expander.moveLocally(*op);
  return success();
}

/// The shape operand states global extents, so it is replaced by the local
/// ones.
static LogicalResult expandReshape(Expander &expander, tensor::ReshapeOp op,
                                   const ExpansionSite &site) {
  if (site.isExchanged)
    return exchangeElements(expander, op);
  OpBuilder &builder = expander.getBuilder();
  auto result = dyn_cast<RankedTensorType>(op.getResult().getType());
  if (!result || !expander.getLayout(op.getResult()).isSharded()) {
    expander.cloneLocally(*op);
    return success();
  }
  Location loc = op.getLoc();
  SmallVector<Value> extents = getValueOrCreateConstantIndexOp(
      builder, loc, getLocalExtents(expander, op));
  Value shape = tensor::FromElementsOp::create(builder, loc, extents);
  expander.setLocal(op.getResult(),
                    tensor::ReshapeOp::create(
                        builder, loc, expander.getLocalType(op.getResult()),
                        expander.getLocal(op.getSource()), shape));
  return success();
}

void dtensor::addReshapeExpansions(ExpansionTable &table) {
  table.add<tensor::CollapseShapeOp, expandCollapseShape>();
  table.add<tensor::ExpandShapeOp, expandExpandShape>();
  table.add<tensor::ReshapeOp, expandReshape>();
}
