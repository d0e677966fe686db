//===- PossibleLayouts.cpp - What a value or an op may have ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PossibleLayouts.h"
#include "dtensor/Layout/FactorProjection.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

/// With more, the tables of costs between ops and values become large.
static constexpr size_t kMaxShardings = 160;

std::vector<Layout> dtensor::listPossibleLayouts(const Mesh &mesh,
                                                 const TensorState &state) {
  std::vector<Layout> layouts = {state.layout};
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim) {
    if (mesh.getSize(dim) == 1 || llvm::is_contained(state.replicated, dim) ||
        state.layout.getShardedAxis(dim) || state.layout.getPartial(dim))
      continue;
    for (size_t i = 0, size = layouts.size(); i < size; ++i)
      for (auto [axis, extent] : llvm::enumerate(state.shape)) {
        DimList dims(layouts[i].getAxis(axis));
        dims.push_back(dim);
        if (!state.open[axis] || extent < mesh.getGroupSize(dims))
          continue;
        Layout sharded = layouts[i];
        sharded.setAxis(axis, dims);
        layouts.push_back(std::move(sharded));
      }
  }
  return layouts;
}

/// The number of devices among which the work is divided.
static int64_t getParts(const Mesh &mesh, const FactorSharding &sharding) {
  int64_t parts = 1;
  for (const DimList &dims : sharding)
    parts *= mesh.getGroupSize(dims);
  return parts;
}

std::vector<FactorSharding>
dtensor::listPossibleShardings(const ChoiceProblem &problem) {
  const Mesh &mesh = problem.mesh;
  const ShardingRule &rule = problem.rule;
  // The part of a dynamic axis that a device owns is not known.
  llvm::SmallVector<bool> fixed;
  for (const Factor &factor : rule.factors)
    fixed.push_back(factor.kind == FactorKind::Whole);
  auto fix = [&](llvm::ArrayRef<TensorState> states,
                 llvm::ArrayRef<TensorFactors> tensors) {
    for (auto [state, factors] : llvm::zip_equal(states, tensors))
      if (state.isTensor)
        for (auto [axis, extent] : llvm::zip_equal(factors, state.shape))
          for (unsigned factor : axis)
            fixed[factor] |= extent < 0;
  };
  fix(problem.operands, rule.operands);
  fix(problem.results, rule.results);

  std::vector<FactorSharding> shardings = {FactorSharding(rule.factors.size())};
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim) {
    if (mesh.getSize(dim) == 1)
      continue;
    for (size_t i = 0, size = shardings.size(); i < size; ++i)
      for (auto [index, factor] : llvm::enumerate(rule.factors)) {
        FactorSharding sharding = shardings[i];
        sharding[index].push_back(dim);
        if (fixed[index] ||
            factor.extent < mesh.getGroupSize(sharding[index]) ||
            restrictToTensors(mesh, rule, sharding) != sharding)
          continue;
        shardings.push_back(std::move(sharding));
      }
  }
  if (shardings.size() > kMaxShardings) {
    std::stable_sort(shardings.begin() + 1, shardings.end(),
                     [&](const FactorSharding &a, const FactorSharding &b) {
                       return getParts(mesh, a) > getParts(mesh, b);
                     });
    shardings.resize(kMaxShardings);
  }
  return shardings;
}
