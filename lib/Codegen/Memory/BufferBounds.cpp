//===- BufferBounds.cpp - How large a buffer can be -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Memory/BufferBounds.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;

namespace {
/// Bounds the extents of a view of bytes by its operands, as for an allocation.
/// Upstream's bounds stop at such a view.
struct ViewBounds
    : ValueBoundsOpInterface::ExternalModel<ViewBounds, memref::ViewOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t axis,
                                       ValueBoundsConstraintSet &set) const {
    auto view = cast<memref::ViewOp>(op);
    MemRefType type = view.getType();
    if (type.isDynamicDim(axis))
      set.bound(value)[axis] ==
          set.getExpr(view.getSizes()[type.getDynamicDimIndex(axis)]);
  }
};
} // namespace

void dtensor::registerViewBounds(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    memref::ViewOp::attachInterface<ViewBounds>(*context);
  });
}

std::optional<int64_t> dtensor::getMaxBytes(MemRefType type,
                                            ValueRange dynamicSizes) {
  int64_t bytes = getElementBits(type.getElementType()) / 8;
  if (bytes == 0 || !type.getLayout().isIdentity())
    return std::nullopt;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    FailureOr<int64_t> extent = type.getDimSize(axis);
    if (type.isDynamicDim(axis))
      extent = ValueBoundsConstraintSet::computeConstantBound(
          presburger::BoundType::UB,
          {dynamicSizes[type.getDynamicDimIndex(axis)]},
          /*stopCondition=*/nullptr, /*closedUB=*/true);
    if (failed(extent) || *extent < 0 ||
        llvm::MulOverflow(bytes, *extent, bytes))
      return std::nullopt;
  }
  return bytes;
}

std::optional<int64_t> dtensor::getMaxBytes(memref::AllocOp alloc) {
  return getMaxBytes(alloc.getType(), alloc.getDynamicSizes());
}

bool dtensor::outlivesIteration(memref::AllocOp alloc,
                                BufferViewFlowAnalysis &flow) {
  return llvm::any_of(flow.resolve(alloc.getResult()), [&](Value alias) {
    auto argument = dyn_cast<BlockArgument>(alias);
    Operation *owner =
        argument ? argument.getOwner()->getParentOp() : alias.getDefiningOp();
    // The value is an argument or result of a loop around the allocation.
    return isa<LoopLikeOpInterface>(owner) && owner->isProperAncestor(alloc);
  });
}
