//===- ShapeOps.cpp - Constants, positions and new shapes -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ScalarOps.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor::stablehlo;

template <typename Op>
static LogicalResult importConstant(Op op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return op.emitOpError("cannot be imported: required dense elements, found ")
           << op.getValue();
  if (elements.getElementType() != type.getElementType())
    elements = elements.bitcast(type.getElementType());
  importer.bind(op->getResults(),
                arith::ConstantOp::create(importer.getBuilder(), op.getLoc(),
                                          type, elements)
                    .getResult());
  return success();
}

/// A tensor whose elements are computed from their positions.
static Value createFromPosition(Importer &importer, RankedTensorType type,
                                ValueRange inputs, ArrayRef<AffineMap> maps,
                                Location loc, Importer::Body body) {
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(
      importer.getBuilder().getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             importer.getBuilder(), loc, type, inputs,
             importer.createEmpty(type, loc), allMaps, iterators,
             [&](OpBuilder &builder, Location innerLoc, ValueRange scalars) {
               linalg::YieldOp::create(
                   builder, innerLoc,
                   body(builder, innerLoc, scalars.drop_back()));
             })
      .getResult(0);
}

/// The position along `axis`, as an integer of 64 bits.
static Value createPosition(ImplicitLocOpBuilder &builder, int64_t axis) {
  Value index = linalg::IndexOp::create(builder, axis);
  return arith::IndexCastOp::create(builder, builder.getI64Type(), index);
}

static LogicalResult importIota(IotaOp op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  Value result = createFromPosition(
      importer, type, {}, {}, op.getLoc(),
      [&](OpBuilder &inner, Location loc, ValueRange) {
        ImplicitLocOpBuilder builder(loc, inner);
        return createConversion(builder,
                                createPosition(builder, op.getIotaDimension()),
                                /*fromUnsigned=*/false, type.getElementType(),
                                /*toUnsigned=*/false);
      });
  importer.bind(op->getResults(), result);
  return success();
}

//===----------------------------------------------------------------------===//
// New shapes
//===----------------------------------------------------------------------===//

/// Axis i of the operand becomes axis `dims[i]` of the result.
static void broadcast(Operation *op, ArrayRef<int64_t> dims,
                      Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  RankedTensorType type = Importer::convertTensor(op->getResult(0).getType());
  if (dims.empty()) {
    Value scalar = importer.getScalar(op->getOperand(0), op->getLoc());
    importer.bind(op->getResults(),
                  importer.createFill(type, scalar, op->getLoc()));
    return;
  }
  Value operand = importer.get(op->getOperand(0));
  SmallVector<AffineExpr> positions;
  for (auto [dim, extent] : llvm::zip_equal(
           dims, cast<RankedTensorType>(operand.getType()).getShape()))
    positions.push_back(extent == 1 && type.getDimSize(dim) != 1
                            ? builder.getAffineConstantExpr(0)
                            : builder.getAffineDimExpr(dim));
  AffineMap map =
      AffineMap::get(type.getRank(), 0, positions, builder.getContext());
  importer.bind(
      op->getResults(),
      createFromPosition(importer, type, operand, map, op->getLoc(),
                         [](OpBuilder &, Location, ValueRange scalars) {
                           return scalars.front();
                         }));
}

static LogicalResult importBroadcastInDim(BroadcastInDimOp op,
                                          Importer &importer) {
  broadcast(op, op.getBroadcastDimensions(), importer);
  return success();
}

static LogicalResult importBroadcast(BroadcastOp op, Importer &importer) {
  int64_t rank = cast<RankedTensorType>(op.getType()).getRank();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(
      static_cast<int64_t>(op.getBroadcastSizes().size()), rank));
  broadcast(op, dims, importer);
  return success();
}

