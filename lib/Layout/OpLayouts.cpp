//===- OpLayouts.cpp - Layouts under a sharding ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/FactorChoice.h"
#include "dtensor/Layout/FactorProjection.h"
#include "dtensor/Layout/OpCost.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;
using llvm::ArrayRef;
using llvm::SmallVector;

bool dtensor::isOnlyWindowed(const ShardingRule &rule, unsigned factor) {
  auto has = [&](const TensorFactors &tensor) {
    return llvm::any_of(tensor, [&](const AxisFactors &axis) {
      return llvm::is_contained(axis, factor);
    });
  };
  for (auto [operand, tensor] : llvm::enumerate(rule.operands))
    if (!rule.isWindowed(operand) && has(tensor))
      return false;
  return llvm::none_of(rule.results, has);
}

namespace {

/// The combiner with which `dim` passes through the op, if it does. All
/// operands of the passing must be partial along it with that combiner, and no
/// other operand partial along it or sharded by it. Through sums also pass
/// operands that are partial by `or`, where that is a sum.
std::optional<Combiner> getPassing(const ChoiceProblem &problem,
                                   const PartialPassing &passing,
                                   unsigned dim) {
  std::optional<Combiner> kind;
  for (auto [index, state] : llvm::enumerate(problem.operands)) {
    if (!state.isTensor)
      continue;
    std::optional<Combiner> own = state.layout.getPartial(dim);
    if (!llvm::is_contained(passing.operands, index)) {
      if (own)
        return std::nullopt;
      continue;
    }
    if (own == Combiner::Or && state.isOrSum && !passing.anyCombiner)
      own = Combiner::Add;
    if (!own || (kind && *kind != *own) ||
        (!passing.anyCombiner && !isAdditive(*own)))
      return std::nullopt;
    kind = own;
  }
  return kind;
}

/// Whether it costs more to combine results than operands, as it does after a
/// conversion to a wider type, if the results need not be partial.
bool isDearer(const ChoiceProblem &problem, const PartialPassing &passing,
              unsigned dim) {
  bool isKnown = true;
  auto getBits = [&](ArrayRef<TensorState> states, ArrayRef<unsigned> which) {
    int64_t sum = 0;
    for (unsigned index : which) {
      int64_t bits = states[index].elementBits;
      for (int64_t extent : states[index].shape) {
        bits *= extent;
        isKnown &= extent >= 0;
      }
      sum += bits;
    }
    return sum;
  };
  int64_t before = getBits(problem.operands, passing.operands);
  int64_t after = getBits(problem.results, passing.results);
  return isKnown && after > before &&
         llvm::none_of(passing.results, [&](unsigned result) {
           return problem.results[result].layout.getPartial(dim);
         });
}

/// Whether an argument that nobody annotated should have the layout `divided`
/// rather than `whole`. The two differ on axes whose windows overlap. If a
/// kernel has as many positions as the result, its parts read nearly all of the
/// axis.
bool isWorthDividing(const ChoiceProblem &problem, unsigned operand,
                     const Layout &divided, const Layout &whole,
                     const FactorSharding &sharding) {
  auto getFetched = [&](const Layout &here) {
    return getFetchedBytes(problem, operand, here, sharding);
  };
  auto getHeld = [&](const Layout &here) {
    return getLocalBytes(problem.mesh, problem.operands[operand], here);
  };
  return getFetched(divided) - getFetched(whole) <=
         CostWeights().perByteGiven * (getHeld(whole) - getHeld(divided));
}

/// The layout of an operand that is read through windows; it may stay as it is.
/// `wanted` is the layout that it would have if all of its axes were plain. The
/// result takes the dimensions of `wanted` that the open axes can take.
Layout getWindowedLayout(const ChoiceProblem &problem, unsigned operand,
                         const FactorSharding &sharding, const Layout &wanted) {
  const ShardingRule &rule = problem.rule;
  const TensorState &state = problem.operands[operand];
  if (!state.isTensor || state.isFree)
    return wanted;
  // A value that has to be combined first is better scattered at once. But if
  // it is read at one position only, just that position is fetched.
  if (wanted.getPartial() != state.layout.getPartial()) {
    Layout combined = wanted;
    for (const WindowedAxis &each : rule.windows)
      if (each.operand == operand && each.window.terms.empty() &&
          llvm::none_of(state.layout.getAxis(each.axis), [&](unsigned dim) {
            return combined.getShardedAxis(dim) || combined.getPartial(dim);
          }))
        combined.setAxis(each.axis, state.layout.getAxis(each.axis));
    return combined;
  }
  // No other tensor determines the sharding of these factors.
  for (auto [axis, factors] : llvm::enumerate(rule.operands[operand]))
    for (unsigned factor : factors)
      if (rule.factors[factor].kind == FactorKind::Reduction &&
          isOnlyWindowed(rule, factor) &&
          sharding[factor] != state.layout.getAxis(axis))
        return wanted;
  Layout taken = state.layout, inPlace = state.layout;
  for (unsigned axis = 0; axis < taken.getRank(); ++axis) {
    ArrayRef<unsigned> have = state.layout.getAxis(axis);
    ArrayRef<unsigned> want = wanted.getAxis(axis);
    if (!state.open[axis] || want.size() <= have.size() ||
        !isPrefix(have, want))
      continue;
    DimList dims(have);
    for (unsigned dim : want.drop_front(have.size())) {
      if (taken.getShardedAxis(dim) || taken.getPartial(dim) ||
          llvm::is_contained(state.replicated, dim))
        break;
      dims.push_back(dim);
    }
    taken.setAxis(axis, dims);
    // A loop that walks over a part of all positions is a window without steps.
    const WindowedAxis *windowed = rule.findWindow(operand, axis);
    if (!windowed || (windowed->window.isLoop() &&
                      !windowed->move.isAllOf(state.shape[axis])))
      inPlace.setAxis(axis, dims);
  }
  if (state.isGiven && taken != inPlace &&
      !isWorthDividing(problem, operand, taken, inPlace, sharding))
    return inPlace;
  return taken;
}

} // namespace

