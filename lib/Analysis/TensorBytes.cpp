//===- TensorBytes.cpp - The size of a component --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/TensorBytes.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace dtensor;

/// The extent of an entry function's argument, which no op of the function
/// bounds. Nothing for other values.
static std::optional<int64_t> getArgumentExtent(Value value, unsigned axis) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  auto globalType = function ? function.getArgAttrOfType<TypeAttr>(
                                   argument.getArgNumber(), kGlobalTypeAttr)
                             : TypeAttr();
  LayoutAttr layout = globalType ? getLayout(value) : LayoutAttr();
  MeshOp meshOp =
      layout ? lookupMeshOrNull(function, layout.getMesh()) : MeshOp();
  if (!meshOp)
    return std::nullopt;
  Mesh mesh = meshOp.getMesh();
  int64_t global =
      cast<RankedTensorType>(globalType.getValue()).getDimSize(axis);
  if (ShapedType::isDynamic(global))
    return std::nullopt;
  return llvm::cantFail(layout.resolve(mesh))
      .getMaxLocalExtent(mesh, axis, global);
}

/// Bounds extents that models of ops do not: those of an entry function's
/// arguments, and those of an elementwise result by an operand's. The models of
/// integer arithmetic handle only numbers, and must not be given a tensor.
static bool boundOthers(Value value, std::optional<int64_t> axis,
                        ValueBoundsConstraintSet &bounds) {
  if (!axis)
    return false;
  if (std::optional<int64_t> extent = getArgumentExtent(value, *axis)) {
    bounds.bound(value)[*axis] <= *extent;
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!op || !OpTrait::hasElementwiseMappableTraits(op))
    return false;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType())) {
      bounds.bound(value)[*axis] == bounds.getExpr(operand, *axis);
      break;
    }
  return true;
}

int64_t dtensor::getMaxExtent(Value tensor, unsigned axis) {
  int64_t extent = cast<RankedTensorType>(tensor.getType()).getDimSize(axis);
  if (!ShapedType::isDynamic(extent))
    return extent;
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, {tensor, static_cast<int64_t>(axis)},
      /*stopCondition=*/boundOthers, /*closedUB=*/true);
  return succeeded(bound) ? *bound : 1;
}

int64_t dtensor::getMaxBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t elements = 1;
  for (unsigned axis = 0; axis < type.getRank(); ++axis)
    elements *= getMaxExtent(tensor, axis);
  return elements * getElementBits(type.getElementType()) / 8;
}
