//===- Slices.cpp - Slices, paddings and joins on components --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"
#include "dtensor/Partition/FetchOperand.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

/// The sizes of a slice of `whole`. The slice takes all of a sharded axis, so
/// the device takes all that it has of this axis.
static SmallVector<OpFoldResult>
getLocalSizes(Expander &expander, OffsetSizeAndStrideOpInterface slice,
              Value whole) {
  SmallVector<OpFoldResult> sizes = expander.getLocals(slice.getMixedSizes());
  ArrayRef<DimList> axes = expander.getLayout(whole).getAxes();
  for (auto [size, dims, extent] : llvm::zip_equal(
           sizes, axes, cast<RankedTensorType>(whole.getType()).getShape()))
    if (expander.getMesh().getGroupSize(dims) > 1)
      size = expander.getGeometry().getExtent(dims, extent, slice.getLoc());
  return sizes;
}

static LogicalResult expandInPlace(Expander &expander,
                                   tensor::ExtractSliceOp op) {
  expander.setLocal(
      op.getResult(),
      tensor::ExtractSliceOp::create(
          expander.getBuilder(), op.getLoc(),
          cast<RankedTensorType>(expander.getLocalType(op.getResult())),
          expander.getLocal(op.getSource()),
          expander.getLocals(op.getMixedOffsets()),
          getLocalSizes(expander, op, op.getSource()),
          expander.getLocals(op.getMixedStrides()))
          .getResult());
  return success();
}

static LogicalResult expandInPlace(Expander &expander,
                                   tensor::InsertSliceOp op) {
  expander.setLocal(
      op.getResult(),
      tensor::InsertSliceOp::create(expander.getBuilder(), op.getLoc(),
                                    expander.getLocal(op.getSource()),
                                    expander.getLocal(op.getDest()),
                                    expander.getLocals(op.getMixedOffsets()),
                                    getLocalSizes(expander, op, op.getDest()),
                                    expander.getLocals(op.getMixedStrides()))
          .getResult());
  return success();
}

static LogicalResult expandFetched(Expander &expander,
                                   tensor::ExtractSliceOp op,
                                   const ExpansionSite &site) {
  OpBuilder &builder = expander.getBuilder();
  SmallVector<OpFoldResult> offsets = expander.getLocals(op.getMixedOffsets());
  SmallVector<OpFoldResult> sizes = expander.getLocals(op.getMixedSizes());
  SmallVector<OpFoldResult> strides = expander.getLocals(op.getMixedStrides());
  Value fetched = fetchOperand(expander, op, 0, site, [&](unsigned axis) {
    return cast<Value>(offsets[axis]);
  });
  // The fetch has taken the windowed axes already. Axes that are dropped, and
  // axes that devices have whole, are sliced afterwards.
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(builder, op.getLoc(), fetched);
  bool isDone = op.getDroppedDims().none();
  for (unsigned axis = 0; axis < offsets.size(); ++axis) {
    const AxisFactors &factors = site.rule.operands[0][axis];
    bool isWhole = factors.empty() ||
                   site.rule.factors[factors.front()].kind == FactorKind::Whole;
    if (!site.rule.findWindow(0, axis) && isWhole &&
        !isEqualConstantIntOrValue(sizes[axis], extents[axis])) {
      isDone = false;
      continue;
    }
    offsets[axis] = builder.getIndexAttr(0);
    sizes[axis] = extents[axis];
    strides[axis] = builder.getIndexAttr(1);
  }
  if (!isDone)
    fetched = tensor::ExtractSliceOp::create(
        builder, op.getLoc(),
        cast<RankedTensorType>(expander.getLocalType(op.getResult())), fetched,
        offsets, sizes, strides);
  expander.setLocal(op.getResult(), fetched);
  return success();
}

