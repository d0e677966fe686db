//===- RedistributionPlanner.cpp - Steps from layout to layout ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RedistributionPlanner.h"
#include "CollectiveSearch.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace dtensor;

llvm::StringRef dtensor::stringify(StepKind kind) {
  switch (kind) {
  case StepKind::Slice:
    return "slice";
  case StepKind::MakePartial:
    return "make_partial";
  case StepKind::AllGather:
    return "all_gather";
  case StepKind::AllToAll:
    return "all_to_all";
  case StepKind::AllReduce:
    return "all_reduce";
  case StepKind::ReduceScatter:
    return "reduce_scatter";
  case StepKind::Permute:
    return "permute";
  case StepKind::Exchange:
    return "exchange";
  }
  llvm_unreachable("no such step kind");
}

namespace {
using Steps = llvm::SmallVector<RedistributionStep, 0>;

/// Plans for one tensor. Layouts here have no mesh dimensions of size 1.
class Planner {
public:
  Planner(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBits,
          const PlannerOptions &options)
      : mesh(mesh), shape(shape), elementBits(elementBits), options(options) {}

  Steps plan(const Layout &from, const Layout &to) const;

  int64_t getMovedBytes(const Layout &from, const Layout &to) const {
    return getBytes(getReceivedElements(mesh, from, to, shape));
  }
  int64_t getComponentBytes(const Layout &layout) const {
    return getBytes(getMaxLocalElements(mesh, layout, shape));
  }

  /// Largest source and destination component of any step on one device.
  int64_t getPeakBytes(const Steps &steps) const;

private:
  Steps planMovement(const Layout &from, const Layout &to) const;
  Steps planReduction(const Layout &from, const Layout &to,
                      llvm::ArrayRef<PartialDim> reduced) const;
  Steps planMaking(const Layout &from, const Layout &to,
                   llvm::ArrayRef<PartialDim> made) const;

  std::optional<StepKind> classify(const Layout &from, const Layout &to) const;
  RedistributionStep createStep(StepKind kind, const Layout &from,
                                const Layout &to) const;
  RedistributionStep createReduction(const Layout &from, const Layout &goal,
                                     llvm::ArrayRef<PartialDim> reduced) const;

  /// The cheapest, then the one with the smallest components; the first of
  /// equals.
  Steps pickBest(llvm::ArrayRef<Steps> candidates) const;

  int64_t getBytes(int64_t elements) const {
    return llvm::divideCeil(elements * elementBits, 8);
  }

  const Mesh &mesh;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBits;
  const PlannerOptions &options;
};
} // namespace

static Layout withPartial(Layout layout, llvm::ArrayRef<PartialDim> partial) {
  layout.setPartial(partial);
  return layout;
}

static Steps join(Steps first, const Steps &second) {
  llvm::append_range(first, second);
  return first;
}

/// `from`, cut further along mesh dimensions that it leaves free, as far as
/// that leads to `goal`.
static Layout sliceTowards(const Layout &from, const Layout &goal) {
  Layout sliced = from;
  for (unsigned axis : llvm::seq(from.getRank())) {
    llvm::ArrayRef<unsigned> source = from.getAxis(axis);
    llvm::ArrayRef<unsigned> target = goal.getAxis(axis);
    if (!isPrefix(source, target))
      continue;
    size_t count = source.size();
    while (count < target.size() && !from.getShardedAxis(target[count]) &&
           !from.getPartial(target[count]))
      ++count;
    sliced.setAxis(axis, target.take_front(count));
  }
  return sliced;
}

/// What kind of collective a movement is, if one of the named ones.
std::optional<StepKind> Planner::classify(const Layout &from,
                                          const Layout &to) const {
  bool gathers = true;
  std::optional<unsigned> shrinking, growing;
  bool moves = true;
  for (unsigned axis : llvm::seq(from.getRank())) {
    llvm::ArrayRef<unsigned> source = from.getAxis(axis);
    llvm::ArrayRef<unsigned> target = to.getAxis(axis);
    if (source == target)
      continue;
    gathers &= isPrefix(target, source);
    std::optional<unsigned> &role =
        isPrefix(target, source) ? shrinking : growing;
    moves &= !role && (isPrefix(target, source) || isPrefix(source, target));
    role = axis;
  }
  if (gathers)
    return StepKind::AllGather;
  if (moves && shrinking && growing &&
      from.getAxis(*shrinking).drop_front(to.getAxis(*shrinking).size()) ==
          to.getAxis(*growing).drop_front(from.getAxis(*growing).size()))
    return StepKind::AllToAll;
  if (isPermutation(mesh, from, to, shape))
    return StepKind::Permute;
  return std::nullopt;
}

RedistributionStep Planner::createStep(StepKind kind, const Layout &from,
                                       const Layout &to) const {
  DimList group = getGroup(mesh, from, to);
  int64_t size = mesh.getGroupSize(group);
  int64_t bytes = 0;
  switch (kind) {
  case StepKind::Slice:
  case StepKind::MakePartial:
    break;
  case StepKind::AllReduce:
    bytes = llvm::divideCeil(2 * getComponentBytes(from) * (size - 1), size);
    break;
  case StepKind::ReduceScatter:
    bytes = getBytes(getMaxLocalElements(mesh, to, shape) * (size - 1));
    break;
  case StepKind::AllGather:
  case StepKind::AllToAll:
  case StepKind::Permute:
  case StepKind::Exchange:
    bytes = getMovedBytes(from, to);
    break;
  }
  return {kind, from, to, group, bytes};
}

