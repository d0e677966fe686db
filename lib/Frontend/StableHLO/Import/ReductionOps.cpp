//===- ReductionOps.cpp - Folds of axes and windows -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CumulativeWindow.h"
#include "Importer.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

/// Tensors of the results' types, filled with the initial values.
static SmallVector<Value> createInits(Importer &importer, Operation *op,
                                      ValueRange inits) {
  SmallVector<Value> filled;
  for (auto [result, init] : llvm::zip_equal(op->getResults(), inits))
    filled.push_back(importer.createFill(
        Importer::convertTensor(result.getType()),
        importer.getScalar(init, op->getLoc()), op->getLoc()));
  return filled;
}

/// Creates the body of a linalg op. The frontend's bodies have accumulators
/// first, and linalg's have elements first.
static void createBody(Block &block, Importer &importer, OpBuilder &builder,
                       Location loc, ValueRange elements,
                       ValueRange accumulators, LogicalResult &result) {
  SmallVector<Value> scalars(accumulators);
  llvm::append_range(scalars, elements);
  FailureOr<SmallVector<Value>> results =
      importScalarBody(builder, block, scalars, importer);
  if (failed(results))
    result = failure();
  linalg::YieldOp::create(
      builder, loc, failed(results) ? accumulators : ValueRange(*results));
}

/// Whether the body's accumulators and elements have the operands' types.
static bool hasPlainTypes(ReduceOp op) {
  Block &body = op.getBody().front();
  size_t count = op.getInputs().size();
  for (auto [index, argument] : llvm::enumerate(body.getArguments()))
    if (getElementTypeOrSelf(argument) !=
        getElementTypeOrSelf(op.getInputs()[index % count]))
      return false;
  return true;
}

/// Imports a reduction. Its order is up to the implementation, so a body counts
/// as associative and commutative. A body of more than one combiner becomes a
/// linalg_ext.reduce, which has no fixed order, while linalg.reduce has one.
static LogicalResult importReduce(ReduceOp op, Importer &importer) {
  SmallVector<Value> inits = createInits(importer, op, op.getInitValues());
  SmallVector<Value> inputs = importer.get(op.getInputs());
  SmallVector<int64_t> axes(op.getDimensions());
  llvm::sort(axes);
  if (!axes.empty() && !isCombiner(op.getBody().front()) && hasPlainTypes(op)) {
    OpBuilder &builder = importer.getBuilder();
    auto reduce = linalg_ext::ReduceOp::create(
        builder, op.getLoc(), TypeRange(ValueRange(inits)), inputs, inits,
        builder.getDenseI64ArrayAttr(axes), UnitAttr());
    importer.bind(op->getResults(), reduce->getResults());
    return importScalarRegion(reduce.getCombiner(), op.getBody().front(),
                              importer);
  }
  LogicalResult result = success();
  size_t count = inputs.size();
  auto reduce = linalg::ReduceOp::create(
      importer.getBuilder(), op.getLoc(), inputs, inits, axes,
      [&](OpBuilder &builder, Location loc, ValueRange scalars) {
        createBody(op.getBody().front(), importer, builder, loc,
                   scalars.take_front(count), scalars.drop_front(count),
                   result);
      });
  importer.bind(op->getResults(), reduce->getResults());
  return result;
}

static LogicalResult importScan(ReduceWindowOp op, CumulativeWindow scanned,
                                Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  RankedTensorType type = Importer::convertTensor(op->getResult(0).getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + scanned.axis);
  Value init = importer.createFill(
      type.clone(shape),
      importer.getScalar(op.getInitValues().front(), op.getLoc()), op.getLoc());
  auto scan = linalg_ext::ScanOp::create(
      builder, op.getLoc(), TypeRange(type), importer.get(op.getInputs()), init,
      importer.createEmpty(type, op.getLoc()), /*hasInits=*/Value(),
      builder.getI64IntegerAttr(scanned.axis), /*exclusive=*/UnitAttr(),
      scanned.isReverse ? builder.getUnitAttr() : UnitAttr());
  importer.bind(op->getResults(), scan->getResults());
  return importScalarRegion(scan.getCombiner(), op.getBody().front(), importer);
}

