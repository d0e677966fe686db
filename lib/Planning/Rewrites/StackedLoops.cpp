//===- StackedLoops.cpp - Loops that walk sharded stacks ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackedLoops.h"
#include "dtensor/Analysis/LoopPositions.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/OpCost.h"
#include "dtensor/Propagation/TripCounts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// A loop that takes over this many times as long on one device is not
/// pipelined.
static constexpr double kMaxDivision = 1.5;

/// The accesses to single positions of axes through `use`, if its op is a slice
/// or an update of a slice.
static SmallVector<StackAccess> getAccesses(OpOperand &use) {
  SmallVector<StackAccess> accesses;
  auto add = [&](ArrayRef<int64_t> sizes, OperandRange starts) {
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (size == 1)
        accesses.push_back({use.getOperandNumber(),
                            starts.getBeginOperandIndex() + unsigned(axis),
                            unsigned(axis)});
  };
  auto addOffsets = [&](auto op) {
    unsigned numDynamic = 0;
    for (auto [axis, offset, size, stride] : llvm::enumerate(
             op.getStaticOffsets(), op.getStaticSizes(), op.getStaticStrides()))
      if (ShapedType::isDynamic(offset)) {
        unsigned start = op.getOffsets().getBeginOperandIndex() + numDynamic++;
        if (size == 1 && stride == 1)
          accesses.push_back({use.getOperandNumber(), start, unsigned(axis)});
      }
  };
  llvm::TypeSwitch<Operation *>(use.getOwner())
      .Case([&](DynamicSliceOp op) {
        if (&use == &op.getSourceMutable())
          add(op.getSizes(), op.getStarts());
      })
      .Case([&](DynamicUpdateSliceOp op) {
        if (&use == &op.getDestMutable() && !op.getPartShape())
          add(cast<ShapedType>(op.getUpdate().getType()).getShape(),
              op.getStarts());
      })
      .Case([&](tensor::ExtractSliceOp op) {
        if (&use == &op.getSourceMutable())
          addOffsets(op);
      })
      .Case([&](tensor::InsertSliceOp op) {
        if (&use == &op.getDestMutable())
          addOffsets(op);
      });
  return accesses;
}

StackedLoop StackedLoop::getCopy(const IRMapping &mapping) const {
  StackedLoop copy = *this;
  copy.loop = cast<scf::ForOp>(mapping.lookup(copy.loop.getOperation()));
  copy.stacks.clear();
  for (auto [value, axis] : stacks)
    copy.stacks[mapping.lookup(value)] = axis;
  copy.accesses.clear();
  for (auto [op, access] : accesses)
    copy.accesses[mapping.lookup(op)] = access;
  copy.sharded = mapping.lookup(sharded);
  return copy;
}

namespace {

class StackedLoopFinder {
public:
  StackedLoopFinder(LayoutGraph &graph, TripCounts &tripCounts, scf::ForOp loop)
      : graph(graph), tripCounts(tripCounts) {
    found.loop = loop;
  }

  std::optional<StackedLoop> run() {
    std::optional<APInt> count = found.loop.getStaticTripCount();
    if (!count || count->getActiveBits() > 31 || !count->ugt(1) ||
        !found.loop.getInductionVar().getType().isIndex() ||
        !matchPattern(found.loop.getLowerBound(), m_Constant()) ||
        !matchPattern(found.loop.getStep(), m_Constant()))
      return std::nullopt;
    found.numIterations = count->getZExtValue();
    // The layouts alone rule out most loops.
    if (!findDims() || !canBeDoneByOne())
      return std::nullopt;
    // The tensor that made the loop a candidate need not be a stack.
    bool isStack = false;
    for (BlockArgument argument : found.loop.getRegionIterArgs()) {
      found.carried.push_back(findCarried(argument));
      if (!found.carried.back() && !canBeHandedOn(argument))
        return std::nullopt;
      isStack |= found.carried.back() && argument == found.sharded;
    }
    for (Value value : outside) {
      if (std::optional<unsigned> axis = findStack(value))
        found.stacks[value] = *axis;
      else if (isAlongDims(value))
        return std::nullopt;
    }
    isStack |= found.stacks.contains(found.sharded);
    if (!isStack || isWorkDivided())
      return std::nullopt;
    return std::move(found);
  }

private:
  bool isInLoop(Operation *op) const {
    return found.loop->isProperAncestor(op);
  }

