//===- LayoutSearch.cpp - Plans tried for their true price ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSearch.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace dtensor;

using Price = PlanPricer::Price;

/// The number of plans that are priced exactly falls with the size of the
/// program, as pricing one takes longer.
static constexpr size_t kMostPriced = 400, kLeastPriced = 4,
                        kPricedSites = 40000;
/// The sums that solving the problem may take: some tenths of a second at
/// first, and less when a strategy is given.
static constexpr uint64_t kWork = 10'000'000, kWorkGiven = 300'000;
/// The size of a problem, in pairs of strategies of all edges, up to which it
/// is solved with a proof, and the parts that may be looked at: a few seconds
/// at most.
static constexpr size_t kExactPairs = 20'000;
static constexpr int kBranches = 200;
/// The plans that may be tried after all layouts of the arguments.
static constexpr size_t kForResults = 100;
/// The number of plans that the final pricer gets falls with the size of the
/// program too: of those that may be chosen, and of those that explain the
/// choice.
static constexpr size_t kMostFinalists = 8, kFinalSites = 1600,
                        kExplainedSites = 8000;
/// The layouts of a group that are tried in one round.
static constexpr size_t kMostTried = 12;

static bool isSmall(const SelectionProblem &problem) {
  size_t pairs = 0;
  for (const SelectionProblem::Edge &edge : problem.edges)
    pairs += edge.costs.size();
  return pairs <= kExactPairs;
}

LayoutSearch::LayoutSearch(LayoutProblem &problem, PlanPricer &pricer,
                           func::FuncOp entry,
                           const LayoutChoiceOptions &options, size_t numSites,
                           PlanPricer *finalPricer)
    : problem(problem), pricer(pricer), finalPricer(finalPricer),
      memory(options.memoryPerDevice),
      numExplained(kExplainedSites / std::max<size_t>(numSites, 1)),
      numFinalists(std::clamp(kFinalSites / std::max<size_t>(numSites, 1),
                              size_t(1), kMostFinalists)),
      budget(std::clamp(kPricedSites / std::max<size_t>(numSites, 1),
                        kLeastPriced, kMostPriced)),
      numArguments(entry.getNumArguments()), numResults(entry.getNumResults()) {
  std::map<unsigned, unsigned> groupOf;
  auto getGroup = [&](unsigned node) -> Group & {
    auto [known, isNew] = groupOf.try_emplace(node, groups.size());
    if (isNew)
      groups.push_back({node, {}, {}});
    return groups[known->second];
  };
  for (unsigned argument = 0; argument < numArguments; ++argument)
    if (std::optional<unsigned> node = problem.getArgumentNode(argument))
      getGroup(*node).arguments.push_back(argument);
  groupOf.clear();
  for (unsigned result = 0; result < numResults; ++result)
    if (std::optional<unsigned> node = problem.getResultNode(result))
      getGroup(*node).results.push_back(result);
}

bool LayoutSearch::isBetter(const Price &a, const Price &b) const {
  if (getExcess(a) != getExcess(b))
    return getExcess(a) < getExcess(b);
  // Sums of the same times in another order are the same time.
  constexpr double kAccuracy = 1e-9;
  if (std::abs(a.seconds - b.seconds) > kAccuracy * b.seconds)
    return a.seconds < b.seconds;
  return a.peakBytes < b.peakBytes;
}

const Price *LayoutSearch::offer(const SignatureLayouts &layouts) {
  const Price *price = pricer.get(layouts);
  // Once the final pricer has decided, estimates only explain.
  if (!price || isDecided)
    return price;
  if (finalPricer)
    offered.try_emplace(price, layouts);
  if (!bestPrice || isBetter(*price, *bestPrice)) {
    best = layouts;
    bestPrice = price;
  }
  return price;
}

SignatureLayouts LayoutSearch::makeUndecided() const {
  SignatureLayouts layouts;
  layouts.arguments.resize(numArguments);
  layouts.results.resize(numResults);
  return layouts;
}

void LayoutSearch::set(SignatureLayouts &layouts, const Group &group,
                       const Layout &layout) const {
  for (unsigned argument : group.arguments)
    layouts.arguments[argument] = layout;
  for (unsigned result : group.results)
    layouts.results[result] = layout;
}

SignatureLayouts LayoutSearch::toLayouts(llvm::ArrayRef<unsigned> selection,
                                         bool withResults) const {
  SignatureLayouts layouts = makeUndecided();
  for (const Group &group : groups)
    if (withResults || !group.arguments.empty())
      set(layouts, group,
          problem.getLayouts(group.node)[selection[group.node]]);
  return layouts;
}

/// Work is limited rather than time, so that the result is always the same.
static SelectionOptions makeSolverOptions(uint64_t work) {
  SelectionOptions options;
  options.seconds = 1e6;
  options.work = work;
  return options;
}

