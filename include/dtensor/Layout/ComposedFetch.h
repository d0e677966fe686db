//===- ComposedFetch.h - A fetch of fetched values --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_COMPOSEDFETCH_H
#define DTENSOR_LAYOUT_COMPOSEDFETCH_H

#include "dtensor/Layout/Fetch.h"

namespace dtensor {

/// Whether the box that each device has after the inner fetch is its component
/// of the tensor that is the source of the outer one.
bool isComponent(const Mesh &mesh, const Fetch &inner,
                 const FetchSource &source);

/// Whether the inner sources write all positions that the outer move reads.
/// There may be one of them, or several that lie side by side along one axis.
bool coversAll(const Fetch &inner, const FetchSource &outer);

/// The outer fetch with the sources of the inner one in the place of its source
/// number `index`. Nothing if no single move has the effect of both.
std::optional<Fetch> composeAt(const Fetch &outer, unsigned index,
                               const Fetch &inner);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COMPOSEDFETCH_H
