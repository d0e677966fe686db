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
/// of one factor hands it all its mesh dimensions. An axis of several factors
/// hands them out major first, as long as each one divides what is left of the
/// factor's extent (the innermost one takes any, since chunks of it are chunks
/// of the axis); a mesh dimension that cannot be handed out, and those after
/// it, are dropped (then `projectToAxes` gives another layout back). Factors
/// that cannot be sharded (`Whole`) drop theirs as well.
FactorSharding projectToFactors(const Mesh &mesh, const ShardingRule &rule,
                                const TensorFactors &tensor,
                                const Layout &layout);

/// The layout of a tensor under a sharding of the factors. On an axis of
/// several factors a minor one counts only where all that are major to it are
/// sharded down to one position, and evenly: what no layout of the axis can say
/// is dropped (then `projectToFactors` gives another sharding back). Not
/// partial.
Layout projectToAxes(const Mesh &mesh, const ShardingRule &rule,
                     const TensorFactors &tensor,
                     const FactorSharding &sharding);

/// The part of `sharding` that all tensors of the rule can be laid out by: a
/// factor minor to one that is not cut down to a position cannot be cut, nor a
/// major one unevenly.
FactorSharding restrictToTensors(const Mesh &mesh, const ShardingRule &rule,
                                 FactorSharding sharding);

/// The partial dimensions of the results, from sharded reduction factors;
/// sorted by mesh dimension.
llvm::SmallVector<PartialDim, 1> getReducedDims(const ShardingRule &rule,
                                                const FactorSharding &sharding);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_FACTORPROJECTION_H
