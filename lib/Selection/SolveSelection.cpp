//===- SolveSelection.cpp -------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Selection/SelectionModel.h"
#include "dtensor/Selection/SelectionSolver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <chrono>
#include <cmath>
#ifdef DTENSOR_HIGHS_LIBRARY
#include "HighsLibrary.h"
#endif

using namespace dtensor;
using llvm::Error;
using llvm::Expected;

static Error makeMissingError() {
  return llvm::createStringError(
      "an exact solution requires a build with HiGHS (the package highsbox of "
      "PyPI) and its library; the search needs nothing");
}

#ifndef DTENSOR_HIGHS_LIBRARY

bool dtensor::hasIntegerProgramming() { return false; }

Expected<SelectionResult> dtensor::solveSelection(const SelectionProblem &,
                                                  const SelectionOptions &) {
  return makeMissingError();
}

#else

bool dtensor::hasIntegerProgramming() { return HighsLibrary::get() != nullptr; }

namespace {

using Node = SelectionModel::Node;
using Edge = SelectionModel::Edge;

/// The problem as an integer program, after Zheng et al., "Alpa" (OSDI 2022). A
/// node has one binary variable for each strategy, an edge one variable for
/// each allowed pair of strategies. The pairs of a strategy sum up to the
/// strategy, which makes them integers if the strategies are.
class IntegerProgram {
public:
  explicit IntegerProgram(const SelectionModel &model) : model(model) {
    for (const Node &node : model.getNodes())
      addNode(node);
    for (const Edge &edge : model.getEdges())
      addEdge(edge);
    addMemory();
  }

  Expected<SelectionResult> solve(const HighsLibrary &highs,
                                  const SelectionProblem &problem,
                                  const SelectionResult &start, int numBranches,
                                  llvm::function_ref<double()> getRest);

private:
  const SelectionModel &model;
  /// By node: the variable of its first strategy.
  std::vector<HighsInt> firstOf;
  std::vector<double> costs;
  std::vector<HighsInt> integrality;
  /// Constraints, row by row.
  std::vector<double> lower, upper;
  std::vector<HighsInt> starts, columns;
  std::vector<double> values;

