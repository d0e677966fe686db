//===- ScatterReductions.cpp - Reduce only the parts that are used --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentSlice.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_SCATTERREDUCTIONS
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// The layout after the reduce_scatter that gives `slice`, if `slice` is this
/// device's part of `reduce` along the reduced dimensions.
static std::optional<LayoutAttr> matchPart(comm::AllReduceOp reduce,
                                           tensor::ExtractSliceOp slice) {
  // In another block the reduce_scatter would run more often, or not on all
  // devices.
  if (!reduce || !reduce->hasOneUse() ||
      reduce->getBlock() != slice->getBlock())
    return std::nullopt;
  std::optional<CollectiveSides> sides = getSides(reduce);
  if (!sides)
    return std::nullopt;
  std::optional<Layout> part = getSliceLayout(reduce, *sides, slice);
  if (!part)
    return std::nullopt;
  // The groups of the sum and of the slice must be the same.
  DimList cut, reduced;
  for (unsigned axis = 0; axis < part->getRank(); ++axis)
    if (sides->to.getAxis(axis) != part->getAxis(axis))
      llvm::append_range(cut, part->getAxis(axis));
  for (const PartialDim &partial : sides->from.getPartial())
    if (!sides->to.getPartial(partial.dim))
      reduced.push_back(partial.dim);
  llvm::sort(cut);
  if (cut != reduced)
    return std::nullopt;
  part->setPartial(sides->to.getPartial());
  return LayoutAttr::get(reduce.getFrom().getMesh(), sides->mesh, *part);
}

/// Whether scattering moves less than reducing everything. The device that has
/// most of an uneven axis receives all addends of its part.
static bool isCheaper(comm::AllReduceOp reduce, LayoutAttr to) {
  std::optional<CollectiveSides> sides = getSides(reduce);
  llvm::Expected<Layout> part = to.resolve(sides->mesh);
  if (!part) {
    llvm::consumeError(part.takeError());
    return false;
  }
  DimList dims;
  for (const PartialDim &partial : sides->from.getPartial())
    if (!sides->to.getPartial(partial.dim))
      dims.push_back(partial.dim);
  ArrayRef<int64_t> shape = reduce.getGlobalShape();
  return getMaxLocalElements(sides->mesh, *part, shape) *
             sides->mesh.getGroupSize(dims) <=
         2 * getMaxLocalElements(sides->mesh, sides->from, shape);
}

namespace {

struct ScatterReductions
    : dtensor::impl::ScatterReductionsBase<ScatterReductions> {
  using ScatterReductionsBase::ScatterReductionsBase;

  void runOnOperation() override {
    getOperation()->walk([](tensor::ExtractSliceOp slice) {
      auto reduce = slice.getSource().getDefiningOp<comm::AllReduceOp>();
      std::optional<LayoutAttr> to = matchPart(reduce, slice);
      if (!to || !isCheaper(reduce, *to))
        return;
      OpBuilder builder(slice);
      Value dest = tensor::EmptyOp::create(builder, slice.getLoc(),
                                           slice.getMixedSizes(),
                                           slice.getType().getElementType());
      auto scatter = comm::ReduceScatterOp::create(
          builder, reduce.getLoc(), TypeRange(dest.getType()),
          reduce.getSource(), dest, reduce.getGlobalExtents(), reduce.getFrom(),
          *to, reduce.getGlobalShapeAttr(), /*shared=*/nullptr,
          reduce.getFromZeroAttr(), reduce.getReasonAttr());
      slice.replaceAllUsesWith(scatter.getResult());
      slice.erase();
      reduce.erase();
    });
  }
};

} // namespace
