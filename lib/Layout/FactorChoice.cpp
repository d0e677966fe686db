//===- FactorChoice.cpp - The choice of an op's layouts -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/FactorChoice.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/FactorProjection.h"
#include "dtensor/Layout/OpCost.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace dtensor;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

constexpr double kGatherPenalty = CostWeights().perByteLost;
constexpr double kWholePenalty = CostWeights().perByteLostWhole;
/// The factor by which a side of a product must be smaller than all its
/// tensors. Gathering such a side costs less than merging the results of the
/// parts.
constexpr double kLittle = 32;
constexpr double kMemoryWeight = CostWeights().perByteHeld;
/// Beyond this many combinations each mesh dimension is decided by itself.
constexpr size_t kMaxCombinations = 512;
/// The number of alternatives that a reader can use.
constexpr size_t kMaxAlternatives = 4;

/// An operand or result with the factors of its axes.
struct Tensor {
  const TensorState *state;
  const TensorFactors *factors;
  bool isOperand;
  FactorSharding wanted;
};

bool contains(ArrayRef<unsigned> dims, unsigned dim) {
  return llvm::is_contained(dims, dim);
}

class Chooser {
public:
  explicit Chooser(const ChoiceProblem &problem) : problem(problem) {
    for (auto [state, factors] :
         llvm::zip_equal(problem.operands, problem.rule.operands))
      add(state, factors, /*isOperand=*/true);
    for (auto [state, factors] :
         llvm::zip_equal(problem.results, problem.rule.results))
      add(state, factors, /*isOperand=*/false);
    findFixed();
    collectOptions();
  }

  bool isConflictFree() const {
    return !needsElsewhere &&
           llvm::all_of(options, [](ArrayRef<int> o) { return o.size() <= 2; });
  }

  bool movesElsewhere() const { return needsElsewhere; }

  std::vector<Alternative> listAlternatives() const {
    std::vector<Alternative> alternatives = {getAlternative(choose())};
    size_t combinations = 1;
    for (ArrayRef<int> o : options)
      combinations = std::min(combinations * o.size(), kMaxCombinations + 1);
    if (combinations <= kMaxCombinations)
      forEachAssignment([&](ArrayRef<int> assignment) {
        Alternative other = getAlternative(getSharding(assignment));
        if (llvm::none_of(alternatives, [&](const Alternative &known) {
              return known.layouts.operands == other.layouts.operands &&
                     known.layouts.results == other.layouts.results;
            }))
          alternatives.push_back(std::move(other));
      });
    std::stable_sort(alternatives.begin() + 1, alternatives.end(),
                     [](const Alternative &a, const Alternative &b) {
                       return a.bytesReceived < b.bytesReceived;
                     });
    if (alternatives.size() > kMaxAlternatives)
      alternatives.erase(alternatives.begin() + kMaxAlternatives,
                         alternatives.end());
    return alternatives;
  }

  FactorSharding choose() const {
    // For each mesh dimension the factor that it shards, or -1.
    SmallVector<int> assignment(options.size(), -1);
    size_t combinations = 1;
    for (ArrayRef<int> o : options)
      combinations = std::min(combinations * o.size(), kMaxCombinations + 1);
    if (combinations <= kMaxCombinations)
      chooseJointly(assignment);
    else
      chooseOneByOne(assignment);
    return getSharding(assignment);
  }

private:
  void add(const TensorState &state, const TensorFactors &factors,
           bool isOperand) {
    if (!state.isTensor)
      return;
    Tensor tensor{&state, &factors, isOperand, {}};
    tensor.wanted =
        projectToFactors(problem.mesh, problem.rule, factors, state.layout);
    tensors.push_back(std::move(tensor));
  }

  /// Finds factors that cannot be sharded. The part of an axis that a device
  /// owns depends on the global extent. If the type of one tensor leaves that
  /// open, a factor cannot be sharded on another tensor either.
  void findFixed() {
    fixed.assign(problem.rule.factors.size(), false);
    for (const Tensor &tensor : tensors)
      for (auto [factors, extent] :
           llvm::zip_equal(*tensor.factors, tensor.state->shape))
        for (unsigned factor : factors)
          fixed[factor] |= extent < 0;
  }

