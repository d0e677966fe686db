//===- OpCost.cpp - The cost of an op -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/OpCost.h"
#include "dtensor/Layout/OperandFetch.h"
#include "dtensor/Layout/SortExchange.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;
using llvm::ArrayRef;

double dtensor::getLocalBytes(const Mesh &mesh, const TensorState &state,
                              const Layout &layout) {
  if (!state.isTensor || state.isFree)
    return 0;
  double bytes = state.elementBits / 8.0;
  for (int64_t extent : state.shape)
    bytes *= extent < 0 ? 1024 : extent;
  for (const DimList &dims : layout.getAxes())
    bytes /= mesh.getGroupSize(dims);
  return bytes;
}

/// Removes the padding of `state` from the elements that are fetched.
static void skipPadding(const TensorState &state, Fetch &fetch) {
  if (state.data.empty())
    return;
  for (auto [move, data] :
       llvm::zip_equal(fetch.sources.front().moves, state.data)) {
    if (move.start == AxisMove::kDynamic ||
        move.destStart == AxisMove::kDynamic)
      continue;
    Slice everywhere{move.destStart, move.destStride * move.count};
    Slice steps = move.getSteps(data, everywhere);
    move.start += move.stride * steps.offset;
    move.destStart += move.destStride * steps.offset;
    move.count = steps.extent;
  }
}

double dtensor::getFetchedBytes(const ChoiceProblem &problem, unsigned operand,
                                const Layout &here,
                                const FactorSharding &sharding) {
  const ShardingRule &rule = problem.rule;
  const TensorState &state = problem.operands[operand];
  if (!rule.isWindowed(operand) || !state.isTensor || state.isFree ||
      !needsFetch(problem.mesh, rule, operand, here, state.shape, sharding))
    return 0;
  Fetch fetch =
      getOperandFetch(problem.mesh, rule, operand, here, state.shape, sharding);
  skipPadding(state, fetch);
  return getExpectedElements(problem.mesh, fetch) * (state.elementBits / 8.0);
}

double dtensor::getExchangedBytes(const ChoiceProblem &problem,
                                  const FactorSharding &sharding,
                                  const OpLayouts &layouts) {
  double total = 0;
  for (auto [factor, dims] : llvm::enumerate(sharding)) {
    FactorKind kind = problem.rule.factors[factor].kind;
    int64_t count = problem.mesh.getGroupSize(dims);
    if (count == 1 || (kind != FactorKind::Blocked &&
                       kind != FactorKind::Merged && kind != FactorKind::Scan))
      continue;
    // A sort exchanges its operands. A merged reduction exchanges the results
    // of the parts. A scan exchanges the last position of each part, since
    // later parts begin with it.
    bool isSorted = kind == FactorKind::Blocked;
    bool isScanned = kind == FactorKind::Scan;
    int64_t extent = problem.rule.factors[factor].extent;
    double others = count - 1;
    if (isScanned)
      others *= double(count) / std::max(extent, count);
    else if (isSorted && extent > 0)
      others = double(count) * getSortExchange(extent, count).positions /
               double(extent);
    auto add = [&, factor = factor](ArrayRef<TensorState> states,
                                    ArrayRef<TensorFactors> tensors,
                                    ArrayRef<Layout> here) {
      for (auto [state, axes, layout] : llvm::zip_equal(states, tensors, here))
        if ((isSorted || isScanned) ==
            llvm::any_of(axes, [&](const AxisFactors &axis) {
              return llvm::is_contained(axis, factor);
            }))
          total += getLocalBytes(problem.mesh, state, layout) * others;
    };
    if (isSorted)
      add(problem.operands, problem.rule.operands, layouts.operands);
    else
      add(problem.results, problem.rule.results, layouts.results);
  }
  return total;
}

double dtensor::getWork(const ChoiceProblem &problem,
                        const FactorSharding &sharding) {
  double points = problem.workPerPoint;
  for (auto [factor, dims] : llvm::zip_equal(problem.rule.factors, sharding))
    points *= double(factor.extent < 0 ? 1024 : factor.extent) /
              problem.mesh.getGroupSize(dims);
  return points;
}
