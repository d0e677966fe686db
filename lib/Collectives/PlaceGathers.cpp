//===- PlaceGathers.cpp - Gather late, and again rather than keep ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/PeakMemory.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {
#define GEN_PASS_DEF_PLACEGATHERS
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// The ops of the gather's own block in which its result is used, in order.
SmallVector<Operation *> getUsersInBlock(comm::AllGatherOp gather) {
  llvm::SmallSetVector<Operation *, 4> users;
  for (Operation *user : gather.getResult().getUsers())
    users.insert(gather->getBlock()->findAncestorOpInBlock(*user));
  SmallVector<Operation *> sorted = users.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return sorted;
}

/// Moves the gather, with a destination of its own, directly before `user`.
void sink(comm::AllGatherOp gather, Operation *user) {
  gather->moveBefore(user);
  auto dest = gather.getDest().getDefiningOp<tensor::EmptyOp>();
  if (!dest)
    return;
  if (dest->hasOneUse()) {
    dest->moveBefore(gather);
    return;
  }
  OpBuilder builder(gather);
  gather.getDestMutable().assign(builder.clone(*dest)->getResult(0));
}

/// Gathers of values that the caller of the function holds anyway (weights) are
/// repeated for users that come much later. This costs the bytes again, and
/// frees the memory in between. The peak of memory decides whether it pays: it
/// must be lower by some percentage, or be above the limit of the module.
class Regathering {
public:
  Regathering(func::FuncOp function, int64_t percent)
      : function(function), percent(percent) {}

  void run() {
    findLaterUses();
    if (laterUses.empty())
      return;
    int64_t kept = computePeakBytes(function);
    for (LaterUse &later : laterUses)
      split(later);
    int64_t saved = kept - computePeakBytes(function);
    if (saved > 0 && (100 * saved >= percent * kept || isTooMuch(kept)))
      return;
    for (LaterUse &later : laterUses) {
      later.copy.getResult().replaceAllUsesWith(later.gather.getResult());
      later.copy.erase();
    }
  }

private:
  /// A user, and those behind it, that come after gathers of other values.
  struct LaterUse {
    comm::AllGatherOp gather;
    SmallVector<Operation *> users;
    int64_t number;
    comm::AllGatherOp copy;
  };

  bool isTooMuch(int64_t bytes) {
    auto limit =
        function->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>(
            kMemoryPerDeviceAttr);
    return limit && bytes > limit.getInt();
  }

  void findLaterUses() {
    llvm::DenseMap<Operation *, int64_t> gathersBefore;
    SmallVector<comm::AllGatherOp> candidates;
    for (Operation &op : function.front()) {
      gathersBefore[&op] = candidates.size();
      auto gather = dyn_cast<comm::AllGatherOp>(op);
      if (gather && isa<BlockArgument>(gather.getSource()) &&
          gather->getNumResults() == 1)
        candidates.push_back(gather);
    }
    for (comm::AllGatherOp gather : candidates) {
      int64_t number = 0, before = gathersBefore[gather] + 1;
      for (Operation *user : getUsersInBlock(gather)) {
        if (gathersBefore[user] > before)
          laterUses.push_back({gather, {}, ++number, {}});
        before = gathersBefore[user];
        if (number > 0)
          laterUses.back().users.push_back(user);
      }
    }
  }

  void split(LaterUse &later) {
    OpBuilder builder(later.gather);
    comm::AllGatherOp copy = later.gather.clone();
    builder.insert(copy);
    copy->setAttr(kRegatheredAttr, builder.getI64IntegerAttr(later.number));
    later.gather.getResult().replaceUsesWithIf(
        copy.getResult(), [&](OpOperand &use) {
          return llvm::is_contained(
              later.users,
              later.gather->getBlock()->findAncestorOpInBlock(*use.getOwner()));
        });
    sink(copy, later.users.front());
    later.copy = copy;
  }

  func::FuncOp function;
  /// The percentage of the peak that must be saved.
  int64_t percent;
  std::vector<LaterUse> laterUses;
};

struct PlaceGathers : dtensor::impl::PlaceGathersBase<PlaceGathers> {
  using PlaceGathersBase::PlaceGathersBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    SmallVector<comm::AllGatherOp> gathers;
    function.walk([&](comm::AllGatherOp gather) {
      if (gather->getNumResults() == 1 && !gather.getResult().use_empty())
        gathers.push_back(gather);
    });
    // A value that is gathered in two steps moves with both.
    for (comm::AllGatherOp gather : llvm::reverse(gathers))
      sink(gather, getUsersInBlock(gather).front());
    if (regather <= 100)
      Regathering(function, regather).run();
  }
};

} // namespace
