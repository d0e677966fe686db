//===- WindowExtentOp.cpp - comm.window_extent ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::comm;

AxisWindow WindowExtentOp::getAxisWindow() {
  return *dtensor::getAxisWindow(getWindow().getResult(0));
}

LogicalResult WindowExtentOp::verify() {
  AffineMap window = getWindow();
  if (window.getNumResults() != 1 || window.getNumDims() != getLoops().size() ||
      !dtensor::getAxisWindow(window.getResult(0)))
    return emitOpError("the window must be one sum of ")
           << getLoops().size() << " loops with positive coefficients, found "
           << getWindowAttr();
  for (int64_t extent : getLoops())
    if (extent < 0)
      return emitOpError("extents of loops must be at least 0, found ")
             << extent;
  return success();
}

LogicalResult WindowExtentOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Mesh> mesh = verifyMesh(*this, getLayout().getMesh(), &symbols);
  if (failed(mesh))
    return failure();
  llvm::Expected<Layout> layout = getLayout().resolve(*mesh);
  if (!layout)
    return emitOpError(llvm::toString(layout.takeError()));
  if (layout->getRank() != getLoops().size())
    return emitOpError("requires a layout of ")
           << getLoops().size() << " loops, found " << getLayout();
  return success();
}

namespace {
/// The largest extent over devices, and whether all devices have the same.
struct ExtentRange {
  int64_t most;
  bool isUniform;
};
} // namespace

static std::optional<ExtentRange> getRange(WindowExtentOp op) {
  MeshOp meshOp = lookupMeshOrNull(op, op.getLayout().getMesh());
  if (!meshOp)
    return std::nullopt;
  Mesh mesh = meshOp.getMesh();
  Layout layout = llvm::cantFail(op.getLayout().resolve(mesh));
  SmallVector<Slice> parts;
  for (auto [loop, extent] : llvm::enumerate(op.getLoops()))
    parts.push_back({0, layout.getMaxLocalExtent(mesh, loop, extent)});
  AxisWindow window = op.getAxisWindow();
  bool isUniform = llvm::all_of(window.terms, [&](const WindowTerm &term) {
    return layout.isEven(mesh, term.loop, op.getLoops()[term.loop]);
  });
  return ExtentRange{window.getHull(parts).extent, isUniform};
}

OpFoldResult WindowExtentOp::fold(FoldAdaptor) {
  std::optional<ExtentRange> range = getRange(*this);
  if (!range || !range->isUniform)
    return {};
  return IntegerAttr::get(getType(), range->most);
}

void WindowExtentOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                       SetIntRangeFn setResultRange) {
  unsigned width = IndexType::kInternalStorageBitWidth;
  std::optional<ExtentRange> range = getRange(*this);
  int64_t most = range ? range->most : std::numeric_limits<int64_t>::max();
  setResultRange(getResult(), ConstantIntRanges::fromSigned(
                                  APInt(width, 0, /*isSigned=*/true),
                                  APInt(width, most, /*isSigned=*/true)));
}

void WindowExtentOp::populateBoundsForIndexValue(
    Value value, ValueBoundsConstraintSet &set) {
  set.bound(value) >= 0;
  if (std::optional<ExtentRange> range = getRange(*this))
    set.bound(value) <= range->most;
}