  const Layout *getLayout(Value value) const {
    std::optional<SlotId> slot = graph.getSlot(value);
    return slot ? &graph[*slot].state.layout : nullptr;
  }

  /// Finds the dimensions that shard the walked axis of the first tensor that
  /// is read in this way. Also collects the values from outside that the body
  /// uses.
  bool findDims() {
    Region &body = found.loop.getRegion();
    body.walk([&](Operation *op) {
      for (OpOperand &use : op->getOpOperands()) {
        Value value = use.get();
        if (!body.isAncestor(value.getParentRegion()))
          outside.insert(value);
        bool isCarried = value.getParentBlock() == found.loop.getBody() &&
                         isa<BlockArgument>(value);
        if (found.sharded || !(isCarried || outside.contains(value)))
          continue;
        const Layout *layout = getLayout(value);
        if (!layout || layout->isPartial())
          continue;
        for (const StackAccess &access : getAccesses(use)) {
          auto type = cast<RankedTensorType>(value.getType());
          ArrayRef<unsigned> dims = layout->getAxis(access.axis);
          int64_t numDevices = graph.getMesh().getGroupSize(dims);
          if (numDevices == 1 || found.numIterations % numDevices != 0 ||
              type.getDimSize(access.axis) != found.numIterations)
            continue;
          Walk walk = getWalk(op->getOperand(access.start));
          if (walk == Walk::Otherwise)
            continue;
          found.sharded = value;
          found.dims = DimList(dims);
          found.isReversed = walk == Walk::Backward;
          break;
        }
      }
    });
    return bool(found.sharded);
  }

  /// Whether a loop walks an axis from the first position to the last, or from
  /// the last to the first.
  enum class Walk { Otherwise, Forward, Backward };

  Walk getWalk(Value number) {
    auto [known, isNew] = walks.try_emplace(number, Walk::Otherwise);
    if (!isNew)
      return known->second;
    scf::ForOp followed;
    auto iterations = getNumbersByIteration(number, &followed);
    if (!iterations || followed != found.loop)
      return Walk::Otherwise;
    auto follows = [&](auto &&position) {
      for (auto [iteration, numbers] : llvm::enumerate(*iterations))
        if (numbers.front() != position(int64_t(iteration)))
          return false;
      return true;
    };
    if (follows([](int64_t iteration) { return iteration; }))
      known->second = Walk::Forward;
    else if (follows([&](int64_t iteration) {
               return found.numIterations - 1 - iteration;
             }))
      known->second = Walk::Backward;
    return known->second;
  }

  /// The access of `use` to a stack, in the same direction as the first one
  /// that was found.
  std::optional<StackAccess> findAccess(OpOperand &use) {
    auto type = cast<RankedTensorType>(use.get().getType());
    for (const StackAccess &access : getAccesses(use))
      if (type.getDimSize(access.axis) == found.numIterations &&
          getWalk(use.getOwner()->getOperand(access.start)) ==
              (found.isReversed ? Walk::Backward : Walk::Forward))
        return access;
    return std::nullopt;
  }

  /// The walked axis, if the value is used only position by position.
  std::optional<unsigned> findStack(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape())
      return std::nullopt;
    std::optional<unsigned> axis;
    SmallVector<std::pair<Operation *, StackAccess>> all;
    for (OpOperand &use : value.getUses()) {
      if (!isInLoop(use.getOwner()))
        continue;
      std::optional<StackAccess> access = findAccess(use);
      if (!access || (axis && *axis != access->axis) ||
          !isa<DynamicSliceOp, tensor::ExtractSliceOp>(use.getOwner()))
        return std::nullopt;
      axis = access->axis;
      all.push_back({use.getOwner(), *access});
    }
    found.accesses.insert(all.begin(), all.end());
    return axis;
  }

