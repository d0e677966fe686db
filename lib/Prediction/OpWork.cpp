//===- OpWork.cpp - What an op computes and touches -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Prediction/OpWork.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Analysis/TensorBytes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace dtensor;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// Whether the op is an elementwise one on tensors, or a structured op that is
/// fused with others.
static bool isFusedWithOthers(Operation *op) {
  return isFusable(op) || (OpTrait::hasElementwiseMappableTraits(op) &&
                           llvm::any_of(op->getResults(), isTensor));
}

/// Whether the op computes and moves nothing itself: it gives a value another
/// type, controls other ops, or is a collective.
static bool isWithoutWork(Operation *op) {
  return isFree(op) || llvm::none_of(op->getResults(), isTensor) ||
         isa<comm::CommDialect>(op->getDialect()) ||
         isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::CastOp, CallOpInterface,
             RegionBranchOpInterface>(op);
}

/// Whether a value never lies in memory: it costs nothing to make, or its maker
/// and its users become one loop, since all ops up to the last user do.
static bool staysInRegisters(Value value) {
  Operation *maker = value.getDefiningOp();
  if (!maker)
    return false;
  if (isFree(maker))
    return true;
  if (!isFusedWithOthers(maker) || value.use_empty())
    return false;
  SmallPtrSet<Operation *, 4> users(value.user_begin(), value.user_end());
  // Larger groups of ops are not fused, and are not searched.
  constexpr int kMaxOps = 64;
  Operation *op = maker->getNextNode();
  for (int i = 0; op && i < kMaxOps; ++i, op = op->getNextNode()) {
    if (!isFusedWithOthers(op) && (!isWithoutWork(op) || users.contains(op) ||
                                   isa<comm::CommDialect>(op->getDialect())))
      return false;
    if (users.erase(op) && users.empty())
      return true;
  }
  return false;
}

/// The tensor that an op only reads or writes as a part of another one; null
/// for other ops.
static Value getMovedPart(Operation *op) {
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getSource();
  if (auto slice = dyn_cast<linalg_ext::DynamicSliceOp>(op))
    return slice.getDest();
  if (auto update = dyn_cast<linalg_ext::DynamicUpdateSliceOp>(op))
    return update.getUpdate();
  return {};
}

/// The extent of a factor of the op's rule that has a dynamic one.
static double getFactorExtent(Operation *op, const ShardingRule &rule,
                              unsigned factor) {
  auto find = [&](ValueRange values,
                  ArrayRef<TensorFactors> tensors) -> std::optional<int64_t> {
    for (auto [value, axes] : llvm::zip_equal(values, tensors))
      for (auto [axis, factors] : llvm::enumerate(axes))
        if (factors.size() == 1 && factors.front() == factor)
          return getMaxExtent(value, axis);
    return std::nullopt;
  };
  if (auto extent = find(op->getOperands(), rule.operands))
    return *extent;
  return find(op->getResults(), rule.results).value_or(1);
}

/// The points of an op's iteration space.
static double countPoints(Operation *op) {
  FailureOr<ShardingRule> rule = getShardingRule(op);
  double points = 1;
  if (succeeded(rule)) {
    for (auto [index, factor] : llvm::enumerate(rule->factors))
      points *= factor.extent < 0 ? getFactorExtent(op, *rule, index)
                                  : double(factor.extent);
    return points;
  }
  // Without a rule, one for each element of the largest result.
  for (Value result : llvm::make_filter_range(op->getResults(), isTensor)) {
    double elements = 1;
    for (int64_t axis : llvm::seq(cast<ShapedType>(result.getType()).getRank()))
      elements *= getMaxExtent(result, axis);
    points = std::max(points, elements);
  }
  return points;
}

static int getOperationsPerPoint(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return getScalarCost(op);
  // Without conversions of types.
  if (isMatrixContraction(structured))
    return 2;
  // Without the terminator.
  return getPayloadCost(structured) - 1;
}

static bool isRead(OpOperand &operand) {
  auto structured = dyn_cast<linalg::LinalgOp>(operand.getOwner());
  return isTensor(operand.get()) && !staysInRegisters(operand.get()) &&
         (!structured || structured.payloadUsesValueFromOperand(&operand));
}

OpWork dtensor::getOpWork(Operation *op) {
  OpWork work;
  if (isWithoutWork(op))
    return work;
  if (Value part = getMovedPart(op)) {
    work.bytes = 2.0 * getMaxBytes(part);
    return work;
  }
  work.operations = countPoints(op) * getOperationsPerPoint(op);
  SmallVector<Value> computed(
      llvm::make_filter_range(op->getOperands(), isTensor));
  llvm::append_range(computed,
                     llvm::make_filter_range(op->getResults(), isTensor));
  work.elementType = getElementTypeOrSelf(computed.front());
  SmallPtrSet<void *, 4> read;
  for (OpOperand &operand : op->getOpOperands())
    if (isRead(operand) &&
        read.insert(operand.get().getAsOpaquePointer()).second)
      work.bytes += getMaxBytes(operand.get());
  for (Value result : llvm::make_filter_range(op->getResults(), isTensor)) {
    // Of a tensor that the payload reads at positions of its own, each point
    // reads one element.
    work.bytes += double(getMaxBytes(result)) * getCapturedTensors(op).size();
    if (!staysInRegisters(result))
      work.bytes += getMaxBytes(result);
  }
  return work;
}
