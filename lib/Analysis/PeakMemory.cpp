//===- PeakMemory.cpp - Bytes that live at once ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/PeakMemory.h"
#include "dtensor/Analysis/TensorBytes.h"

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;

namespace dtensor {

namespace {
/// The time in which the memory of a set of values is in use, and its size.
/// Times are positions of ops in program order.
struct Lifetime {
  int64_t bytes = 0;
  int64_t begin = INT64_MAX, end = 0;
};

class LifetimeAnalysis {
public:
  explicit LifetimeAnalysis(func::FuncOp entry);

  int64_t computePeak();

private:
  void number(Operation *op);
  void join(Value a, Value b);
  void joinValuesOfOneBuffer(Operation *op);
  /// The last time that `value` is read, as seen from its definition. A loop
  /// reads it until the loop ends.
  int64_t getLastUse(Value value) const;

  func::FuncOp entry;
  DenseMap<Operation *, std::pair<int64_t, int64_t>> times;
  int64_t now = 0;
  SmallVector<Value> tensors;
  llvm::EquivalenceClasses<void *> buffers;
};
} // namespace

LifetimeAnalysis::LifetimeAnalysis(func::FuncOp entry) : entry(entry) {
  number(entry);
  entry->walk([&](Block *block) {
    llvm::append_range(tensors, block->getArguments());
    for (Operation &op : *block)
      llvm::append_range(tensors, op.getResults());
  });
  llvm::erase_if(tensors, [](Value value) {
    return !isa<RankedTensorType>(value.getType());
  });
  for (Value value : tensors)
    buffers.insert(value.getAsOpaquePointer());
  entry->walk([&](Operation *op) { joinValuesOfOneBuffer(op); });
  if (!entry.getBody().hasOneBlock())
    return;
  Operation *terminator = entry.front().getTerminator();
  for (const Donation &donation : matchDonations(entry))
    if (donation.result)
      join(entry.getArgument(donation.argument),
           terminator->getOperand(*donation.result));
}

void LifetimeAnalysis::number(Operation *op) {
  int64_t begin = now++;
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      number(&nested);
  times[op] = {begin, now++};
}

void LifetimeAnalysis::join(Value a, Value b) {
  if (isa<RankedTensorType>(a.getType()) && isa<RankedTensorType>(b.getType()))
    buffers.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
}

void LifetimeAnalysis::joinValuesOfOneBuffer(Operation *op) {
  auto joinAll = [&](ValueRange as, ValueRange bs) {
    for (auto [a, b] : llvm::zip(as, bs))
      join(a, b);
  };
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
    for (OpOperand &init : destination.getDpsInitsMutable())
      // A value that is needed again is copied, not overwritten.
      if (init.get().hasOneUse() && op->getNumResults() > 0)
        join(init.get(), destination.getTiedOpResult(&init));
  } else if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
                 tensor::CollapseShapeOp, tensor::CastOp>(op)) {
    join(op->getOperand(0), op->getResult(0));
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    joinAll(loop.getInitArgs(), loop.getRegionIterArgs());
    joinAll(loop.getRegionIterArgs(), loop.getYieldedValues());
    joinAll(loop.getRegionIterArgs(), loop.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    joinAll(loop.getInits(), loop.getBeforeArguments());
    joinAll(loop.getBeforeArguments(), loop.getYieldedValues());
    joinAll(loop.getAfterArguments(), loop.getConditionOp().getArgs());
    joinAll(loop.getAfterArguments(), loop.getResults());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (op->getNumResults() > 0) {
      joinAll(branch.getResults(), branch.thenYield().getOperands());
      joinAll(branch.getResults(), branch.elseYield().getOperands());
    }
  }
}

int64_t LifetimeAnalysis::getLastUse(Value value) const {
  int64_t last = 0;
  for (Operation *user : value.getUsers())
    // A release ends the time in which peers may read, not the time in which
    // the memory is in use.
    if (Operation *inScope =
            isa<comm::ReleaseOp>(user)
                ? nullptr
                : value.getParentBlock()->findAncestorOpInBlock(*user))
      last = std::max(last, times.at(inScope).second);
  return last;
}

int64_t LifetimeAnalysis::computePeak() {
  DenseMap<void *, Lifetime> lifetimes;
  for (Value value : tensors) {
    Lifetime &lifetime =
        lifetimes[buffers.getLeaderValue(value.getAsOpaquePointer())];
    lifetime.bytes = std::max(lifetime.bytes, getMaxBytes(value));
    Operation *definition = value.getDefiningOp();
    if (!definition)
      definition = value.getParentBlock()->getParentOp();
    lifetime.begin = std::min(lifetime.begin, times.at(definition).first);
    lifetime.end =
        std::max({lifetime.end, times.at(definition).first, getLastUse(value)});
    if (definition == entry)
      lifetime.end = now;
  }

  SmallVector<int64_t> change(now + 2, 0);
  for (const auto &[leader, lifetime] : lifetimes) {
    change[lifetime.begin] += lifetime.bytes;
    change[lifetime.end + 1] -= lifetime.bytes;
  }
  int64_t live = 0, peak = 0;
  for (int64_t bytes : change) {
    live += bytes;
    peak = std::max(peak, live);
  }
  return peak;
}

int64_t computePeakBytes(func::FuncOp entry) {
  return LifetimeAnalysis(entry).computePeak();
}

} // namespace dtensor
