//===- WindowGathers.cpp - Gathers that read windows ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionForm.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Normalize/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {
#define GEN_PASS_DEF_WINDOWGATHERS
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using linalg_ext::GatherOp;

/// For each axis of the source, the position that is read for an element of the
/// result, in loops over the result's axes. Nothing if a position is data, or
/// if a slice would have to be moved to be inside of the source.
static std::optional<SmallVector<PositionForm>> getPositions(GatherOp gather) {
  auto sourceType = cast<RankedTensorType>(gather.getSource().getType());
  auto indicesType = cast<RankedTensorType>(gather.getIndices().getType());
  auto type = cast<RankedTensorType>(gather->getResult(0).getType());
  ArrayRef<int64_t> extents = type.getShape();
  size_t numLoops = extents.size();
  SmallVector<PositionForm> at(indicesType.getRank(),
                               PositionForm::ofConstant(0, numLoops));
  for (auto [axis, loop] :
       llvm::zip_equal(gather.getIndicesAxes(), gather.getBatchAxes()))
    at[axis] = PositionForm::ofLoop(loop, numLoops);
  SmallVector<PositionForm> positions(sourceType.getRank(),
                                      PositionForm::ofConstant(0, numLoops));
  for (auto [source, indices] : llvm::zip_equal(gather.getOperandBatchAxes(),
                                                gather.getIndicesBatchAxes()))
    positions[source] = at[indices];
  for (auto [number, axis] : llvm::enumerate(gather.getStartAxes())) {
    if (int64_t(gather.getIndexVectorAxis()) < indicesType.getRank())
      at[gather.getIndexVectorAxis()] =
          PositionForm::ofConstant(number, numLoops);
    std::optional<PositionForm> start =
        getElement(gather.getIndices(), at, extents);
    if (!start)
      return std::nullopt;
    auto range = start->getRange(extents);
    int64_t extent = sourceType.getDimSize(axis);
    int64_t size = gather.getSliceSizes()[axis];
    if (!range || range->first < 0 ||
        range->second > extent - (size < 0 ? extent : size))
      return std::nullopt;
    positions[axis] = std::move(*start);
  }
  for (auto [axis, loop] :
       llvm::zip_equal(gather.getSlicedAxes(), gather.getOffsetAxes()))
    ++positions[axis].strides[loop];
  return positions;
}

/// Whether windows can describe the positions: no axis is read backwards, and
/// no loop walks along two axes, as it does along a diagonal.
static bool areWindows(ArrayRef<PositionForm> positions, size_t numLoops) {
  SmallVector<unsigned> numAxes(numLoops);
  for (const PositionForm &position : positions)
    for (auto [stride, number] : llvm::zip_equal(position.strides, numAxes)) {
      if (stride < 0)
        return false;
      number += stride != 0;
    }
  return llvm::all_of(numAxes, [](unsigned number) { return number <= 1; });
}

static void rewrite(GatherOp gather, ArrayRef<PositionForm> positions) {
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  Value source = gather.getSource();
  auto sourceType = cast<RankedTensorType>(source.getType());
  auto type = cast<RankedTensorType>(gather->getResult(0).getType());
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<AffineExpr> windows;
  bool readsAll = true;
  for (auto [position, extent] :
       llvm::zip_equal(positions, sourceType.getShape())) {
    auto [first, last] = *position.getRange(type.getShape());
    offsets.push_back(builder.getIndexAttr(first));
    sizes.push_back(builder.getIndexAttr(last - first + 1));
    readsAll &= last - first + 1 == extent;
    AffineExpr window = builder.getAffineConstantExpr(0);
    for (auto [loop, stride] : llvm::enumerate(position.strides))
      window = window + builder.getAffineDimExpr(loop) * stride;
    windows.push_back(window);
  }
  if (!readsAll) {
    SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
    source = tensor::ExtractSliceOp::create(builder, loc, source, offsets,
                                            sizes, strides);
  }
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps{
      AffineMap::get(rank, 0, windows, builder.getContext()),
      builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(
      builder, loc, type, source, gather.getDest(), maps, iterators,
      [](OpBuilder &b, Location l, ValueRange arguments) {
        linalg::YieldOp::create(b, l, arguments.front());
      });
  gather->getResult(0).replaceAllUsesWith(copy.getResult(0));
  gather.erase();
}

namespace {

struct WindowGathers : dtensor::impl::WindowGathersBase<WindowGathers> {
  using WindowGathersBase::WindowGathersBase;

  void runOnOperation() override {
    getOperation()->walk([](GatherOp gather) {
      if (gather->getNumResults() != 1 || gather.getPartShape() ||
          llvm::any_of(gather->getOperandTypes(), [](Type type) {
            auto shaped = dyn_cast<ShapedType>(type);
            return shaped && (!shaped.hasStaticShape() ||
                              llvm::is_contained(shaped.getShape(), 0));
          }))
        return;
      std::optional<SmallVector<PositionForm>> positions = getPositions(gather);
      size_t numLoops =
          cast<RankedTensorType>(gather->getResult(0).getType()).getRank();
      if (positions && areWindows(*positions, numLoops))
        rewrite(gather, *positions);
    });
  }
};

} // namespace