std::optional<Selection> LayoutSearch::solve() {
  ++numSolved;
  const SelectionProblem &selection = problem.getProblem();
  SelectionOptions solver = makeSolverOptions(kWork);
  solver.numBranches = kBranches;
  bool isExact = isSmall(selection);
  llvm::Expected<SelectionResult> result =
      isExact ? solveSelection(selection, solver)
              : searchSelection(selection, solver);
  if (!result) {
    llvm::consumeError(result.takeError());
    return std::nullopt;
  }
  double unit = problem.getUnit();
  if (result->value.isFeasible(selection))
    solution = {unit * double(result->value.cost), unit * double(result->bound),
                isExact};
  return std::move(result->selection);
}

std::optional<Selection> LayoutSearch::solve(unsigned node, unsigned strategy) {
  ++numSolved;
  SelectionProblem forced = problem.getProblem();
  for (auto [index, cost] : llvm::enumerate(forced.nodes[node].costs))
    if (index != strategy)
      cost = SelectionProblem::kForbidden;
  llvm::Expected<SelectionResult> result =
      searchSelection(forced, makeSolverOptions(kWorkGiven));
  if (!result) {
    llvm::consumeError(result.takeError());
    return std::nullopt;
  }
  return std::move(result->selection);
}

std::vector<unsigned> LayoutSearch::rank(const Group &group) const {
  auto order = llvm::to_vector(
      llvm::seq<unsigned>(0, problem.getLayouts(group.node).size()));
  if (!selected.empty()) {
    std::vector<double> costs;
    for (unsigned strategy : order)
      costs.push_back(problem.estimate(selected, group.node, strategy));
    llvm::stable_sort(
        order, [&](unsigned a, unsigned b) { return costs[a] < costs[b]; });
  }
  return {order.begin(), order.end()};
}

/// Tries all layouts of the arguments if there are few.
bool LayoutSearch::enumerateArguments() {
  SmallVector<const Group *> varied;
  size_t count = 1;
  for (const Group &group : groups)
    if (!group.arguments.empty()) {
      varied.push_back(&group);
      count =
          std::min(count * problem.getLayouts(group.node).size(), budget + 1);
    }
  if (count > budget)
    return false;
  std::vector<size_t> digits(varied.size());
  while (true) {
    SignatureLayouts layouts = makeUndecided();
    for (auto [group, digit] : llvm::zip_equal(varied, digits))
      set(layouts, *group, problem.getLayouts(group->node)[digit]);
    offer(layouts);
    size_t place = 0;
    while (place < digits.size() &&
           ++digits[place] == problem.getLayouts(varied[place]->node).size())
      digits[place++] = 0;
    if (place == digits.size())
      return true;
  }
}

/// Tries solutions of the problem. Where the true peak is above the limit, the
/// problem gets a lower one.
void LayoutSearch::trySelections() {
  constexpr int kTries = 4;
  double limit = memory ? double(*memory) : 0;
  for (int i = 0; i < kTries; ++i) {
    if (memory)
      problem.setMemory(int64_t(limit));
    std::optional<Selection> found = solve();
    if (!found)
      return;
    selected = std::move(*found);
    offer(toLayouts(selected, /*withResults=*/true));
    const Price *price = offer(toLayouts(selected, /*withResults=*/false));
    if (!memory || (price && getExcess(*price) == 0))
      return;
    limit *= price ? 0.95 * double(*memory) / double(price->peakBytes) : 0.8;
  }
}

/// Tries plans in which one group is given and the others follow by
/// propagation, for each mesh dimension on top of the best before.
void LayoutSearch::trySingleAxes() {
  offer(makeUndecided());
  SignatureLayouts base = makeUndecided();
  constexpr int kRounds = 2;
  for (int round = 0; round < kRounds; ++round) {
    const Price *basePrice = nullptr;
    SignatureLayouts better = base;
    for (const Group &group : groups) {
      if (get(base, group))
        continue;
      for (const Layout &layout : problem.getLayouts(group.node)) {
        if (isOver())
          return;
        SignatureLayouts layouts = base;
        set(layouts, group, layout);
        const Price *price = offer(layouts);
        if (price && (!basePrice || isBetter(*price, *basePrice))) {
          basePrice = price;
          better = layouts;
        }
      }
    }
    base = better;
  }
}

/// Changes groups of the best plan one at a time. The others stay, or follow as
/// a solution of the problem says.
void LayoutSearch::improve() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Group &group : groups) {
      std::vector<unsigned> order = rank(group);
      if (order.size() > kMostTried)
        order.resize(kMostTried);
      for (unsigned strategy : order) {
        const Price *before = bestPrice;
        for (bool follows : {false, true}) {
          if (isOver())
            return;
          SignatureLayouts layouts = best;
          if (follows) {
            std::optional<Selection> found = solve(group.node, strategy);
            if (!found)
              continue;
            bool withResults = llvm::any_of(
                best.results, [](const auto &layout) { return layout; });
            layouts = toLayouts(*found, withResults);
          } else {
            set(layouts, group, problem.getLayouts(group.node)[strategy]);
          }
          offer(layouts);
        }
        changed |= bestPrice != before;
      }
    }
  }
}

