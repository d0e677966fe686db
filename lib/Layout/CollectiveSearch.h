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

/// The steps from `from` to `to`, two layouts that differ only in their axes.
/// Slices, all_gathers, all_to_alls and permutes are used. The result has the
/// fewest bytes received, and among these the fewest steps. No intermediate
/// component is larger than twice the larger end, unless there is no other way.
/// Every step is also valid for uneven and dynamic extents. The layouts have no
/// mesh dimensions of size 1.
llvm::SmallVector<RedistributionStep, 0>
searchCollectives(const Mesh &mesh, const Layout &from, const Layout &to,
                  llvm::ArrayRef<int64_t> shape, int64_t elementBits);

/// Whether the component under `to` is, on every device and for the extents of
/// `shape` (dynamic ones included), a complete component of some device under
/// `from`.
bool isPermutation(const Mesh &mesh, const Layout &from, const Layout &to,
                   llvm::ArrayRef<int64_t> shape);

} // namespace dtensor

#endif // DTENSOR_LIB_LAYOUT_COLLECTIVESEARCH_H