  /// Collects the factors on which each mesh dimension stands in some layout. A
  /// dimension that stands on none that can be sharded may move to another axis
  /// of the same tensor, which costs less than gathering. -1, for no factor,
  /// comes last, so that a sharding wins if the costs are equal.
  void collectOptions() {
    options.resize(problem.mesh.getNumDimensions());
    for (bool free : {false, true})
      for (const Tensor &tensor : tensors)
        if (tensor.state->isFree == free)
          for (auto [factor, dims] : llvm::enumerate(tensor.wanted))
            for (unsigned dim : dims)
              addOption(dim, factor);
    for (const Tensor &tensor : tensors)
      if (tensor.isOperand && !tensor.state->isFree)
        for (auto [axis, dims] :
             llvm::enumerate(tensor.state->layout.getAxes()))
          for (unsigned dim : dims)
            if (problem.mesh.getSize(dim) > 1 && !isUsable(dim) &&
                !isBroadcast(tensor, axis))
              addElsewhere(dim, tensor);
    for (SmallVector<int> &o : options)
      o.push_back(-1);
  }

  void addOption(unsigned dim, int factor) {
    if (!llvm::is_contained(options[dim], factor))
      options[dim].push_back(factor);
  }

  /// Whether some factor on which the dimension stands can take it at a low
  /// cost.
  bool isUsable(unsigned dim) const {
    return llvm::any_of(options[dim], [&](int factor) {
      if (problem.rule.factors[factor].kind == FactorKind::Blocked)
        return false;
      SmallVector<int> assignment(options.size(), -1);
      assignment[dim] = factor;
      return !getSharding(assignment)[factor].empty();
    });
  }

  /// Whether one position of the axis, which only data determine, goes from its
  /// owner to all devices. Most often a loop reads one position after the
  /// other, and to divide so little work again and again is no gain.
  bool isBroadcast(const Tensor &tensor, unsigned axis) const {
    const WindowedAxis *windowed =
        problem.rule.findWindow(tensor.state - problem.operands.data(), axis);
    return windowed && windowed->window.terms.empty() &&
           windowed->move.start == AxisMove::kDynamic;
  }

  /// Offers the dimension to other factors of the tensor. One that is summed is
  /// taken only if there is no other.
  void addElsewhere(unsigned dim, const Tensor &tensor) {
    bool isAdded = false;
    for (FactorKind kind : {FactorKind::Parallel, FactorKind::Reduction}) {
      for (const AxisFactors &factors : *tensor.factors)
        for (unsigned factor : factors) {
          const Factor &candidate = problem.rule.factors[factor];
          if (candidate.kind != kind || fixed[factor] ||
              candidate.extent < problem.mesh.getSize(dim))
            continue;
          addOption(dim, factor);
          isAdded = true;
        }
      if (isAdded)
        break;
    }
    needsElsewhere |= isAdded;
  }

  FactorSharding getSharding(ArrayRef<int> assignment) const {
    FactorSharding sharding(problem.rule.factors.size());
    // If several dimensions shard one factor, they stand in the order of the
    // heaviest tensor that has them.
    SmallVector<const Tensor *> byWeight;
    for (const Tensor &tensor : tensors)
      byWeight.push_back(&tensor);
    llvm::sort(byWeight, [&](const Tensor *a, const Tensor *b) {
      double bytesA = getBytes(*a), bytesB = getBytes(*b);
      return bytesA != bytesB ? bytesA > bytesB : a < b;
    });
    for (const Tensor *tensor : byWeight)
      for (auto [factor, dims] : llvm::enumerate(tensor->wanted))
        for (unsigned dim : dims)
          if (assignment[dim] == int(factor) &&
              !contains(sharding[factor], dim))
            sharding[factor].push_back(dim);
    for (auto [dim, factor] : llvm::enumerate(assignment))
      if (factor >= 0 && !contains(sharding[factor], dim))
        sharding[factor].push_back(dim);
    for (auto [factor, dims] : llvm::enumerate(sharding))
      if (fixed[factor])
        dims.clear();
    return restrictToTensors(problem.mesh, problem.rule, sharding);
  }

