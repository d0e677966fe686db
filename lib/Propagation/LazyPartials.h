//===- LazyPartials.h - Put reductions off ----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PROPAGATION_LAZYPARTIALS_H
#define DTENSOR_LIB_PROPAGATION_LAZYPARTIALS_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// Leaves values partial that ops make partial, where every user can take them
/// so: what is put off may be merged, or needed in parts only. What a loop adds
/// up stays partial until after the loop. All slots have their axes' layouts.
void keepPartials(LayoutGraph &graph);

} // namespace dtensor

#endif // DTENSOR_LIB_PROPAGATION_LAZYPARTIALS_H