/// Groups the axes of both shapes so that corresponding groups have equally
/// many elements.
static void groupAxes(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                      SmallVectorImpl<ReassociationIndices> &fromGroups,
                      SmallVectorImpl<ReassociationIndices> &toGroups) {
  size_t i = 0, j = 0;
  while (i < from.size() && j < to.size()) {
    ReassociationIndices &fromGroup = fromGroups.emplace_back();
    ReassociationIndices &toGroup = toGroups.emplace_back();
    int64_t fromSize = from[i], toSize = to[j];
    fromGroup.push_back(i++);
    toGroup.push_back(j++);
    while (fromSize != toSize) {
      if (fromSize < toSize) {
        fromSize *= from[i];
        fromGroup.push_back(i++);
      } else {
        toSize *= to[j];
        toGroup.push_back(j++);
      }
    }
  }
  // Axes of extent 1 may be left over.
  for (; !fromGroups.empty() && i < from.size(); ++i)
    fromGroups.back().push_back(i);
  for (; !toGroups.empty() && j < to.size(); ++j)
    toGroups.back().push_back(j);
}

Value dtensor::stablehlo::createReshape(Importer &importer, Value value,
                                        ArrayRef<int64_t> shape, Location loc) {
  OpBuilder &builder = importer.getBuilder();
  auto from = cast<RankedTensorType>(value.getType());
  RankedTensorType to = from.clone(shape);
  if (from == to)
    return value;
  if (to.getNumElements() == 0)
    return importer.createEmpty(to, loc);
  SmallVector<ReassociationIndices> fromGroups, toGroups;
  groupAxes(from.getShape(), shape, fromGroups, toGroups);
  if (static_cast<int64_t>(fromGroups.size()) != from.getRank())
    value = tensor::CollapseShapeOp::create(builder, loc, value, fromGroups);
  if (static_cast<int64_t>(toGroups.size()) != to.getRank())
    value = tensor::ExpandShapeOp::create(builder, loc, to, value, toGroups);
  return value;
}

static LogicalResult importReshape(ReshapeOp op, Importer &importer) {
  importer.bind(op->getResults(),
                createReshape(importer, importer.get(op.getOperand()),
                              cast<RankedTensorType>(op.getType()).getShape(),
                              op.getLoc()));
  return success();
}

static LogicalResult importTranspose(TransposeOp op, Importer &importer) {
  Value empty =
      importer.createEmpty(Importer::convertTensor(op.getType()), op.getLoc());
  importer.bind(op->getResults(),
                linalg::TransposeOp::create(importer.getBuilder(), op.getLoc(),
                                            importer.get(op.getOperand()),
                                            empty, op.getPermutation())
                    ->getResults());
  return success();
}

static LogicalResult importConcatenate(ConcatenateOp op, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  // Empty operands are left out, since upstream's decomposition puts them
  // behind the end.
  SmallVector<Value> parts = importer.get(op.getInputs());
  llvm::erase_if(parts, [](Value part) {
    return cast<RankedTensorType>(part.getType()).getNumElements() == 0;
  });
  Value result;
  if (parts.empty())
    result = importer.createEmpty(type, op.getLoc());
  else if (parts.size() == 1)
    result = parts.front();
  else
    result = tensor::ConcatOp::create(importer.getBuilder(), op.getLoc(), type,
                                      op.getDimension(), parts);
  importer.bind(op->getResults(), result);
  return success();
}

