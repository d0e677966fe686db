//===- VerifyMemoryPlan.cpp - No buffer is lost while it is needed --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Memory/BufferBounds.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Layout/Intervals.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor {
#define GEN_PASS_DEF_VERIFYMEMORYPLAN
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Executes a function on buffers that are intact or lost. A buffer is lost
/// when another one that overlaps it is written, and intact once it is written
/// itself.
class LossInterpreter {
public:
  LogicalResult run(func::FuncOp function) {
    return failure(failed(findPlaces(function)) ||
                   failed(run(function.getBody())));
  }

private:
  using Buffers = llvm::SmallSetVector<memref::ViewOp, 2>;
  /// Lost buffers, with the op that has overwritten each.
  using Losses = DenseMap<Operation *, Operation *>;

  LogicalResult findPlaces(func::FuncOp function);
  LogicalResult run(Region &region);
  LogicalResult run(Operation &op);
  LogicalResult runBranch(RegionBranchOpInterface op);
  LogicalResult runLoop(RegionBranchOpInterface op);
  LogicalResult access(Operation &op);
  void forget(Operation *buffer);
  /// The parts of arenas that `value` may be, or be a view of.
  Buffers getBuffers(Value value);
  /// Records that `value` may be the same buffers as `other`. Returns whether
  /// that was not known.
  bool join(Value value, Value other);
  /// Joins values along all paths into, between and out of the regions of `op`.
  bool joinSuccessors(RegionBranchOpInterface op);

  struct Place {
    Value arena;
    int64_t begin, end;
  };

  DenseMap<Operation *, Place> places;
  /// Buffers that have no use after an op. Tracking them further would take
  /// time that grows with the square of the program.
  DenseMap<Operation *, SmallVector<Operation *, 1>> lastUses;
  DenseMap<Value, Buffers> carried;
  /// The buffers that have been written. Others hold nothing that could be
  /// lost.
  DenseMap<Value, Intervals<Operation *>> written;
  Losses lost;
};

