//===- LazyPartials.h - Delayed reductions ----------------------*- C++ -*-===//
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

/// Leaves the partial results of ops partial where every user can take partial
/// values. Values that are combined later may be merged before, or only parts
/// of them may be needed. A sum that a loop accumulates stays partial until
/// after the loop. The layouts of the axes of all slots must be known.
void keepPartials(LayoutGraph &graph);

} // namespace dtensor

#endif // DTENSOR_LIB_PROPAGATION_LAZYPARTIALS_H
