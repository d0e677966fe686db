//===- ReshapeChoice.cpp - The choice of a reshape's layouts --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshape costs nothing if both sides can be laid out by one sharding of its
// factors. If they cannot, elements change owner, and a single exchange from
// the one layout to the other moves no other elements.
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/FactorChoice.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "dtensor/Layout/Reshape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace dtensor;

/// The number of elements that change owner between `a`, a layout of `here`,
/// and `b`, a layout of `there`.
static int64_t getMoved(const Mesh &mesh, const TensorState &here,
                        const Layout &a, const TensorState &there,
                        const Layout &b) {
  return getReshapedElements(mesh, {here.shape, a}, {there.shape, b});
}

/// Adds to `layout` of `state` the mesh dimensions that shard the other side
/// but not this one. Each goes to the open axis for which the fewest elements
/// move. An axis that has a position for each device is preferred.
static Layout adoptDims(const Mesh &mesh, const TensorState &state,
                        Layout layout, const Layout &other,
                        llvm::function_ref<int64_t(const Layout &)> getMoved) {
  for (const DimList &dims : other.getAxes())
    for (unsigned dim : dims) {
      if (mesh.getSize(dim) == 1 || layout.getShardedAxis(dim) ||
          layout.getPartial(dim) || llvm::is_contained(state.replicated, dim))
        continue;
      std::optional<std::pair<bool, int64_t>> best;
      Layout bestLayout;
      for (unsigned axis : llvm::seq(layout.getRank())) {
        if (!state.open[axis] || state.shape[axis] <= 1)
          continue;
        DimList longer(layout.getAxis(axis));
        longer.push_back(dim);
        Layout candidate = layout;
        candidate.setAxis(axis, longer);
        std::pair<bool, int64_t> price(
            state.shape[axis] < mesh.getGroupSize(longer), getMoved(candidate));
        if (best && *best <= price)
          continue;
        best = price;
        bestLayout = std::move(candidate);
      }
      if (best)
        layout = std::move(bestLayout);
    }
  return layout;
}

/// `layout` with `partial` dimensions. A partial dimension shards no axis, and
/// neither does a dimension that is minor to it on its axis.
static Layout makePending(const Layout &layout,
                          llvm::ArrayRef<PartialDim> partial) {
  Layout pending = layout;
  for (unsigned axis : llvm::seq(layout.getRank()))
    pending.setAxis(axis, layout.getAxis(axis).take_while([&](unsigned dim) {
      return llvm::none_of(
          partial, [&](const PartialDim &other) { return other.dim == dim; });
    }));
  pending.setPartial(partial);
  return pending;
}

static OpLayouts chooseReshapeLayouts(const ChoiceProblem &problem) {
  const Mesh &mesh = problem.mesh;
  const TensorState &operand = problem.operands.front();
  const TensorState &result = problem.results.front();
  OpLayouts local = getOpLayouts(problem, chooseFactorSharding(problem));
  Layout &localOperand = local.operands.front();
  Layout &localResult = local.results.front();
  if (operand.isFree ||
      (operand.canAdopt(localOperand) && result.canAdopt(localResult)))
    return local;

  Layout from = operand.layout;
  Layout to = makePending(result.layout, from.getPartial());
  to = adoptDims(mesh, result, to, from, [&](const Layout &candidate) {
    return getMoved(mesh, operand, from, result, candidate);
  });
  from = adoptDims(mesh, operand, from, to, [&](const Layout &candidate) {
    return getMoved(mesh, operand, candidate, result, to);
  });

  // Boxes are moved faster than other sets of elements.
  int64_t viaLocal =
      getReceivedElements(mesh, from, localOperand, operand.shape) +
      getReceivedElements(mesh, localResult, to, result.shape);
  if (localOperand.getPartial() == from.getPartial() &&
      viaLocal <= getMoved(mesh, operand, from, result, to))
    return local;
  localOperand = from;
  localResult = to;
  return local;
}

OpLayouts dtensor::chooseOpLayouts(const ChoiceProblem &problem) {
  if (problem.rule.isReshape && problem.operands.front().isTensor &&
      problem.results.front().isTensor)
    return chooseReshapeLayouts(problem);
  return getOpLayouts(problem, chooseFactorSharding(problem));
}
