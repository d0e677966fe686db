//===- ContractionOps.cpp - Products and convolutions ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "ScalarOps.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor::stablehlo;

/// sum + a * b in the type of the sum.
static Value createMultiplyAdd(ImplicitLocOpBuilder &b, ValueRange scalars,
                               Signs signs) {
  Value sum = scalars[2];
  Type type = sum.getType();
  Value lhs = createConversion(b, scalars[0], signs.lhs, type, signs.result);
  Value rhs = createConversion(b, scalars[1], signs.rhs, type, signs.result);
  if (isa<ComplexType>(type))
    return complex::AddOp::create(b, sum, complex::MulOp::create(b, lhs, rhs));
  if (isa<FloatType>(type))
    return arith::AddFOp::create(b, sum, arith::MulFOp::create(b, lhs, rhs));
  if (type.isInteger(1))
    return arith::OrIOp::create(b, sum, arith::AndIOp::create(b, lhs, rhs));
  return arith::AddIOp::create(b, sum, arith::MulIOp::create(b, lhs, rhs));
}

Value dtensor::stablehlo::createContraction(Importer &importer, Value lhs,
                                            AffineMap lhsMap, Value rhs,
                                            AffineMap rhsMap,
                                            RankedTensorType type, Signs signs,
                                            Location loc) {
  OpBuilder &builder = importer.getBuilder();
  int64_t rank = type.getRank();
  unsigned numLoops = lhsMap.getNumDims();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.resize(numLoops, utils::IteratorType::reduction);
  ImplicitLocOpBuilder outer(loc, builder);
  Value zero = createConstant(outer, type.getElementType(), 0);
  AffineMap loops =
      AffineMap::getMultiDimIdentityMap(numLoops, builder.getContext());
  AffineMap resultMap = AffineMap::get(
      numLoops, 0, loops.getResults().take_front(rank), builder.getContext());
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange{lhs, rhs},
             importer.createFill(type, zero, loc),
             ArrayRef<AffineMap>{lhsMap, rhsMap, resultMap}, iterators,
             [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
               ImplicitLocOpBuilder b(innerLoc, inner);
               linalg::YieldOp::create(b, createMultiplyAdd(b, scalars, signs));
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Creates a contraction. The result has the batch axes, then the other axes of
/// lhs, then those of rhs.
static void contract(Operation *op, ArrayRef<int64_t> lhsBatch,
                     ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsSummed,
                     ArrayRef<int64_t> rhsSummed, Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op->getResult(0).getType());
  unsigned numLoops = type.getRank() + lhsSummed.size();
  unsigned nextFree = lhsBatch.size();
  auto makeMap = [&](Value operand, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> summed) {
    int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
    SmallVector<unsigned> loops;
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (const auto *it = llvm::find(batch, axis); it != batch.end())
        loops.push_back(it - batch.begin());
      else if (const auto *it = llvm::find(summed, axis); it != summed.end())
        loops.push_back(type.getRank() + (it - summed.begin()));
      else
        loops.push_back(nextFree++);
    }
    return AffineMap::getMultiDimMapWithTargets(numLoops, loops,
                                                op->getContext());
  };
  AffineMap lhsMap = makeMap(op->getOperand(0), lhsBatch, lhsSummed);
  AffineMap rhsMap = makeMap(op->getOperand(1), rhsBatch, rhsSummed);
  importer.bind(op->getResults(),
                createContraction(importer, importer.get(op->getOperand(0)),
                                  lhsMap, importer.get(op->getOperand(1)),
                                  rhsMap, type, Signs(op), op->getLoc()));
}

static LogicalResult importDotGeneral(DotGeneralOp op, Importer &importer) {
  DotDimensionNumbersAttr axes = op.getDotDimensionNumbers();
  contract(op, axes.getLhsBatchingDimensions(), axes.getRhsBatchingDimensions(),
           axes.getLhsContractingDimensions(),
           axes.getRhsContractingDimensions(), importer);
  return success();
}

