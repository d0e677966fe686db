//===- LayoutSearch.h - Plans tried for their true price --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_AUTOLAYOUT_LAYOUTSEARCH_H
#define DTENSOR_LIB_AUTOLAYOUT_LAYOUTSEARCH_H

#include "LayoutProblem.h"
#include "PlanPricer.h"
#include "dtensor/Selection/SelectionSolver.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {

/// Finds good plans by the problem of selection, and decides between them by
/// their true price. Then it changes the best one, a group of arguments at a
/// time. For a large program the price is at first an estimate, and a second
/// pricer decides between the best plans.
class LayoutSearch {
public:
  LayoutSearch(LayoutProblem &problem, PlanPricer &pricer,
               mlir::func::FuncOp entry, const LayoutChoiceOptions &options,
               size_t numSites, PlanPricer *finalPricer = nullptr);

  /// Errors: no plan can be partitioned.
  llvm::Error run();

  /// The best plan.
  const SignatureLayouts &getLayouts() const { return best; }
  const PlanPricer::Price &getPrice() const { return *bestPrice; }
  /// What each group of arguments or results gains over its second best
  /// layout. If one of these turns out to be better, it is taken.
  std::vector<LayoutDecision> getDecisions();
  /// How well the problem was solved whose solution was tried.
  const std::optional<ProblemSolution> &getSolution() const { return solution; }

private:
  /// Arguments, or else results, that get one layout.
  struct Group {
    unsigned node;
    llvm::SmallVector<unsigned> arguments, results;
  };

  int64_t getExcess(const PlanPricer::Price &price) const {
    return memory ? std::max<int64_t>(0, price.peakBytes - *memory) : 0;
  }
  bool isBetter(const PlanPricer::Price &a, const PlanPricer::Price &b) const;
  /// Prices a plan, and makes it the best if it is.
  const PlanPricer::Price *offer(const SignatureLayouts &layouts);
  bool isOver() const { return pricer.getNumPriced() + numSolved >= budget; }

  SignatureLayouts makeUndecided() const;
  void set(SignatureLayouts &layouts, const Group &group,
           const Layout &layout) const;
  /// Solves the problem.
  std::optional<Selection> solve();
  /// Solves it with a strategy of one node given.
  std::optional<Selection> solve(unsigned node, unsigned strategy);
  SignatureLayouts toLayouts(llvm::ArrayRef<unsigned> selection,
                             bool withResults) const;
  const std::optional<Layout> &get(const SignatureLayouts &layouts,
                                   const Group &group) const {
    return group.arguments.empty() ? layouts.results[group.results.front()]
                                   : layouts.arguments[group.arguments.front()];
  }
  /// The layouts of a group's node, the most promising first.
  std::vector<unsigned> rank(const Group &group) const;

  bool enumerateArguments();
  void trySelections();
  void trySingleAxes();
  void improve();
  void decideBetweenBest();
  bool decideSecond(const Group &group, LayoutDecision &decision);
  void writeAll();

  LayoutProblem &problem;
  PlanPricer &pricer;
  PlanPricer *finalPricer;
  /// All plans by their price, for `finalPricer`.
  llvm::MapVector<const PlanPricer::Price *, SignatureLayouts> offered;
  bool isDecided = false;
  std::optional<int64_t> memory;
  /// The number of plans that the final pricer gets for an explanation, and for
  /// a decision.
  size_t numExplained, numFinalists;
  /// The number of plans that may be priced, and of problems that may be
  /// solved. A problem takes about as long as a plan.
  size_t budget;
  size_t numSolved = 0;
  unsigned numArguments, numResults;
  std::vector<Group> groups;
  Selection selected;
  std::optional<ProblemSolution> solution;
  SignatureLayouts best;
  const PlanPricer::Price *bestPrice = nullptr;
};

} // namespace dtensor

#endif // DTENSOR_LIB_AUTOLAYOUT_LAYOUTSEARCH_H
