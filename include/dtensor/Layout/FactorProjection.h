//===- FactorProjection.h - Layouts to factors and back ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_FACTORPROJECTION_H
#define DTENSOR_LAYOUT_FACTORPROJECTION_H

#include "dtensor/Layout/ShardingRule.h"

namespace dtensor {

/// Reads the axes of `layout` as a sharding of the factors of `rule`. An axis
/// of one factor gives it all its mesh dimensions. An axis of several factors
/// gives them out major first, as long as each one divides the rest of the
/// factor's extent. The innermost factor takes any dimension, since chunks of
/// it are chunks of the axis. If a mesh dimension cannot be given out, it and
/// those after it are dropped; then `projectToAxes` gives another layout back.
/// Factors that cannot be sharded (`Whole`) drop theirs as well.
FactorSharding projectToFactors(const Mesh &mesh, const ShardingRule &rule,
                                const TensorFactors &tensor,
                                const Layout &layout);

/// The layout of a tensor under a sharding of the factors; it has no partial
/// dimensions. On an axis of several factors, a minor factor counts only if all
/// that are major to it are sharded evenly, down to one position. Dimensions
/// that no layout of the axis can express are dropped; then `projectToFactors`
/// gives another sharding back.
Layout projectToAxes(const Mesh &mesh, const ShardingRule &rule,
                     const TensorFactors &tensor,
                     const FactorSharding &sharding);

/// The part of `sharding` that all tensors of the rule can be laid out by. A
/// factor cannot be sharded if a factor major to it has more than one position
/// on a device. A major factor cannot be sharded unevenly.
FactorSharding restrictToTensors(const Mesh &mesh, const ShardingRule &rule,
                                 FactorSharding sharding);

/// The partial dimensions of the results, from sharded reduction factors;
/// sorted by mesh dimension.
llvm::SmallVector<PartialDim, 1> getReducedDims(const ShardingRule &rule,
                                                const FactorSharding &sharding);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_FACTORPROJECTION_H