static LogicalResult importDot(DotOp op, Importer &importer) {
  int64_t last = cast<RankedTensorType>(op.getLhs().getType()).getRank() - 1;
  contract(op, {}, {}, last, int64_t(0), importer);
  return success();
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// A convolution whose attributes have their defaults filled in.
struct Window {
  SmallVector<int64_t> strides, low, high, inputDilation, kernelDilation;
  SmallVector<bool> reversed;

  Window(ConvolutionOp op, size_t rank) {
    auto fill = [&](std::optional<ArrayRef<int64_t>> given) {
      return given ? llvm::to_vector(*given) : SmallVector<int64_t>(rank, 1);
    };
    strides = fill(op.getWindowStrides());
    inputDilation = fill(op.getLhsDilation());
    kernelDilation = fill(op.getRhsDilation());
    reversed.assign(rank, false);
    if (std::optional<ArrayRef<bool>> given = op.getWindowReversal())
      reversed.assign(given->begin(), given->end());
    low.assign(rank, 0);
    high.assign(rank, 0);
    if (DenseIntElementsAttr padding = op.getPaddingAttr())
      for (auto [i, value] : llvm::enumerate(padding.getValues<int64_t>()))
        (i % 2 ? high : low)[i / 2] = value;
  }
};
} // namespace

/// Splits `axis` into `groups` groups. The axis of groups stands in front.
static Value splitAxis(Importer &importer, Value value, int64_t axis,
                       int64_t groups, Location loc) {
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(value.getType()).getShape());
  shape[axis] /= groups;
  shape.insert(shape.begin() + axis, groups);
  return createReshape(importer, value, shape, loc);
}

/// `kernel` mirrored along axes.
static Value mirror(Importer &importer, Value kernel, ArrayRef<int64_t> axes,
                    Location loc) {
  if (axes.empty())
    return kernel;
  OpBuilder &builder = importer.getBuilder();
  auto type = cast<RankedTensorType>(kernel.getType());
  SmallVector<AffineExpr> positions;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    AffineExpr position = builder.getAffineDimExpr(axis);
    bool isMirrored = llvm::is_contained(axes, static_cast<int64_t>(axis));
    positions.push_back(isMirrored ? extent - 1 - position : position);
  }
  AffineMap maps[] = {
      AffineMap::get(type.getRank(), 0, positions, builder.getContext()),
      builder.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, kernel, importer.createEmpty(type, loc), maps,
             iterators,
             [](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
               linalg::YieldOp::create(inner, innerLoc, scalars.front());
             })
      .getResult(0);
}

/// Turns the steps of a convolution whose window is one position into those of
/// a slice. The slice does not move the positions that the convolution skips.
/// `spatial` has the spatial axes of `input`.
static Value takeSteps(Importer &importer, Value input, ConvolutionOp op,
                       ArrayRef<int64_t> spatial, Window &window) {
  ConvDimensionNumbersAttr axes = op.getDimensionNumbers();
  OpBuilder &builder = importer.getBuilder();
  ArrayRef<int64_t> kernel = op.getRhs().getType().getShape();
  ArrayRef<int64_t> output = op.getType().getShape();
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> sizes(type.getShape()), strides(type.getRank(), 1);
  for (auto [i, axis] : llvm::enumerate(spatial)) {
    if (kernel[axes.getKernelSpatialDimensions()[i]] != 1)
      continue;
    sizes[axis] = output[axes.getOutputSpatialDimensions()[i]];
    strides[axis] = std::exchange(window.strides[i], 1);
  }
  if (llvm::all_of(strides, [](int64_t stride) { return stride == 1; }))
    return input;
  // A tensor without elements cannot be sliced.
  if (llvm::is_contained(sizes, 0))
    return importer.createEmpty(type.clone(sizes), op.getLoc());
  auto getIndices = [&](ArrayRef<int64_t> numbers) {
    return getAsIndexOpFoldResult(builder.getContext(), numbers);
  };
  return tensor::ExtractSliceOp::create(
      builder, op.getLoc(), type.clone(sizes), input,
      getIndices(SmallVector<int64_t>(type.getRank(), 0)), getIndices(sizes),
      getIndices(strides));
}

