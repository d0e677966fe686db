//===- IntegerProgram.cpp -------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerProgram.h"
#include "dtensor/Selection/SelectionSolver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <cmath>
#ifdef DTENSOR_HIGHS_LIBRARY
#include "HighsLibrary.h"
#endif

using namespace dtensor;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

#ifndef DTENSOR_HIGHS_LIBRARY

bool dtensor::hasIntegerProgramming() { return false; }

Expected<IntegerProgramResult>
dtensor::solveIntegerProgram(const SelectionModel &, ArrayRef<unsigned>, int,
                             llvm::function_ref<double()>) {
  return llvm::createStringError("this build has no HiGHS");
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
class Program {
public:
  explicit Program(const SelectionModel &model) : model(model) {
    for (const Node &node : model.getNodes())
      addNode(node);
    for (const Edge &edge : model.getEdges())
      addEdge(edge);
    addMemory();
  }

  Expected<IntegerProgramResult> solve(const HighsLibrary &highs,
                                       llvm::ArrayRef<unsigned> start,
                                       int numBranches,
                                       llvm::function_ref<double()> getRest);

private:
  void passStart(const HighsLibrary &highs, void *solver,
                 llvm::ArrayRef<unsigned> start) const;

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

/// Hands over the strategies alone: HiGHS completes the pairs. Does nothing if
/// the model has not all of them.
void Program::passStart(const HighsLibrary &highs, void *solver,
                        ArrayRef<unsigned> start) const {
  std::vector<HighsInt> indices;
  std::vector<double> chosen;
  for (auto [choice, first, node] :
       llvm::zip_equal(start, firstOf, model.getNodes())) {
    if (!llvm::is_contained(node.strategies, choice))
      return;
    for (auto [index, strategy] : llvm::enumerate(node.strategies)) {
      indices.push_back(first + index);
      chosen.push_back(strategy == choice);
    }
  }
  highs.setSparseSolution(solver, indices.size(), indices.data(),
                          chosen.data());
}

Expected<IntegerProgramResult>
Program::solve(const HighsLibrary &highs, ArrayRef<unsigned> start,
               int numBranches, llvm::function_ref<double()> getRest) {
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
  if (!start.empty())
    passStart(highs, solver, start);
  // To make the program of a large problem takes time as well.
  highs.setDoubleOptionValue(solver, "time_limit", std::max(getRest(), 0.0));
  if (highs.run(solver) == kHighsStatusError)
    return failed("solve the problem");

  IntegerProgramResult result;
  if (highs.getModelStatus(solver) == kHighsModelStatusInfeasible) {
    result.bound = std::numeric_limits<double>::infinity();
    return result;
  }
  double bound = 0;
  if (highs.getDoubleInfoValue(solver, "mip_dual_bound", &bound) ==
          kHighsStatusOk &&
      std::isfinite(bound))
    result.bound = bound - 1e-9 * std::abs(bound);
  HighsInt status = 0;
  highs.getIntInfoValue(solver, "primal_solution_status", &status);
  if (status != kHighsSolutionStatusFeasible)
    return result;
  std::vector<double> solution(costs.size());
  highs.getSolution(solver, solution.data(), nullptr, nullptr, nullptr);
  for (auto [variable, node] : llvm::zip_equal(firstOf, model.getNodes())) {
    const double *first = &solution[variable];
    result.selection.push_back(
        std::max_element(first, first + node.costs.size()) - first);
  }
  result.selection = model.toProblem(result.selection);
  return result;
}

Expected<IntegerProgramResult>
dtensor::solveIntegerProgram(const SelectionModel &model,
                             ArrayRef<unsigned> start, int numBranches,
                             llvm::function_ref<double()> getRest) {
  const HighsLibrary *highs = HighsLibrary::get();
  if (!highs)
    return failed("be loaded");
  return Program(model).solve(*highs, start, numBranches, getRest);
}

#endif