  void beginRow(double low, double high) {
    lower.push_back(low);
    upper.push_back(high);
    starts.push_back(columns.size());
  }
  void addTerm(HighsInt column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  HighsInt addColumn(double cost, HighsInt type) {
    costs.push_back(cost);
    integrality.push_back(type);
    return costs.size() - 1;
  }

  void addNode(const Node &node) {
    firstOf.push_back(costs.size());
    beginRow(1, 1);
    for (double cost : node.costs)
      addTerm(addColumn(cost, kHighsVarTypeInteger), 1);
  }

  void addEdge(const Edge &edge) {
    std::vector<HighsInt> pairs(edge.costs.size(), -1);
    for (auto [pair, cost] : llvm::zip_equal(pairs, edge.costs))
      if (cost < SelectionCost::kForbidden)
        pair = addColumn(cost, kHighsVarTypeContinuous);
    auto addSum = [&](HighsInt strategy, size_t first, size_t count,
                      size_t step) {
      beginRow(0, 0);
      addTerm(strategy, -1);
      for (size_t index = 0; index < count; ++index)
        if (HighsInt pair = pairs[first + index * step]; pair >= 0)
          addTerm(pair, 1);
    };
    for (size_t row = 0; row < edge.rows; ++row)
      addSum(firstOf[edge.first] + row, row * edge.columns, edge.columns, 1);
    for (size_t column = 0; column < edge.columns; ++column)
      addSum(firstOf[edge.second] + column, column, edge.rows, edge.columns);
  }

  /// In parts of the limit: numbers near 1 suit the solver.
  void addMemory() {
    std::vector<std::vector<unsigned>> heldAt(model.getNumPoints());
    for (auto [index, node] : llvm::enumerate(model.getNodes()))
      for (unsigned point = node.begin; point < node.end; ++point)
        heldAt[point].push_back(index);
    double limit = std::max<double>(model.getUsageLimit(), 1);
    for (const std::vector<unsigned> &held : heldAt) {
      beginRow(0, double(model.getUsageLimit()) / limit);
      for (unsigned index : held)
        for (auto [strategy, usage] :
             llvm::enumerate(model.getNodes()[index].usages))
          if (usage != 0)
            addTerm(firstOf[index] + strategy, double(usage) / limit);
    }
  }
};

} // namespace

static Error failed(llvm::StringRef what) {
  return llvm::createStringError("HiGHS could not " + what);
}

/// `getRest` tells how many seconds are left.
Expected<SelectionResult>
IntegerProgram::solve(const HighsLibrary &highs,
                      const SelectionProblem &problem,
                      const SelectionResult &start, int numBranches,
                      llvm::function_ref<double()> getRest) {
  void *solver = highs.create();
  llvm::scope_exit destroy([&] { highs.destroy(solver); });
  highs.setBoolOptionValue(solver, "output_flag", 0);
  highs.setIntOptionValue(solver, "mip_max_nodes", numBranches);
  highs.setDoubleOptionValue(solver, "mip_rel_gap", 0);
  // Costs are integers: a gap below 1 is none.
  highs.setDoubleOptionValue(solver, "mip_abs_gap", 0.99);

  std::vector<double> zeros(costs.size()), ones(costs.size(), 1);
  if (highs.passMip(solver, costs.size(), lower.size(), values.size(),
                    kHighsMatrixFormatRowwise, kHighsObjSenseMinimize, 0,
                    costs.data(), zeros.data(), ones.data(), lower.data(),
                    upper.data(), starts.data(), columns.data(), values.data(),
                    integrality.data()) == kHighsStatusError)
    return failed("take the problem");
  if (start.value.isFeasible(problem)) {
    // The strategies alone: it completes the pairs.
    std::vector<HighsInt> indices;
    std::vector<double> chosen;
    for (auto [node, facts] : llvm::enumerate(model.getNodes()))
      for (auto [index, strategy] : llvm::enumerate(facts.strategies)) {
        indices.push_back(firstOf[node] + index);
        chosen.push_back(strategy == start.selection[node]);
      }
    highs.setSparseSolution(solver, indices.size(), indices.data(),
                            chosen.data());
  }
  // To make the program of a large problem takes time as well.
  highs.setDoubleOptionValue(solver, "time_limit", std::max(getRest(), 0.0));
  if (highs.run(solver) == kHighsStatusError)
    return failed("solve the problem");

  SelectionResult result = start;
  double bound = 0;
  if (highs.getDoubleInfoValue(solver, "mip_dual_bound", &bound) ==
          kHighsStatusOk &&
      std::isfinite(bound))
    result.bound =
        std::max(result.bound, int64_t(std::ceil(bound - 1e-9 * bound - 1e-3)));
  HighsInt status = 0;
  highs.getIntInfoValue(solver, "primal_solution_status", &status);
  if (status != kHighsSolutionStatusFeasible)
    return result;
  std::vector<double> solution(costs.size());
  highs.getSolution(solver, solution.data(), nullptr, nullptr, nullptr);
  Selection selection;
  for (auto [node, facts] : llvm::enumerate(model.getNodes())) {
    const double *first = &solution[firstOf[node]];
    selection.push_back(std::max_element(first, first + facts.costs.size()) -
                        first);
  }
  selection = model.toProblem(selection);
  SelectionValue value = evaluate(problem, selection);
  // The solver's tolerances may let memory pass that is above the limit by a
  // few bytes.
  if (value.isFeasible(problem) &&
      (!start.value.isFeasible(problem) || value.cost < start.value.cost)) {
    result.selection = std::move(selection);
    result.value = value;
  }
  return result;
}

Expected<SelectionResult>
dtensor::solveSelection(const SelectionProblem &problem,
                        const SelectionOptions &options) {
  const HighsLibrary *highs = HighsLibrary::get();
  if (!highs)
    return makeMissingError();
  auto begin = std::chrono::steady_clock::now();
  SelectionOptions first = options;
  first.seconds = options.seconds / 10;
  Expected<SelectionResult> start = searchSelection(problem, first);
  if (!start || start->isOptimal(problem))
    return start;
  Expected<SelectionModel> model = SelectionModel::create(problem);
  if (!model)
    return model.takeError();
  auto getRest = [&] {
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - begin;
    return options.seconds - time.count();
  };
  Expected<SelectionResult> result = IntegerProgram(*model).solve(
      *highs, problem, *start, options.numBranches, getRest);
  if (result && options.report)
    options.report(*result);
  return result;
}

#endif
