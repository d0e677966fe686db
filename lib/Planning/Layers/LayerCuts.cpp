//===- LayerCuts.cpp - Equal layers that a program can lose ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerCuts.h"
#include "RepeatedRuns.h"
#include <numeric>

using namespace mlir;
using namespace dtensor;

/// The layers that are left: the first, one in the middle, and the last.
static constexpr size_t kNumLeft = 3;
/// The first or the last layer often differs a little from the others, so that
/// another pass over the layers has fewer equal ones.
static constexpr size_t kMaxDifference = 2;
/// Fewer equal ops are no layer.
static constexpr size_t kMinPeriod = 4;

size_t LayerCuts::getNumOps() const {
  size_t count = 0;
  for (const LayerCut &cut : cuts)
    count += cut.numParts * cut.period;
  return count;
}

const LayerCut *LayerCuts::getCut(size_t position) const {
  for (const LayerCut &cut : cuts)
    if (cut.contains(position))
      return &cut;
  return nullptr;
}

const LayerCut *LayerCuts::getCut(Operation *op) const {
  auto place = positionOf.find(op);
  return place == positionOf.end() ? nullptr : getCut(place->second);
}

Operation *LayerCuts::getStandIn(Operation *removed) const {
  size_t position = positionOf.lookup(removed);
  return ops[getCut(position)->getStandIn(position)];
}

bool LayerCuts::forEachRemoved(
    llvm::function_ref<bool(Operation *, Operation *)> visit) const {
  for (const LayerCut &cut : cuts)
    for (size_t position = cut.begin; position < cut.getEnd(); ++position)
      if (!visit(ops[position], ops[cut.getStandIn(position)]))
        return false;
  return true;
}

namespace {

/// Chooses the parts of each run that are removed. The first run loses parts in
/// its middle. Another run should lose those parts that use, or are used by,
/// what has been removed before: the backward pass loses the layers that the
/// forward pass loses.
class CutPlacer {
public:
  explicit CutPlacer(LayerCuts &result) : result(result) {
    auto &positionOf = result.positionOf;
    positionOf.reserve(result.ops.size());
    for (auto [position, op] : llvm::enumerate(result.ops))
      positionOf[op] = position;
    states.resize(result.ops.size());
    around.resize(result.ops.size());
    for (auto [user, op] : llvm::enumerate(result.ops))
      op->walk([&, user = user](Operation *nested) {
        for (Value operand : nested->getOperands()) {
          Operation *maker = operand.getDefiningOp();
          auto place = positionOf.find(maker);
          if (place != positionOf.end() && place->second != user) {
            around[user].push_back(place->second);
            around[place->second].push_back(user);
          } else if (!maker && operand.getParentBlock() == op->getBlock()) {
            given[user].push_back(operand);
          }
        }
      });
  }

  void place(const RepeatedRun &run) {
    size_t length = result.numRemoved * run.period;
    size_t first = run.begin + run.period;
    size_t last = run.end - length - run.period;
    // The gain of removing an op, as the number of its neighbors that are
    // removed, less those that are left.
    std::vector<int64_t> gains(run.end - run.begin);
    for (size_t position = run.begin; position < run.end; ++position)
      gains[position - run.begin] = getGain(position);
    auto getSum = [&](size_t begin) {
      return std::accumulate(gains.begin() + (begin - run.begin),
                             gains.begin() + (begin - run.begin + length),
                             int64_t(0));
    };
    // With equal gains, two parts are left before the cut.
    size_t best = std::min(last, first + run.period);
    int64_t most = getSum(best), sum = getSum(first);
    for (size_t begin = first; begin <= last; ++begin) {
      if (sum > most) {
        most = sum;
        best = begin;
      }
      if (begin < last)
        sum += gains[begin + length - run.begin] - gains[begin - run.begin];
    }
    LayerCut cut{best, run.period, result.numRemoved, false};
    size_t before = cut.begin - run.begin, behind = run.end - cut.getEnd();
    cut.standInIsBehind = behind >= run.period && behind > before;
    for (size_t position = run.begin; position < run.end; ++position)
      setState(position, cut.contains(position) ? State::Removed : State::Left);
    result.cuts.push_back(cut);
  }

private:
  enum class State : unsigned char { Unknown, Left, Removed };

  int64_t getGain(size_t position) {
    int64_t gain = 0;
    for (size_t other : around[position])
      gain += getGain(states[other]);
    for (Value value : given[position])
      gain += getGain(stateOf.lookup(value));
    return gain;
  }

  static int64_t getGain(State state) {
    return state == State::Removed ? 1 : state == State::Left ? -1 : 0;
  }

  void setState(size_t position, State state) {
    states[position] = state;
    // A value that a layer that is left uses as well is left.
    for (Value value : given[position])
      if (State &known = stateOf[value]; known != State::Left)
        known = state;
  }

  LayerCuts &result;
  std::vector<State> states;
  llvm::DenseMap<Value, State> stateOf;
  /// For each op, the ops of the block that it uses or is used by, and the
  /// block's arguments that it uses.
  std::vector<SmallVector<size_t, 6>> around;
  llvm::DenseMap<size_t, SmallVector<Value, 2>> given;
};

} // namespace

LayerCuts dtensor::findLayerCuts(Block &block, OpStructure &structure) {
  LayerCuts result;
  std::vector<uint64_t> numbers;
  for (Operation &op : block.without_terminator()) {
    result.ops.push_back(&op);
    numbers.push_back(structure.getWithOperands(&op));
  }
  std::vector<RepeatedRun> runs = findRepeatedRuns(numbers, kNumLeft + 1);
  auto getLeast = [&](const RepeatedRun &run) {
    return run.period * (run.getCount() - kNumLeft);
  };
  auto most =
      llvm::max_element(runs, [&](const RepeatedRun &a, const RepeatedRun &b) {
        return getLeast(a) < getLeast(b);
      });
  if (most == runs.end() || most->period < kMinPeriod)
    return result;
  std::swap(runs.front(), *most);
  size_t count = runs.front().getCount();
  llvm::erase_if(runs, [&](const RepeatedRun &run) {
    return run.getCount() + kMaxDifference < count ||
           run.getCount() > count + kMaxDifference;
  });
  for (const RepeatedRun &run : runs) {
    count = std::min(count, run.getCount());
    result.numLayers = std::max(result.numLayers, run.getCount());
  }
  result.numRemoved = count - kNumLeft;
  CutPlacer placer(result);
  for (const RepeatedRun &run : runs)
    placer.place(run);
  llvm::sort(result.cuts, [](const LayerCut &a, const LayerCut &b) {
    return a.begin < b.begin;
  });
  return result;
}
