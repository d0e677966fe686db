//===- Reshape.cpp - Reshapes on components -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace dtensor;

SmallVector<OpFoldResult> Expander::getResultExtents(Operation *op) {
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
          getLocal(cast<Value>(expand.getMixedOutputShape()[axis])));
      continue;
    }
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      auto source = cast<RankedTensorType>(collapse.getSrcType());
      Value product;
      for (int64_t part : collapse.getReassociationIndices()[axis]) {
        // A dynamic axis is never sharded, so a component has all of it.
        Value factor =
            source.isDynamicDim(part)
                ? tensor::DimOp::create(builder, loc,
                                        getLocal(collapse.getSrc()), part)
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
        builder, loc, getLocal(reshape.getShape()), position);
    extents.push_back(getValueOrCreateCastToIndexLike(
        builder, loc, builder.getIndexType(), asked));
  }
  return extents;
}

SmallVector<OpFoldResult> Expander::getLocalExtents(Operation *op) {
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  const Layout &layout = getLayout(result);
  SmallVector<OpFoldResult> extents = getResultExtents(op);
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (!type.isDynamicDim(axis))
      extent =
          getExtent(layout.getAxis(axis), type.getDimSize(axis), op->getLoc());
  return extents;
}

LogicalResult Expander::expand(tensor::ExpandShapeOp op) {
  setLocal(op.getResult(),
           tensor::ExpandShapeOp::create(
               builder, op.getLoc(),
               cast<RankedTensorType>(getLocalType(op.getResult())),
               getLocal(op.getSrc()), op.getReassociationIndices(),
               getLocalExtents(op)));
  return success();
}

/// The shape operand says global extents; the component's are other ones.
LogicalResult Expander::expand(tensor::ReshapeOp op) {
  auto result = dyn_cast<RankedTensorType>(op.getResult().getType());
  if (!result || !getLayout(op.getResult()).isSharded()) {
    cloneLocally(*op);
    return success();
  }
  Location loc = op.getLoc();
  SmallVector<Value> extents =
      getValueOrCreateConstantIndexOp(builder, loc, getLocalExtents(op));
  Value shape = tensor::FromElementsOp::create(builder, loc, extents);
  setLocal(op.getResult(),
           tensor::ReshapeOp::create(builder, loc, getLocalType(op.getResult()),
                                     getLocal(op.getSource()), shape));
  return success();
}

LogicalResult Expander::expandReshape(Operation &op) {
  Location loc = op.getLoc();
  Value source = op.getOperand(0), result = op.getResult(0);
  const Layout &from = getLayout(source), &to = getLayout(result);
  if (from.withoutTrivialDims(getMesh()).getPartial() !=
      to.withoutTrivialDims(getMesh()).getPartial())
    return op.emitOpError("needs an operand and a result that are partial "
                          "alike, found [")
           << from.str(getMesh()) << "] and [" << to.str(getMesh())
           << "]; run dtensor-insert-relayouts first";
  auto sourceType = cast<RankedTensorType>(source.getType());
  auto resultType = cast<RankedTensorType>(result.getType());
  std::string reason = (getSourceOp(&op) + " turns " + describeValue(source) +
                        " in layout [" + from.str(getMesh()) +
                        "] into a result in layout [" + to.str(getMesh()) + "]")
                           .str();
  Value dest = tensor::EmptyOp::create(builder, loc, getLocalExtents(&op),
                                       resultType.getElementType());
  setLocal(result,
           comm::ReshapeOp::create(
               builder, loc, TypeRange(dest.getType()), getLocal(source), dest,
               getAttr(from),
               builder.getDenseI64ArrayAttr(sourceType.getShape()), getAttr(to),
               builder.getDenseI64ArrayAttr(resultType.getShape()),
               builder.getStringAttr(reason))
               ->getResult(0));
  return success();
}