/// The loops are the result's axes, followed by the input features of a group
/// and the window. If there are several groups, the result's features are
/// (group, feature of the group). Batch groups are groups of the input's batch
/// rather than of its features. A single group gets no axis, since splitting
/// off an axis of one would put an op between the convolution and its operand.
static LogicalResult importConvolution(ConvolutionOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  Location loc = op.getLoc();
  ConvDimensionNumbersAttr axes = op.getDimensionNumbers();
  size_t numSpatial = axes.getInputSpatialDimensions().size();
  Window window(op, numSpatial);
  RankedTensorType type = Importer::convertTensor(op.getType());
  Value input = importer.get(op.getLhs());
  int64_t rank = type.getRank();
  SmallVector<int64_t> mirrored;
  for (auto [i, axis] : llvm::enumerate(axes.getKernelSpatialDimensions()))
    if (window.reversed[i])
      mirrored.push_back(axis);
  Value kernel = mirror(importer, importer.get(op.getRhs()), mirrored, loc);

  int64_t groups = op.getFeatureGroupCount(),
          batchGroups = op.getBatchGroupCount();
  int64_t inputSplit = batchGroups > 1 ? axes.getInputBatchDimension()
                                       : axes.getInputFeatureDimension();
  int64_t numGroups = std::max(groups, batchGroups);
  bool isGrouped = numGroups > 1;
  int64_t kernelSplit = axes.getKernelOutputFeatureDimension();
  int64_t feature = axes.getOutputFeatureDimension();
  SmallVector<int64_t> splitShape(type.getShape());
  if (isGrouped) {
    // Before the padding, since devices fetch what padding and convolution read
    // at once if no other op stands between them.
    input = splitAxis(importer, input, inputSplit, numGroups, loc);
    kernel = splitAxis(importer, kernel, kernelSplit, numGroups, loc);
    splitShape[feature] /= numGroups;
    splitShape.insert(splitShape.begin() + feature, numGroups);
  }

  // There are zeros outside of the input.
  int64_t inputRank = rank + isGrouped;
  SmallVector<int64_t> low(inputRank, 0), high(inputRank, 0);
  SmallVector<int64_t> interior(inputRank, 0), spatial;
  for (auto [i, axis] : llvm::enumerate(axes.getInputSpatialDimensions())) {
    spatial.push_back(isGrouped && axis > inputSplit ? axis + 1 : axis);
    low[spatial[i]] = window.low[i];
    high[spatial[i]] = window.high[i];
    interior[spatial[i]] = window.inputDilation[i] - 1;
  }
  ImplicitLocOpBuilder outer(loc, builder);
  Value zero = createConstant(outer, getElementTypeOrSelf(input.getType()), 0);
  input = createPad(importer, input, zero, low, high, interior, loc);
  input = takeSteps(importer, input, op, spatial, window);

  // The loops of the result's axes.
  auto getLoop = [&](int64_t axis) {
    return builder.getAffineDimExpr(axis < feature || !isGrouped ? axis
                                                                 : axis + 1);
  };
  int64_t numOutputs = splitShape.size();
  AffineExpr group = builder.getAffineDimExpr(feature);
  AffineExpr outFeature = builder.getAffineDimExpr(feature + isGrouped);
  AffineExpr inFeature = builder.getAffineDimExpr(numOutputs);
  AffineExpr batch = getLoop(axes.getOutputBatchDimension());

  SmallVector<AffineExpr> inputPositions(rank), kernelPositions(rank);
  inputPositions[axes.getInputBatchDimension()] = batch;
  inputPositions[axes.getInputFeatureDimension()] = inFeature;
  kernelPositions[axes.getKernelInputFeatureDimension()] = inFeature;
  kernelPositions[kernelSplit] = outFeature;
  for (size_t i = 0; i < numSpatial; ++i) {
    AffineExpr inWindow = builder.getAffineDimExpr(numOutputs + 1 + i);
    inputPositions[axes.getInputSpatialDimensions()[i]] =
        getLoop(axes.getOutputSpatialDimensions()[i]) * window.strides[i] +
        inWindow * window.kernelDilation[i];
    kernelPositions[axes.getKernelSpatialDimensions()[i]] = inWindow;
  }
  if (isGrouped) {
    inputPositions.insert(inputPositions.begin() + inputSplit, group);
    kernelPositions.insert(kernelPositions.begin() + kernelSplit, group);
  }
  unsigned numLoops = numOutputs + 1 + numSpatial;
  Value result = createContraction(
      importer, input,
      AffineMap::get(numLoops, 0, inputPositions, builder.getContext()), kernel,
      AffineMap::get(numLoops, 0, kernelPositions, builder.getContext()),
      type.clone(splitShape), Signs(op), loc);
  if (isGrouped)
    result = createReshape(importer, result, type.getShape(), loc);
  importer.bind(op->getResults(), result);
  return success();
}

void dtensor::stablehlo::addContractionOps(ImportTable &table) {
  table.add<DotGeneralOp, importDotGeneral>();
  table.add<DotOp, importDot>();
  table.add<ConvolutionOp, importConvolution>();
}
