//===- FactorProjection.cpp - Layouts to factors and back -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/FactorProjection.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

namespace {
/// Walks the factors of one axis, major first, while mesh dimensions are
/// assigned to them. A dimension that shards the axis shards the current factor
/// in the same way only if it is even, or if no part of the axis is minor to
/// the factor.
class AxisWalk {
public:
  AxisWalk(const ShardingRule &rule, llvm::ArrayRef<unsigned> factors)
      : rule(rule), factors(factors) {
    left = factors.empty() ? 1 : getExtent(0);
  }

  /// Advances to the next factor. This is possible if the current one has one
  /// position left.
  bool advance() {
    if (left != 1 || current + 1 >= factors.size())
      return false;
    left = getExtent(++current);
    return true;
  }

  unsigned getFactor() const { return factors[current]; }

  /// Divides the current factor by `size`, if possible.
  bool cut(int64_t size) {
    if (rule.factors[getFactor()].kind == FactorKind::Whole)
      return false;
    if (size == 1 || isInnermost())
      return true;
    if (left == Factor::kDynamic || left % size != 0)
      return false;
    left /= size;
    return true;
  }

private:
  int64_t getExtent(unsigned position) const {
    return rule.factors[factors[position]].extent;
  }

  bool isInnermost() const {
    for (unsigned position = current + 1; position < factors.size(); ++position)
      if (getExtent(position) != 1)
        return false;
    return true;
  }

  const ShardingRule &rule;
  llvm::ArrayRef<unsigned> factors;
  unsigned current = 0;
  /// The number of positions of the current factor on one device.
  int64_t left;
};
} // namespace

FactorSharding dtensor::projectToFactors(const Mesh &mesh,
                                         const ShardingRule &rule,
                                         const TensorFactors &tensor,
                                         const Layout &layout) {
  FactorSharding sharding(rule.factors.size());
  for (auto [factors, dims] : llvm::zip_equal(tensor, layout.getAxes())) {
    if (factors.empty())
      continue;
    AxisWalk walk(rule, factors);
    for (unsigned dim : dims) {
      bool handedOut;
      while (!(handedOut = walk.cut(mesh.getSize(dim))) && walk.advance())
        ;
      if (!handedOut)
        break;
      sharding[walk.getFactor()].push_back(dim);
    }
  }
  return sharding;
}

Layout dtensor::projectToAxes(const Mesh &mesh, const ShardingRule &rule,
                              const TensorFactors &tensor,
                              const FactorSharding &sharding) {
  Layout layout(tensor.size());
  for (auto [axis, factors] : llvm::enumerate(tensor)) {
    if (factors.empty())
      continue;
    DimList dims;
    AxisWalk walk(rule, factors);
    bool complete = true;
    do {
      for (unsigned dim : sharding[walk.getFactor()]) {
        complete = walk.cut(mesh.getSize(dim));
        if (!complete)
          break;
        dims.push_back(dim);
      }
    } while (complete && walk.advance());
    layout.setAxis(axis, dims);
  }
  return layout;
}

/// Shortens `dims` to the prefix that it has in common with `other`.
static bool shorten(DimList &dims, const DimList &other) {
  size_t common = 0;
  while (common < dims.size() && common < other.size() &&
         dims[common] == other[common])
    ++common;
  bool shorter = common < dims.size();
  dims.truncate(common);
  return shorter;
}

FactorSharding dtensor::restrictToTensors(const Mesh &mesh,
                                          const ShardingRule &rule,
                                          FactorSharding sharding) {
  bool changed = true;
  auto restrict = [&](const TensorFactors &tensor) {
    FactorSharding kept = projectToFactors(
        mesh, rule, tensor, projectToAxes(mesh, rule, tensor, sharding));
    for (const AxisFactors &factors : tensor)
      for (unsigned factor : factors)
        changed |= shorten(sharding[factor], kept[factor]);
  };
  while (changed) {
    changed = false;
    llvm::for_each(rule.operands, restrict);
    llvm::for_each(rule.results, restrict);
  }
  return sharding;
}

llvm::SmallVector<PartialDim, 1>
dtensor::getReducedDims(const ShardingRule &rule,
                        const FactorSharding &sharding) {
  llvm::SmallVector<PartialDim, 1> partial;
  for (auto [factor, dims] : llvm::zip_equal(rule.factors, sharding))
    if (factor.kind == FactorKind::Reduction)
      for (unsigned dim : dims)
        partial.push_back({dim, factor.combiner});
  llvm::sort(partial, [](const PartialDim &a, const PartialDim &b) {
    return a.dim < b.dim;
  });
  return partial;
}