  /// The walked axis, if the carried value is read and written only at the
  /// iteration's position. Then no iteration reads a position that another one
  /// has written.
  std::optional<unsigned> findCarried(BlockArgument argument) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || !type.hasStaticShape())
      return std::nullopt;
    // The induction variable is the first argument.
    unsigned index = argument.getArgNumber() - 1;
    std::optional<unsigned> axis;
    SmallVector<std::pair<Operation *, StackAccess>> all;
    SmallVector<Value> versions{argument};
    while (!versions.empty())
      for (OpOperand &use : versions.pop_back_val().getUses()) {
        Operation *user = use.getOwner();
        if (user == found.loop.getBody()->getTerminator() &&
            use.getOperandNumber() == index)
          continue;
        std::optional<StackAccess> access = findAccess(use);
        if (!access || (axis && *axis != access->axis))
          return std::nullopt;
        axis = access->axis;
        all.push_back({user, *access});
        if (isa<DynamicSliceOp, tensor::ExtractSliceOp>(user))
          continue;
        if (user->getBlock() != found.loop.getBody())
          return std::nullopt;
        versions.push_back(user->getResult(0));
      }
    // The yielded value must be one of these.
    Value yielded = found.loop.getYieldedValues()[index];
    while (yielded != argument) {
      Operation *update = yielded.getDefiningOp();
      auto access = llvm::find_if(
          all, [&](const auto &pair) { return pair.first == update; });
      if (access == all.end())
        return std::nullopt;
      yielded = update->getOperand(access->second.tensor);
    }
    found.accesses.insert(all.begin(), all.end());
    return axis;
  }

  /// Whether the value is sharded or partial along the dimensions.
  bool isAlongDims(Value value) const {
    const Layout *layout = getLayout(value);
    return layout && llvm::any_of(found.dims, [&](unsigned dim) {
             return graph.getMesh().getSize(dim) > 1 &&
                    (layout->getShardedAxis(dim) || layout->getPartial(dim));
           });
  }

  /// Whether the carried value is a tensor that is replicated along the
  /// dimensions, or a number. A tensor without elements has no slices.
  bool canBeHandedOn(BlockArgument argument) const {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    return type ? type.hasStaticShape() && type.getNumElements() > 0 &&
                      !isAlongDims(argument)
                : argument.getType().isIntOrFloat();
  }

  /// Whether no op in the body is for several devices, or prescribes a layout
  /// along the dimensions.
  bool canBeDoneByOne() {
    if (found.loop->getParentOfType<LocalMapOp>())
      return false;
    return !found.loop.getRegion()
                .walk([&](Operation *op) {
                  if (isa<LocalMapOp, RelayoutOp, CallOpInterface>(op) ||
                      isa<comm::CommDialect>(op->getDialect()))
                    return WalkResult::interrupt();
                  auto constrain = dyn_cast<ConstrainOp>(op);
                  return constrain && !isFree(constrain)
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                })
                .wasInterrupted();
  }

  /// Whether the requested layout names none of the dimensions.
  bool isFree(ConstrainOp constrain) const {
    auto layout = dyn_cast<LayoutAttr>(constrain.getConstraint());
    if (!layout)
      return false;
    Layout resolved = llvm::cantFail(layout.resolve(graph.getMesh()));
    return llvm::none_of(found.dims, [&](unsigned dim) {
      return resolved.getShardedAxis(dim) || resolved.getPartial(dim);
    });
  }

  /// Whether devices along the dimensions share the work of an iteration.
  bool isWorkDivided() {
    double divided = 0, whole = 0;
    found.loop->walk([&](Operation *op) {
      const Site *site = graph.getSite(op);
      if (!site || site->isEdge)
        return;
      ChoiceProblem problem = graph.getProblem(*site);
      FactorSharding sharding = graph.getChoice(*site).sharding;
      double times = tripCounts.get(op);
      divided += times * getWork(problem, sharding);
      for (DimList &dims : sharding)
        llvm::erase_if(dims, [&](unsigned dim) {
          return llvm::is_contained(found.dims, dim);
        });
      whole += times * getWork(problem, sharding);
    });
    return whole > kMaxDivision * divided;
  }

  LayoutGraph &graph;
  TripCounts &tripCounts;
  StackedLoop found;
  llvm::SetVector<Value> outside;
  llvm::DenseMap<Value, Walk> walks;
};

} // namespace

std::vector<StackedLoop> dtensor::findStackedLoops(LayoutGraph &graph,
                                                   ModuleOp module) {
  std::vector<StackedLoop> loops;
  TripCounts tripCounts(graph);
  module->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    std::optional<StackedLoop> found =
        StackedLoopFinder(graph, tripCounts, loop).run();
    if (!found)
      return WalkResult::advance();
    loops.push_back(std::move(*found));
    return WalkResult::skip();
  });
  return loops;
}