/// Plans between layouts that differ in their axes alone.
Steps Planner::planMovement(const Layout &from, const Layout &to) const {
  if (from == to)
    return {};
  // Nobody needs to be sent what it is about to drop. What is sliced off here
  // is not wanted, so that the rest still moves at the lower bound.
  Layout sliced = sliceTowards(from, to);
  Steps steps;
  if (sliced != from)
    steps.push_back(createStep(StepKind::Slice, from, sliced));
  if (sliced == to)
    return steps;
  if (std::optional<StepKind> kind = classify(sliced, to)) {
    steps.push_back(createStep(*kind, sliced, to));
    return steps;
  }
  if (options.allowExchange)
    return {createStep(StepKind::Exchange, from, to)};
  return searchCollectives(mesh, from, to, shape, elementBits);
}

/// The step that combines `reduced`, or as many as one step can: those that
/// `goal` shards become shards, at the end of the same axis; if there are none,
/// the others are combined for all. A step has one combiner.
RedistributionStep
Planner::createReduction(const Layout &from, const Layout &goal,
                         llvm::ArrayRef<PartialDim> reduced) const {
  std::optional<Combiner> combiner;
  auto isReduced = [&](unsigned dim) {
    std::optional<Combiner> kind = from.getPartial(dim);
    if (!kind || (combiner && kind != combiner) ||
        !llvm::is_contained(reduced, PartialDim{dim, *kind}))
      return false;
    combiner = kind;
    return true;
  };

  Layout to = from;
  DimList done;
  for (unsigned axis : llvm::seq(from.getRank())) {
    DimList dims(from.getAxis(axis));
    llvm::ArrayRef<unsigned> target = goal.getAxis(axis);
    if (isPrefix(dims, target) && dims.size() < target.size() &&
        isReduced(target[dims.size()]))
      while (dims.size() < target.size() && isReduced(target[dims.size()]))
        dims.push_back(target[dims.size()]);
    else
      llvm::copy_if(target, std::back_inserter(dims), isReduced);
    llvm::append_range(done, llvm::drop_begin(dims, from.getAxis(axis).size()));
    to.setAxis(axis, dims);
  }
  bool scatters = !done.empty();
  if (!scatters)
    for (const PartialDim &pending : reduced)
      if (isReduced(pending.dim))
        done.push_back(pending.dim);

  llvm::SmallVector<PartialDim, 1> rest;
  for (const PartialDim &pending : from.getPartial())
    if (!llvm::is_contained(done, pending.dim))
      rest.push_back(pending);
  return createStep(scatters ? StepKind::ReduceScatter : StepKind::AllReduce,
                    from, withPartial(to, rest));
}

/// Plans where `from` is partial along `reduced` and `to` is not: one step of
/// reduction, what is best moved before it, and the way on from there.
Steps Planner::planReduction(const Layout &from, const Layout &to,
                             llvm::ArrayRef<PartialDim> reduced) const {
  auto isReduced = [&](unsigned dim) {
    return from.getPartial(dim) &&
           llvm::is_contained(reduced, PartialDim{dim, *from.getPartial(dim)});
  };
  // Places to be in before the reduction: here, here with what is not wanted
  // sliced off, where the reduced dimensions are all that is missing, and where
  // the next one of each axis is all that is missing to be sliced from there.
  Layout goal = withPartial(to, from.getPartial());
  Layout without = goal, before = goal;
  for (unsigned axis : llvm::seq(to.getRank())) {
    DimList dims(to.getAxis(axis));
    llvm::erase_if(dims, isReduced);
    // What becomes partial later is left in place until then.
    for (unsigned dim : from.getAxis(axis))
      if (to.getPartial(dim))
        dims.push_back(dim);
    without.setAxis(axis, dims);
    before.setAxis(axis, to.getAxis(axis).take_while(
                             [&](unsigned dim) { return !isReduced(dim); }));
  }
  llvm::SmallVector<Layout, 4> starts;
  for (const Layout &start : {from, sliceTowards(from, to), without, before})
    if (!llvm::is_contained(starts, start))
      starts.push_back(start);

  llvm::SmallVector<Steps, 4> candidates;
  for (const Layout &start : starts) {
    auto addCandidate = [&](RedistributionStep reduction) {
      Steps steps = planMovement(from, start);
      Layout reached = reduction.to;
      steps.push_back(std::move(reduction));
      candidates.push_back(join(std::move(steps), plan(reached, to)));
    };
    RedistributionStep reduction = createReduction(start, to, reduced);
    bool scatters = reduction.kind == StepKind::ReduceScatter;
    addCandidate(std::move(reduction));
    // A device that has most of an uneven axis would receive all addends of it.
    if (scatters)
      addCandidate(createReduction(start, start, reduced));
  }
  return pickBest(candidates);
}

