//===- SearchSelection.cpp ------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decimation.h"
#include "MemoryPrices.h"
#include "RegionSearch.h"
#include "dtensor/Selection/SelectionSolver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <chrono>
#include <cmath>

using namespace dtensor;
using llvm::Expected;

namespace {

/// Three parts share the time. Messages and prices make the bound better; where
/// they point to, a selection of the whole graph is made; the best one so far
/// is made better region by region.
class Search {
public:
  Search(const SelectionProblem &problem, const SelectionModel &model,
         const SelectionOptions &options)
      : problem(problem), model(model), options(options), dual(model),
        prices(model), whole(model, kTableLimit, options.seed),
        regions(model, options.seed),
        nodes(
            llvm::to_vector(llvm::seq<unsigned>(0, model.getNodes().size()))) {}

  SelectionResult run() {
    for (unsigned i = 0; i < kFirstRounds && !isOver(); ++i)
      makeBoundBetter();
    makeSelection();
    while (!isOver()) {
      // The bound and the whole selections take `kPointing` of all, and the
      // selections `kWhole` of that.
      double pointing = dual.getWork() + getWholeWork();
      if (regions.getWork() < (1 - kPointing) / kPointing * pointing)
        regions.step(prices.getSums());
      else if (getWholeWork() < kWhole * pointing && hasTimeForSelection())
        makeSelection();
      else
        makeBoundBetter();
      report();
    }
    // By then memory is so dear that this one needs the least.
    if (isInfeasible())
      makeSelection();
    return getResult();
  }

private:
  static constexpr size_t kTableLimit = 1 << 12;
  static constexpr unsigned kFirstRounds = 20;
  static constexpr double kPointing = 0.6, kWhole = 0.3;

  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const SelectionProblem &problem;
  const SelectionModel &model;
  const SelectionOptions &options;
  DualAscent dual;
  MemoryPrices prices;
  Elimination whole;
  RegionSearch regions;
  llvm::SmallVector<unsigned, 0> nodes;
  double bound = 0;
  /// The sums made for decimation, which works on copies of the messages.
  uint64_t decimationWork = 0;
  unsigned numSelections = 0;
  std::chrono::duration<double> longestSelection{0};
  SelectionCost reportedCost{INT64_MAX, 0};
  int64_t reportedBound = -1;

  uint64_t getWholeWork() const { return whole.getWork() + decimationWork; }

  void makeBoundBetter() {
    double priced = prices.getBound(dual.iterate(prices.getSums()));
    bound = std::max(bound, priced);
    prices.update(model.getUsage(dual.getBestAlone(prices.getSums())), priced,
                  std::max(std::abs(priced), 1.0));
    if (!regions.getSelection().empty())
      regions.setPromise(
          dual.getSlack(prices.getSums(), regions.getSelection()));
  }

  void makeSelection() {
    const Clock::time_point start = Clock::now();
    // Following the messages at once is fast, and leaves little to do for small
    // problems.
    bool fromHubs = numSelections++ % 2 == 0;
    Selection selection =
        fromHubs ? decimate(model, dual, prices.getSums(), decimationWork,
                            [&] { return isOutOfTime(); })
                 : dual.decode(prices.getSums());
    for (int i = 0; i < 2 && !isOutOfTime(); ++i)
      whole.improve(nodes, prices.getSums(), selection);
    regions.offer(selection);
    longestSelection = std::max<std::chrono::duration<double>>(
        longestSelection, Clock::now() - start);
  }

  /// Whether another whole selection is done in time.
  bool hasTimeForSelection() const {
    std::chrono::duration<double> used = Clock::now() - begin;
    constexpr double kMargin = 1.3;
    return used.count() + kMargin * longestSelection.count() < options.seconds;
  }

  /// Costs are integers, so a bound between two of them is the next one. Sums
  /// of floating-point numbers may be off by a little.
  int64_t getBound() const {
    constexpr double kAccuracy = 1e-3;
    return int64_t(
        std::ceil(std::min(bound, SelectionCost::kForbidden) - kAccuracy));
  }

  bool isOutOfTime() const {
    std::chrono::duration<double> time = Clock::now() - begin;
    return time.count() >= options.seconds;
  }

  /// Whether the bound says that each selection is forbidden or needs too much
  /// memory: the prices of memory grow without end.
  bool isInfeasible() const { return bound >= SelectionCost::kForbidden; }

  bool isOver() const {
    return isOutOfTime() || isInfeasible() ||
           dual.getWork() + getWholeWork() + regions.getWork() >=
               options.work ||
           (regions.isFeasible() && regions.getCost().sum <= getBound());
  }

  SelectionResult getResult() const {
    Selection selection = model.toProblem(regions.getSelection());
    SelectionValue value = evaluate(problem, selection);
    return {std::move(selection), value, getBound()};
  }

  void report() {
    const SelectionCost &cost = regions.getCost();
    if (!options.report ||
        (cost.numForbidden == reportedCost.numForbidden &&
         cost.sum == reportedCost.sum && getBound() == reportedBound))
      return;
    reportedCost = cost;
    reportedBound = getBound();
    options.report(getResult());
  }
};

} // namespace

Expected<SelectionResult>
dtensor::searchSelection(const SelectionProblem &problem,
                         const SelectionOptions &options) {
  Expected<SelectionModel> model = SelectionModel::create(problem);
  if (!model)
    return model.takeError();
  return Search(problem, *model, options).run();
}
