//===- OperandFetch.cpp - The fetch of an operand -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/OperandFetch.h"
#include "dtensor/Layout/FactorProjection.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

/// The window of an axis that has none in the rule: its factors walk along it.
static AxisWindow getPlainWindow(const ShardingRule &rule,
                                 const AxisFactors &factors) {
  AxisWindow window;
  int64_t stride = 1;
  for (unsigned factor : llvm::reverse(factors)) {
    window.terms.push_back({factor, stride});
    stride *= rule.factors[factor].extent;
  }
  return window;
}

Fetch dtensor::getOperandFetch(const Mesh &mesh, const ShardingRule &rule,
                               unsigned operand, const Layout &from,
                               llvm::ArrayRef<int64_t> shape,
                               const FactorSharding &sharding) {
  Fetch fetch;
  for (const Factor &factor : rule.factors)
    fetch.loops.push_back(factor.extent);
  llvm::SmallVector<DimList> divided(sharding);
  FetchSource source;
  source.layout = from.withoutPartial();
  source.shape.assign(shape.begin(), shape.end());
  const TensorFactors &tensor = rule.operands[operand];
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    const WindowedAxis *windowed = rule.findWindow(operand, axis);
    AxisWindow window =
        windowed ? windowed->window : getPlainWindow(rule, tensor[axis]);
    AxisMove move = windowed ? windowed->move : AxisMove::ofAll(extent);
    // A window that takes only a part, or adds padding, needs a fetch in any
    // case.
    bool readsAll =
        !windowed ||
        (!window.terms.empty() && move.isAllOf(extent) &&
         (!window.isLoop() ||
          rule.factors[window.terms.front().loop].extent == extent));
    bool isWhole = readsAll && mesh.getGroupSize(from.getAxis(axis)) == 1 &&
                   llvm::all_of(window.terms, [&](const WindowTerm &term) {
                     return mesh.getGroupSize(sharding[term.loop]) == 1;
                   });
    if (isWhole) {
      window = AxisWindow::ofLoop(fetch.loops.size());
      fetch.loops.push_back(extent);
      divided.emplace_back();
    }
    fetch.windows.push_back(std::move(window));
    source.moves.push_back(move);
  }
  fetch.to = Layout(divided);
  fetch.sources.push_back(std::move(source));
  return fetch;
}

bool dtensor::needsFetch(const Mesh &mesh, const ShardingRule &rule,
                         unsigned operand, const Layout &from,
                         llvm::ArrayRef<int64_t> shape,
                         const FactorSharding &sharding) {
  const TensorFactors &tensor = rule.operands[operand];
  Layout plain =
      projectToAxes(mesh, rule, tensor, sharding).withoutTrivialDims(mesh);
  Layout own = from.withoutTrivialDims(mesh);
  Fetch fetch = getOperandFetch(mesh, rule, operand, from, shape, sharding);
  for (unsigned axis = 0; axis < tensor.size(); ++axis) {
    const WindowedAxis *windowed = rule.findWindow(operand, axis);
    bool isSharded = !own.getAxis(axis).empty();
    if (!windowed) {
      if (own.getAxis(axis) != plain.getAxis(axis))
        return true;
      continue;
    }
    for (const WindowTerm &term : windowed->window.terms)
      isSharded |= mesh.getGroupSize(sharding[term.loop]) > 1;
    if (isSharded && !isInPlace(mesh, fetch, axis))
      return true;
  }
  return false;
}