/// Plans where `to` is partial along `made` and `from` is not.
Steps Planner::planMaking(const Layout &from, const Layout &to,
                          llvm::ArrayRef<PartialDim> made) const {
  auto isMade = [&](unsigned dim) {
    return llvm::any_of(
        made, [&](const PartialDim &pending) { return pending.dim == dim; });
  };
  // Move first, and leave in place the shards that become addends.
  Layout moved = withPartial(to, from.getPartial());
  for (unsigned axis : llvm::seq(to.getRank())) {
    DimList dims(to.getAxis(axis));
    llvm::copy_if(from.getAxis(axis), std::back_inserter(dims), isMade);
    moved.setAxis(axis, dims);
  }
  llvm::SmallVector<Steps, 2> candidates;
  candidates.push_back(join(planMovement(from, moved),
                            {createStep(StepKind::MakePartial, moved, to)}));

  // Or make the addends first, of what is minor on its axis or replicated.
  Layout padded = from;
  DimList done;
  for (unsigned axis : llvm::seq(from.getRank())) {
    llvm::ArrayRef<unsigned> dims = from.getAxis(axis);
    while (!dims.empty() && isMade(dims.back())) {
      done.push_back(dims.back());
      dims = dims.drop_back();
    }
    padded.setAxis(axis, dims);
  }
  llvm::SmallVector<PartialDim, 1> partial(from.getPartial());
  for (const PartialDim &pending : made)
    if (llvm::is_contained(done, pending.dim) ||
        !from.getShardedAxis(pending.dim))
      partial.push_back(pending);
  padded.setPartial(partial);
  if (partial.size() > from.getPartial().size())
    candidates.push_back(join({createStep(StepKind::MakePartial, from, padded)},
                              plan(padded, to)));
  return pickBest(candidates);
}

Steps Planner::plan(const Layout &from, const Layout &to) const {
  auto isMissingIn = [](const Layout &layout) {
    return [&](const PartialDim &pending) {
      return layout.getPartial(pending.dim) != pending.combiner;
    };
  };
  llvm::SmallVector<PartialDim, 1> reduced, made;
  llvm::copy_if(from.getPartial(), std::back_inserter(reduced),
                isMissingIn(to));
  llvm::copy_if(to.getPartial(), std::back_inserter(made), isMissingIn(from));
  if (!reduced.empty())
    return planReduction(from, to, reduced);
  if (!made.empty())
    return planMaking(from, to, made);
  return planMovement(from, to);
}

int64_t Planner::getPeakBytes(const Steps &steps) const {
  int64_t peak = 0;
  for (const RedistributionStep &step : steps)
    peak = std::max(peak,
                    getComponentBytes(step.from) + getComponentBytes(step.to));
  return peak;
}

Steps Planner::pickBest(llvm::ArrayRef<Steps> candidates) const {
  auto getCost = [&](const Steps &steps) {
    int64_t bytes = 0;
    for (const RedistributionStep &step : steps)
      bytes += step.bytesReceived;
    return std::pair(CostModel(mesh).getMoveCost(bytes, steps.size()),
                     getPeakBytes(steps));
  };
  return *std::min_element(
      candidates.begin(), candidates.end(),
      [&](const Steps &a, const Steps &b) { return getCost(a) < getCost(b); });
}

RedistributionPlan dtensor::planRedistribution(const Mesh &mesh,
                                               const Layout &from,
                                               const Layout &to,
                                               llvm::ArrayRef<int64_t> shape,
                                               int64_t elementBits,
                                               const PlannerOptions &options) {
  Planner planner(mesh, shape, elementBits, options);
  RedistributionPlan plan;
  plan.steps =
      planner.plan(from.withoutTrivialDims(mesh), to.withoutTrivialDims(mesh));
  for (const RedistributionStep &step : plan.steps)
    plan.bytesReceived += step.bytesReceived;
  plan.peakBytes = planner.getPeakBytes(plan.steps);
  for (size_t i = 1; i < plan.steps.size(); ++i)
    assert(plan.steps[i - 1].to == plan.steps[i].from &&
           "a step does not begin where the one before it ends");
  if (!plan.steps.empty()) {
    assert(plan.steps.front().from == from.withoutTrivialDims(mesh) &&
           plan.steps.back().to == to.withoutTrivialDims(mesh) &&
           "a plan between other layouts");
    plan.steps.front().from = from;
    plan.steps.back().to = to;
  }
  return plan;
}

int64_t dtensor::getLowerBound(const Mesh &mesh, const Layout &from,
                               const Layout &to, llvm::ArrayRef<int64_t> shape,
                               int64_t elementBits) {
  PlannerOptions options;
  Planner planner(mesh, shape, elementBits, options);
  if (from.getPartial() == to.getPartial())
    return planner.getMovedBytes(from, to);
  int64_t bytes = 0;
  for (const RedistributionStep &step :
       planner.plan(from.withoutTrivialDims(mesh), to.withoutTrivialDims(mesh)))
    bytes += step.bytesReceived;
  return bytes;
}