/// Whether an axis of the destination is sharded and the slice takes only a
/// part of it.
static bool isCutSharded(Expander &expander, tensor::InsertSliceOp slice) {
  const Layout &layout = expander.getLayout(slice.getDest());
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(slice.getDest().getType()).getShape();
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (expander.getMesh().getGroupSize(layout.getAxis(axis)) > 1 &&
        getConstantIntValue(slice.getMixedSizes()[axis]) != extent)
      return true;
  return false;
}

static LogicalResult expandFetched(Expander &expander,
                                   tensor::InsertSliceOp op) {
  OpBuilder &builder = expander.getBuilder();
  Location loc = op.getLoc();
  Value dest = expander.getLocal(op.getDest()),
        source = expander.getLocal(op.getSource());
  auto destType = cast<RankedTensorType>(op.getDest().getType());
  const Layout &sourceLayout = expander.getLayout(op.getSource());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> sizes = expander.getLocals(op.getMixedSizes());
  SmallVector<OpFoldResult> offsets = expander.getLocals(op.getMixedOffsets());

  Fetch fetch =
      Fetch::ofTensor(expander.getLayout(op.getResult()), destType.getShape());
  FetchSource moved;
  SmallVector<DimList> from;
  SmallVector<Value> loopNumbers, sourceNumbers;
  SmallVector<OpFoldResult> localShape;
  SmallVector<ReassociationIndices> groups;
  unsigned sourceAxis = 0;
  auto getNumber = [&](OpFoldResult number, SmallVectorImpl<Value> &values) {
    if (std::optional<int64_t> constant = getConstantIntValue(number))
      return *constant;
    values.push_back(cast<Value>(number));
    return ShapedType::kDynamic;
  };
  for (unsigned axis = 0; axis < destType.getRank(); ++axis) {
    std::optional<int64_t> stride =
        getConstantIntValue(op.getMixedStrides()[axis]);
    if (!stride || *stride < 1)
      return op.emitOpError("inserts into a sharded axis of its destination, "
                            "so its strides must be positive constants; found "
                            "another one for axis ")
             << axis;
    if (destType.isDynamicDim(axis))
      loopNumbers.push_back(tensor::DimOp::create(builder, loc, dest, axis));
    AxisMove move;
    move.destStride = *stride;
    int64_t extent = getNumber(sizes[axis], sourceNumbers);
    move.count = getNumber(sizes[axis], sourceNumbers);
    move.destStart = getNumber(offsets[axis], sourceNumbers);
    moved.shape.push_back(extent);
    moved.moves.push_back(move);
    if (groups.empty() || !dropped.test(axis)) {
      // Leading axes of extent 1 belong to the first group.
      bool isFirst = sourceAxis == 0 && !groups.empty();
      if (!isFirst)
        groups.emplace_back();
    }
    groups.back().push_back(axis);
    if (dropped.test(axis)) {
      from.emplace_back();
      localShape.push_back(builder.getIndexAttr(1));
      continue;
    }
    from.push_back(DimList(sourceLayout.getAxis(sourceAxis)));
    localShape.push_back(
        tensor::getMixedSize(builder, loc, source, sourceAxis));
    ++sourceAxis;
  }
  moved.layout = Layout(from, sourceLayout.getPartial());
  fetch.sources.push_back(moved);
  if (dropped.any()) {
    SmallVector<int64_t> shape;
    for (OpFoldResult extent : localShape)
      shape.push_back(
          getConstantIntValue(extent).value_or(ShapedType::kDynamic));
    if (sourceAxis == 0)
      groups.clear();
    source = tensor::ExpandShapeOp::create(builder, loc, destType.clone(shape),
                                           source, groups, localShape);
  }
  loopNumbers.append(sourceNumbers);
  expander.setLocal(op.getResult(), createFetch(expander, op, 0, fetch, source,
                                                dest, loopNumbers));
  return success();
}