static LogicalResult importGetDimensionSize(GetDimensionSizeOp op,
                                            Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getType());
  int64_t extent = cast<RankedTensorType>(op.getOperand().getType())
                       .getDimSize(op.getDimension());
  auto value = DenseElementsAttr::get(
      type, importer.getBuilder().getI32IntegerAttr(extent).getValue());
  importer.bind(
      op->getResults(),
      arith::ConstantOp::create(importer.getBuilder(), op.getLoc(), type, value)
          .getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static Value createBitcast(ImplicitLocOpBuilder &builder, Type to,
                           Value value) {
  return value.getType() == to ? value
                               : arith::BitcastOp::create(builder, to, value);
}

/// One wide element becomes a new last axis of narrow ones, lowest bits first.
static Value splitBits(Importer &importer, Value value, RankedTensorType to,
                       Location loc) {
  auto from = cast<RankedTensorType>(value.getType());
  OpBuilder &outer = importer.getBuilder();
  unsigned width = from.getElementTypeBitWidth();
  unsigned narrow = to.getElementTypeBitWidth();
  AffineMap map =
      outer.getMultiDimIdentityMap(to.getRank()).dropResult(to.getRank() - 1);
  return createFromPosition(
      importer, to, value, map, loc,
      [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) -> Value {
        ImplicitLocOpBuilder builder(innerLoc, inner);
        Type wideType = builder.getIntegerType(width);
        Value bits = createBitcast(builder, wideType, scalars.front());
        Value part =
            createConversion(builder, createPosition(builder, to.getRank() - 1),
                             false, wideType, false);
        Value shift = arith::MulIOp::create(
            builder, part, createConstant(builder, wideType, narrow));
        bits = arith::ShRUIOp::create(builder, bits, shift);
        bits = arith::TruncIOp::create(builder, builder.getIntegerType(narrow),
                                       bits);
        return createBitcast(builder, to.getElementType(), bits);
      });
}

/// The last axis of narrow elements becomes one wide one.
static Value joinBits(Importer &importer, Value value, RankedTensorType to,
                      Location loc) {
  auto from = cast<RankedTensorType>(value.getType());
  OpBuilder &outer = importer.getBuilder();
  unsigned width = to.getElementTypeBitWidth();
  unsigned narrow = from.getElementTypeBitWidth();
  int64_t rank = to.getRank();
  SmallVector<Value> parts;
  for (int64_t part = 0; part < from.getDimSize(rank); ++part) {
    SmallVector<OpFoldResult> offsets(rank + 1, outer.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes, strides(rank + 1, outer.getIndexAttr(1));
    for (int64_t extent : to.getShape())
      sizes.push_back(outer.getIndexAttr(extent));
    offsets.back() = outer.getIndexAttr(part);
    sizes.push_back(outer.getIndexAttr(1));
    parts.push_back(tensor::ExtractSliceOp::create(
        outer, loc, from.clone(to.getShape()), value, offsets, sizes, strides));
  }
  return importer.createMap(
      to, parts, loc,
      [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
        ImplicitLocOpBuilder builder(innerLoc, inner);
        Type wideType = builder.getIntegerType(width);
        Value joined = createConstant(builder, wideType, 0);
        for (auto [part, scalar] : llvm::enumerate(scalars)) {
          Value bits =
              createBitcast(builder, builder.getIntegerType(narrow), scalar);
          bits = arith::ExtUIOp::create(builder, wideType, bits);
          bits = arith::ShLIOp::create(
              builder, bits,
              createConstant(builder, wideType,
                             static_cast<double>(part * narrow)));
          joined = arith::OrIOp::create(builder, joined, bits);
        }
        return createBitcast(builder, to.getElementType(), joined);
      });
}

static LogicalResult importBitcastConvert(BitcastConvertOp op,
                                          Importer &importer) {
  Value value = importer.get(op.getOperand());
  auto from = cast<RankedTensorType>(value.getType());
  RankedTensorType to = Importer::convertTensor(op.getType());
  Value result;
  if (from == to) {
    result = value;
  } else if (isa<ComplexType>(from.getElementType()) ||
             isa<ComplexType>(to.getElementType())) {
    return op.emitOpError("cannot be imported between complex numbers and ")
           << "other types; take the real and the imaginary part";
  } else if (from.getRank() < to.getRank()) {
    result = splitBits(importer, value, to, op.getLoc());
  } else if (from.getRank() > to.getRank()) {
    result = joinBits(importer, value, to, op.getLoc());
  } else {
    result = importer.createMap(
        to, value, op.getLoc(),
        [&](OpBuilder &inner, Location loc, ValueRange scalars) {
          ImplicitLocOpBuilder builder(loc, inner);
          return createBitcast(builder, to.getElementType(), scalars.front());
        });
  }
  importer.bind(op->getResults(), result);
  return success();
}

void dtensor::stablehlo::addShapeOps(ImportTable &table) {
  table.add<ConstantOp, importConstant>();
  table.add<chlo::ConstantOp, importConstant>();
  table.add<IotaOp, importIota>();
  table.add<BroadcastInDimOp, importBroadcastInDim>();
  table.add<BroadcastOp, importBroadcast>();
  table.add<ReshapeOp, importReshape>();
  table.add<TransposeOp, importTranspose>();
  table.add<ConcatenateOp, importConcatenate>();
  table.add<GetDimensionSizeOp, importGetDimensionSize>();
  table.add<BitcastConvertOp, importBitcastConvert>();
}
