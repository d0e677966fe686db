//===- LinalgExtEvaluation.cpp - Parts of tensors -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtEvaluation.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

PartBox reference::getPartBox(linalg_ext::PartOpInterface op,
                              const Tensor &part, const Evaluator &evaluator) {
  PartBox box;
  for (OpFoldResult start : op.getMixedPartStarts()) {
    if (auto value = dyn_cast<Value>(start))
      box.starts.push_back(getInteger(evaluator.get(value)));
    else
      box.starts.push_back(cast<IntegerAttr>(cast<Attribute>(start)).getInt());
  }
  box.extents = Position(part->getShape());
  if (std::optional<ArrayRef<int64_t>> whole = op.getPartShape())
    for (auto [extent, own] : llvm::zip_equal(*whole, box.extents))
      own = ShapedType::isDynamic(extent) ? own : extent;
  return box;
}
