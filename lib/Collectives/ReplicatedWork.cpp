//===- ReplicatedWork.cpp - Work that several devices repeat --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplicatedWork.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace dtensor;

/// The scalar operations that a device must save, some ten microseconds of
/// work: to wait for the others of the group takes up to a few.
static constexpr int64_t kLeastSaving = 1 << 18;
/// The scalar operations for each element that others then read. A copy of a
/// value would gain nothing.
static constexpr int64_t kLeastWorkPerElement = 2;

std::optional<unsigned> dtensor::getAxisOf(linalg::LinalgOp op,
                                           OpOperand &operand, unsigned loop) {
  return op.getMatchingIndexingMap(&operand).getResultPosition(
      getAffineDimExpr(loop, op->getContext()));
}

/// Whether parts of the op are ops of the same kind. An op without results only
/// asserts something of its operands.
static bool isCandidate(linalg::LinalgOp op) {
  return op->getNumResults() > 0 && op.hasPureTensorSemantics() &&
         isFusable(op) && isTilable(op) && !isa<linalg::FillOp>(op) &&
         !ShapedType::isDynamicShape(op.getStaticLoopRanges()) &&
         !llvm::is_contained(op.getStaticLoopRanges(), 0);
}

ReplicatedWork::ReplicatedWork(Block &block, const Mesh &mesh,
                               const Divergence &divergence)
    : mesh(mesh), divergence(divergence) {
  for (auto op : block.getOps<linalg::LinalgOp>()) {
    if (!isCandidate(op))
      continue;
    std::optional<Division> division = divide(op);
    if (!division)
      continue;
    ops.push_back(op);
    divisions.try_emplace(op, std::move(*division));
  }
  keepWhatPays();
}

const ReplicatedWork::Division *ReplicatedWork::lookup(Operation *op) const {
  auto found = divisions.find(op);
  return found == divisions.end() ? nullptr : &found->second;
}

/// The dimensions along which all devices have the same operands.
DimList ReplicatedWork::getUniformDims(linalg::LinalgOp op) const {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  DimList dims;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if (mesh.getSize(dim) > 1 && llvm::none_of(read, [&](Value value) {
          return divergence.differs(value, dim);
        }))
      dims.push_back(dim);
  return dims;
}

/// Whether the loop can be divided into `count` equal parts, each of which
/// reads and writes a box.
bool ReplicatedWork::canRunAlong(linalg::LinalgOp op, unsigned loop,
                                 int64_t count) const {
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel ||
      op.getStaticLoopRanges()[loop] % count != 0)
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    int64_t numUses = llvm::count_if(map.getResults(), [&](AffineExpr expr) {
      return expr.isFunctionOfDim(loop);
    });
    bool isAxis = getAxisOf(op, operand, loop).has_value();
    return op.isDpsInit(&operand) ? numUses == 1 && isAxis
                                  : numUses == (isAxis ? 1 : 0);
  });
}

/// Chooses the loop that runs along parts of an operand. An op that reads none
/// begins with the outermost axis of its result, whose parts are long runs.
std::optional<ReplicatedWork::Division>
ReplicatedWork::divide(linalg::LinalgOp op) const {
  Division division{0, getUniformDims(op)};
  int64_t count = mesh.getGroupSize(division.dims);
  if (count == 1)
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    const Division *producer = lookup(operand.get().getDefiningOp());
    if (!producer || producer->dims != division.dims)
      continue;
    auto structured = cast<linalg::LinalgOp>(operand.get().getDefiningOp());
    std::optional<unsigned> axis = getAxisOf(
        structured, *structured.getTiedOpOperand(cast<OpResult>(operand.get())),
        producer->loop);
    auto loop = dyn_cast<AffineDimExpr>(
        op.getMatchingIndexingMap(&operand).getResult(*axis));
    if (loop && canRunAlong(op, loop.getPosition(), count)) {
      division.loop = loop.getPosition();
      return division;
    }
  }
  for (AffineExpr expr :
       op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(expr);
        loop && canRunAlong(op, loop.getPosition(), count)) {
      division.loop = loop.getPosition();
      return division;
    }
  return std::nullopt;
}

bool ReplicatedWork::readsPart(OpOperand &use) const {
  const Division *user = lookup(use.getOwner());
  const Division *producer = lookup(use.get().getDefiningOp());
  if (!user || !producer || user->dims != producer->dims)
    return false;
  auto structured = cast<linalg::LinalgOp>(use.get().getDefiningOp());
  OpOperand *init = structured.getTiedOpOperand(cast<OpResult>(use.get()));
  return getAxisOf(cast<linalg::LinalgOp>(use.getOwner()), use, user->loop) ==
         getAxisOf(structured, *init, producer->loop);
}

bool ReplicatedWork::needsWhole(OpResult result) const {
  return llvm::any_of(result.getUses(),
                      [&](OpOperand &use) { return !readsPart(use); });
}

/// Forgets ops that are connected by their parts, if all of them together save
/// too little.
void ReplicatedWork::keepWhatPays() {
  llvm::EquivalenceClasses<Operation *> connected;
  for (linalg::LinalgOp op : ops) {
    connected.insert(op);
    for (OpOperand &operand : op->getOpOperands())
      if (readsPart(operand))
        connected.unionSets(op, operand.get().getDefiningOp());
  }
  struct Cost {
    int64_t work = 0, saving = 0, gathered = 0;
  };
  llvm::DenseMap<Operation *, Cost> costs;
  for (linalg::LinalgOp op : ops) {
    Cost &cost = costs[connected.getLeaderValue(op)];
    int64_t work = getPayloadCost(op);
    for (int64_t range : op.getStaticLoopRanges())
      work *= range;
    int64_t count = mesh.getGroupSize(lookup(op)->dims);
    cost.work += work;
    cost.saving += work - work / count;
    for (OpResult result : op->getResults())
      if (needsWhole(result))
        cost.gathered +=
            cast<RankedTensorType>(result.getType()).getNumElements();
  }
  llvm::erase_if(ops, [&](linalg::LinalgOp op) {
    const Cost &cost = costs[connected.getLeaderValue(op)];
    bool pays = cost.saving >= kLeastSaving &&
                cost.work >= kLeastWorkPerElement * cost.gathered;
    if (!pays)
      divisions.erase(op);
    return !pays;
  });
}
