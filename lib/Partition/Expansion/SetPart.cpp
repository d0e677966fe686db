//===- SetPart.cpp - The part that a component is -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SetPart.h"

using namespace mlir;
using namespace dtensor;

void dtensor::setPart(Expander &expander, linalg_ext::PartOpInterface local,
                      Value global, function_ref<bool(int64_t)> isWhole) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  const Mesh &mesh = expander.getMesh();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  auto type = cast<RankedTensorType>(global.getType());
  const Layout &layout = expander.getLayout(global);
  SmallVector<OpFoldResult> starts;
  SmallVector<int64_t> shape(type.getShape());
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (isWhole(axis) || mesh.getGroupSize(layout.getAxis(axis)) == 1) {
      starts.push_back(builder.getIndexAttr(0));
      extent = ShapedType::kDynamic;
      continue;
    }
    starts.push_back(
        geometry.getOffset(layout.getAxis(axis), extent, local.getLoc()));
  }
  if (!llvm::all_of(shape, ShapedType::isDynamic))
    local.setPart(starts, shape);
}
