//===- Frequency.cpp - How often ops are executed -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/Frequency.h"
#include "dtensor/Analysis/LoopPositions.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace dtensor;

/// The frequency of ops in one of a branch's regions. Devices may take the
/// branch in different iterations of a loop; the result is that of the device
/// that does so most often.
static Frequency enterIterations(scf::IfOp branch, Region &region,
                                 Frequency frequency) {
  auto meshes = branch->getParentOfType<ModuleOp>().getOps<MeshOp>();
  if (meshes.empty())
    return frequency;
  std::optional<IterationsTaken> taken =
      countIterationsTaken(branch.getCondition(), (*meshes.begin()).getMesh());
  if (!taken || taken->numIterations == 0 ||
      frequency.count % taken->numIterations != 0)
    return frequency;
  int64_t iterations = &region == &branch.getThenRegion()
                           ? taken->most
                           : taken->numIterations - taken->fewest;
  return {frequency.count / taken->numIterations * iterations,
          frequency.hasUnknownLoop};
}

/// The frequency of ops in `region`, one of `op`'s.
static Frequency enter(Operation *op, Region &region, Frequency frequency) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return enterIterations(branch, region, frequency);
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return frequency;
  std::optional<APInt> trips = loop.getStaticTripCount();
  int64_t count;
  if (!trips || trips->getActiveBits() > 62 ||
      llvm::MulOverflow(frequency.count, int64_t(trips->getZExtValue()), count))
    return {frequency.count, true};
  return {count, frequency.hasUnknownLoop};
}

namespace {
class Visitor {
public:
  explicit Visitor(llvm::function_ref<void(Operation *, Frequency)> visit)
      : visitOp(visit) {}

  void visit(Region &region, Frequency frequency) {
    for (Operation &op : region.getOps()) {
      visitOp(&op, frequency);
      for (Region &nested : op.getRegions())
        visit(nested, enter(&op, nested, frequency));
      auto call = dyn_cast<CallOpInterface>(op);
      if (!call)
        continue;
      auto callee =
          dyn_cast_or_null<CallableOpInterface>(call.resolveCallable());
      if (!callee || !callee.getCallableRegion() ||
          llvm::is_contained(callers, callee.getOperation()))
        continue;
      callers.push_back(callee);
      visit(*callee.getCallableRegion(), frequency);
      callers.pop_back();
    }
  }

private:
  llvm::function_ref<void(Operation *, Frequency)> visitOp;
  /// The functions that are being visited.
  SmallVector<Operation *> callers;
};
} // namespace

void dtensor::visitExecuted(
    Region &body, llvm::function_ref<void(Operation *, Frequency)> visit) {
  Visitor(visit).visit(body, {});
}