OpLayouts dtensor::getOpLayouts(const ChoiceProblem &problem,
                                const FactorSharding &sharding) {
  const ShardingRule &rule = problem.rule;
  OpLayouts layouts;
  for (const TensorFactors &factors : rule.operands)
    layouts.operands.push_back(
        projectToAxes(problem.mesh, rule, factors, sharding));
  SmallVector<PartialDim, 1> reduced = getReducedDims(rule, sharding);
  for (const TensorFactors &factors : rule.results) {
    layouts.results.push_back(
        projectToAxes(problem.mesh, rule, factors, sharding));
    layouts.results.back().setPartial(reduced);
  }

  for (unsigned operand : rule.accumulators) {
    const TensorState &state = problem.operands[operand];
    SmallVector<PartialDim, 1> kept;
    for (const PartialDim &partial : reduced)
      if (state.isTensor &&
          state.layout.getPartial(partial.dim) == partial.combiner)
        kept.push_back(partial);
    layouts.operands[operand].setPartial(kept);
  }

  for (unsigned dim = 0; dim < problem.mesh.getNumDimensions(); ++dim) {
    if (llvm::any_of(sharding, [&](const DimList &dims) {
          return llvm::is_contained(dims, dim);
        }))
      continue;
    for (const PartialPassing &passing : rule.passings) {
      std::optional<Combiner> kind = getPassing(problem, passing, dim);
      if (!kind || isDearer(problem, passing, dim) ||
          llvm::any_of(reduced, [&](const PartialDim &other) {
            return !canMix(other.combiner, *kind);
          }))
        continue;
      auto addTo = [&](Layout &layout, Combiner combiner) {
        SmallVector<PartialDim, 1> partial(layout.getPartial());
        partial.push_back({dim, combiner});
        layout.setPartial(partial);
      };
      for (unsigned operand : passing.operands)
        addTo(layouts.operands[operand],
              *problem.operands[operand].layout.getPartial(dim));
      for (unsigned result : passing.results)
        addTo(layouts.results[result], *kind);
      break;
    }
  }
  for (auto [operand, layout] : llvm::enumerate(layouts.operands))
    if (rule.isWindowed(operand))
      layout = getWindowedLayout(problem, operand, sharding, layout);
  return layouts;
}