  double getCost(ArrayRef<int> assignment) const {
    FactorSharding sharding = getSharding(assignment);
    OpLayouts layouts = getOpLayouts(problem, sharding);
    double cost = 0;
    for (const Tensor &tensor : tensors) {
      const TensorState &state = *tensor.state;
      ArrayRef<TensorState> states = tensor.isOperand
                                         ? ArrayRef(problem.operands)
                                         : ArrayRef(problem.results);
      const Layout &here =
          (tensor.isOperand
               ? ArrayRef(layouts.operands)
               : ArrayRef(layouts.results))[&state - states.data()];
      cost += kMemoryWeight * getLocalBytes(problem.mesh, state, here);
      if (tensor.isOperand)
        cost += getFetchCost(&state - states.data(), here, sharding);
      if (state.isFree || state.canAdopt(here))
        continue;
      Layout from = tensor.isOperand ? state.layout : here;
      Layout to = tensor.isOperand ? here : state.layout;
      if (!tensor.isOperand && here.isPartial() &&
          state.canAdopt(here.withoutPartial()))
        to = here.withoutPartial();
      double bytes =
          CostModel(problem.mesh)
              .getRelayoutCost(from, to, state.shape, state.elementBits);
      cost += tensor.isOperand && losesDim(from, sharding)
                  ? getLossWeight(tensor, to) * bytes
                  : bytes;
    }
    return cost + getExchangedBytes(problem, sharding, layouts) +
           getWork(problem, sharding);
  }

  double getBytes(const Tensor &tensor) const {
    const TensorState &state = *tensor.state;
    return getLocalBytes(problem.mesh, state, Layout(state.shape.size()));
  }

  double getFetchCost(unsigned operand, const Layout &here,
                      const FactorSharding &sharding) const {
    double bytes = getFetchedBytes(problem, operand, here, sharding);
    return losesDim(here, sharding) ? kGatherPenalty * bytes : bytes;
  }

  double getLossWeight(const Tensor &lost, const Layout &left) const {
    return left.isReplicated(problem.mesh) && !isLittle(lost) ? kWholePenalty
                                                              : kGatherPenalty;
  }

  /// Whether the tensor is a side of a product whose tensors have far more
  /// bytes.
  bool isLittle(const Tensor &tensor) const {
    if (!isSideOfProduct(tensor))
      return false;
    double bytes = 0;
    for (const Tensor &each : tensors)
      bytes += getBytes(each);
    return kLittle * getBytes(tensor) < bytes;
  }

  /// Whether the op sums the tensor and another operand over a factor of both,
  /// and each of them has a factor that the other lacks.
  bool isSideOfProduct(const Tensor &tensor) const {
    return llvm::any_of(tensors, [&](const Tensor &other) {
      bool sums = false, hasRow = false, hasColumn = false;
      for (auto [i, factor] : llvm::enumerate(problem.rule.factors)) {
        bool here = hasFactor(tensor, i), there = hasFactor(other, i);
        sums |= here && there && factor.kind == FactorKind::Reduction;
        hasRow |= here && !there;
        hasColumn |= there && !here;
      }
      return other.isOperand && sums && hasRow && hasColumn;
    });
  }

  static bool hasFactor(const Tensor &tensor, unsigned factor) {
    return llvm::any_of(*tensor.factors, [&](const AxisFactors &factors) {
      return llvm::is_contained(factors, factor);
    });
  }

  /// Whether a mesh dimension that shards `from` could be used in the op, but
  /// is not.
  bool losesDim(const Layout &from, const FactorSharding &sharding) const {
    for (const DimList &dims : from.getAxes())
      for (unsigned dim : dims)
        if (options[dim].size() > 1 &&
            llvm::none_of(sharding, [&](const DimList &used) {
              return contains(used, dim);
            }))
          return true;
    return false;
  }

  Alternative getAlternative(const FactorSharding &sharding) const {
    Alternative alternative{getOpLayouts(problem, sharding), 0};
    auto add = [&](const TensorState &state, const Layout &from,
                   const Layout &to) {
      if (state.isTensor && !state.isFree)
        alternative.bytesReceived += getLowerBound(
            problem.mesh, from, to, state.shape, state.elementBits);
    };
    for (auto [state, here] :
         llvm::zip_equal(problem.operands, alternative.layouts.operands))
      if (!state.canAdopt(here))
        add(state, state.layout, here);
    for (auto [state, here] :
         llvm::zip_equal(problem.results, alternative.layouts.results))
      if (!state.canAdopt(here))
        add(state, here, state.layout);
    return alternative;
  }

  void chooseJointly(SmallVector<int> &best) const {
    double bestCost = -1;
    forEachAssignment([&](ArrayRef<int> assignment) {
      double cost = getCost(assignment);
      if (bestCost < 0 || cost < bestCost) {
        bestCost = cost;
        best.assign(assignment.begin(), assignment.end());
      }
    });
  }