struct VerifyMemoryPlan
    : dtensor::impl::VerifyMemoryPlanBase<VerifyMemoryPlan> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!function.isExternal() && failed(LossInterpreter().run(function)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

static bool isInArena(memref::ViewOp view) {
  Operation *arena = view.getSource().getDefiningOp();
  return arena && arena->hasAttr(kArenaAttr);
}

/// The last op in the block of `buffer` that uses it or a view of it. Null if
/// other values may be the same buffer.
static Operation *findLastUser(memref::ViewOp buffer) {
  Operation *last = buffer;
  SmallVector<Operation *> views = {buffer};
  while (!views.empty())
    for (Operation *user : views.pop_back_val()->getUsers()) {
      bool isBranch = isa<RegionBranchOpInterface>(user) &&
                      !isa<MemoryEffectOpInterface>(user);
      if (isa<ViewLikeOpInterface>(user))
        views.push_back(user);
      else if (isBranch || user->hasTrait<OpTrait::IsTerminator>() ||
               llvm::any_of(user->getResultTypes(),
                            llvm::IsaPred<BaseMemRefType>))
        return nullptr;
      Operation *inBlock = buffer->getBlock()->findAncestorOpInBlock(*user);
      if (last->isBeforeInBlock(inBlock))
        last = inBlock;
    }
  return last;
}

LogicalResult LossInterpreter::findPlaces(func::FuncOp function) {
  WalkResult result = function.walk([&](memref::ViewOp view) {
    if (!isInArena(view))
      return WalkResult::advance();
    std::optional<int64_t> begin = getConstantIntValue(view.getByteShift());
    std::optional<int64_t> bytes = getMaxBytes(view.getType(), view.getSizes());
    int64_t size = cast<MemRefType>(view.getSource().getType()).getDimSize(0);
    if (!begin || !bytes || size < *bytes || *begin > size - *bytes) {
      view.emitError("the compiler has given a buffer less memory than it may "
                     "need, which is wrong; please report this program");
      return WalkResult::interrupt();
    }
    places[view] = {view.getSource(), *begin, *begin + *bytes};
    if (Operation *last = findLastUser(view))
      lastUses[last].push_back(view);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LossInterpreter::Buffers LossInterpreter::getBuffers(Value value) {
  while (true) {
    if (auto it = carried.find(value); it != carried.end())
      return it->second;
    Operation *op = value.getDefiningOp();
    if (!op)
      return {};
    if (auto view = dyn_cast<memref::ViewOp>(op); view && isInArena(view)) {
      Buffers one;
      one.insert(view);
      return one;
    }
    auto view = dyn_cast<ViewLikeOpInterface>(op);
    if (!view)
      return {};
    value = view.getViewSource();
  }
}

bool LossInterpreter::join(Value value, Value other) {
  if (!isa<BaseMemRefType>(value.getType()))
    return false;
  Buffers added = getBuffers(other);
  Buffers &known = carried[value];
  size_t before = known.size();
  known.insert(added.begin(), added.end());
  return known.size() > before;
}

LogicalResult LossInterpreter::access(Operation &op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return success();
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  // A kernel may overwrite a destination that its body would add to.
  auto mode = op.getAttrOfType<StringAttr>(kKernelAttr);
  if (mode && mode == kKernelOverwrites)
    llvm::erase_if(instances, [&](const auto &instance) {
      return isa<MemoryEffects::Read>(instance.getEffect()) &&
             llvm::is_contained(
                 cast<DestinationStyleOpInterface>(op).getDpsInits(),
                 instance.getValue());
    });
  for (const MemoryEffects::EffectInstance &instance : instances) {
    if (!isa<MemoryEffects::Read>(instance.getEffect()) || !instance.getValue())
      continue;
    for (memref::ViewOp buffer : getBuffers(instance.getValue()))
      if (Operation *writer = lost.lookup(buffer)) {
        InFlightDiagnostic error = op.emitError(
            "the compiler has given a buffer that is read to another tensor, "
            "which is wrong; please report this program");
        error.attachNote(writer->getLoc()) << "written here";
        return error;
      }
  }
  for (const MemoryEffects::EffectInstance &instance : instances) {
    if (!isa<MemoryEffects::Write>(instance.getEffect()) ||
        !instance.getValue())
      continue;
    for (memref::ViewOp buffer : getBuffers(instance.getValue())) {
      const Place &place = places.find(buffer)->second;
      Intervals<Operation *> &others = written[place.arena];
      others.forEachOverlapping(place.begin, place.end, [&](Operation *other) {
        if (other != buffer)
          lost[other] = &op;
      });
      lost.erase(buffer);
      others.insert(place.begin, place.end, buffer);
    }
  }
  return success();
}

bool LossInterpreter::joinSuccessors(RegionBranchOpInterface op) {
  bool changes = false;
  SmallVector<RegionSuccessor> successors;
  auto joinAll = [&](auto getOperands) {
    for (const RegionSuccessor &successor : successors)
      for (auto [input, operand] :
           llvm::zip(successor.getSuccessorInputs(), getOperands(successor)))
        changes |= join(input, operand);
    successors.clear();
  };
  op.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  joinAll([&](const RegionSuccessor &successor) {
    return op.getEntrySuccessorOperands(successor);
  });
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(
        region.front().getTerminator());
    if (!terminator)
      continue;
    op.getSuccessorRegions(RegionBranchPoint(terminator), successors);
    joinAll([&](const RegionSuccessor &successor) {
      return terminator.getSuccessorOperands(successor);
    });
  }
  return changes;
}

LogicalResult LossInterpreter::runBranch(RegionBranchOpInterface op) {
  Losses start = lost, end;
  for (Region &region : op->getRegions()) {
    if (region.empty()) {
      end.insert(start.begin(), start.end());
      continue;
    }
    lost = start;
    if (failed(run(region)))
      return failure();
    // A buffer that is made on another path is not read on this path.
    for (auto [buffer, writer] : lost)
      if (!op->isProperAncestor(buffer) ||
          region.isAncestor(buffer->getParentRegion()))
        end.try_emplace(buffer, writer);
  }
  lost = end;
  joinSuccessors(op);
  return success();
}

LogicalResult LossInterpreter::runLoop(RegionBranchOpInterface op) {
  Losses start = lost;
  for (bool again = true; std::exchange(again, false);) {
    again = joinSuccessors(op);
    lost = start;
    for (Region &region : op->getRegions())
      if (failed(run(region)))
        return failure();
    // The next iteration begins with the losses of this one. A buffer that is
    // written in a loop counts as written behind it; otherwise it could not be
    // read there.
    size_t before = start.size();
    start.insert(lost.begin(), lost.end());
    again |= start.size() > before;
  }
  // A while loop is left by its condition, after any number of iterations.
  if (op->getNumRegions() > 1)
    return run(op->getRegion(0));
  return success();
}

/// Records that `buffer` holds nothing that could be lost.
void LossInterpreter::forget(Operation *buffer) {
  auto it = places.find(buffer);
  if (it == places.end())
    return;
  const Place &place = it->second;
  written[place.arena].erase(place.begin, place.end, buffer);
  lost.erase(buffer);
}

LogicalResult LossInterpreter::run(Operation &op) {
  // A new buffer holds nothing yet, in each iteration of a loop.
  if (isa<memref::ViewOp>(op)) {
    forget(&op);
    return success();
  }
  auto branches = dyn_cast<RegionBranchOpInterface>(op);
  // The bodies of structured ops compute elements.
  if (!branches || isa<MemoryEffectOpInterface>(op))
    return access(op);
  return isa<LoopLikeOpInterface>(op) ? runLoop(branches) : runBranch(branches);
}

LogicalResult LossInterpreter::run(Region &region) {
  for (Operation &op : region.getOps()) {
    if (failed(run(op)))
      return failure();
    for (Operation *buffer : lastUses.lookup(&op))
      forget(buffer);
  }
  return success();
}