/// Pads the input with initial values around and between its elements. A tensor
/// without contents stands for the window and gives the window's loops their
/// extents, as in linalg's poolings.
static LogicalResult importReduceWindow(ReduceWindowOp op, Importer &importer) {
  if (std::optional<CumulativeWindow> scanned = matchCumulativeWindow(op))
    return importScan(op, *scanned, importer);
  OpBuilder &builder = importer.getBuilder();
  MLIRContext *context = builder.getContext();
  Location loc = op.getLoc();
  ArrayRef<int64_t> extents = op.getWindowDimensions();
  int64_t rank = extents.size();
  auto fill = [&](std::optional<ArrayRef<int64_t>> given) {
    return given ? llvm::to_vector(*given) : SmallVector<int64_t>(rank, 1);
  };
  SmallVector<int64_t> strides = fill(op.getWindowStrides());
  SmallVector<int64_t> dilations = fill(op.getWindowDilations());
  SmallVector<int64_t> interior = fill(op.getBaseDilations());
  for (int64_t &between : interior)
    --between;
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  if (DenseIntElementsAttr padding = op.getPaddingAttr())
    for (auto [i, value] : llvm::enumerate(padding.getValues<int64_t>()))
      (i % 2 ? high : low)[i / 2] = value;

  SmallVector<Value> inputs;
  for (auto [input, init] : llvm::zip_equal(op.getInputs(), op.getInitValues()))
    inputs.push_back(createPad(importer, importer.get(input),
                               importer.getScalar(init, loc), low, high,
                               interior, loc));
  SmallVector<Value> inits = createInits(importer, op, op.getInitValues());
  size_t count = inputs.size();
  SmallVector<AffineExpr> positions;
  for (int64_t axis = 0; axis < rank; ++axis)
    positions.push_back(builder.getAffineDimExpr(axis) * strides[axis] +
                        builder.getAffineDimExpr(rank + axis) *
                            dilations[axis]);
  AffineMap loops = AffineMap::getMultiDimIdentityMap(2 * rank, context);
  SmallVector<AffineMap> maps(count,
                              AffineMap::get(2 * rank, 0, positions, context));
  inputs.push_back(importer.createEmpty(
      RankedTensorType::get(extents, builder.getF32Type()), loc));
  auto getLoops = [&](ArrayRef<AffineExpr> axes) {
    return AffineMap::get(2 * rank, 0, axes, context);
  };
  maps.push_back(getLoops(loops.getResults().take_back(rank)));
  maps.append(count, getLoops(loops.getResults().take_front(rank)));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.resize(2 * rank, utils::IteratorType::reduction);
  LogicalResult result = success();
  auto reduce = linalg::GenericOp::create(
      builder, loc, Importer::convert(op->getResultTypes()), inputs, inits,
      maps, iterators,
      [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
        createBody(op.getBody().front(), importer, inner, innerLoc,
                   scalars.take_front(count), scalars.drop_front(count + 1),
                   result);
      });
  importer.bind(op->getResults(), reduce->getResults());
  return result;
}

/// Selected elements are never outside of the operand, so padding has no
/// effect.
static LogicalResult importSelectAndScatter(SelectAndScatterOp op,
                                            Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  RankedTensorType type = Importer::convertTensor(op.getType());
  int64_t rank = type.getRank();
  auto fill = [&](std::optional<ArrayRef<int64_t>> given) {
    return builder.getDenseI64ArrayAttr(given ? llvm::to_vector(*given)
                                              : SmallVector<int64_t>(rank, 1));
  };
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  if (DenseIntElementsAttr padding = op.getPaddingAttr())
    for (auto [i, value] : llvm::enumerate(padding.getValues<int64_t>()))
      (i % 2 ? high : low)[i / 2] = value;
  Value init = importer.createFill(
      type, importer.getScalar(op.getInitValue(), op.getLoc()), op.getLoc());
  auto scatter = linalg_ext::SelectAndScatterOp::create(
      builder, op.getLoc(), TypeRange(type), importer.get(op.getOperand()),
      importer.get(op.getSource()), init, fill(op.getWindowDimensions()),
      fill(op.getWindowStrides()), builder.getDenseI64ArrayAttr(low),
      builder.getDenseI64ArrayAttr(high));
  if (failed(importScalarRegion(scatter.getSelect(), op.getSelect().front(),
                                importer)) ||
      failed(importScalarRegion(scatter.getScatter(), op.getScatter().front(),
                                importer)))
    return failure();
  importer.bind(op->getResults(), scatter->getResults());
  return success();
}

void dtensor::stablehlo::addReductionOps(ImportTable &table) {
  table.add<ReduceOp, importReduce>();
  table.add<ReduceWindowOp, importReduceWindow>();
  table.add<SelectAndScatterOp, importSelectAndScatter>();
}