  void
  forEachAssignment(llvm::function_ref<void(ArrayRef<int>)> callback) const {
    SmallVector<size_t> digits(options.size(), 0);
    while (true) {
      SmallVector<int> assignment;
      for (auto [o, digit] : llvm::zip_equal(options, digits))
        assignment.push_back(o[digit]);
      callback(assignment);
      size_t dim = 0;
      while (dim < digits.size() && ++digits[dim] == options[dim].size())
        digits[dim++] = 0;
      if (dim == digits.size())
        return;
    }
  }

  void chooseOneByOne(SmallVector<int> &best) const {
    for (size_t dim = 0; dim < options.size(); ++dim) {
      double bestCost = -1;
      int bestOption = -1;
      for (int option : options[dim]) {
        best[dim] = option;
        double cost = getCost(best);
        if (bestCost < 0 || cost < bestCost) {
          bestCost = cost;
          bestOption = option;
        }
      }
      best[dim] = bestOption;
    }
  }

  const ChoiceProblem &problem;
  SmallVector<Tensor> tensors;
  /// For each factor, whether it must not be sharded.
  SmallVector<bool> fixed;
  SmallVector<SmallVector<int>> options;
  bool needsElsewhere = false;
};

} // namespace

bool TensorState::canAdopt(const Layout &wanted) const {
  if (wanted.getPartial() != layout.getPartial())
    return false;
  for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
    ArrayRef<unsigned> have = layout.getAxis(axis), want = wanted.getAxis(axis);
    if (have == want)
      continue;
    if (!open[axis] || want.size() < have.size() ||
        want.take_front(have.size()) != have)
      return false;
    for (unsigned dim : want.drop_front(have.size()))
      if (contains(replicated, dim))
        return false;
  }
  return true;
}

FactorSharding dtensor::chooseFactorSharding(const ChoiceProblem &problem) {
  return Chooser(problem).choose();
}

bool dtensor::isConflictFree(const ChoiceProblem &problem) {
  return Chooser(problem).isConflictFree();
}

bool dtensor::needsElsewhere(const ChoiceProblem &problem) {
  return Chooser(problem).movesElsewhere();
}

std::vector<Alternative>
dtensor::listAlternatives(const ChoiceProblem &problem) {
  return Chooser(problem).listAlternatives();
}

std::optional<FactorSharding>
dtensor::deriveFactorSharding(const ChoiceProblem &problem) {
  FactorSharding sharding(problem.rule.factors.size());
  auto merge = [&](const TensorState &state, const TensorFactors &factors,
                   auto &&accepts) {
    if (!state.isTensor)
      return;
    for (auto [factor, dims] : llvm::enumerate(projectToFactors(
             problem.mesh, problem.rule, factors, state.layout)))
      if (sharding[factor].empty() && accepts(factor, dims))
        sharding[factor] = dims;
  };
  auto acceptsAll = [](unsigned, ArrayRef<unsigned>) { return true; };
  for (auto [index, state, factors] :
       llvm::enumerate(problem.operands, problem.rule.operands))
    if (!problem.rule.isWindowed(index))
      merge(state, factors, acceptsAll);
  for (auto [state, factors] :
       llvm::zip_equal(problem.results, problem.rule.results))
    merge(state, factors, acceptsAll);
  // An operand that is read through windows keeps a layout of its own. It only
  // determines factors that are reduced and that no other tensor has.
  auto isReduced = [&](unsigned factor, ArrayRef<unsigned> dims) {
    const Factor &reduced = problem.rule.factors[factor];
    return reduced.kind == FactorKind::Reduction &&
           isOnlyWindowed(problem.rule, factor) &&
           llvm::all_of(dims, [&](unsigned dim) {
             return llvm::all_of(problem.results, [&](const TensorState &r) {
               return !r.isTensor ||
                      r.layout.getPartial(dim) == reduced.combiner;
             });
           });
  };
  for (auto [index, state, factors] :
       llvm::enumerate(problem.operands, problem.rule.operands))
    if (problem.rule.isWindowed(index))
      merge(state, factors, isReduced);

  // A part of a merged axis may be no component of it.
  if (restrictToTensors(problem.mesh, problem.rule, sharding) != sharding)
    return std::nullopt;
  OpLayouts layouts = getOpLayouts(problem, sharding);
  auto agree = [](ArrayRef<TensorState> states, ArrayRef<Layout> needed) {
    return llvm::all_of(llvm::zip_equal(states, needed), [](const auto &pair) {
      const auto &[state, layout] = pair;
      return !state.isTensor || state.layout == layout;
    });
  };
  if (!agree(problem.operands, layouts.operands) ||
      !agree(problem.results, layouts.results))
    return std::nullopt;
  return sharding;
}