/// Lets the final pricer decide between the plans with the best estimates.
void LayoutSearch::decideBetweenBest() {
  auto plans = offered.takeVector();
  llvm::stable_sort(plans, [&](const auto &a, const auto &b) {
    return isBetter(*a.first, *b.first);
  });
  if (plans.size() > numFinalists)
    plans.resize(numFinalists);
  const Price *least = nullptr;
  for (const auto &[estimate, layouts] : plans) {
    const Price *price = finalPricer->get(layouts);
    if (!price || (least && !isBetter(*price, *least)))
      continue;
    least = price;
    best = layouts;
    bestPrice = estimate;
  }
  isDecided = true;
}

/// Writes down what propagation found, as long as that costs nothing: the user
/// sees all of the plan.
void LayoutSearch::writeAll() {
  PlanPricer &judge = finalPricer ? *finalPricer : pricer;
  const Price *known = judge.get(best);
  if (!known)
    return;
  for (bool withResults : {false, true}) {
    SignatureLayouts layouts = best;
    for (auto [layout, found] :
         llvm::zip_equal(layouts.arguments, known->layouts.arguments))
      if (!layout)
        layout = found;
    if (withResults)
      layouts.results = known->layouts.results;
    // A file of layouts cannot say that a value is partial.
    for (std::optional<Layout> &layout : layouts.results)
      if (layout && layout->isPartial())
        layout.reset();
    const Price *price = judge.get(layouts), *estimate = pricer.get(layouts);
    if (!price || !estimate || isBetter(*known, *price))
      continue;
    best = layouts;
    known = price;
    bestPrice = estimate;
  }
}

llvm::Error LayoutSearch::run() {
  bool triedAll = enumerateArguments();
  // Results may still be better in other layouts.
  if (triedAll)
    budget += kForResults;
  trySelections();
  if (!triedAll)
    trySingleAxes();
  if (!bestPrice)
    return llvm::createStringError(
        "no layouts were found with which the program can be partitioned");
  improve();
  if (finalPricer)
    decideBetweenBest();
  writeAll();
  return llvm::Error::success();
}

/// Replaces the estimate of the second best layout by what the final pricer
/// says, or leaves that layout out if too many plans would be priced. Returns
/// false if it turns out to be better, and has been taken.
bool LayoutSearch::decideSecond(const Group &group, LayoutDecision &decision) {
  SignatureLayouts layouts = best;
  set(layouts, group, *decision.second);
  const Price *chosen = finalPricer->get(best);
  const Price *price =
      chosen && finalPricer->getNumPriced() < numFinalists + numExplained
          ? finalPricer->get(layouts)
          : nullptr;
  if (!price) {
    decision.second.reset();
    return true;
  }
  if (isBetter(*price, *chosen)) {
    best = layouts;
    bestPrice = pricer.get(layouts);
    return false;
  }
  decision.savedSeconds = price->seconds - chosen->seconds;
  decision.secondPeakBytes = price->peakBytes;
  return true;
}

std::vector<LayoutDecision> LayoutSearch::getDecisions() {
  std::vector<LayoutDecision> decisions;
  size_t most = budget + budget / 2;
  for (const Group &group : groups) {
    std::optional<Layout> chosen = get(best, group);
    if (!chosen)
      continue;
    LayoutDecision decision{
        group.arguments, group.results, *chosen, std::nullopt, 0, 0};
    const Price *second = nullptr;
    // Some plans are priced for this alone.
    constexpr size_t kFew = 2;
    for (auto [index, strategy] : llvm::enumerate(rank(group))) {
      const Layout &layout = problem.getLayouts(group.node)[strategy];
      if (layout == *chosen ||
          (isOver() && (index >= kFew || pricer.getNumPriced() >= most)))
        continue;
      SignatureLayouts layouts = best;
      set(layouts, group, layout);
      const Price *before = bestPrice;
      const Price *price = offer(layouts);
      // All decisions are about the best plan, so they begin again. Each time
      // it gets better, so that ends.
      if (bestPrice != before)
        return getDecisions();
      if (!price || (second && !isBetter(*price, *second)))
        continue;
      second = price;
      decision.second = layout;
      decision.savedSeconds = price->seconds - bestPrice->seconds;
      decision.secondPeakBytes = price->peakBytes;
    }
    if (finalPricer && decision.second && !decideSecond(group, decision))
      return getDecisions();
    decisions.push_back(std::move(decision));
  }
  return decisions;
}
