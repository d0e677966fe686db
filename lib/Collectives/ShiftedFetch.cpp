//===- ShiftedFetch.cpp - Fetches of shifted boxes ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShiftedFetch.h"
#include "Filling.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace dtensor;

/// The same fetch with one loop for each axis, in order. Nothing if an axis is
/// read through a window.
static std::optional<Fetch> getPlain(Fetch fetch) {
  Fetch plain;
  SmallVector<DimList> axes;
  llvm::SmallBitVector used(fetch.loops.size());
  for (auto [axis, window] : llvm::enumerate(fetch.windows)) {
    unsigned loop = window.isLoop() ? window.terms.front().loop : 0;
    if (!window.isLoop() || used[loop])
      return std::nullopt;
    used.set(loop);
    plain.loops.push_back(fetch.loops[loop]);
    plain.windows.push_back(AxisWindow::ofLoop(axis));
    axes.emplace_back(fetch.to.getAxis(loop));
  }
  plain.to = Layout(axes, fetch.to.getPartial());
  plain.sources = std::move(fetch.sources);
  return plain;
}

static std::optional<ShiftedFetch> matchShifts(comm::FetchOp op,
                                               const Mesh &mesh) {
  auto type = dyn_cast<RankedTensorType>(op.getDest().getType());
  if (!type || !type.hasStaticShape() || !op.getNumbers().empty() ||
      op.getSources().empty() || op->hasAttr(kUnforcedAttr) ||
      !llvm::all_equal(op.getSources()) || !llvm::all_equal(op.getFrom()))
    return std::nullopt;
  std::optional<Fetch> fetch = getPlain(op.getFetch(mesh));
  if (!fetch)
    return std::nullopt;
  const auto &extents = fetch->sources.front().shape;
  ShiftedFetch shifted{op,
                       *fetch,
                       {},
                       op.getSources().front(),
                       cast<LayoutAttr>(op.getFrom()[0]),
                       {extents.begin(), extents.end()},
                       {}};
  std::optional<ShiftedTensor> tensor = ShiftedTensor::ofFetch(shifted.fetch);
  if (!tensor)
    return std::nullopt;
  shifted.tensor = std::move(*tensor);
  if (!shifted.tensor.isCovered() &&
      !op.getDest().getDefiningOp<tensor::EmptyOp>()) {
    shifted.filling = getFilling(op.getDest());
    if (!shifted.filling)
      return std::nullopt;
  }
  return shifted;
}

/// Describes a fetch of the result of another one by the boxes of that one's
/// source.
static void composeWith(const ShiftedFetch &before, ShiftedFetch &after,
                        const Mesh &mesh) {
  const Layout &layout = after.fetch.sources.front().layout;
  if (before.fetch.to.withoutTrivialDims(mesh) !=
          layout.withoutTrivialDims(mesh) ||
      ArrayRef<int64_t>(before.fetch.loops) !=
          ArrayRef<int64_t>(after.sourceShape) ||
      (before.filling && after.filling && before.filling != after.filling))
    return;
  after.tensor = compose(after.tensor, before.tensor);
  after.source = before.source;
  after.from = before.from;
  after.sourceShape = before.sourceShape;
  if (!after.filling)
    after.filling = before.filling;
}

/// Describes a fetch of a value that each device has put together from slices
/// of one tensor, along an axis that is not divided. Returns whether it is one.
static bool composeWithSlices(ShiftedFetch &after, const Mesh &mesh) {
  auto concat = after.source.getDefiningOp<tensor::ConcatOp>();
  if (!concat)
    return false;
  const Layout &layout = after.fetch.sources.front().layout;
  unsigned axis = concat.getDim();
  if (mesh.getGroupSize(layout.getAxis(axis)) > 1)
    return false;
  ShiftedTensor before;
  before.shape.assign(after.sourceShape.begin(), after.sourceShape.end());
  Value source;
  int64_t position = 0;
  for (Value operand : concat.getInputs()) {
    auto slice = operand.getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !slice.getType().hasStaticShape() ||
        !slice.getSourceType().hasStaticShape() ||
        slice.getSourceType().getRank() != slice.getType().getRank() ||
        (source && slice.getSource() != source))
      return false;
    source = slice.getSource();
    for (unsigned other = 0; other < before.shape.size(); ++other)
      if (slice.getStaticStrides()[other] != 1 ||
          ShapedType::isDynamic(slice.getStaticOffsets()[other]) ||
          (other != axis && slice.getType().getDimSize(other) !=
                                slice.getSourceType().getDimSize(other)))
        return false;
    SmallVector<int64_t, 4> zeros(before.shape.size());
    ShiftedBox box{zeros, zeros, before.shape};
    box.begin[axis] = position;
    box.shift[axis] = slice.getStaticOffsets()[axis] - position;
    position += slice.getType().getDimSize(axis);
    box.end[axis] = position;
    before.boxes.push_back(std::move(box));
  }
  after.tensor = compose(after.tensor, before);
  after.source = source;
  after.sourceShape[axis] =
      cast<RankedTensorType>(source.getType()).getDimSize(axis);
  return true;
}

std::vector<ShiftedFetch> dtensor::findShifts(Block &block, const Mesh &mesh,
                                              bool through) {
  std::vector<ShiftedFetch> fetches;
  llvm::DenseMap<Value, size_t> numbers;
  for (auto op : block.getOps<comm::FetchOp>()) {
    std::optional<ShiftedFetch> shifted = matchShifts(op, mesh);
    if (!shifted)
      continue;
    if (through) {
      while (composeWithSlices(*shifted, mesh))
        ;
      auto before = numbers.find(shifted->source);
      if (before != numbers.end())
        composeWith(fetches[before->second], *shifted, mesh);
    }
    numbers.try_emplace(op.getResult(), fetches.size());
    fetches.push_back(std::move(*shifted));
  }
  return fetches;
}
