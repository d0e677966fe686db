//===- LoopIndices.cpp - Indices at a point of the loops ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

SmallVector<Value> dtensor::createLoopIndices(OpBuilder &builder, Location loc,
                                              AffineMap map,
                                              ArrayRef<Value> induction) {
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults()) {
    AffineMap single = AffineMap::get(map.getNumDims(), 0, expr);
    llvm::SmallBitVector unused = getUnusedDimsBitVector(single);
    SmallVector<Value> used;
    for (auto [dim, value] : llvm::enumerate(induction))
      if (!unused.test(dim))
        used.push_back(value);
    OpFoldResult index = affine::makeComposedFoldedAffineApply(
        builder, loc, compressUnusedDims(single), getAsOpFoldResult(used));
    indices.push_back(getValueOrCreateConstantIndexOp(builder, loc, index));
  }
  return indices;
}

bool dtensor::isContiguous(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  return type && type.getRank() > 0 &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}
