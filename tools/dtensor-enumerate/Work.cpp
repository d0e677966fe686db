//===- Work.cpp - The work of each device ---------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Work.h"

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace dtensor {

/// The number of parts into which the layout in the IR divides the axis.
static int64_t getNumParts(Value value, unsigned axis) {
  LayoutAttr attribute = getLayout(value);
  if (!attribute)
    return 1;
  MeshOp op = lookupMeshOrNull(value.getParentRegion()->getParentOp(),
                               attribute.getMesh());
  Mesh mesh = op.getMesh();
  return mesh.getGroupSize(
      llvm::cantFail(attribute.resolve(mesh)).getAxis(axis));
}

/// The largest local extent of the axis.
static int64_t getLocalExtent(Value value, unsigned axis) {
  int64_t extent = cast<RankedTensorType>(value.getType()).getDimSize(axis);
  return ShapedType::isDynamic(extent)
             ? extent
             : llvm::divideCeil(extent, getNumParts(value, axis));
}

static bool isCounted(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// The number of iterations of a structured op. Each loop has the smallest
/// extent of the axes along which it alone walks.
static double countIterations(linalg::LinalgOp op, bool isLocal) {
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  double product = 1;
  if (isLocal) {
    auto restrict = [&](Value value, AffineMap map) {
      if (!isCounted(value.getType()))
        return;
      for (auto [axis, expr] : llvm::enumerate(map.getResults()))
        if (auto dim = dyn_cast<AffineDimExpr>(expr))
          loops[dim.getPosition()] =
              std::min(loops[dim.getPosition()], getLocalExtent(value, axis));
    };
    for (OpOperand &operand : op->getOpOperands())
      restrict(operand.get(), op.getMatchingIndexingMap(&operand));
    for (OpResult result : op->getOpResults())
      restrict(result, op.getIndexingMapMatchingResult(result));
  }
  for (int64_t extent : loops)
    product *= ShapedType::isDynamic(extent) ? 1 : extent;
  return product;
}

static double countElements(Operation *op, bool isLocal) {
  double sum = 0;
  auto add = [&](Value value) {
    if (!isCounted(value.getType()))
      return;
    double product = 1;
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(value.getType()).getShape();
    for (auto [axis, extent] : llvm::enumerate(shape))
      product *= isLocal ? getLocalExtent(value, axis) : extent;
    sum += product;
  };
  llvm::for_each(op->getOperands(), add);
  llvm::for_each(op->getResults(), add);
  return sum;
}

Work countWork(ModuleOp module) {
  Work work;
  module.walk([&](Operation *op) {
    // Moving values and making constants is no work. An op that passes values
    // on has its work inside.
    if (isa<RelayoutOp, ConstrainOp, CallOpInterface>(op) ||
        isa<RegionBranchOpInterface>(op) ||
        op->hasTrait<OpTrait::IsTerminator>() || isFree(op))
      return;
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      work.whole += countIterations(structured, /*isLocal=*/false);
      work.ofDevice += countIterations(structured, /*isLocal=*/true);
      return;
    }
    work.whole += countElements(op, /*isLocal=*/false);
    work.ofDevice += countElements(op, /*isLocal=*/true);
  });
  return work;
}

} // namespace dtensor
