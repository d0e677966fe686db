//===- CollectiveSearch.h - Movement by collectives -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_LAYOUT_COLLECTIVESEARCH_H
#define DTENSOR_LIB_LAYOUT_COLLECTIVESEARCH_H

#include "dtensor/Layout/RedistributionPlanner.h"

namespace dtensor {

/// The steps from `from` to `to`, which differ in their axes alone, with
/// slices, all_gathers, all_to_alls and permutes only: those with the fewest
/// bytes received, then the fewest steps. No component on the way is larger
/// than twice the larger end, unless nothing else gets there. Every step is
/// valid for uneven and dynamic extents too. Without mesh dimensions of size 1.
llvm::SmallVector<RedistributionStep, 0>
searchCollectives(const Mesh &mesh, const Layout &from, const Layout &to,
                  llvm::ArrayRef<int64_t> shape, int64_t elementBits);

/// Whether a component under `to` is, on every device and for the extents of
/// `shape` (dynamic ones included), a whole component under `from`.
bool isPermutation(const Mesh &mesh, const Layout &from, const Layout &to,
                   llvm::ArrayRef<int64_t> shape);

} // namespace dtensor

#endif // DTENSOR_LIB_LAYOUT_COLLECTIVESEARCH_H