static LogicalResult expandFetched(Expander &expander, tensor::ConcatOp op,
                                   const ExpansionSite &site) {
  OpBuilder &builder = expander.getBuilder();
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  Value first = expander.getLocal(op.getInputs().front());
  Value dest = expander.getGeometry().createEmpty(
      type, expander.getLayout(op.getResult()), first, loc);
  Fetch fetch =
      Fetch::ofTensor(expander.getLayout(op.getResult()), type.getShape());
  SmallVector<Value> numbers, sources;
  for (unsigned axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      numbers.push_back(tensor::DimOp::create(builder, loc, first, axis));
  for (auto [index, input] : llvm::enumerate(op.getInputs())) {
    sources.push_back(expander.getLocal(input));
    fetch.sources.push_back(
        getFetch(expander, op, index, site).sources.front());
    for (auto [axis, extent] :
         llvm::enumerate(cast<RankedTensorType>(input.getType()).getShape()))
      if (ShapedType::isDynamic(extent)) {
        Value size = tensor::DimOp::create(builder, loc, sources.back(), axis);
        numbers.append({size, size});
      }
  }
  expander.setLocal(op.getResult(), createFetch(expander, op, 0, fetch, sources,
                                                dest, numbers));
  return success();
}

static LogicalResult expandFetched(Expander &expander, tensor::PadOp op,
                                   const ExpansionSite &site) {
  OpBuilder &builder = expander.getBuilder();
  Location loc = op.getLoc();
  // A rule with windows ensures that there is a single padding value.
  Value value = op.getConstantPaddingValue();
  Value fill = value.getParentBlock() == &op.getRegion().front()
                   ? builder.clone(*value.getDefiningOp())->getResult(0)
                   : expander.getLocal(value);
  Value result = fetchOperand(
      expander, op, 0, site, [](unsigned) { return Value(); }, fill);
  SmallVector<OpFoldResult> low = expander.getLocals(op.getMixedLowPad());
  SmallVector<OpFoldResult> high = expander.getLocals(op.getMixedHighPad());
  for (unsigned axis = 0; axis < low.size(); ++axis)
    if (site.rule.findWindow(0, axis))
      low[axis] = high[axis] = builder.getIndexAttr(0);
  auto isZero = [](OpFoldResult amount) { return isZeroInteger(amount); };
  // Axes of dynamic extent are padded where they are.
  if (!llvm::all_of(low, isZero) || !llvm::all_of(high, isZero))
    result = tensor::PadOp::create(
        builder, loc,
        cast<RankedTensorType>(expander.getLocalType(op.getResult())), result,
        low, high, fill);
  expander.setLocal(op.getResult(), result);
  return success();
}

static LogicalResult expandExtractSlice(Expander &expander,
                                        tensor::ExtractSliceOp op,
                                        const ExpansionSite &site) {
  return needsFetch(expander, op, 0, site) ? expandFetched(expander, op, site)
                                           : expandInPlace(expander, op);
}

static LogicalResult expandInsertSlice(Expander &expander,
                                       tensor::InsertSliceOp op,
                                       const ExpansionSite &site) {
  return needsFetch(expander, op, 0, site) || isCutSharded(expander, op)
             ? expandFetched(expander, op)
             : expandInPlace(expander, op);
}

static LogicalResult expandConcat(Expander &expander, tensor::ConcatOp op,
                                  const ExpansionSite &site) {
  for (unsigned input = 0; input < op->getNumOperands(); ++input)
    if (needsFetch(expander, op, input, site))
      return expandFetched(expander, op, site);
  expander.cloneLocally(*op);
  return success();
}

static LogicalResult expandPad(Expander &expander, tensor::PadOp op,
                               const ExpansionSite &site) {
  if (needsFetch(expander, op, 0, site))
    return expandFetched(expander, op, site);
  expander.cloneLocally(*op);
  return success();
}

void dtensor::addSliceExpansions(ExpansionTable &table) {
  table.add<tensor::ConcatOp, expandConcat>();
  table.add<tensor::ExtractSliceOp, expandExtractSlice>();
  table.add<tensor::InsertSliceOp, expandInsertSlice>();
  table.add<tensor::PadOp, expandPad>();
}
