//===- ReductionLoops.cpp - The loops of a reduction ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionLoops.h"
#include "LoopBody.h"
#include "VectorBody.h"
#include "dtensor/Codegen/Loops/LoopIndices.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dtensor;

ReductionLoops::ReductionLoops(linalg::LinalgOp op, ArrayRef<unsigned> order,
                               const ReductionFolds &roles)
    : op(op), order(order), roles(roles), builder(op), loc(op.getLoc()),
      maps(op.getIndexingMapsArray()), ranges(op.getStaticLoopRanges()),
      induction(op.getNumLoops()) {
  for (const Fold &fold : roles.folds)
    combiners.push_back(fold.combiner);
  for (const Range &range : op.createLoopRanges(builder, loc))
    bounds.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
}

Value ReductionLoops::load(unsigned operand) {
  Value value = op->getOperand(operand);
  if (!isa<MemRefType>(value.getType()))
    return value;
  return memref::LoadOp::create(
      builder, loc, value,
      createLoopIndices(builder, loc, maps[operand], induction));
}

void ReductionLoops::store(Value value, unsigned operand) {
  SmallVector<Value> indices =
      createLoopIndices(builder, loc, maps[operand], induction);
  if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(builder, loc, value, op->getOperand(operand),
                            indices);
  else
    memref::StoreOp::create(builder, loc, value, op->getOperand(operand),
                            indices);
}

Value ReductionLoops::createBuffer(const Fold &fold,
                                   ArrayRef<int64_t> extents) {
  return memref::AllocOp::create(builder, loc,
                                 MemRefType::get(extents, fold.type),
                                 builder.getI64IntegerAttr(64));
}

/// Combines `partial` with further elements. `partial` is empty if nothing has
/// been combined yet.
SmallVector<Value> ReductionLoops::combine(ArrayRef<Value> partial,
                                           ArrayRef<Value> more) {
  if (partial.empty())
    return SmallVector<Value>(more);
  SmallVector<Value> both;
  for (auto [fold, low, high] : llvm::zip(roles.folds, partial, more))
    both.push_back(createCombination(builder, loc, fold, low, high));
  return both;
}

void ReductionLoops::addToResults(ArrayRef<Value> totals) {
  for (auto [fold, total] : llvm::zip(roles.folds, totals)) {
    unsigned operand = op.getNumDpsInputs() + fold.init;
    Value old = convert(load(operand), fold.type);
    Value updated = createFinal(
        builder, loc, fold, createCombination(builder, loc, fold, old, total));
    store(convert(updated, getElementTypeOrSelf(op->getOperand(operand))),
          operand);
  }
}

/// Computes the payload at the current point. Stores the results that are not
/// folds, and returns an element for each fold.
SmallVector<Value> ReductionLoops::createBody() {
  llvm::SmallDenseSet<unsigned> folded;
  for (const Fold &fold : roles.folds)
    folded.insert(getOperand(fold));
  IRMapping mapping = cloneLoopBody(
      builder, op, induction,
      [&](BlockArgument argument) {
        return folded.contains(argument.getArgNumber())
                   ? Value()
                   : load(argument.getArgNumber());
      },
      combiners);
  for (auto [init, value] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands()))
    if (unsigned operand = op.getNumDpsInputs() + init;
        !folded.contains(operand))
      store(mapping.lookupOrDefault(value), operand);
  return llvm::map_to_vector(roles.folds, [&](const Fold &fold) {
    return convert(mapping.lookupOrDefault(fold.element), fold.type);
  });
}

/// Does the same for neighbouring positions of the split loop.
SmallVector<Value> ReductionLoops::createVectorBody(int64_t width) {
  IRMapping mapping =
      cloneVectorBody(builder, op, roles.split, induction, width, combiners);
  for (auto [init, value] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands()))
    if (!llvm::is_contained(combiners, value.getDefiningOp()))
      store(getVector(builder, loc, mapping.lookupOrDefault(value), width),
            op.getNumDpsInputs() + init);
  return llvm::map_to_vector(roles.folds, [&](const Fold &fold) {
    Value element = mapping.lookupOrDefault(fold.element);
    return convert(getVector(builder, loc, element, width), fold.type);
  });
}
