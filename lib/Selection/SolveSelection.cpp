//===- SolveSelection.cpp - A selection with its proof --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchAndBound.h"
#include "IntegerProgram.h"
#include "dtensor/Selection/SelectionSolver.h"
#include <chrono>
#include <cmath>
#include <numeric>

using namespace dtensor;
using llvm::Expected;

/// The parts of the time at whose ends the search and branch and bound end.
static constexpr double kSearchEnd = 0.03, kBranchingEnd = 0.6;

/// Of larger problems nothing can be proved in minutes.
static bool isInReach(const SelectionModel &model) {
  constexpr size_t kMostStrategies = 1 << 16;
  return std::transform_reduce(model.getNodes().begin(), model.getNodes().end(),
                               size_t(0), std::plus<>(),
                               [](const SelectionModel::Node &node) {
                                 return node.costs.size();
                               }) <= kMostStrategies;
}

/// The least cost of a feasible selection that is known.
static double getCost(const SelectionResult &result,
                      const SelectionProblem &problem) {
  return result.value.isFeasible(problem) ? double(result.value.cost)
                                          : SelectionCost::kForbidden;
}

/// Takes what was found if it is better, and the bound.
static void take(SelectionResult &result, const SelectionProblem &problem,
                 const Selection &found, double bound) {
  if (!found.empty()) {
    SelectionValue value = evaluate(problem, found);
    if (value.isFeasible(problem) &&
        (!result.value.isFeasible(problem) || value.cost < result.value.cost)) {
      result.selection = found;
      result.value = value;
    }
  }
  // Costs are integers. Sums of floating-point numbers may be off by a little.
  constexpr double kAccuracy = 1e-3;
  result.bound =
      std::max(result.bound,
               int64_t(std::ceil(std::min(bound, getCost(result, problem)) -
                                 kAccuracy)));
}

/// The cost below which branch and bound looks for selections. Far from the
/// bound that is half way: it is much faster to prove that there is none, or to
/// find one, than to work with a bad one.
static double getAim(const SelectionResult &result,
                     const SelectionProblem &problem) {
  constexpr double kNear = 0.05, kFew = 10;
  double cost = getCost(result, problem);
  double bound = double(result.bound);
  return cost - bound <= std::max(kNear * cost, kFew)
             ? cost
             : std::floor(bound + (cost - bound) / 2);
}

Expected<SelectionResult>
dtensor::solveSelection(const SelectionProblem &problem,
                        const SelectionOptions &options) {
  auto begin = std::chrono::steady_clock::now();
  auto getRest = [&](double end) {
    std::chrono::duration<double> used =
        std::chrono::steady_clock::now() - begin;
    return end * options.seconds - used.count();
  };
  Expected<SelectionModel> model = SelectionModel::create(problem);
  if (!model)
    return model.takeError();
  if (!isInReach(*model))
    return searchSelection(problem, options);
  SelectionOptions first = options;
  first.seconds = getRest(kSearchEnd);
  Expected<SelectionResult> result = searchSelection(problem, first);
  if (!result || result->isOptimal(problem))
    return result;
  auto getStart = [&] {
    return result->value.isFeasible(problem) ? result->selection : Selection();
  };
  auto isOver = [&] { return getRest(kBranchingEnd) <= 0; };

  while (double(result->bound) < getCost(*result, problem) && !isOver()) {
    double aim = getAim(*result, problem);
    BranchAndBound tree(aim, options.numBranches, isOver);
    tree.run(*model);
    take(*result, problem, tree.getSelection(), tree.getBound());
    if (options.report)
      options.report(*result);
    const SelectionModel *rest = tree.getRest();
    if (!rest || tree.isFinished())
      continue;
    // Integer programming has other bounds, and less to do now.
    if (hasIntegerProgramming() && !result->isOptimal(problem)) {
      Expected<IntegerProgramResult> found = solveIntegerProgram(
          *rest, getStart(), options.numBranches, [&] { return getRest(1); });
      if (!found)
        return found.takeError();
      take(*result, problem, found->selection, std::min(found->bound, aim));
    }
    break;
  }
  if (options.report)
    options.report(*result);
  return result;
}
