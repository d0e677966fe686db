//===- CollectiveOps.cpp - Ops of several processes -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRegistration.h"
#include "FunctionOfElements.h"
#include "Shapes.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

/// Verifies groups, which are rows. -1 fills up short ones.
static LogicalResult verifyGroups(Operation *op, ElementsAttr groups) {
  auto type = cast<ShapedType>(groups.getType());
  if (type.getRank() != 2)
    return op->emitOpError("requires replica_groups of rank 2, found ") << type;
  std::set<int64_t> seen;
  for (const APInt &id : groups.getValues<APInt>()) {
    int64_t process = id.getSExtValue();
    if (process < -1)
      return op->emitOpError("requires processes of 0 or more, found ")
             << process;
    if (process >= 0 && !seen.insert(process).second)
      return op->emitOpError("has process ")
             << process << " twice in replica_groups";
  }
  return success();
}

static int64_t getGroupSize(ElementsAttr groups) {
  return cast<ShapedType>(groups.getType()).getDimSize(1);
}

/// Verifies that `whole` is a multiple of `part` along an axis. The groups
/// alone do not determine the factor, since they may be of replicas or of
/// devices.
static LogicalResult verifyPart(Operation *op, StringRef name, int64_t axis,
                                Value part, Value whole) {
  if (failed(verifyAxes(op, name, axis, rankOf(part))) ||
      failed(verifyElement(op, part, whole)))
    return failure();
  ArrayRef<int64_t> small = shapeOf(part), large = shapeOf(whole);
  Extents required(small);
  bool fits = large.size() == small.size();
  if (fits) {
    required[axis] = large[axis];
    fits = succeeded(verifyCompatibleShape(large, required)) &&
           (ShapedType::isDynamic(small[axis]) ||
            ShapedType::isDynamic(large[axis]) ||
            (small[axis] ? large[axis] % small[axis] == 0 : large[axis] == 0));
  }
  if (fits)
    return success();
  return op->emitOpError() << "requires shapes that differ by a factor along "
                              "axis "
                           << axis << ", found " << textOf(small) << " and "
                           << textOf(large);
}

static LogicalResult verifyPairs(Operation *op, ValueRange operands,
                                 ResultRange results) {
  if (operands.size() == results.size())
    return success();
  return op->emitOpError("requires a result for each of ")
         << operands.size() << " operands, found " << results.size();
}

LogicalResult AllGatherOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyPairs(*this, getOperands(), getResults())))
    return failure();
  int64_t axis = getAllGatherDim();
  for (auto [operand, result] : llvm::zip(getOperands(), getResults()))
    if (failed(verifyPart(*this, "all_gather_dim", axis, operand, result)))
      return failure();
  return success();
}

LogicalResult AllReduceOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyPairs(*this, getOperands(), getResults())))
    return failure();
  for (auto [operand, result] : llvm::zip(getOperands(), getResults()))
    if (failed(verifyShape(*this, result, shapeOf(operand))))
      return failure();
  return success();
}

LogicalResult AllReduceOp::verifyRegions() {
  if (getOperands().empty())
    return emitOpError("requires an operand at least");
  return verifyFold(*this, getComputation(), elementOf(getResult(0)));
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyAxes(*this, "scatter_dimension",
                        static_cast<int64_t>(getScatterDimension()),
                        rankOf(getOperand()))))
    return failure();
  return verifyPart(*this, "scatter_dimension", getScatterDimension(),
                    getResult(), getOperand());
}

LogicalResult ReduceScatterOp::verifyRegions() {
  return verifyFold(*this, getComputation(), elementOf(getResult()));
}

LogicalResult AllToAllOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyPairs(*this, getOperands(), getResults())))
    return failure();
  int64_t split = getSplitDimension(), concat = getConcatDimension();
  auto count = static_cast<int64_t>(getSplitCount());
  if (count < 1 || count != getGroupSize(getReplicaGroups()))
    return emitOpError("requires split_count to be the group's size ")
           << getGroupSize(getReplicaGroups()) << ", found " << count;
  for (auto [operand, result] : llvm::zip(getOperands(), getResults())) {
    if (failed(verifyAxes(*this, "split_dimension", split, rankOf(operand))) ||
        failed(
            verifyAxes(*this, "concat_dimension", concat, rankOf(operand))) ||
        failed(verifyElement(*this, operand, result)))
      return failure();
    Extents shape(shapeOf(operand));
    if (!ShapedType::isDynamic(shape[split])) {
      if (shape[split] % count)
        return emitOpError("requires ") << count << " to divide axis " << split
                                        << " of extent " << shape[split];
      shape[split] /= count;
    }
    if (!ShapedType::isDynamic(shape[concat]) &&
        llvm::MulOverflow(shape[concat], count, shape[concat]))
      shape[concat] = ShapedType::kDynamic;
    if (failed(verifyShape(*this, result, shape)))
      return failure();
  }
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyPairs(*this, getOperands(), getResults())))
    return failure();
  for (auto [operand, result] : llvm::zip(getOperands(), getResults()))
    if (failed(verifyElement(*this, operand, result)) ||
        failed(verifyShape(*this, result, shapeOf(operand))))
      return failure();
  return success();
}

LogicalResult CollectivePermuteOp::verify() {
  auto type = cast<ShapedType>(getSourceTargetPairs().getType());
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return emitOpError("requires source_target_pairs of shape nx2, found ")
           << type;
  std::set<int64_t> sources, targets;
  for (auto [index, id] :
       llvm::enumerate(getSourceTargetPairs().getValues<APInt>())) {
    int64_t process = id.getSExtValue();
    if (process < 0)
      return emitOpError("requires processes of 0 or more, found ") << process;
    if (!(index % 2 ? targets : sources).insert(process).second)
      return emitOpError("has process ")
             << process << " twice as a " << (index % 2 ? "target" : "source");
  }
  if (failed(verifyElement(*this, getOperand(), getResult())))
    return failure();
  return verifyShape(*this, getResult(), shapeOf(getOperand()));
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/CollectiveOps.cpp.inc"

void dtensor::stablehlo::detail::registerCollectiveOps(
    StableHLODialect &dialect) {
  registerOps<
#define GET_OP_LIST
#include "dtensor/Frontend/StableHLO/IR/CollectiveOps.cpp.inc"
      >(dialect);
}
